"""Every face and widget as a picture: like its golden one, whole, readable, and moved against burn-in."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import segno
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import structs
from PIL import Image, ImageChops

from companion.core.widgets import AnyWidget, Card, Hand, Note
from companion.core.wording import Speaker, say, verbatim
from companion.render.canvas.area import Area
from companion.render.canvas.glyphs import ELLIPSIS, font
from companion.render.canvas.layout import balanced, setting, window, window_from
from companion.render.draw import draw, pages_of_slip, paint
from companion.render.faces import (
    AnyFace,
    ConfirmFace,
    DiceFace,
    FlashFace,
    JoinFace,
    MenuFace,
    MenuItem,
    PinFace,
    SealedFace,
    SlipFace,
    WidgetFace,
)
from companion.render.panel_faces import pieces
from companion.render.widgets.widget_face import spoken
from tests.render.face_texts import SPANISH, faces, sizes, texts
from tests.render.sample_faces import NoCatalogue, samples
from tests.render.written_texts import faults_of, listening

GOLDEN = Path(__file__).parents[1] / "golden" / "oled"
LOW, UPRIGHT = (128, 32), (64, 128)

PICTURES = {
    f"{name}{end}.png": (face, size)
    for name, face in samples().items()
    for end, size in (("", (128, 64)), (".low", LOW), (".upright", UPRIGHT))
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_the_golden_one(name: str, update_golden: bool) -> None:
    face, size = PICTURES[name]
    picture = draw(face, size=size)
    path = GOLDEN / name
    if update_golden:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, optimize=True)
    with Image.open(path) as golden:
        assert (golden.mode, golden.size) == ("1", size)
        different = ImageChops.logical_xor(golden, picture).getbbox()
    assert different is None, f"{name} differs within {different}; if that is meant, run pytest --update-golden"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.name for path in GOLDEN.glob("*.png")} == set(PICTURES)


def test_every_face_and_every_widget_has_a_sample() -> None:
    shown = samples().values()
    assert {type(face) for face in shown} == set(get_args(AnyFace))
    assert {type(face.widget) for face in shown if isinstance(face, WidgetFace)} == set(get_args(AnyWidget))


def painted_around(face: AnyFace, size: tuple[int, int], around: int) -> bool:
    """Whether painting leaves a wide margin as it was, light or dark."""
    margin = 200
    width, height = size[0] - 1, size[1] - 1
    image = Image.new("1", (width + 2 * margin, height + 2 * margin), around)
    inside = (margin, margin, margin + width, margin + height)
    image.paste(0, inside)
    paint(Area(image, margin, margin, width, height), face)
    image.paste(around, inside)
    return image.getextrema() == (around, around)


@settings(max_examples=300, deadline=None)
@given(faces, sizes)
@example(DiceFace(prompt="", dice=(0,) * 16, faces=2, cursor=0, private=True), UPRIGHT)
@example(DiceFace(prompt="", dice=(0,) * 24, faces=2, cursor=0, private=True), UPRIGHT)
def test_nothing_is_drawn_outside(face: AnyFace, size: tuple[int, int]) -> None:
    assert painted_around(face, size, 0)
    assert painted_around(face, size, 255)


@settings(max_examples=300, deadline=None)
@given(faces, sizes)
@example(FlashFace(text=SPANISH), (128, 64))
@example(ConfirmFace(prompt="", lines=("0g", "0Á"), yes="", no=""), (128, 64))
@example(ConfirmFace(private=True, prompt="", lines=("0" * 8, "0" * 9), yes="", no=""), LOW)
@example(SlipFace(actor=0, title="", rows=("", "0" * 16, ""), ok=""), (128, 32))
@example(SlipFace(actor=0, title="", rows=("", "", "", "0" * 24, "", ""), ok=""), (128, 64))
@example(PinFace(title="0" * 25, pin=SPANISH, word=""), UPRIGHT)
def test_every_letter_is_whole(face: AnyFace, size: tuple[int, int]) -> None:
    """Each letter written is in the picture to its last dot: not cut, not covered, not written over."""
    image = Image.new("1", size)
    with listening() as heard:
        paint(Area(image, 0, 0, size[0] - 1, size[1] - 1), face)
    assert list(faults_of(heard, image)) == []


LONG = ("home-long", "menu-explanation", "menu-scrolled")
"""Samples with more words than any of the small displays has room for."""


@pytest.mark.parametrize("name", [name for name in samples() if not name.startswith(LONG)])
def test_nothing_is_cut_on_an_upright_display(name: str) -> None:
    with listening() as heard:
        draw(samples()[name], size=UPRIGHT)
    assert not [written.text for written in heard if ELLIPSIS in written.text]


CUT_LOW = (*LONG, "sealed-pages", "menu-out-of-reach", "slip-three", "confirm")
"""Samples of which a display of 128x32 shows the beginning: it has three rows."""


@pytest.mark.parametrize("name", [name for name in samples() if not name.startswith(CUT_LOW)])
def test_nothing_is_cut_on_a_low_display(name: str) -> None:
    with listening() as heard:
        draw(samples()[name], size=LOW)
    assert not [written.text for written in heard if ELLIPSIS in written.text]


@pytest.mark.parametrize("end", ["en", "es"])
def test_a_low_display_tells_as_much_as_it_can_of_what_happens(end: str) -> None:
    """What cannot be taken back: the second of two lines is begun too."""
    face = samples()[f"confirm.{end}"]
    assert isinstance(face, ConfirmFace)
    with listening() as heard:
        draw(face, size=LOW)
    shown = " ".join(written.text for written in heard)
    assert all(" ".join(line.split()[:2]) in shown for line in face.lines)


def test_what_is_wrong_with_texts_is_found() -> None:
    image = Image.new("1", (40, 20))
    small = font("small")
    with listening() as heard:
        small.draw(image, (2, 2), "ab")
        small.draw(image, (3, 2), "ab")
        small.draw(image, (30, 2), "abc")
        small.draw(image, (2, 10), "d")
    image.paste(0, (0, 14, 40, 20))
    assert [fault.partition(":")[0].partition(" at ")[0] for fault in faults_of(heard, image)] == [
        "'ab' is written over 'ab'",
        "'abc' leaves the picture",
        "'d' leaves the picture",
        "'d' is covered",
    ]


@pytest.mark.parametrize("size", [(128, 64), LOW, UPRIGHT])
@pytest.mark.parametrize("name", samples())
def test_shift_moves_the_whole_picture(name: str, size: tuple[int, int]) -> None:
    face = samples()[name]
    still = draw(face, size=size)
    assert still.getbbox() is not None
    for shift, (x, y) in enumerate([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]):
        moved = Image.new("1", size)
        moved.paste(still.crop((0, 0, size[0] - 1, size[1] - 1)), (x, y))
        assert ImageChops.logical_xor(draw(face, size=size, shift=shift), moved).getbbox() is None


def code_in(picture: Image.Image) -> tuple[list[list[bool]], int, int]:
    """The modules of the code in a picture (True for dark), the pixels of one, and of the light margin around."""
    lit = picture.crop((0, 0, picture.width, picture.height - 1))
    end = next(x for x in range(lit.width) if not lit.crop((x, 0, x + 1, lit.height)).getbbox())
    ground = ImageChops.invert(lit.crop((0, 0, end, lit.height)))
    left, top, right, bottom = ground.getbbox() or (0, 0, 0, 0)
    code = ground.crop((left, top, right, bottom))
    scale, rest = divmod(next(x for x in range(code.width) if not code.getpixel((x, 0))), 7)
    assert rest == 0, "the finder at the top left is seven modules wide"
    side = code.width // scale
    assert (side * scale, side * scale) == code.size
    modules = [[bool(code.getpixel((x * scale, y * scale))) for x in range(side)] for y in range(side)]
    assert code.resize((side, side), Image.Resampling.NEAREST).resize(code.size) == code, "modules are whole pixels"
    return modules, scale, min(left, top, end - right, ground.height - bottom)


@pytest.mark.parametrize(
    ("url", "size", "scale", "margin"),
    [
        ("http://table.local/", (128, 64), 2, 6),
        ("http://192.168.178.123:8000/", (128, 64), 2, 6),
        ("http://companion.local:8000/?join=K7QX", (128, 64), 2, 2),
        ("http://192.168.178.123:8000/?join=0123456789abcdef&seat=2", (128, 64), 1, 4),
        ("http://192.168.178.123:8000/", LOW, 1, 3),
    ],
)
def test_join_code_is_drawn_module_by_module(url: str, size: tuple[int, int], scale: int, margin: int) -> None:
    modules, pixels, light = code_in(draw(JoinFace(url=url, address="table.local"), size=size))
    assert modules == [[bool(module) for module in row] for row in segno.make_qr(url, error="l").matrix]
    assert (pixels, light >= margin) == (scale, True)


def test_join_without_room_for_the_code_still_gives_the_address() -> None:
    with listening() as heard:
        picture = draw(JoinFace(url="http://table.local/?" + "x" * 900, address="table.local:8000"))
    assert [written.text for written in heard] == ["table.local:8000"]
    assert picture.getbbox() is not None


@given(texts, st.integers(30, 127))
def test_address_is_broken_without_adding_or_losing_a_letter(address: str, width: int) -> None:
    lines = pieces(address, width)
    assert "".join(lines) == address
    assert all(font("small").width(line) <= width for line in lines)


def test_address_is_broken_before_its_signs() -> None:
    assert pieces("companion.local:8000", 62) == ["companion", ".local:8000"]
    assert pieces("192.168.178.123:8000", 50) == ["192.168", ".178.123", ":8000"]


def menu(cursor: int, **more: object) -> MenuFace:
    items = [MenuItem(f"Choice {number}", str(number)) for number in range(12)]
    items[4] = MenuItem("Choice 4", "4", reason="Too far away")
    return MenuFace(prompt="What?", items=tuple(items), cursor=cursor)


@pytest.mark.parametrize("size", [(128, 64), LOW])
@pytest.mark.parametrize("cursor", range(12))
def test_menu_lights_the_item_under_the_cursor(cursor: int, size: tuple[int, int]) -> None:
    with listening() as heard:
        draw(menu(cursor), size=size)
    dark = {written.text for written in heard if not written.ink}
    assert dark == (set() if cursor == 4 else {f"Choice {cursor}", str(cursor)})
    assert f"Choice {cursor}" in {written.text for written in heard}


def test_menu_gives_the_reason_under_the_cursor_and_a_dash_elsewhere() -> None:
    with listening() as heard:
        draw(menu(4))
    assert {"Choice 4", "4", "Too far away"} <= {written.text for written in heard}
    with listening() as heard:
        draw(menu(5))
    said = {written.text for written in heard}
    assert "Too far away" not in said
    assert {"Choice 4", "\N{EN DASH}"} <= said
    assert "4" not in said


@pytest.mark.parametrize("size", [(128, 64), LOW])
@pytest.mark.parametrize("count", range(1, 8))
def test_a_hint_takes_no_item_from_the_picture(count: int, size: tuple[int, int]) -> None:
    items = tuple(MenuItem(f"Choice {number}") for number in range(count))
    for cursor in range(count):
        pictured = []
        for hint in ("", "One a hexside"):
            with listening() as heard:
                draw(MenuFace(prompt="What?", items=items, cursor=cursor, hint=hint, explanation=hint), size=size)
            pictured.append({written.text for written in heard if written.text.startswith("Choice")})
        assert pictured[0] == pictured[1]
        assert ("One a hexside" in {written.text for written in heard}) == (size != LOW and count < 5)


def test_an_explanation_is_a_page_of_its_own() -> None:
    face = MenuFace(prompt="What?", items=(MenuItem("Here"),), cursor=-1, hint="Short", explanation="The whole of it")
    with listening() as heard:
        draw(face)
    assert {written.text for written in heard} == {"The whole of it"}


def test_menu_puts_prices_at_the_right_edge() -> None:
    items = (MenuItem("Temple", "4"), MenuItem("Ship", "12"))
    with listening() as heard:
        draw(MenuFace(prompt="", items=items, cursor=0))
    ends = {written.xy[0] + written.font.width(written.text) for written in heard if written.text in ("4", "12")}
    assert ends == {125}


def gutter(face: AnyFace) -> tuple[bool, bool]:
    """Whether there is a mark for more above, and one for more below."""
    picture = draw(face)
    up = picture.crop((121, 12, 128, 17)).getbbox() is not None
    down = picture.crop((121, 58, 128, 63)).getbbox() is not None
    return up, down


def test_scroll_marks_say_where_there_is_more() -> None:
    assert gutter(menu(0)) == (False, True)
    assert gutter(menu(3)) == gutter(menu(6)) == (True, True)
    assert gutter(menu(11)) == (True, False)
    assert gutter(MenuFace(prompt="", items=(MenuItem("One"), MenuItem("Two")), cursor=1)) == (False, False)


heights = st.lists(st.integers(1, 30), min_size=1, max_size=30)


@given(heights, st.integers(-3, 40), st.integers(1, 80))
def test_window_holds_the_cursor_and_fits(rows: list[int], cursor: int, room: int) -> None:
    shown = window(rows, cursor, room)
    assert min(max(cursor, 0), len(rows) - 1) in shown
    assert sum(rows[index] for index in shown) <= max(room, rows[shown.start])
    before, after = shown.start - 1, shown.stop
    left = room - sum(rows[index] for index in shown)
    assert before < 0 or rows[before] > left
    assert after == len(rows) or rows[after] > left


@given(heights, st.integers(-3, 40), st.integers(1, 80))
def test_window_from_the_top_fits_and_wastes_no_room(rows: list[int], top: int, room: int) -> None:
    shown = window_from(rows, top, room)
    assert shown.start == max(top, 0) or shown.stop == len(rows)
    assert sum(rows[index] for index in shown) <= max(room, rows[shown.start])
    left = room - sum(rows[index] for index in shown)
    assert shown.stop == len(rows) or rows[shown.stop] > left
    if shown.stop == len(rows) and shown.start:
        assert rows[shown.start - 1] > left


@given(texts, st.integers(20, 127), st.integers(10, 60))
def test_balancing_changes_no_word(text: str, width: int, height: int) -> None:
    plain, even = setting(text, width, height), balanced(text, width, height)
    assert " ".join(even.lines).split() == " ".join(plain.lines).split()
    assert len(even.lines) == len(plain.lines)
    assert even.height <= height or not even.lines


def edges(picture: Image.Image) -> list[int]:
    """The dots along the border of what may be drawn on, clockwise from the top left."""
    right, foot = picture.width - 2, picture.height - 2
    top = [(x, 0) for x in range(right)]
    side = [(right, y) for y in range(foot)]
    return [int(picture.getpixel(at) or 0) for at in [*top, *side]]


def test_private_pictures_have_the_woven_border_and_an_eye() -> None:
    public, private = (draw(MenuFace(prompt="Plan", items=(), cursor=0, private=hidden)) for hidden in (False, True))
    sealed = draw(SealedFace(title="Hand", lines=("Oracle",)))
    assert edges(private) == edges(sealed)
    assert 40 < sum(map(bool, edges(private))) < 60
    assert edges(public) != edges(private)


def test_note_can_be_read_to_its_last_word_by_scrolling() -> None:
    text = " ".join(f"word{number}" for number in range(60))
    seen: set[str] = set()
    for top in range(20):
        with listening() as heard:
            draw(spoken(Note(key="n", title=verbatim("News"), lines=(verbatim(text),)), speaking("en"), top=top))
        seen |= {word for written in heard for word in written.text.split()}
    assert set(text.split()) <= seen


def speaking(language: str) -> Speaker:
    return Speaker(language, NoCatalogue(), {1: "Marco"})


def test_spoken_says_the_short_form_all_the_way_down() -> None:
    hand = Hand(
        key="h",
        title=say("The hand of {who}", "{who}", who=verbatim({"en": "Mark", "es": "Marcos"})),
        cards=(Card("a", say("A card with a long name", "A card"), (say("for {n} points", n=3),)),),
        secret=True,
    )
    face = spoken(hand, speaking("es"), seat=3, cursor="a", top=1)
    assert face == WidgetFace(
        widget=Hand(
            key="h",
            title=verbatim("Marcos"),
            cards=(Card("a", verbatim("A card"), (verbatim("for 3 points"),)),),
            secret=True,
        ),
        seat=3,
        cursor="a",
        top=1,
        private=True,
    )


def test_only_secret_widgets_make_private_faces() -> None:
    note = Note(key="n", title=verbatim("News"), lines=())
    assert not spoken(note, speaking("en")).private
    assert spoken(note, speaking("en"), private=True).private


def test_unspoken_widget_is_not_drawn() -> None:
    with pytest.raises(TypeError, match="not spoken"):
        draw(WidgetFace(widget=Note(key="n", title=say("News"), lines=())))


@pytest.mark.parametrize(("size", "whole"), [((128, 64), 4), ((128, 32), 3), ((64, 128), 11)])
def test_a_slip_shows_its_rows_before_its_title_and_the_others_on_further_pages(
    size: tuple[int, int], whole: int
) -> None:
    rows = (
        "To 2",
        "+1 ambro.",
        "-4 coins",
        "-1 know",
        "+1 card",
        "+1 cube",
        "+2 cards",
        "-1 coin",
        "1 to 2",
        "+1",
        "+3 men",
        "+4 men",
    )
    many = SlipFace(seat=1, actor=2, title="Ana learns Pottery", rows=rows, ok="OK: done")
    fit = structs.replace(many, rows=rows[:whole])
    assert pages_of_slip(fit, size) == 1
    assert draw(fit, size=size) == draw(structs.replace(fit, title=""), size=size), "rows come first"
    pages = pages_of_slip(many, size)
    assert pages > 1
    shown = [text for text in written(many, size, pages) if text in rows]
    assert shown == list(rows), "every row stands on one page"
    beyond, last = (structs.replace(many, page=page) for page in (pages, pages - 1))
    assert draw(beyond, size=size) == draw(last, size=size)


@pytest.mark.parametrize("size", [(128, 64), LOW, UPRIGHT])
@pytest.mark.parametrize("private", [False, True])
def test_a_row_of_a_slip_that_is_wider_than_its_display_goes_on_in_the_next_line(
    size: tuple[int, int], private: bool
) -> None:
    row = "Pon allí un templo en una ciudad tuya de mármol"
    face = SlipFace(seat=1, actor=2, title="Ana", rows=(row, row), ok="OK: hecho", private=private)
    shown = " ".join(written(face, size, pages_of_slip(face, size)))
    assert ELLIPSIS not in shown
    assert " ".join(shown.replace("OK: hecho", "").split()).count(row) == 2


def written(face: SlipFace, size: tuple[int, int], pages: int) -> list[str]:
    """All texts of the pages of a slip, in order."""
    with listening() as heard:
        for page in range(pages):
            draw(structs.replace(face, page=page), size=size)
    return [each.text for each in heard]
