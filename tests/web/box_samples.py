"""The pages of a box with everything a field can be, as sample pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core import boxes
from companion.core.boxes import Box, BoxError
from companion.core.wording import say, say_n
from companion.locale import speaker
from companion.service.play.notices import Notice
from companion.service.session.box_views import BoxView, LentBox, box_view
from tests.service.boxed_game import FILE, Boxed
from web.http.table_addresses import qr_svg
from web.pages.editors.box import ComponentDraft
from web.pages.editors.box_form import CHIPS, texts_of
from web.pages.editors.box_paste import Pasted
from web.pages.editors.box_rows import TypedCells, table_given
from web.pages.editors.cell_text import CellTexts

WRONG = "[card.owl]\nworth = 9\n[crd.owl]\nworth = '<b>'\n"


def box_samples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    game = Boxed()
    owners: Box = boxes.read(FILE, game.meta.box)
    owners["block"]["archers"]["steps"] = 3
    view = box_view(game, owners, "the blue one", playing=True)
    first = view.next_missing("", "")
    whole: dict[str, Any] = {"view": view, "first": first, "text": FILE, "problems": (), "word": None,
                             "folded": 2, "opened": "block", "lent": "http://192.0.2.7/box/ab23cd45",
                             "lent_qr": qr_svg("http://192.0.2.7/box/ab23cd45"), "fetched": ""}  # fmt: skip
    yield "box", "box.html", whole
    refused = Notice(say("Nothing of the file was taken."), "warning")
    yield "box-wrong", "box.html", {**whole, "text": WRONG, "problems": _problems(game), "word": refused}
    yield "box-part", "box_part.html", _part(view, "guard")
    yield "box-own", "box_part.html", _part(view, "archers")
    wrong = _part(view, "archers")
    wrong["draft"].facts = {"name": "<Ox>", "steps": "many", "costs": ["grain", "wine"]}
    wrong["draft"].wrong = {"steps": say("a whole number from {low} to {high}", low=1, high=4)}
    wrong["word"] = Notice(say("Something is still wrong here."), "warning")
    yield "box-part-wrong", "box_part.html", wrong
    yield from _tables(view)
    yield "box-lent", "box_lent.html", {"lent": LentBox("boxed", game.meta.title, 3, FILE), "code": "ab23cd45"}
    kind = view.kinds[1].kind
    yield "box-new", "box_part.html", {**_part(view, "guard"), "draft": ComponentDraft(kind, "", kind.label, {})}


def _tables(view: BoxView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    speaks = speaker("en", {})
    texts = CellTexts(speaks.say, speaks.short)
    why = say("Expected: {expected}.", expected=say("a whole number from {low} to {high}", low=1, high=4))
    wrong = TypedCells({("guard", "steps"): ("many", why), ("+1", "name"): ("<Ox>", None)},
                  Pasted([], "Lion\t3", (say("Line {n}: {what}.", n=1, what=say("there is no {name}", name="Lion")),)),
                  Notice(say_n("{n} cell is wrong; everything else is kept.",
                               "{n} cells are wrong; everything else is kept.", 1), "warning"))  # fmt: skip
    for kind in view.kinds:
        yield f"box-table-{kind.kind.key}", "box_table.html", table_given(view, kind, TypedCells(), texts)
    yield "box-table-wrong", "box_table.html", table_given(view, view.kinds[1], wrong, texts)


def _problems(game: Boxed) -> Any:
    try:
        boxes.read(WRONG, game.meta.box)
    except BoxError as error:
        return error.problems
    raise AssertionError(WRONG)


def _part(view: BoxView, key: str) -> dict[str, Any]:
    kind = view.kinds[1]
    part = kind.part(key)
    assert part is not None
    return {
        "view": view, "draft": ComponentDraft(kind.kind, key, part.label, part.component, part), "free": kind.free,
        "following": ("card", "dolphin"), "texts_of": texts_of, "chips": CHIPS, "word": None,
    }  # fmt: skip
