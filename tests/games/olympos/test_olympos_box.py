"""What is printed: asked when it is first needed, kept or for this once, and never invented."""

from __future__ import annotations

import pytest

from companion.core.boxes import Learned, missing
from companion.core.game import Seated, Setup, SetupError, checked_setup
from companion.core.secrecy import PUBLIC
from companion.core.widgets import Note
from companion.games.olympos.game import PRACTICE, SHIPPED
from companion.games.olympos.moves import Fill, LookUp, Pass
from companion.games.olympos.options import KINDS
from companion.games.olympos.printed import pattern, rows, wonder
from companion.games.olympos.state import Facts
from companion.games.olympos.tables import SPACES
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
