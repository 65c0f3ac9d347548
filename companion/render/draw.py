"""Draw a face as a one-bit image for a display.

The face is drawn one pixel smaller than the display in each direction; ``shift`` moves it within that margin, against
burn-in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image

from companion.render import faces
from companion.render.canvas.area import Area
from companion.render.canvas.marks import private_border
from companion.render.choosing_faces import paint_confirm, paint_menu
from companion.render.dialling_faces import paint_count, paint_dice
from companion.render.form_page import paint_form
from companion.render.panel_faces import paint_join, paint_pin, paint_wifi
from companion.render.status_faces import (
    paint_flash,
    paint_home,
    paint_probe,
    paint_score,
    paint_sealed,
    paint_slip,
    slip_pages,
)
from companion.render.walk_faces import paint_number, paint_walk
from companion.render.widgets.widget_face import paint_widget
from companion.render.widgets.widget_grid import paint_fit

_HELD = 3
"""Pixels of the frame that says that OK came too early."""
_OFFSETS = ((0, 0), (1, 0), (1, 1), (0, 1))


def draw(face: faces.AnyFace, *, size: tuple[int, int] = (128, 64), shift: int = 0) -> Image.Image:
    """Image of ``face``, mode "1", exactly ``size`` (width, height in pixels; at least 128 by 32, or 64 by 128). Each
    step of ``shift`` moves it by one pixel, around a square of four.
    """
    width, height = size
    left, top = _OFFSETS[shift % len(_OFFSETS)]
    image = Image.new("1", size)
    paint(Area(image, left, top, width - 1, height - 1), face)
    return image


def pages_of_slip(face: faces.SlipFace, size: tuple[int, int]) -> int:
    """How many pages a slip takes on a display of ``size``."""
    area = Area(Image.new("1", size), 0, 0, size[0] - 1, size[1] - 1)
    return slip_pages(private_border(area) if face.private else area, face)


def paint(area: Area, face: faces.AnyFace) -> None:
    """Draw ``face`` into ``area``; private ones inside the private border."""
    if face.private or isinstance(face, faces.SealedFace):
        area = private_border(area)
    _PAINTERS[type(face)](area, face)
    if face.held:
        ink = 0 if isinstance(face, faces.SlipFace) else 1
        for margin in range(_HELD):
            area.frame(margin, margin, area.width - 2 * margin, area.height - 2 * margin, ink)


_PAINTERS: dict[type[faces.Face], Callable[[Area, Any], None]] = {
    faces.HomeFace: paint_home,
    faces.SlipFace: paint_slip,
    faces.MenuFace: paint_menu,
    faces.FormFace: paint_form,
    faces.CountFace: paint_count,
    faces.DiceFace: paint_dice,
    faces.ConfirmFace: paint_confirm,
    faces.FlashFace: paint_flash,
    faces.SealedFace: paint_sealed,
    faces.ScoreFace: paint_score,
    faces.WidgetFace: paint_widget,
    faces.FitFace: paint_fit,
    faces.ProbeFace: paint_probe,
    faces.WalkFace: paint_walk,
    faces.NumberFace: paint_number,
    faces.JoinFace: paint_join,
    faces.PinFace: paint_pin,
    faces.WifiFace: paint_wifi,
}
