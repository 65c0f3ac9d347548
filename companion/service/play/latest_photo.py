"""The newest photo of a play, as it is shown when the play is gone on with."""

from __future__ import annotations

from msgspec import Struct

from companion.plays.log import Log
from companion.plays.stored_photos import PhotoRow
from companion.service.play.play_views import PhotoView


class LatestPhoto(Struct, frozen=True):
    """The newest photo of the play on the table, and the line of the public log it was taken at."""

    photo: PhotoView
    line: int


def latest_photo(log: Log, play: str) -> LatestPhoto | None:
    """The newest photo of a play."""
    rows = log.photos.of(play)
    return LatestPhoto(photo_view(play, rows[-1]), rows[-1].line) if rows else None


def photo_view(play: str, row: PhotoRow) -> PhotoView:
    """A photo as pages are given it."""
    return PhotoView(play, row.number, row.wall, row.width, row.height)
