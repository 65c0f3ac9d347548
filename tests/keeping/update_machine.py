"""A machine for tests of updates: what is done in which order, without environments and services."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.core.wording import Message, say
from companion.keeping.game_packages.game_changes import GameSource
from companion.keeping.game_packages.game_wheels import GameWheel
from companion.keeping.versions.disk_room import ROOM
from companion.keeping.versions.lost_games import InstalledGame, LostGame
from companion.keeping.versions.releases import Releases
from companion.keeping.versions.update_host import ANSWERS, InstallSource, Misfits, UpdateError, Wanted
from companion.keeping.versions.version_update import roll_back, update
from companion.locale import speaker
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import check
from companion.plays.storage.migrations import shipped
from tests.plays.counter import Add, begin

ENGLISH = speaker("en", {})
NOW = shipped()[-1].number
"""The shape of a log of this program."""


def raising(fault: BaseException) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise fault

    return fail


def copied(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes())


class Machine:
    """A ``GameHost`` with version 1.0 installed, on which things go as the test wants. ``shapes`` are what versions can
    read, ``games`` those of packages by environment, ``agreed`` what is answered when games would be lost. ``able`` are
    versions that come up, ``safe`` those that do so in safe mode only, ``untold`` those that do not tell their games.
    """

    def __init__(self, folder: Path) -> None:
        self.releases = Releases(folder / "opt")
        self.log = folder / "data" / "companion.db"
        self.log.parent.mkdir()
        with closing(open_log(self.log)) as log:
            begin(log).submit(1, "", Add(1), nonce="a")
        for name in ("1.0", "0.9"):
            (self.releases.root / "versions" / name).mkdir(parents=True)
        (self.releases.root / "current").symlink_to("versions/1.0")
        self.done: list[str] = []
        self.said: list[str] = []
        self.room = ROOM
        self.shapes = dict.fromkeys(("1.0", "0.9", "2.0"), NOW)
        self.bad_install = self.bad_trial = False
        self.able = {"1.0", "0.9", "2.0"}
        self.safe: set[str] = set()
        self.untold: set[str] = set()
        self.stops = True
        self.games: dict[str, tuple[InstalledGame, ...]] = {}
        self.misfits: Misfits = {}
        self.wheels: tuple[GameWheel, ...] = ()
        self.agreed: bool | None = None
        self.lost: tuple[LostGame, ...] = ()

    def told(self, message: Message) -> None:
        self.said.append(ENGLISH.say(message))

    @property
    def present(self) -> str:
        assert self.releases.current is not None
        return self.releases.current.name

    def versions(self) -> set[str]:
        return {folder.name for folder in (self.releases.root / "versions").iterdir()}

    def update(self) -> Path:
        return update(self, self.releases, self.log, InstallSource("2.0"), self.told, self.asked)

    def roll_back(self, *, with_copy: bool = False) -> Path:
        return roll_back(self, self.releases, self.log, self.told, self.asked, with_copy=with_copy)

    def asked(self, lost: tuple[LostGame, ...]) -> bool:
        assert self.agreed is not None, "nothing is lost"
        self.lost = lost
        return self.agreed

    # -- the ground --------------------------------------------------------------------------------------------------

    def free(self, folder: Path) -> int:
        return self.room

    def make(self, target: Path, source: InstallSource, present: Path | None) -> Misfits:
        assert present is not None
        self.done.append(f"make {target.name} like {present.name}")
        target.mkdir()
        if self.bad_install:
            raise UpdateError(say("no"))
        return self.misfits

    def copy(self, target: Path, present: Path) -> None:
        self.done.append(f"copy {present.name} to {target.name}")
        target.mkdir()

    def fetch(self, target: Path, present: Path, source: GameSource) -> tuple[GameWheel, ...]:
        self.done.append(f"fetch {source.requirement}")
        return self.wheels

    def carry_over(self, target: Path, present: Path, without: str) -> Misfits:
        self.done.append(f"carry over without {without}")
        return self.misfits

    def install(self, environment: Path, package: str) -> None:
        self.done.append(f"install {package} in {environment.name}")

    def games_in(self, environment: Path, folder: Path) -> tuple[InstalledGame, ...]:
        assert folder.parent == self.log.parent
        if environment.name in self.untold:
            raise UpdateError(say("It hangs."))
        return self.games.get(environment.name, ())

    def smoke_test(self, environment: Path, present: Path | None, folder: Path) -> None:
        self.done.append(f"try {environment.name}")
        assert check(folder / "companion.db").entries == 2
        assert folder.parent == self.log.parent
        if self.bad_trial:
            raise UpdateError(say("no"))

    def newest_schema(self, environment: Path) -> int:
        return self.shapes[environment.name]

    def schema_of(self, log: Path) -> int:
        with closing(sqlite3.connect(log)) as file:
            return int(file.execute("SELECT max(number) FROM migrations").fetchone()[0])

    def stop(self) -> None:
        self.done.append(f"stop {self.present}")
        if not self.stops:
            raise UpdateError(say("It cannot be stopped."))

    def start(self) -> None:
        """The service begins: a newer version gives the log its own shape at once."""
        self.done.append(f"start {self.present}")
        shape = self.shapes[self.present]
        with closing(sqlite3.connect(self.log)) as file:
            if self.schema_of(self.log) < shape:
                file.execute("INSERT INTO migrations (number, name) VALUES (?, 'later')", (shape,))
                file.commit()

    def forget_starts(self, folder: Path) -> None:
        (folder / "starts.json").unlink(missing_ok=True)

    def in_safe_mode(self) -> bool:
        return self.present in self.able & self.safe

    def wait_until_up(self, seconds: float, wanted: Wanted = ANSWERS) -> None:
        if self.present not in self.able:
            raise UpdateError(say("It does not come up."))
        if wanted.full and self.present in self.safe:
            raise UpdateError(say("It comes up in safe mode only."))
        there = {game.key for game in self.games.get(self.present, ())}
        if not there.issuperset(wanted.games):
            raise UpdateError(say("It comes up without a game."))
