"""Translate a widget and draw it by kind."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from msgspec import Struct

from companion.core.widgets import AnyWidget, Grid, Hand, Ledger, Meter, Note, Rondel, Track
from companion.core.wording import Message, Speaker, Verbatim
from companion.render.canvas.area import Area
from companion.render.faces import WidgetFace
from companion.render.widgets.widget_cards import paint_hand, paint_note
from companion.render.widgets.widget_grid import paint_grid
from companion.render.widgets.widget_rondel import paint_rondel
from companion.render.widgets.widget_tables import paint_ledger, paint_meter
from companion.render.widgets.widget_track import paint_track


def spoken(
    widget: AnyWidget, speaker: Speaker, *, seat: int = 0, cursor: str = "", top: int = 0, private: bool = False
) -> WidgetFace:
    """Face of ``widget`` with all wording translated, short forms preferred. Secret widgets give private faces. See
    ``WidgetFace`` for ``cursor`` and ``top``.
    """
    said = cast("AnyWidget", _said(widget, speaker))
    return WidgetFace(widget=said, seat=seat, cursor=cursor, top=top, private=private or widget.secret)


def said_grid(grid: Grid, speaker: Speaker) -> Grid:
    """Translated ``grid``, for placing a piece."""
    return cast("Grid", _said(grid, speaker))


def _said(value: Any, speaker: Speaker) -> Any:
    """``value`` with all wording translated."""
    match value:
        case Message() | Verbatim():
            return Verbatim({"": speaker.short(value)})
        case Struct():
            names = value.__struct_fields__
            return msgspec.structs.replace(value, **{name: _said(getattr(value, name), speaker) for name in names})
        case tuple():
            return tuple(_said(item, speaker) for item in value)
        case _:
            return value


def paint_widget(area: Area, face: WidgetFace) -> None:
    """Draw the widget."""
    match face.widget:
        case Track() as track:
            paint_track(area, face, track)
        case Rondel() as rondel:
            paint_rondel(area, face, rondel)
        case Ledger() as ledger:
            paint_ledger(area, face, ledger)
        case Hand() as hand:
            paint_hand(area, face, hand)
        case Grid() as grid:
            paint_grid(area, face, grid)
        case Meter() as meter:
            paint_meter(area, face, meter)
        case Note() as note:
            paint_note(area, face, note)
