"""Score sheets by keys: a line for each category with what is written in it, the points above, and the ways between."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.render.draw import draw
from companion.render.faces import CountFace, HomeFace, MenuFace
from tests.core.torture import Torture
from tests.service.at_table import Room

Rooms = Callable[..., Room]

DRAWN = ((128, 64), (128, 32), (64, 128))


@pytest.fixture
def room(rooms: Rooms) -> Room:
    return rooms(Torture(), profile="simulated", sheets=True)


def lines(room: Room, seat: int) -> list[str]:
    """What the display of a seat lists, the line under the cursor in brackets."""
    face = room.face(seat)
    assert isinstance(face, MenuFace), face
    found = [f"{item.label} {item.price}".strip() for item in face.items]
    return [f"[{words}]" if at == face.cursor else words for at, words in enumerate(found)]


def write(room: Room, seat: int, number: int) -> None:
    """Dial a number from where it stands, and OK."""
    face = room.face(seat)
    assert isinstance(face, CountFace), face
    if number != face.value:
        room.tell(f"turn {seat} {number - face.value}")
    room.press(seat, "ok")


def test_a_sheet_is_written_line_by_line(room: Room) -> None:
    room.begin(2, "sheet:azul")
    assert room.face(1).prompt == "Points: 0"
    assert lines(room, 1) == ["[Score track ?]", "Full lines ?", "Full columns ?", "Full colours ?", "Done"]
    room.press(1, "ok")
    write(room, 1, 41)
    room.past(2)
    assert room.face(1).prompt == "Points: 41"
    assert lines(room, 1) == ["Score track 41", "[Full lines ?]", "Full columns ?", "Full colours ?", "Done"]
    room.tell("turn 1 2")
    room.press(1, "ok")
    write(room, 1, 1)
    room.past(2)
    assert lines(room, 1) == ["Score track 41", "[Full lines ?]", "Full columns ?", "Full colours 10", "Done"]
    room.press(1, "up", "ok")
    assert room.face(1).value == 41, "a written number is changed from where it stands"
    room.press(1, "back")
    assert room.face(1).prompt == "Points: 51"
    for number in (2, 1):
        room.press(1, "ok")
        write(room, 1, number)
    room.past(2)
    assert lines(room, 1) == ["Score track 41", "Full lines 4", "Full columns 7", "Full colours 10", "[Done]"]
    room.press(1, "ok")
    assert room.moment.play.state.done == ["1"]


def test_what_asks_in_turn_has_its_lines_above_the_number(room: Room) -> None:
    room.begin(4, "sheet:mus")
    write(room, 1, 2)
    room.past(2)
    assert room.face(1).prompt == "Chica (low)"
    room.press(1, "back")
    assert room.face(1).prompt == "Points: 2"
    assert [words.strip("[]").rpartition(" ")[2] for words in lines(room, 1)] == ["2", "?", "?", "?"]
    assert lines(room, 1)[1].startswith("["), "the cursor is where a number is asked"
    room.press(1, "up", "ok")
    write(room, 1, 8)
    room.past(2)
    assert room.face(1).prompt == "Chica (low)"
    room.press(1, "back", "ok")
    assert room.face(1).prompt == "Chica (low)", "OK on the line goes back to its number"


def test_a_line_that_is_not_possible_says_why(room: Room) -> None:
    room.begin(2, "sheet:azul")
    room.tell("turn 1 9")
    assert lines(room, 1)[-1] == "[Done]"
    room.press(1, "ok")
    assert room.face(1).text == "Missing: 4"


def test_the_menu_of_a_ledger_says_what_there_is(room: Room) -> None:
    room.begin(3, "sheet:terraforming-mars-ledger")
    assert lines(room, 1)[:3] == ["[Megacredits 0]", "Steel 0", "Titanium 0"]
    room.press(1, "down", "ok")
    write(room, 1, 3)
    room.past(2)
    assert lines(room, 1)[:3] == ["[Megacredits 0]", "Steel 3", "Titanium 0"]


def test_a_secret_number_is_on_no_line(room: Room) -> None:
    room.begin(3, "sheet:power-grid-ledger")
    assert lines(room, 1)[0] == "[Money sealed]"
    room.press(1, "ok")
    assert isinstance(room.face(1), HomeFace), "it waits for PEEK"
    room.press(1, "back")
    assert lines(room, 1)[0] == "[Money sealed]", "BACK leads to the lines, and nothing is written"


def test_every_line_of_a_long_sheet_is_drawn(room: Room) -> None:
    room.begin(3, "sheet:7-wonders")
    for size in DRAWN:
        drawn = []
        for _ in range(len(room.face(1).items)):
            drawn.append(draw(room.face(1), size=size).tobytes())
            room.tell("turn 1 1")
        room.tell(f"turn 1 {-len(drawn)}")
        assert len(set(drawn)) == len(drawn) > 5, "the line under the cursor is in sight"


@pytest.mark.parametrize(
    ("key", "waits", "sentence"),
    [
        ("academy", [], ""),
        ("harbour-market", [], ""),
        ("kingdomino", [], "All write"),
        ("yacht", [], ""),
        ("wizard", ["bid"], "Hold PEEK"),
    ],
)
def test_ok_alone_writes_every_line_that_is_open(room: Room, key: str, waits: list[str], sentence: str) -> None:
    """Sets, pairs and picks are asked on pages of their own, and lead back to the lines."""
    room.begin(3, f"sheet:{key}")
    if room.moment.play.state.phase == "setup":
        room.answer(1, 10)
    pad = room.moment.score_pad(1)
    assert any(row.cells[-1].wanted for row in pad.rows)
    for _ in range(60):
        pad = room.moment.score_pad(1)
        open_rows = [row.key for row in pad.rows if row.cells[-1].wanted and row.cells[-1].before is not None]
        if not open_rows or isinstance(room.face(1), HomeFace):
            break
        room.press(1, "ok")
        room.past(2)
        if isinstance(room.face(1), MenuFace) and room.face(1).items[-1].label.startswith("Done ("):
            room.tell(f"turn 1 {len(room.face(1).items)}")
    assert [row.key for row in pad.rows if row.cells[-1].wanted] == waits, "what is secret waits for PEEK"
    face = room.face(1)
    if sentence:
        assert isinstance(face, HomeFace)
        assert face.sentence == sentence
    else:
        assert isinstance(face, MenuFace)
        assert "?" not in [item.price for item in face.items]


def test_a_rule_that_would_be_cut_is_not_begun_below_a_number(room: Room) -> None:
    room.begin(2, "sheet:chinchon")
    assert room.face(1).effect == "See the rules"
    hint = room.asked(1)[0].question.hint
    assert hint is not None
    assert room.speaker("es").say(hint) == "Figuras 10, el resto su número; -10 por cerrar con las siete."
