"""Draw a face as a one-bit image for a display.

The face is drawn one pixel smaller than the display in each direction; ``shift`` moves it within that margin, against
burn-in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image

from companion.render.area import Area
from companion.render.choosing_faces import paint_confirm, paint_menu
from companion.render.dialling_faces import paint_count, paint_dice
from companion.render.faces import (
    AnyFace,
    ConfirmFace,
    CountFace,
    DiceFace,
    Face,
    FitFace,
    FlashFace,
    HomeFace,
    JoinFace,
    MenuFace,
    PinFace,
    ProbeFace,
    ScoreFace,
    SealedFace,
    WidgetFace,
    WifiFace,
)
from companion.render.marks import private_border
from companion.render.panel_faces import paint_join, paint_pin, paint_wifi
from companion.render.status_faces import paint_flash, paint_home, paint_probe, paint_score, paint_sealed
from companion.render.widget_face import paint_widget
from companion.render.widget_grid import paint_fit

_OFFSETS = ((0, 0), (1, 0), (1, 1), (0, 1))


def draw(face: AnyFace, *, size: tuple[int, int] = (128, 64), shift: int = 0) -> Image.Image:
    """Image of ``face``, mode "1", exactly ``size`` (width, height in pixels; at least 128 by 32). Each step of
    ``shift`` moves it by one pixel, around a square of four.
    """
    width, height = size
    left, top = _OFFSETS[shift % len(_OFFSETS)]
    image = Image.new("1", size)
    paint(Area(image, left, top, width - 1, height - 1), face)
    return image


def paint(area: Area, face: AnyFace) -> None:
    """Draw ``face`` into ``area``; private ones inside the private border."""
    if face.private or isinstance(face, SealedFace):
        area = private_border(area)
    _PAINTERS[type(face)](area, face)


_PAINTERS: dict[type[Face], Callable[[Area, Any], None]] = {
    HomeFace: paint_home,
    MenuFace: paint_menu,
    CountFace: paint_count,
    DiceFace: paint_dice,
    ConfirmFace: paint_confirm,
    FlashFace: paint_flash,
    SealedFace: paint_sealed,
    ScoreFace: paint_score,
    WidgetFace: paint_widget,
    FitFace: paint_fit,
    ProbeFace: paint_probe,
    JoinFace: paint_join,
    PinFace: paint_pin,
    WifiFace: paint_wifi,
}
