"""A phase in which all act at once is played one after another when somebody asks for it. Section 3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.forms import fill
from companion.core.secrecy import PUBLIC, seen
from companion.core.wording import Message
from companion.games.antiquity.moves import (
    CountHexes,
    Discard,
    ForceLabour,
    Grave,
    Move,
    PlaceGraves,
    PlanInTurn,
    Pollute,
)
from companion.games.antiquity.state import (
    AllAtOnce,
    Building,
    CountingHexes,
    ForcingLabour,
    OpenedSite,
    PlacingGraves,
    Polluting,
    Storing,
)
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay

IN_TURN = [3, 1, 2]

PHASES: dict[str, tuple[Callable[[list[int]], AllAtOnce], Move]] = {
    "Storage": (lambda seats: Storing(dict.fromkeys(seats, 2)), Discard({"wood": 2})),
    "Harvest": (lambda seats: ForcingLabour(list(seats)), ForceLabour(())),
    "Famine": (lambda seats: PlacingGraves(dict.fromkeys(seats, 1)), PlaceGraves((Grave(0, "0,0"),))),
    "Pollution": (lambda seats: Polluting(dict.fromkeys(seats, 3)), Pollute(0)),
    "Victory": (lambda seats: CountingHexes(list(seats)), CountHexes(5)),
}
EACH = pytest.mark.parametrize("phase", PHASES)


def begun(phase: str, *seats: int, **options: object) -> AntiquityPlay:
    """A phase that waits for these seats, of three; the turn order is 3, 1, 2."""
    play = AntiquityPlay(3, forced_labour="choice", **options).begun()
    play.ready()
    play.state.order = list(IN_TURN)
    for seat in (1, 2, 3):
        play.stock(seat, wood=3, stone=3)
        realm = play.realm(seat)
        realm.works = [OpenedSite("w1", "woodcutter", "wood", 3)]
        realm.buildings = [Building("b1", "labour", 0, 6, [f"{x},6" for x in range(6)], manned=1)]
    play.state.due = PHASES[phase][0]([seat for seat in IN_TURN if seat in seats])
    if phase == "Victory":
        play.state.winners = list(seats)
    return play


def awaited(play: AntiquityPlay) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Who must and who may speak, as everybody sees it, and why."""
    found = GAME.awaits(seen(play.state, PUBLIC))
    return found.must, found.may, ENGLISH.say(found.why or Message(""))


@EACH
def test_all_act_at_once_until_somebody_asks_for_turns(phase: str) -> None:
    play, move = begun(phase, 1, 2, 3), PHASES[phase][1]
    assert sorted(awaited(play)[0]) == [1, 2, 3]
    play.act(2, in_turn="one-by-one")
    assert play.told[-1] == f"Bo asks to go one after another: {phase}."
    assert awaited(play) == ((3,), (2,), phase)
    assert play.reason(2, move) == "Cleo acts first."
    assert play.reason(1, move) != ""
    play.act(3)
    assert awaited(play)[:2] == ((1,), (2,))
    play.act(1)
    assert awaited(play)[:2] == ((2,), ()), "with one left there is no order to give up"
    play.act(2)
    assert not isinstance(play.state.due, AllAtOnce) or play.state.due.insisted == 0, "asked for anew in every phase"


@EACH
def test_who_has_acted_keeps_what_was_done(phase: str) -> None:
    play = begun(phase, 1, 2, 3)
    play.act(1)
    play.act(3, in_turn="one-by-one")
    assert awaited(play)[:2] == ((3,), ())
    play.act(3)
    assert awaited(play)[0] == (2,)


@EACH
def test_who_has_nothing_to_do_may_ask_for_turns(phase: str) -> None:
    play, move = begun(phase, 1, 3), PHASES[phase][1]
    assert awaited(play)[1] == (2,)
    assert play.reason(2, move) == "You have nothing to do in this phase."
    asked: Any = play.asked(2)
    assert ENGLISH.say(asked.prompt) == f"{phase}: others act."
    assert asked.default is None, "nobody goes on without a seat that is not awaited"
    play.act(2)
    assert awaited(play)[:2] == ((3,), (2,))


@EACH
def test_whoever_asked_for_turns_may_give_way(phase: str) -> None:
    play = begun(phase, 1, 2, 3)
    play.act(2, in_turn="one-by-one")
    assert play.reason(3, PlanInTurn()) == "You act one after another already."
    assert play.reason(3, PlanInTurn(on=False)) == "Only whoever asked for it may give way."
    play.act(2)
    assert play.told[-1] == f"Bo gives way, all act at once: {phase}."
    assert sorted(awaited(play)[0]) == [1, 2, 3]
    play.act(3, in_turn="one-by-one")
    play.act(3, in_turn="at-once")
    assert sorted(awaited(play)[0]) == [1, 2, 3]


@EACH
def test_a_single_seat_has_no_order(phase: str) -> None:
    play = begun(phase, 1)
    assert awaited(play)[:2] == ((1,), ())
    assert play.reason(1, PlanInTurn()) == "Only one is left to act."
    assert play.asked(1).key != "in-turn"


@EACH
def test_a_table_may_do_without_turns(phase: str) -> None:
    play = begun(phase, 1, 3, in_turn=False)
    assert awaited(play)[1] == ()
    assert play.reason(1, PlanInTurn()) == "All act at once on this table."
    assert play.asked(1).key != "in-turn"


@EACH
def test_the_order_is_one_line_of_the_form_and_costs_no_answer(phase: str) -> None:
    play = begun(phase, 1, 2, 3)
    form = fill(GAME, play.known(1), 1, (), {})
    assert form is not None
    assert [form.fields[0].key, form.fields[0].answer] == ["in-turn", "at-once"]
    assert len(form.fields) > 1
    asked = fill(GAME, play.known(1), 1, (), {"in-turn": "one-by-one"})
    assert asked is not None
    assert ([field.key for field in asked.fields], asked.moves) == (["in-turn"], (PlanInTurn(),))


def test_behind_the_screens_the_order_is_asked_with_what_is_discarded() -> None:
    play = begun("Storage", 1, 2, 3, stocks="hidden")
    form = fill(GAME, play.known(1), 1, (), {})
    assert form is not None
    assert {field.question.secret for field in form.fields} == {True}
    assert [field.key for field in form.fields] == ["in-turn", "discard-wood"]
    play.act(2, in_turn="one-by-one")
    assert awaited(play)[:2] == ((3,), (2,))


@pytest.mark.parametrize("wanted", [1, 12])
def test_many_graves_have_the_order_on_their_first_form(wanted: int) -> None:
    play = begun("Famine", 1, 2)
    play.state.due = PlacingGraves({1: wanted, 2: 1})
    form = fill(GAME, play.known(1), 1, (), {})
    assert form is not None
    assert (form.form.key, form.fields[0].key) == ("graves-1", "in-turn")
    play.act(1, **{f"grave-{n}": f"{(n - 1) % 6},{(n - 1) // 6}" for n in range(1, wanted + 1)})
    assert len(play.realm(1).cities[0].graves) == wanted


def test_who_goes_out_while_all_go_one_after_another_is_passed_over() -> None:
    play = begun("Famine", 1, 2, 3)
    play.act(3, in_turn="one-by-one")
    for seat in (1, 3):
        play.realm(seat).cities[0].graves = [f"{x},{y}" for x in range(7) for y in range(6)]
        play.realm(seat).buildings = [Building("b1", "house", 0, 1, [f"{x},6"], number=x + 1) for x in range(7)]
    play.act(3)
    assert play.realm(3).out
    assert awaited(play)[:2] == ((1,), ()), "whoever asked is out, and gives no way"
