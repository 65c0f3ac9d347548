"""Games of packages are added and taken away step by step, and an update names those that would be lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from companion.core.wording import say
from companion.keeping.versions.game_changes import GameSource, add_games, remove_games
from companion.keeping.versions.game_wheels import GameWheel, GameWheelError
from companion.keeping.versions.lost_games import InstalledGame
from companion.keeping.versions.version_update import UpdateError, roll_back
from tests.keeping.update_machine import ENGLISH, Machine

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
def offered(machine: Machine) -> Machine:
    """A machine that finds the game, which can be played when it is there."""
    machine.wheels = (SALT,)
    machine.games["1.0-2"] = (PLAYABLE,)
    machine.shapes["1.0-2"] = machine.shapes["1.0"]
    machine.able.add("1.0-2")
    return machine


def test_a_game_is_shown_tried_out_and_gone_over_to(offered: Machine) -> None:
    assert add(offered) == (SALT,)
    assert offered.done == [
        "copy 1.0 to 1.0-2 without salt-road",
        "fetch salt-road==1.2",
        "install salt-road in 1.0-2",
        "try 1.0-2",
        "stop 1.0",
        "start 1.0-2",
    ]
    roll_back(offered, offered.releases, offered.log, offered.told)
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
    assert "copy 1.0 to 1.0-2 without counters" in machine.done


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
