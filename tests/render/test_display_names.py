"""Names as displays draw them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.render.canvas.glyphs import font, shape_character
from companion.render.display_names import display_names
from companion.service.seats.seating import TakeSeat
from tests.core.torture import Torture
from tests.render.test_fonts import drawn
from tests.service.at_table import Room, token

NAMES = ["Łukasz", "Żaneta Ďuriš", "Ελένη", "Γιώργος", "Ярослав", "Щукіна", "Đorđe", "Ğüneş İnci", "Ștefan", "Þóra"]


@pytest.mark.parametrize("size", ["small", "medium"])
def test_letters_of_latin_greek_and_cyrillic_are_drawn(size: str) -> None:
    latin = "".join(map(chr, range(0x100, 0x180)))
    greek = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ"
    cyrillic = "".join(map(chr, range(0x410, 0x450))) + "ЁЂЃЄЅІЇЈЉЊЋЌЎЏёђѓєѕіїјљњћќўџҐґ"
    face = font(size)
    assert [letter for letter in latin + greek + cyrillic if any(c not in face for c in face.nearest(letter))] == []


@pytest.mark.parametrize(
    ("name", "shown"), [("Hồng", "Hông"), ("ﬁn", "fin"), ("q\u0303uy", "quy"), ("Ana\u200d", "Ana"), ("Ǻsa", "Åsa")]
)
def test_other_letters_become_the_nearest_plain_one(name: str, shown: str) -> None:
    assert font("small").nearest(name) in (shown, shown.replace("Å", "A"))
    assert font("small").width(name) == font("small").width(font("small").nearest(name))


def test_a_name_that_can_be_drawn_stays() -> None:
    names = dict(enumerate(NAMES[:8], start=1))
    assert {seat: drawn(font("small"), name).tobytes() for seat, name in display_names(names).items()} == {
        seat: drawn(font("small"), name).tobytes() for seat, name in names.items()
    }


def test_names_that_look_alike_get_initials_and_the_shape_of_the_seat() -> None:
    shown = display_names({1: "Hồng An", 2: "Hông An", 3: "李雷", 5: "王芳", 6: "Ana"})
    assert shown == {
        1: "HA" + shape_character(1),
        2: "HA" + shape_character(2),
        3: shape_character(3),
        5: shape_character(5),
        6: "Ana",
    }
    assert len({drawn(font("medium"), name).tobytes() for name in shown.values()}) == len(shown)


def test_the_displays_of_a_table_show_them(tmp_path: Path) -> None:
    with Room(tmp_path / "log.db", Torture(), profile="simulated") as room:
        for seat, name in {1: "李雷", 2: "王芳", 3: "Ștefan"}.items():
            assert room.table.ask(token(seat), TakeSeat(seat, name)).taken
        room.past(1)
        assert [room.face(seat).name for seat in (1, 2, 3)] == [shape_character(1), shape_character(2), "Ștefan"]
        assert room.moment.gathering.names[1] == "李雷", "on every page it is as it was typed"
