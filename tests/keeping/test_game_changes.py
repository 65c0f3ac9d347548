"""Games of packages are added and taken away step by step, and an update names those that would be lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from companion.core.wording import say
from companion.keeping.game_packages.game_changes import GameSource, add_games, remove_games
from companion.keeping.game_packages.game_wheels import GameWheel, GameWheelError
from companion.keeping.versions.disk_room import LEFT, ROOM
from companion.keeping.versions.lost_games import InstalledGame
from companion.keeping.versions.update_host import UpdateError
from tests.keeping.test_environments import installed
from tests.keeping.update_machine import ENGLISH, Machine
from tests.keeping.wheels import pack

SALT = GameWheel(
    Path("salt_road-1.2-py3-none-any.whl"),
    "salt-road",
    "1.2",
    ("salt-road",),
    (),
    ("salt_road/__init__.py",),
    "d" * 64,
    "/x",
)
PLAYABLE = InstalledGame("salt-road", "salt-road", "The Salt Road")
COUNTER = InstalledGame("counter", "counters", "Counter")
"""The game of the play in the machine's log."""


def add(machine: Machine, confirmed: bool = True) -> tuple[GameWheel, ...]:
    shown: list[tuple[GameWheel, ...]] = []

    def confirm(wheels: tuple[GameWheel, ...]) -> bool:
        shown.append(wheels)
        return confirmed

    source = GameSource("salt-road", "salt-road==1.2")
    done = add_games(machine, machine.releases, machine.log, source, machine.told, confirm, machine.asked)
    assert shown == [done]
    return done


@pytest.fixture
def offered(machine: Machine, tmp_path: Path) -> Machine:
    """A machine that finds the game, which can be played when it is there."""
    machine.wheels = (structs.replace(SALT, path=pack(tmp_path, "salt-road", "1.2", {}, "")),)
    machine.games["1.0-2"] = (PLAYABLE,)
    machine.shapes["1.0-2"] = machine.shapes["1.0"]
    machine.able.add("1.0-2")
    return machine


def test_a_game_is_shown_tried_out_and_gone_over_to(offered: Machine) -> None:
    assert add(offered) == offered.wheels
    assert offered.done == [
        "copy 1.0 to 1.0-2",
        "fetch salt-road==1.2",
        "carry over without salt-road",
        "install salt-road in 1.0-2",
        "try 1.0-2",
        "stop 1.0",
        "start 1.0-2",
    ]
    offered.agreed = True
    offered.roll_back()
    assert offered.present == "1.0", "gone back from like an update"


def test_who_does_not_want_it_changes_nothing(offered: Machine) -> None:
    with pytest.raises(UpdateError, match="Everything stays"):
        add(offered, confirmed=False)
    assert (offered.present, offered.versions()) == ("1.0", {"1.0", "0.9"})
    assert not any(done.startswith(("install", "stop")) for done in offered.done)


@pytest.mark.parametrize(
    ("there", "why"),
    [
        ((), "salt-road is not there when it is tried out."),
        (
            (structs.replace(PLAYABLE, left_out="It has no rule for the move Take."),),
            "It has no rule for the move Take.",
        ),
    ],
)
def test_what_cannot_be_played_never_gets_to_the_table(
    offered: Machine, there: tuple[InstalledGame, ...], why: str
) -> None:
    offered.games["1.0-2"] = there
    with pytest.raises(UpdateError) as error:
        add(offered)
    said = ENGLISH.say(error.value.message)
    assert why in said
    assert said.endswith("Nothing was changed.")
    assert (offered.present, offered.versions()) == ("1.0", {"1.0", "0.9"})


@pytest.mark.parametrize(
    ("wheel", "why"),
    [
        (structs.replace(SALT, games=()), "has no game of the companion in it"),
        (structs.replace(SALT, package="Table.Companion"), "the companion itself"),
        (structs.replace(SALT, files=("salt.pth",)), "would run whenever Python starts"),
    ],
)
def test_wheels_that_do_more_than_bring_a_game_are_not_even_shown(offered: Machine, wheel: GameWheel, why: str) -> None:
    offered.wheels = (wheel,)
    shown: list[object] = []
    with pytest.raises(GameWheelError) as error:
        add_games(
            offered,
            offered.releases,
            offered.log,
            GameSource("salt-road", "salt-road"),
            offered.told,
            lambda wheels: bool(shown.append(wheels)),
            offered.asked,
        )
    assert why in ENGLISH.say(error.value.message)
    assert shown == []
    assert offered.versions() == {"1.0", "0.9"}


def test_before_a_game_is_taken_away_its_unfinished_plays_are_named(machine: Machine) -> None:
    machine.games["1.0"] = (COUNTER,)
    machine.shapes["1.0-2"] = machine.shapes["1.0"]
    machine.able.add("1.0-2")
    machine.agreed = False
    with pytest.raises(UpdateError, match="Everything stays"):
        remove_games(machine, machine.releases, machine.log, "counters", machine.told, machine.asked)
    [lost] = machine.lost
    assert (lost.key, lost.title, lost.unfinished) == ("counter", "Counter", 1)
    assert machine.present == "1.0"
    machine.agreed = True
    remove_games(machine, machine.releases, machine.log, "counters", machine.told, machine.asked)
    assert machine.present == "1.0-2"
    assert "carry over without counters" in machine.done


def test_an_update_names_the_games_that_do_not_go_with_it_before_it_changes_anything(machine: Machine) -> None:
    gone = InstalledGame("gone", "gone", "Gone")
    machine.games["1.0"] = (
        COUNTER,
        gone,
        PLAYABLE,
        InstalledGame("broken", "broken", left_out="It was broken before."),
    )
    machine.games["2.0"] = (structs.replace(COUNTER, left_out="There is no icon called die."), PLAYABLE)
    machine.misfits = {"gone": say("It cannot be installed there.")}
    machine.agreed = False
    with pytest.raises(UpdateError, match="Everything stays"):
        machine.update()
    assert [(lost.key, ENGLISH.say(lost.why), lost.unfinished) for lost in machine.lost] == [
        ("counter", "There is no icon called die.", 1),
        ("gone", "It cannot be installed there.", 0),
    ]
    assert (machine.present, machine.versions()) == ("1.0", {"1.0", "0.9"})
    assert "stop 1.0" not in machine.done
    machine.agreed = True
    assert machine.update().name == "2.0"


def test_a_game_is_given_back_if_the_table_opens_without_it(offered: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offered, "start", lambda: offered.games.update({"1.0-2": ()}))
    with pytest.raises(UpdateError, match="The one before is back"):
        add(offered)
    assert offered.said[-1] == "It comes up without a game. Going back."
    assert (offered.present, offered.versions()) == ("1.0", {"1.0", "0.9"})


def test_going_back_names_the_games_that_would_be_gone_before_it_changes_anything(offered: Machine) -> None:
    add(offered)
    offered.games["1.0-2"] = (PLAYABLE, COUNTER)
    done = len(offered.done)
    offered.agreed = False
    with pytest.raises(UpdateError, match="Everything stays"):
        offered.roll_back()
    assert [(lost.key, lost.unfinished) for lost in offered.lost] == [("salt-road", 0), ("counter", 1)]
    assert (offered.present, offered.done[done:]) == ("1.0-2", [])
    offered.untold = {"1.0"}
    with pytest.raises(UpdateError, match="Everything stays"):
        offered.roll_back()
    assert {ENGLISH.say(lost.why) for lost in offered.lost} == {"It hangs."}, "what does not tell may have none"
    offered.agreed = True
    assert offered.roll_back().name == "1.0"


def with_counter(machine: Machine, environment: str = "1.0") -> None:
    """The game of the log's play is installed in an environment."""
    folder = machine.releases.root / "versions" / environment
    site = folder / "lib" / "python3.11" / "site-packages"
    site.mkdir(parents=True)
    installed(site, "counters", "1.0", "counters/__init__.py")
    (site / "counters-1.0.dist-info" / "entry_points.txt").write_text("[companion.games]\ncounter = counters:PACKAGE\n")


@pytest.mark.parametrize("change", [Machine.update, Machine.roll_back])
def test_a_version_that_does_not_tell_its_games_may_have_all_that_are_installed(
    machine: Machine, change: Callable[[Machine], Path]
) -> None:
    machine.releases.switch(machine.releases.root / "versions" / "0.9")
    machine.releases.switch(machine.releases.root / "versions" / "1.0")
    with_counter(machine)
    machine.untold = {"1.0"}
    machine.agreed = False
    with pytest.raises(UpdateError, match="Everything stays"):
        change(machine)
    [lost] = machine.lost
    assert (lost.key, lost.unfinished) == ("counter", 1)
    assert machine.present == "1.0"


def test_a_new_version_that_does_not_tell_its_games_is_not_gone_over_to(machine: Machine) -> None:
    machine.untold = {"2.0"}
    with pytest.raises(UpdateError) as error:
        machine.update()
    assert ENGLISH.say(error.value.message) == "It hangs. Nothing was changed."
    assert (machine.present, machine.versions()) == ("1.0", {"1.0", "0.9"})


def test_what_another_game_needs_is_not_taken_away(machine: Machine) -> None:
    kept = machine.releases.root / "versions" / "1.0" / "games"
    for folder, wheel in (("counters", "counters"), ("towers", "towers"), ("towers", "counters")):
        (kept / folder).mkdir(parents=True, exist_ok=True)
        pack(kept / folder, wheel, "1.0", {}, "")
    with pytest.raises(UpdateError) as error:
        remove_games(machine, machine.releases, machine.log, "counters", machine.told, machine.asked)
    assert "counters is needed by towers." in ENGLISH.say(error.value.message)
    assert machine.done == []


def test_what_another_game_has_brought_is_not_shown_again(offered: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = structs.replace(offered.wheels[0], package="dice", version="3.0", games=(), programs=(), files=("dice.py",))
    offered.wheels = (*offered.wheels, dice, structs.replace(dice, package="cards", files=("cards.py",)))
    site = offered.releases.root / "versions" / "1.0-2" / "lib" / "python3.11" / "site-packages"
    copy = offered.copy

    def copied(target: Path, present: Path) -> None:
        copy(target, present)
        site.mkdir(parents=True)
        installed(site, "dice", "3.0", "dice/__init__.py")

    monkeypatch.setattr(offered, "copy", copied)
    shown: list[str] = []

    def confirm(wheels: tuple[GameWheel, ...]) -> bool:
        shown.extend(wheel.package for wheel in wheels)
        return False

    source = GameSource("salt-road", "salt-road")
    with pytest.raises(UpdateError, match="Everything stays"):
        add_games(offered, offered.releases, offered.log, source, offered.told, confirm, offered.asked)
    assert shown == ["salt-road", "cards"]


def test_wheels_that_would_fill_the_disk_are_not_installed(
    offered: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = pack(tmp_path, "salt-road", "1.3", {"salt_road/map.bin": bytes(30_000_000)}, "")
    offered.wheels = (structs.replace(SALT, path=large),)
    rooms = iter((ROOM, ROOM, LEFT + 50_000_000))
    monkeypatch.setattr(offered, "free", lambda _: next(rooms))
    with pytest.raises(UpdateError) as error:
        add(offered)
    assert ENGLISH.say(error.value.message).startswith("That takes 61 MB, more than the disk has room for.")
    assert not any(done.startswith(("install", "stop")) for done in offered.done)
    assert offered.versions() == {"1.0", "0.9"}


def test_the_games_that_are_there_need_room_too(machine: Machine) -> None:
    kept = machine.releases.root / "versions" / "1.0" / "games" / "towers"
    kept.mkdir(parents=True)
    pack(kept, "towers", "1.0", {"towers/map.bin": bytes(1_000_000)}, "")
    machine.room = ROOM + 1_900_000
    with pytest.raises(UpdateError, match="too little room"):
        machine.update()
    assert machine.done == []
    machine.room = ROOM + 2_100_000
    assert machine.update().name == "2.0"
