"""Forms of every game as small displays show them: golden pictures in two languages, and every word of them whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import structs
from msgspec.msgpack import encode
from PIL import Image, ImageChops

from companion.core.forms import same_form
from companion.core.questions import Pick
from companion.locale import speaker
from companion.pace.costs import refill_of
from companion.playthroughs.moves_made import MoveMade
from companion.render.canvas.glyphs import ELLIPSIS
from companion.render.draw import draw
from companion.service.panel.faces import form_face
from companion.service.panel.form_entry import SEND, OpenForm, open_form
from companion.service.play.play_views import Dialogue
from tests.golden.test_playthroughs import FOLDER, replayed
from tests.render.written_texts import listening

PICTURES = Path(__file__).parents[1] / "golden" / "forms"
NAMES = {1: "Marco", 2: "Nuria", 3: "Ben", 4: "Alma", 5: "Sofía"}


class Shown(NamedTuple):
    """A form of a playthrough, by its key, and the field under the cursor."""

    file: str
    form: str
    at: str


SHOWN = {
    "olympos-expand": Shown("olympos/five-learned-box", "expand", "sea"),
    "antike-arming": Shown("antike/turns", "turn-romans", "legions"),
    "athens-sparta-muster": Shown("athens-sparta/amphipolis", "muster-defend", "rating"),
    "ancient-world-turn": Shown("ancient-world/every-move", "turn", "citizen"),
    "ancient-world-facts": Shown("ancient-world/every-move", "facts", "symbols"),
    "antiquity-men": Shown("antiquity/men-again", "men", "men"),
}
PICTURED = {shown.file for shown in SHOWN.values()}
FILES = [
    pytest.param(name, marks=() if name in PICTURED else pytest.mark.long)
    for name in sorted(f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.txt"))
]
"""Every golden playthrough; those of the pictures in each run."""


def forms(file: str) -> Iterator[OpenForm]:
    """The forms of a playthrough as they are filled at its end, without the cursor."""
    for made in replayed(FOLDER / f"{file}.txt").moves:
        for at, (question, _) in enumerate(made.dialogue):
            if question.form is not None and not (at and same_form(made.dialogue[at - 1][0], question)):
                yield from _as_answered(made, at)


def _as_answered(made: MoveMade, begin: int) -> Iterator[OpenForm]:
    """A form before anything is entered, and with the answers of the move."""
    refill = refill_of(made, [answer for _, answer in made.dialogue[:begin]])
    counted: dict[str, object] = {}
    for given in ({}, {question.key: answer for question, answer in made.dialogue[begin:]}):
        view = refill(given)
        if view is not None and view != counted.get("view"):
            counted["view"] = view
            dialogue = Dialogue(made.seat, view.fields[0].question, "", form=view)
            yield open_form(dialogue, view, None, refill)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", SHOWN)
def test_a_form_looks_like_its_golden_picture(name: str, language: str, update_golden: bool) -> None:
    wanted = SHOWN[name]
    of_key = [each for each in forms(wanted.file) if each.view.key == wanted.form]
    opened = next(each for each in reversed(of_key) if any(line.key == wanted.at for line in each.lines))
    private = opened.dialogue.question.secret
    face = form_face(opened.with_entry(at=wanted.at, page=None), speaker(language, NAMES), private=private)
    picture = draw(face)
    path = PICTURES / f"{name}.{language}.png"
    if update_golden:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, optimize=True)
    with Image.open(path) as golden:
        different = ImageChops.logical_xor(golden, picture).getbbox()
    assert different is None, f"{path.name} differs within {different}; if that is meant, run pytest --update-golden"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("file", FILES)
def test_every_text_of_a_form_fits(file: str, language: str) -> None:
    cut: dict[str, str] = {}
    drawn: set[bytes] = set()
    for opened in forms(file):
        for looked_at in under_the_cursor(opened):
            face = form_face(looked_at, speaker(language, NAMES), private=opened.dialogue.question.secret)
            picture = encode(face)
            if picture in drawn:
                continue
            drawn.add(picture)
            with listening() as heard:
                draw(face)
            cut |= {written.text: opened.view.key for written in heard if ELLIPSIS in written.text}
    assert not cut


def under_the_cursor(opened: OpenForm) -> Iterator[OpenForm]:
    """A form with the cursor on each of its lines, on those of options with every one of them in turn."""
    yield opened.with_entry(at=SEND, page=None)
    for field in opened.lines:
        there = opened.with_entry(at=field.key, page=None)
        yield there
        for option in field.question.options if isinstance(field.question, Pick) else ():
            turned = structs.replace(field, answer=option.value, refused=option.reason)
            fields = tuple(turned if other is field else other for other in there.view.fields)
            ready = all(other.answer is not None and other.refused is None for other in fields)
            yield replace(there, view=structs.replace(there.view, fields=fields, ready=ready))


def test_no_golden_picture_is_left_over() -> None:
    assert {path.name for path in PICTURES.glob("*.png")} == {
        f"{name}.{ln}.png" for name in SHOWN for ln in ("en", "es")
    }
