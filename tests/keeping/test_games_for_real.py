"""Games of packages with real environments, real pip and real processes; only systemd is played by the test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from night_market.game import NightMarket

from companion.commands.machine.release_host import LocalReleaseHost
from companion.core.setup import Seated, Setup
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from tests.keeping.real_service import SITE, Service, call, command, environment_with, version, whole
from tests.keeping.wheels import ROOT, companion_wheel, files_of, night_market_wheel, pack
from tests.plays.counter import SEED, TestClock

pytestmark = pytest.mark.long

PLAYTHROUGHS = sorted((ROOT / "examples/night_market/night_market/playthroughs").glob("*.txt"))
BROKEN = {"night_market/game.py": "raise SystemExit('it ends the program')\n"}
INIT = "night_market/__init__.py"
LOUD = {INIT: (ROOT / "examples/night_market" / INIT).read_text("utf-8") + "print('The market opens.')\n"}
"""A game that prints something when it is loaded."""
CONTRACT = "companion/core/game_package.py"
WITHOUT_CONTRACT_1 = {CONTRACT: (ROOT / CONTRACT).read_text("utf-8").replace("CONTRACT = 1", "CONTRACT = 0", 1)}
"""A companion that no game of today goes with."""


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def games_of(program: Path, data: Path) -> dict[str, dict[str, Any]]:
    """Games of packages, as the program lists them."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    words = [str(program), "games", "list", "--json", "--data", str(data)]
    done = subprocess.run(words, capture_output=True, check=True, env=environment)
    return {game["key"]: game for game in json.loads(done.stdout) if game["package"]}


def games(service: Service) -> dict[str, dict[str, Any]]:
    return games_of(service.root / "current/bin/companion", service.data)


def replay(program: Path) -> None:
    assert PLAYTHROUGHS
    for path in PLAYTHROUGHS:
        words = [str(program), "replay", "--data", str(path.parent), str(path)]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def begin_a_play(service: Service) -> None:
    """A play of the night market that is not over."""
    service.stop()
    with closing(open_log(service.data / "companion.db")) as log:
        seated = Setup(tuple(Seated(seat, name) for seat, name in ((1, "Ana"), (2, "Ben"))))
        Play.begin(log, NightMarket(), seated, seed=SEED, clock=TestClock())
    service.start()


def test_a_game_is_added_played_carried_over_by_updates_and_gone_back_from(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = night_market_wheel(tmp_path, changed=LOUD)
    code, said = command(service, ("games", "add"), str(wheel), answer="n\n")
    assert code == 1
    assert f"SHA-256: {digest(wheel)}" in said
    assert f"From: {wheel}" in said
    assert version(service) == "0.9.0"
    assert games(service) == {}
    code, said = command(service, ("games", "add"), str(wheel), answer="y\n")
    assert code == 0, said
    assert "companion-night-market 1.0.0 is there: night-market." in said
    assert "Safe mode" not in said
    assert games(service)["night-market"]["version"] == "1.0.0"
    replay(service.root / "current/bin/companion")
    whole(service)
    for number, number_of in (("1.0.0", companion_wheel(tmp_path, "1.0.0")), ("1.1.0", tmp_path / "wheels")):
        if number_of.suffix != ".whl":
            number_of.mkdir()
            others = {"others.pth": str(next(Path(sys.prefix).glob("lib/python3.*/site-packages")))}
            companion_wheel(number_of, number, others)
        code, said = call(service, str(number_of))
        assert code == 0, said
        assert version(service) == number
        assert games(service)["night-market"]["version"] == "1.0.0"
    with monkeypatch.context() as failed_before:
        failed_before.setattr(LocalReleaseHost, "in_safe_mode", lambda _: True)
        code, said = command(service, ("games", "add"), str(night_market_wheel(tmp_path, "1.1.0")), answer="y\n")
    assert code == 0, said
    assert said.rstrip().endswith("Safe mode leaves games of packages out.")
    assert games(service)["night-market"]["version"] == "1.1.0"
    assert call(service, "--back")[0] == 0
    assert games(service)["night-market"]["version"] == "1.0.0"
    whole(service)


def test_a_game_that_does_not_go_with_a_new_version_is_kept_and_can_be_taken_away(
    service: Service, tmp_path: Path
) -> None:
    assert command(service, ("games", "add"), str(night_market_wheel(tmp_path)), answer="y\n")[0] == 0
    wheel = (
        service.root / "current" / "games" / "companion-night-market" / "companion_night_market-1.0.0-py3-none-any.whl"
    )
    night_market_wheel(wheel.parent, needs=("table-companion<1",))
    code, said = command(service, ("update",), str(companion_wheel(tmp_path, "1.0.0")), answer="y\n")
    assert code == 0, said
    assert "(night-market): It cannot be installed there." in said
    assert games(service) == {}
    code, said = command(service, ("games", "remove"), "night-market")
    assert code == 0, said
    assert "companion-night-market is not there any more." in said
    assert not list((service.root / "current").glob("games/*"))


def test_what_would_be_lost_is_named_before_anything_changes(service: Service, tmp_path: Path) -> None:
    wheel = night_market_wheel(tmp_path)
    assert command(service, ("games", "add"), str(wheel), "--hash", digest(wheel))[0] == 0
    begin_a_play(service)
    for names, words in (
        (("update",), str(companion_wheel(tmp_path, "1.0.0", WITHOUT_CONTRACT_1))),
        (("games", "remove"), "night-market"),
    ):
        code, said = command(service, names, words, answer="n\n")
        assert code == 1, said
        assert "(night-market)" in said
        assert "One play of it waits." in said
        assert "Everything stays as it is." in said
        assert version(service) == "0.9.0"
        assert "night-market" in games(service)
    code, said = command(service, ("games", "remove"), "companion-night-market", answer="y\n")
    assert code == 0, said
    assert games(service) == {}
    assert not (service.root / "current" / SITE / "night_market").exists()


def test_a_game_that_cannot_be_played_or_is_another_one_never_gets_to_the_table(
    service: Service, tmp_path: Path
) -> None:
    broken = night_market_wheel(tmp_path, changed=BROKEN)
    code, said = command(service, ("games", "add"), str(broken), answer="y\n")
    assert code == 1
    assert "night-market cannot be played here. It cannot be loaded: SystemExit: it ends the program" in said
    code, said = command(service, ("games", "add"), str(broken), "--hash", "0" * 64)
    assert code == 1
    assert "other wheels than those whose SHA-256 you gave" in said
    needy = pack(tmp_path, "needy", "1.0", {}, "[companion.games]\nneedy = needy:PACKAGE\n", "table-companion>=99")
    code, said = command(service, ("games", "add"), str(needy), answer="y\n")
    assert code == 1
    assert "needy does not go together with what is installed." in said
    assert [folder.name for folder in (service.root / "versions").iterdir()] == ["0.9.0"]
    whole(service)


def test_a_name_of_the_index_brings_what_it_needs(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "index"
    index.mkdir()
    needed = pack(index, "market-dice", "2.0", {"market_dice.py": b""}, "")
    wheel = night_market_wheel(index, "1.2.0", needs=("table-companion", "market-dice"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    hashes = ("--hash", digest(needed), "--hash", digest(wheel))
    code, said = command(service, ("games", "add"), "companion-night-market", *hashes)
    assert code == 0, said
    assert f"From: {wheel.as_uri()}" in said
    assert "market-dice 2.0" in said
    site = service.root / "current" / SITE
    assert (site / "market_dice.py").exists()
    code, said = command(service, ("games", "remove"), "night-market", answer="y\n")
    assert code == 0, said
    site = service.root / "current" / SITE
    assert not (site / "market_dice.py").exists(), "nobody needs it any more"
    code, said = command(service, ("games", "remove"), "night-market")
    assert code == 1
    assert "No package called night-market brings games." in said


NEEDS = ("table-companion", "market-dice")
TWO = {"night-market", "second-market"}


def second_wheel(folder: Path) -> Path:
    """The same game by another name, in a package of its own that needs the same."""
    files = {
        name.replace("night_market", "second_market"): content.replace(b"night_market", b"second_market").replace(
            b"night-market", b"second-market"
        )
        for name, content in files_of(ROOT / "examples" / "night_market" / "night_market").items()
    }
    return pack(
        folder, "second-market", "1.0.0", files, "[companion.games]\nsecond-market = second_market:PACKAGE\n", *NEEDS
    )


def test_two_games_that_need_the_same_do_not_need_each_other(service: Service, tmp_path: Path) -> None:
    dice = pack(tmp_path, "market-dice", "2.0", {"market_dice.py": b""}, "")
    code, said = command(service, ("games", "add"), str(night_market_wheel(tmp_path, needs=NEEDS)), answer="y\n")
    assert code == 0, said
    assert "market-dice 2.0" in said
    dice.unlink()
    code, said = command(service, ("games", "add"), str(second_wheel(tmp_path)), answer="y\n")
    assert code == 0, said
    assert "market-dice 2.0" not in said, "it is there already"
    for names, words in (
        (("update",), str(companion_wheel(tmp_path, "1.0.0"))),
        (("games", "add"), str(night_market_wheel(tmp_path, "1.1.0", needs=NEEDS))),
    ):
        code, said = command(service, names, words, answer="y\n")
        assert code == 0, said
        assert "cannot be played any more" not in said
        assert set(games(service)) == TWO
    code, said = command(service, ("games", "remove"), "night-market", answer="y\n")
    assert code == 0, said
    assert "(second-market)" not in said
    assert set(games(service)) == {"second-market"}
    assert (service.root / "current" / SITE / "market_dice.py").exists()
    code, said = command(service, ("games", "remove"), "second-market", answer="y\n")
    assert code == 0, said
    assert not (service.root / "current" / SITE / "market_dice.py").exists()


def test_going_back_asks_for_the_games_that_came_since(service: Service, tmp_path: Path) -> None:
    assert command(service, ("games", "add"), str(night_market_wheel(tmp_path)), answer="y\n")[0] == 0
    begin_a_play(service)
    code, said = command(service, ("update",), "--back", answer="n\n")
    assert code == 1
    assert "(night-market): Its package is not there. One play of it waits." in said
    assert "night-market" in games(service)
    code, said = command(service, ("update",), "--back", answer="y\n")
    assert code == 0, said
    assert games(service) == {}


def test_in_an_environment_of_ones_own_it_is_the_same(tmp_path: Path) -> None:
    here = tmp_path / "own"
    environment_with(here, companion_wheel(tmp_path, "0.9.0"))
    program = here / "bin" / "companion"
    given = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    given["XDG_DATA_HOME"] = str(tmp_path)

    def run(*words: str, answer: str = "") -> tuple[int, str]:
        line = [str(program), "games", *words]
        done = subprocess.run(line, capture_output=True, text=True, input=answer, env=given)
        return done.returncode, done.stdout + done.stderr

    wheel = night_market_wheel(tmp_path)
    assert run("add", str(night_market_wheel(tmp_path, "0.9.0", BROKEN)), answer="y\n")[0] == 1
    assert games_of(program, tmp_path) == {}
    code, said = run("add", str(wheel), answer="y\n")
    assert code == 0, said
    assert games_of(program, tmp_path)["night-market"]["version"] == "1.0.0"
    replay(program)
    code, said = run("add", str(wheel), "--hash", digest(wheel))
    assert code == 0, "the same again"
    code, said = run("remove", "night-market", answer="y\n")
    assert code == 0, said
    assert games_of(program, tmp_path) == {}
