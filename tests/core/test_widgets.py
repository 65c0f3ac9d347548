"""Widgets: data that can be sent, with positions a question can name."""

from __future__ import annotations

import msgspec

from companion.core.widgets import AnyWidget, Cell, Grid, Note, position
from companion.core.wording import say


def test_a_square_is_named_the_same_whether_something_stands_on_it_or_not() -> None:
    assert Cell(3, 12).at == position(3, 12) == "3,12"


def test_widgets_are_told_apart_when_they_are_read() -> None:
    widgets: list[AnyWidget] = [
        Note(key="note", title=say("Note"), lines=(say("A line"),), tone="warning"),
        Grid(key="map", title=say("Map"), width=2, height=1, cells=(Cell(1, 0, label=say("Here")),)),
    ]
    assert msgspec.json.decode(msgspec.json.encode(widgets), type=list[AnyWidget]) == widgets
