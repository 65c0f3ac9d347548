"""What is printed: asked when it is first needed, kept or for this once, and never invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.boxes import Box, FactCorrection, Learned, missing
from companion.core.chance import CardboardNeeded, NoChance, RandomStream, TableChance
from companion.core.errors import Refused
from companion.core.questions import Count, Pick
from companion.core.secrecy import PUBLIC
from companion.core.setup import Seated, Setup, SetupError, checked_setup
from companion.core.step import run
from companion.core.widgets import Note
from companion.games.olympos import start
from companion.games.olympos.box import KINDS, PRACTICE, SHIPPED, pattern, rows, wonder
from companion.games.olympos.moves import Fill, LookUp, Pass
from companion.games.olympos.state import Facts
from companion.games.olympos.tables import DESTINIES, SPACES
from tests.games.olympos.olympos_table import ENGLISH, GAME, Table

TRACK = (8, 16, 24, 32, 40, 48, 56)


def test_the_practice_numbers_are_not_in_the_shipped_box() -> None:
    facts = {(kind, key, field) for kind, parts in PRACTICE.items() for key, part in parts.items() for field in part}
    shipped = {(kind, key, field) for kind, parts in SHIPPED.items() for key, part in parts.items() for field in part}
    assert facts & shipped == set()
    assert set(SHIPPED) == {"wonder", "discovery"}
    assert SHIPPED["wonder"] == {"stadium": {"stars": 5, "points": 10}}


def test_the_practice_box_lacks_nothing_but_the_end_of_other_tracks() -> None:
    table = Table(3)
    assert [fact for fact in missing(table.state.box, KINDS) if fact[0] != "time"] == []


def test_a_play_on_the_practice_box_says_so() -> None:
    shown = {widget.key: widget for widget in GAME.show(Table(3).known(0), PUBLIC)}
    note = shown["practice"]
    assert isinstance(note, Note)
    assert ENGLISH.say(note.lines[0]) == "Practice box: the numbers are invented."
    assert "practice" not in {widget.key for widget in GAME.show(Table(3, box="own").known(0), PUBLIC)}


def test_the_practice_box_learns_nothing() -> None:
    table = Table(3).begun()
    table.stand(a=75, b=76, c=77)
    del table.state.box["wonder"]["parthenon"]["stars"]
    table.move(1, LookUp("build", "parthenon"))
    assert table.move(0, Fill((5, 9), keep=True)).learned == ()
    assert wonder(table.state.box, "parthenon") == (5, 9)


def own() -> Table:
    """On a box that says next to nothing; seat 1 acts."""
    table = Table(3, box="own").begun()
    table.stand(a=0, b=3, c=3)
    return table


@pytest.mark.parametrize("keep", [True, False])
def test_the_track_is_asked_with_the_first_step_and_kept_or_not(*, keep: bool) -> None:
    table = own()
    table.answer(1, turn="expand", source="new", target="empty", resource="wood")
    assert table.state.agenda == [Facts("track", "track")]
    assert table.awaited == (0,)
    outcome = table.move(0, Fill(TRACK, keep))
    learned = [Learned("track", "track", field, at) for field, at in zip(fields(), TRACK, strict=True)]
    assert list(outcome.learned) == (learned if keep else [])
    assert table.state.box["track"]["track"]["cross"] == 56


def fields() -> list[str]:
    return [*(f"zeus{n}" for n in range(1, 7)), "cross"]


@pytest.mark.parametrize(
    "wrong", [(8, 16, 24, 32, 40, 48), (8, 8, 24, 32, 40, 48, 56), (8, 16, 24, 32, 40, 48, 47), ("a",) * 7, (*TRACK, 3)]
)
def test_a_track_that_cannot_be_is_refused(wrong: tuple[int | str, ...]) -> None:
    table = own()
    table.answer(1, turn="expand", source="new", target="empty", resource="wood")
    assert table.refused(0, Fill(wrong, keep=False)) == "not-printed"


def test_a_price_is_looked_up_when_somebody_wants_the_discovery() -> None:
    table = own()
    table.answer(1, turn="discover", space="1,0")
    assert table.state.agenda == [Facts("space", "r1c2")]
    table.answer(0, grain=2, groups=1, **{"grey-1": 2, "bonus-1": "B", "bonus-2": "D"}, keep=True)
    found = pattern(table.state.box, "r1c2")
    assert found is not None
    assert (found.explicit, found.grey, found.bonuses) == ({"grain": 2}, (2,), ("B", "D"))
    assert table.awaited == (1,)


@pytest.mark.parametrize(
    "facts", [(2, 2, 2, 2, 1, 1, "A", "B"), (2, 0, 0, 0, 1, "A", "B"), (0, 0, 0, 0, 0, "E", "A"), (1,)]
)
def test_a_price_that_cannot_be_is_refused(facts: tuple[int | str, ...]) -> None:
    table = own()
    table.answer(1, turn="discover", space="1,0")
    assert table.refused(0, Fill(facts, keep=False)) == "not-printed"


def test_what_is_known_is_not_looked_up_again() -> None:
    table = own()
    assert table.refused(1, LookUp("build", "stadium")) == "known"
    assert table.refused(1, LookUp("discover", "9,9")) == "known"


def test_the_tiles_of_money_are_looked_up_after_its_price() -> None:
    table = own()
    space = next(space for space, pile in table.state.piles.items() if pile.tile == "money")
    column = int(space[-1]) - 1
    table.state.box.setdefault("space", {})[space] = {
        "grain": 0, "stone": 0, "wood": 0, "gold": 0, "grey": [], "bonus": ["A", "B"],
    }  # fmt: skip
    table.answer(1, turn="discover", space=f"{column},1")
    assert table.state.agenda == [Facts("tile", "money")]
    table.answer(0, resources=["wood", "gold"])
    assert table.state.box["tile"]["money"]["resources"] == ["wood", "gold"]


def test_the_deck_is_asked_when_the_companion_is_to_draw() -> None:
    table = own()
    table.answer(1, turn="expand", source="new", target="empty", resource="wood", land=6)
    table.move(0, Fill(TRACK, keep=False))
    assert table.state.agenda[-1] == Facts("destiny", "destiny")
    assert table.refused(0, Fill((0,) * 10, keep=False)) == "not-printed"
    table.move(0, Fill((2, 2, 2, 2, 2, 2, 3, 2, 2, 3), keep=False))
    assert len(table.side(1).hand) == 1
    assert table.state.deck_left == 21


DECK = (2, 2, 2, 2, 2, 2, 3, 2, 2, 3)


def at_the_deck(box: dict[str, int] | None = None) -> Table:
    """The companion is to draw; ``box`` is what owners said of the deck before."""
    table = own()
    for face, copies in (box or {}).items():
        table.state.box.setdefault("destiny", {})[face] = {"copies": copies}
    table.answer(1, turn="expand", source="new", target="empty", resource="wood", land=6)
    table.move(0, Fill(TRACK, keep=False))
    return table


@pytest.mark.parametrize(("cards", "more"), [(21, -1), (23, 1), (41, 19)])
def test_a_deck_of_another_size_is_refused_with_its_number(cards: int, more: int) -> None:
    table = at_the_deck()
    with pytest.raises(Refused, match="not-printed") as refused:
        table.move(0, Fill((*DECK[:-1], DECK[-1] + more), keep=False))
    said = ENGLISH.say(refused.value.message)
    assert said == f"Destiny cards, all together: {cards}; the deck has 22."
    table.move(0, Fill(DECK, keep=False))
    assert sum(card.value for card in table.state.deck.values()) == 21


@pytest.mark.parametrize(
    ("box", "warnings"),
    [
        ({"destiny": {face: {"copies": n} for face, n in zip(DESTINIES, DECK, strict=True)}}, []),
        (
            {"destiny": {face: {"copies": 2} for face in DESTINIES}},
            ["Destiny cards, all together: 20; the deck has 22."],
        ),
        ({"destiny": {"wood": {"copies": 2}}}, []),
        (
            {"destiny": {"wood": {"copies": 20}, "zeus": {"copies": 3}}},
            ["Destiny cards, all together: 23; the deck has 22."],
        ),
        ({"prestige": {"tokens": {"values": [1, 2, 3]}}}, ["Prestige tokens entered: 3; there are 28."]),
        ({"prestige": {"tokens": {"values": [1] * 28}}}, []),
    ],
)
def test_a_box_whose_sums_are_impossible_is_warned_of(box: Box, warnings: list[str]) -> None:
    assert [ENGLISH.say(warning) for warning in GAME.box_warnings(box)] == warnings
    assert list(GAME.box_warnings(PRACTICE)) == []


def test_a_deck_that_was_learned_wrong_is_asked_for_again() -> None:
    wrong = dict(zip(DESTINIES, (*DECK[:-1], 9), strict=True))
    table = at_the_deck(wrong)
    assert table.state.agenda[-1] == Facts("destiny", "destiny")
    right = dict(zip(DESTINIES, DECK, strict=True))
    assert Facts("destiny", "destiny") not in at_the_deck(right).state.agenda


def test_no_more_cards_are_asked_for_than_are_left_and_the_last_face_is_the_rest() -> None:
    table = at_the_deck()
    faces = list(DESTINIES)
    answers: dict[str, Any] = {}
    for face, copies, left in zip(faces[:-1], (5, 5, 5, 5, 2, 0, 0, 0, 0), (22, 17, 12, 7, 2, 0, 0, 0, 0), strict=True):
        asked = table.question(0, **answers)
        assert isinstance(asked, Count)
        assert (asked.key, asked.high, asked.start) == (f"copies-{face}", left, min(2, left))
        answers[asked.key] = copies
    assert table.question(0, **answers).key == "keep"
    table.answer(0, **answers, keep=True)
    assert table.state.box["destiny"]["zeus"] == {"copies": 0}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_box_learned_with_fewer_keeps_what_it_says_and_is_asked_for_the_grey_bonus(seats: int) -> None:
    """Four players saw two letters; the third counts with five, and only it is asked for then."""
    table = Table(seats, box="own").begun()
    actor = table.awaited[0]
    table.give(actor, grain=3)
    learned = {"grain": 1, "stone": 0, "wood": 0, "gold": 0, "grey": [], "bonus": ["A", "D"]}
    table.state.box.setdefault("space", {})["r1c1"] = dict(learned)  # type: ignore[arg-type]  # numbers and lists
    if seats < 5:
        assert table.question(actor, turn="discover", space="0,0").key == "bonus"
        return
    table.answer(actor, turn="discover", space="0,0")
    assert table.state.agenda == [Facts("bonus", "r1c1")]
    asked = table.question(0)
    assert (asked.key, ENGLISH.short(asked.prompt)) == ("bonus-3", "Grey bonus: letter?")
    assert table.question(0, **{"bonus-3": "C"}).key == "keep"
    outcome = table.answer(0, **{"bonus-3": "C"}, keep=True)
    assert list(outcome.learned) == [Learned("space", "r1c1", "bonus", ["A", "D", "C"])]
    assert table.state.box["space"]["r1c1"] == {**learned, "bonus": ["A", "D", "C"]}
    bonus = table.question(actor, turn="discover", space="0,0")
    assert isinstance(bonus, Pick)
    assert len(bonus.options) == 3


@pytest.mark.parametrize("letters", [(), ("C", "B"), ("E",), (1,)])
def test_only_the_missing_letter_is_taken(letters: tuple[int | str, ...]) -> None:
    table = Table(5, box="own").begun()
    actor = table.awaited[0]
    table.give(actor, grain=3)
    facts = {"grain": 1, "stone": 0, "wood": 0, "gold": 0, "grey": [], "bonus": ["A", "D"]}
    table.state.box.setdefault("space", {})["r3c1"] = facts  # type: ignore[assignment]  # numbers and lists
    table.move(actor, LookUp("discover", "0,2"))
    assert table.refused(0, Fill(letters, keep=False)) == "not-printed"


def test_a_corrected_deck_is_drawn_from_as_it_is_now() -> None:
    table = at_the_deck()
    table.move(0, Fill((20, 2, *[0] * 8), keep=False))

    def mend(*corrections: FactCorrection) -> Any:
        return run(GAME.copy(table.state), 0, NoChance(), lambda step: GAME.mend(step, corrections)).state

    fewer, more = (
        FactCorrection("destiny", "cube-grain", "copies", 20, 12),
        FactCorrection("destiny", "zeus", "copies", 0, 8),
    )
    with pytest.raises(Refused, match="not-printed"):
        mend(fewer)
    before = {face: card.value for face, card in table.state.deck.items()}
    after = {face: card.value for face, card in mend(fewer, more).deck.items()}
    assert after == {**before, "cube-grain": before["cube-grain"] - 8, "zeus": 8}


def test_the_end_asks_what_the_spaces_give() -> None:
    table = own()
    table.state.box["track"] = {"track": dict(zip(fields(), TRACK, strict=True))}
    table.stand(a=50, b=50, c=52)
    for seat in (2, 1, 3):
        table.move(seat, Pass())
    outcome = table.answer(0, **{"time-50": 4, "time-52": 3}, keep=True)
    assert outcome.learned == (Learned("time", "50", "points", 4), Learned("time", "52", "points", 3))
    lines = [side.lines[0].points for side in GAME.score(table.state, PUBLIC).sides]
    assert lines == [4, 4, 3]


def test_a_wonder_corrected_into_a_hand_is_looked_up_at_the_end() -> None:
    table = own()
    table.state.box["track"] = {"track": dict(zip(fields(), TRACK, strict=True))}
    table.stand(a=50, b=50, c=52)
    table.give(1, parthenon=1)
    for seat in (2, 1, 3):
        table.move(seat, Pass())
    table.answer(0)
    assert table.state.agenda == [Facts("wonder", "parthenon")]
    table.answer(0, stars=6, points=11)
    table.answer(0)
    assert GAME.awaits(table.state).over


def test_owners_may_set_rows_right() -> None:
    """Section 8: the rows are inferred."""
    box = {"discovery": {"medicine": {"row": 2}, "hoplite": {"row": 1}}}
    assert "medicine" in rows(box)[2]  # type: ignore[arg-type]
    assert "medicine" in rows({"discovery": {"medicine": {"row": 2}}})[1], "six in a row cannot be"


def test_what_lies_on_the_board_is_asked_row_by_row_and_named_so_afterwards() -> None:
    table = Table(4)
    lies = next(iter(rows({})[1]))
    chance = TableChance(RandomStream(b"board"), {"layout": "cardboard"}, [lies])
    with pytest.raises(CardboardNeeded) as needed:
        run(GAME.copy(table.state), 0, chance, start.lay_board)
    assert ENGLISH.say(needed.value.question.prompt) == "Red row, column 2: what lies there?"
    table.begun()
    named = {tracked.key: ENGLISH.say(tracked.label) for tracked in GAME.inventory(table.state)}
    assert named["r1c2.bonus-1"] == "Red row, column 2: bonus 1 is taken"


def test_every_space_has_a_price_in_the_practice_box() -> None:
    found = [pattern(PRACTICE, space) for space in SPACES]
    assert all(found)
    assert [len(each.bonuses) for each in found if each] == [3] * 5 + [2] * 5 + [3] * 5 + [2] * 5 + [0] * 5
    assert all(each.explicit or each.grey for each in found if each)


@pytest.mark.parametrize(("key", "value"), [("box", "other"), ("democracy", True), ("level", "hard")])
def test_a_setting_that_is_not_there_is_refused(key: str, value: object) -> None:
    seats = tuple(Seated(seat, "") for seat in (1, 2, 3))
    options = {key: value} if key != "level" else {}
    with pytest.raises(SetupError):
        checked_setup(GAME.meta, Setup(seats, options, level=str(value) if key == "level" else ""))  # type: ignore[arg-type]


def test_every_option_names_its_source() -> None:
    assert all(option.source[0].isdecimal() for option in GAME.meta.options)


def test_a_play_of_before_goes_on() -> None:
    """Version 1 knew no cards after the action; whoever acted last may play them now."""
    table = own()
    table.hold(1, "star")
    table.state.actor = 1
    table.stand(b=0, c=0, a=5)
    raw = json.loads(GAME.encode_state(table.state))
    table.state = GAME.upgrade(1, raw)
    awaited = GAME.awaits(table.known(0))
    assert (awaited.must, awaited.may) == ((3,), (1,))


def test_other_facts_are_corrected_whatever_is_known_of_the_deck() -> None:
    """A deck that is entered in part, or was learned wrong, keeps nobody from correcting something else."""
    for copies in (9, 2):
        table = Table(3)
        for face in DESTINIES:
            table.state.box["destiny"][face]["copies"] = copies
        correction = FactCorrection("wonder", "stadium", "points", 10, 9)
        mended = run(GAME.copy(table.state), 0, NoChance(), lambda step: GAME.mend(step, (correction,))).state  # noqa: B023
        assert wonder(mended.box, "stadium") == (5, 9)
