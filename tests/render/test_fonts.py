"""The letters of the displays: all there, all told apart, never cut."""

# ruff: noqa: RUF001 - the very point is to draw characters that look like others

import ast
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.render.canvas.glyphs import ELLIPSIS, Font, fit, font, wrap
from tests.locale.pseudo import said

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "render"
ASCII = "".join(map(chr, range(32, 127)))
SPANISH = "áéíóúüñÁÉÍÓÚÜÑ¿¡ºª«»"
GERMAN = "äöüÄÖÜß„“"
MARKS = "·–—…×‘’“”←→↑↓✓"
TEXT_FONTS = ("small", "medium")


def drawn(face: Font, text: str) -> Image.Image:
    """`text` alone on a dark picture of just its size."""
    image = Image.new("1", (max(face.width(text), 1), face.height))
    face.draw(image, (0, 0), text)
    return image


def rows(image: Image.Image) -> list[str]:
    """The picture as lines of # and . to compare and to read in a failure."""
    width, height = image.size
    return ["".join("#" if image.getpixel((x, y)) else "." for x in range(width)) for y in range(height)]


def wordings() -> Iterator[str]:
    """Every text that may come to a display: catalogues, texts in the source, names in the components' data."""
    for path in ROOT.glob("companion/locale/**/*.po"):
        with path.open("rb") as file:
            for entry in read_po(file):
                for part in (entry.id, entry.string):
                    yield from [part] if isinstance(part, str) else part
    for path in ROOT.glob("companion/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"say", "say_n", "N_"}:
                yield from (text for part in ast.walk(node) if (text := _text(part)) is not None)
    for path in ROOT.glob("companion/**/*.toml"):
        yield from _texts(tomllib.loads(path.read_text(encoding="utf-8")))


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_every_character_promised_is_drawn(name: str) -> None:
    assert [c for c in ASCII + SPANISH + GERMAN + MARKS if c not in font(name)] == []


def test_the_large_figures_are_drawn() -> None:
    assert [c for c in "0123456789+-/:.,% " if c not in font("large")] == []


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_no_wording_needs_a_character_the_font_lacks(name: str) -> None:
    texts = list(wordings())
    assert texts
    assert letters_lacking(name, texts) == []


def test_letters_that_a_font_lacks_are_named() -> None:
    """Whoever begins a catalogue in another script is told which letters displays cannot show, and where they stand."""
    lacking = letters_lacking("small", [said("Nobody knows it yet, so the table asks everybody.")])
    assert [line.partition(" in '")[0] for line in lacking] == [
        f"font small.txt has no {letter} U+{ord(letter):04X} {unicodedata.name(letter)}" for letter in sorted("שלום")
    ]


def letters_lacking(name: str, texts: Iterable[str]) -> list[str]:
    """What a font has to have yet for these texts; displays would show hollow boxes."""
    lacking = {letter: text for text in texts for letter in text if letter != "\n" and letter not in font(name)}
    return [
        f"font {name}.txt has no {letter} U+{ord(letter):04X} {unicodedata.name(letter, '')} in {text!r}"
        for letter, text in sorted(lacking.items())
    ]


@pytest.mark.parametrize("name", [*TEXT_FONTS, "large"])
def test_a_character_the_font_lacks_is_a_hollow_box(name: str) -> None:
    picture = drawn(font(name), "☃")
    box = picture.getbbox()
    assert box is not None
    left, top, right, bottom = box
    edge = [(x, y) for x in range(left, right) for y in (top, bottom - 1)]
    edge += [(x, y) for x in (left, right - 1) for y in range(top, bottom)]
    assert all(picture.getpixel(at) for at in edge)
    assert not picture.getpixel(((left + right) // 2, (top + bottom) // 2))


def test_twenty_one_small_characters_always_fit() -> None:
    small = font("small")
    widest = max(small.characters(), key=small.width)
    assert small.width(widest * 21) <= 128


@pytest.mark.parametrize("name", [*TEXT_FONTS, "large"])
def test_figures_stand_under_each_other(name: str) -> None:
    assert len({font(name).width(digit) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("name", TEXT_FONTS)
@pytest.mark.parametrize("letter", "áéíóúüñÁÉÍÓÚÜÑ")
def test_an_accent_is_seen_and_stands_free_of_its_letter(name: str, letter: str) -> None:
    picture = "\n".join(rows(drawn(font(name), letter))).strip(".\n").split("\n")
    gap = next(index for index, row in enumerate(picture) if "#" not in row)
    assert 1 <= gap <= 2
    assert "".join(picture[:gap]).count("#") >= 2
    assert sum("#" in row for row in picture[gap:]) >= 5


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_no_two_letters_look_the_same(name: str) -> None:
    pictures = {c: rows(drawn(font(name), c)) for c in ASCII + SPANISH + GERMAN + MARKS}
    assert [(a, b) for a, b in combinations(pictures, 2) if pictures[a] == pictures[b]] == []


@pytest.mark.parametrize("name", [*TEXT_FONTS, "large"])
def test_the_letters_read_as_they_are_measured(name: str) -> None:
    face = font(name)
    image = Image.new("1", (200, face.height))
    assert face.draw(image, (3, 0), "0:12") == 3 + face.width("0:12")
    box = image.getbbox()
    assert box is not None
    assert box[0] == 3
    assert box[2] == 3 + face.width("0:12")


def test_medium_letters_of_a_line_never_touch_the_next() -> None:
    """Lines share a row; only the small letters may use it twice."""
    medium = font("medium")
    assert medium.height - medium.line_height == 1
    for letter in medium.characters():
        image = Image.new("1", (16, 16))
        medium.draw(image, (0, 0), letter)
        assert image.crop((0, 0, 16, 1)).getbbox() is None, letter


def test_nothing_has_no_width() -> None:
    small = font("small")
    assert small.width("") == 0
    assert small.draw(Image.new("1", (9, 9)), (4, 0), "") == 4


def test_a_row_that_is_drawn_again_is_not_put_together_again() -> None:
    texts, asked, small = [f"Again {n}: áé" for n in range(5)], list[str](), font("small")
    glyph = Font._glyph
    with patch.object(Font, "_glyph", lambda face, letter: asked.append(letter) or glyph(face, letter)):
        first = [rows(drawn(small, text)) for text in texts]
        put_together = len(asked)
        assert [rows(drawn(small, text)) for text in texts] == first
    assert put_together == len(asked) > 0


def test_dark_letters_are_cut_out_of_light_ground() -> None:
    medium = font("medium")
    light = Image.new("1", (medium.width("Ñ"), medium.height), 255)
    medium.draw(light, (0, 0), "Ñ", ink=0)
    swapped = [row.translate(str.maketrans("#.", ".#")) for row in rows(drawn(medium, "Ñ"))]
    assert rows(light) == swapped


def test_an_accent_sent_apart_from_its_letter_is_joined() -> None:
    small = font("small")
    assert rows(drawn(small, "n\u0303")) == rows(drawn(small, "ñ"))


def test_a_picture_of_the_wrong_size_is_refused() -> None:
    head = "name x\nheight 2\nbaseline 2\nline 2\ngap 1\n\n"
    box = "missing\n##\n##\n\n"
    assert Font("x", head + box + "U+0041 A\n#.\n##").width("A") == 2
    with pytest.raises(ValueError, match="has 1 rows"):
        Font("x", head + box + "U+0041 A\n#.")
    with pytest.raises(ValueError, match="not a picture"):
        Font("x", head + box + "U+0041 A\n#.\n#")


def test_there_is_no_other_font() -> None:
    with pytest.raises(FileNotFoundError):
        font("huge")


def test_a_text_that_fits_is_left_alone() -> None:
    small = font("small")
    text = "Atacar a Marco"
    assert fit(small, text, small.width(text)) == text
    assert fit(small, text, small.width(text) - 1) == "Atacar a Mar…"
    assert fit(small, text, 2) == ""


@given(st.text("Construcción ñI…-", max_size=40), st.integers(0, 140))
def test_a_fitted_text_fits_and_could_not_be_longer(text: str, width: int) -> None:
    small = font("small")
    short = fit(small, text, width)
    assert small.width(short) <= width
    if short == text:
        return
    assert small.width(text) > width
    kept = len(short) - 1
    assert kept < 0 or (short[-1] == ELLIPSIS and text.startswith(short[:-1]))
    longer = [text[:end].rstrip(" -") + ELLIPSIS for end in range(max(kept + 1, 0), len(text) + 1)]
    assert all(len(one) <= len(short) or small.width(one) > width for one in longer)


def test_words_wrap_and_the_last_line_says_that_text_remains() -> None:
    small = font("small")
    text = "Te toca: vas la última. Si gastas menos de 3, juegas otra vez."
    assert wrap(small, text, 128, 3) == ["Te toca: vas la última. Si", "gastas menos de 3, juegas", "otra vez."]
    assert wrap(small, text, 128, 2) == ["Te toca: vas la última. Si", "gastas menos de 3, juegas…"]
    assert wrap(small, text, 128, 0) == []
    assert wrap(small, "", 128, 3) == []


def test_a_line_is_filled_to_its_last_column() -> None:
    small = font("small")
    width = small.width("paga dos")
    assert wrap(small, "paga dos", width, 3) == ["paga dos"]
    assert wrap(small, "paga dos", width - 1, 3) == ["paga", "dos"]


def test_a_line_break_in_the_text_is_kept() -> None:
    assert wrap(font("small"), "uno\ndos", 128, 3) == ["uno", "dos"]
    assert wrap(font("small"), "uno\ndos", 128, 1) == ["uno…"]


def test_a_word_too_long_is_broken_with_a_hyphen() -> None:
    assert wrap(font("small"), "a Constantinopolitanus ya", 60, 3) == ["a", "Constantinop-", "olitanus ya"]


@given(st.text("Construcción ñI", max_size=60), st.integers(20, 140), st.integers(1, 30))
def test_wrapped_text_fits_and_loses_nothing(text: str, width: int, lines: int) -> None:
    small = font("small")
    wrapped = wrap(small, text, width, lines)
    assert len(wrapped) <= lines
    assert all(small.width(line) <= width for line in wrapped)
    if not wrapped or not wrapped[-1].endswith(ELLIPSIS):
        assert "".join(wrapped).replace("-", "").replace(" ", "") == text.replace(" ", "")
    else:
        assert len(wrapped) == lines


SPECIMEN = {
    "small": (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyz 0123456789",
        "áéíóúüñ ÁÉÍÓÚÜÑ ¿qué? ¡sí! 1.º 2.ª «oro»",
        "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        "· – — … × ‘a’ “b” ← → ↑ ↓ ✓ ☃",
        "El pingüino Íñigo atacó a Ágatha",
    ),
    "medium": (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyz",
        "0123456789 !\"#$%&'()*+,-./:;",
        "áéíóúüñ ÁÉÍÓÚÜÑ ¿a? ¡e! ºª «»",
        "<=>?@[\\]^_`{|}~ · – — … × ‘’ “”",
        "← → ↑ ↓ ✓ ☃ Íñigo atacó a Ágatha",
    ),
    "large": ("0123456789", "+-/:.,%× 12:45"),
}


@pytest.mark.parametrize("name", SPECIMEN)
def test_the_specimen_is_the_golden_one(name: str, request: pytest.FixtureRequest) -> None:
    face = font(name)
    lines = SPECIMEN[name]
    sheet = Image.new("1", (max(map(face.width, lines)) + 4, face.line_height * (len(lines) - 1) + face.height + 4))
    for index, line in enumerate(lines):
        face.draw(sheet, (2, 2 + index * face.line_height), line)
    path = GOLDEN / f"font-{name}.png"
    if request.config.getoption("--update-golden", default=False):
        sheet.save(path)
    with Image.open(path) as golden:
        assert rows(sheet) == rows(golden)


def test_the_face_of_the_pages_has_its_licence_beside_it() -> None:
    folder = ROOT / "web" / "static" / "fonts"
    assert (folder / "marcellus.woff2").read_bytes().startswith(b"wOF2")
    assert "SIL OPEN FONT LICENSE Version 1.1" in (folder / "marcellus-OFL.txt").read_text(encoding="utf-8")
