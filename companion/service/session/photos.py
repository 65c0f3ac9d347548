"""Photos of the board: who may take one, which there are, which is shown now."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from io import SEEK_END, BytesIO
from threading import BoundedSemaphore, Lock
from typing import IO, Protocol

from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.log.log import Log
from companion.plays.time_source import Clock
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import PlayId, Reply, Request, refused
from companion.service.asking.sender import FromDevice, Handlers, Sender, not_admin
from companion.service.play.play_now import latest_photo, photo_view, public_lines
from companion.service.play.play_views import PhotoView
from companion.service.play.running_play import RunningPlay
from companion.service.screens.streams import Broadcast


class KeepPhoto(Request, frozen=True):
    """Store a prepared photo (small, without metadata) of the board with the play on the table."""

    may_ask = "seat or admin"
    private = frozenset({"jpeg"})
    jpeg: bytes
    size: tuple[int, int]


class RemovePhoto(Request, frozen=True):
    """Delete a photo: the host any, others those of the play on the table."""

    may_ask = "seat or admin"
    play: PlayId
    number: int


LARGEST = 16 * 1024 * 1024
"""Bytes of the largest file a phone may send."""
LONGEST = 1600
"""Pixels of the longer side of a stored photo."""
QUALITY = 80
POINTS, POINTS_AT_ONCE = 50_000_000, 12_500_000
"""The most pixels of a JPEG, and of a picture that must be decoded at full size."""
FORMATS = ("JPEG", "PNG", "WEBP")
SCALED = ("JPEG", "MPO")
"""Formats that can be decoded at reduced size. MPO is Pillow's name for a JPEG file with several pictures."""

MMAP_THRESHOLD, LARGE_BLOCK = -3, 1024 * 1024
"""The C library's number of ``M_MMAP_THRESHOLD``, and the block size in bytes from which memory is returned to the
system.
"""

_ONE_AT_A_TIME = Lock()


class PreparedPhoto(Struct, frozen=True):
    """A picture to store: JPEG without metadata."""

    jpeg: bytes
    width: int
    height: int


def prepared(file: IO[bytes]) -> PreparedPhoto:
    """The picture in ``file``, turned upright, at most ``LONGEST`` pixels per side, without metadata such as place and
    device.

    A phone takes 12 to 50 million points, which would fill the memory of a small Pi. A JPEG is therefore decoded at
    half, a quarter or an eighth of its size at once; other formats may have fewer pixels. One photo is prepared at a
    time, and its memory is returned to the system at once. Raises ``Refused``.
    """
    if file.seek(0, SEEK_END) > LARGEST:
        raise Refused("photo-too-large", say("That photo is larger than {n} MB.", n=LARGEST // 1024 // 1024))
    file.seek(0)
    _give_large_blocks_back()
    with _ONE_AT_A_TIME:
        try:
            with Image.open(file, formats=FORMATS) as image:
                return _shrunk(image)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
            raise _too_large(POINTS) from bomb
        except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
            raise Refused("no-photo", say("That is no photo the table can read. Take it with the camera.")) from error


@cache
def _give_large_blocks_back() -> None:
    """Fix the threshold from which the C library returns memory. Otherwise it would raise the threshold after the first
    large picture, and each thread would keep the memory of one picture.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # of glibc, which Raspberry Pi OS uses
    if mallopt is not None:
        mallopt(MMAP_THRESHOLD, LARGE_BLOCK)


def _shrunk(image: Image.Image) -> PreparedPhoto:
    width, height = image.size
    most = POINTS if image.format in SCALED else POINTS_AT_ONCE
    if not 0 < width * height <= most:
        raise _too_large(most)
    turned = image.getexif().get(0x0112, 1)
    share = LONGEST / max(width, height)
    image.draft("RGB", (int(width * share), int(height * share)))
    image.thumbnail((LONGEST, LONGEST), Image.Resampling.BICUBIC, reducing_gap=2.0)
    # Copied to a new image, so that metadata (place, device, comment) is left behind.
    sheet = Image.new("RGB", image.size)
    sheet.paste(image.convert("RGB"))
    sheet.getexif()[0x0112] = turned
    upright = ImageOps.exif_transpose(sheet)
    out = BytesIO()
    upright.save(out, "JPEG", quality=QUALITY, optimize=True)
    return PreparedPhoto(out.getvalue(), *upright.size)


def _too_large(most: int) -> Refused:
    return Refused(
        "photo-too-large",
        say(
            "That picture is too big: at most {most} megapixels. Choose a smaller size in the camera or a screenshot.",
            most=most // 1_000_000,
        ),
    )


MOST = 12
"""The most photos of one play."""
WAITING = 3
"""The most photos being prepared at once; further ones would only wait."""


_COMING = BoundedSemaphore(WAITING)


def take_photo(table: PhotoTable, token: str, file: IO[bytes]) -> Reply:
    """Prepare the photo in ``file`` in the calling thread, and store it with the play on the table."""
    try:
        photos = table.view(token).photos
        if not photos.may_take():
            raise Refused("no-seat", say("Take a seat first."))
        _check_room(len(photos.of_play()))
        picture = _prepared(file)
    except Refused as refusal:
        return refused(refusal)
    return table.ask(token, KeepPhoto(picture.jpeg, (picture.width, picture.height)))


def _check_room(present: int) -> None:
    """Raise ``Refused`` when a play has as many photos as it may."""
    if present >= MOST:
        raise Refused("many-photos", say("There are {n} photos of this play. Throw one away first.", n=MOST))


def _prepared(file: IO[bytes]) -> PreparedPhoto:
    if not _COMING.acquire(blocking=False):
        raise Refused("photos-coming", say("Other photos are on their way. Try again in a moment."))
    try:
        return prepared(file)
    finally:
        _COMING.release()


@dataclass(eq=False, repr=False)
class Photos:
    """The photos of plays."""

    running: RunningPlay
    log: Log
    clock: Clock
    broadcast: Broadcast

    def handlers(self) -> Handlers:
        return {KeepPhoto: self._keep, RemovePhoto: self._remove}

    @property
    def on_table(self) -> str:
        """The play on the table; empty without one."""
        moment = self.broadcast.moment
        return moment.play.id if moment.play is not None else ""

    def _keep(self, _: Sender, request: KeepPhoto) -> Reply:
        play = self.running.playing()
        _check_room(len(self.log.photos.of(play.id)))
        self.log.photos.add(play.id, public_lines(play), self.clock.wall(), request.size, request.jpeg)
        self.running.show_photo(latest_photo(self.log, play.id))
        return Reply(notice=say("The photo is kept with the play."))

    def of(self, play: str) -> tuple[PhotoView, ...]:
        """The photos of a play, the newest first."""
        return tuple(photo_view(play, row) for row in reversed(self.log.photos.of(play)))

    def jpeg(self, play: str, number: int) -> bytes | None:
        """A photo itself; None when there is none."""
        return self.log.photos.jpeg(play, number)

    def _remove(self, sender: Sender, request: RemovePhoto) -> Reply:
        if not sender.host and request.play != self.broadcast.moment.gathering.play_id:
            raise not_admin()
        if not self.log.photos.remove(request.play, request.number):
            raise Refused("no-photo", say("That photo is not there any more."))
        if self.running.play is not None:
            self.running.show_photo(latest_photo(self.log, self.running.play.id))
        return Reply(notice=say("The photo is gone."))


@dataclass(frozen=True, eq=False, repr=False)
class PhotoLooks(Looks):
    """What a device may see of photos."""

    _photos: Photos

    @may_look("anyone")
    def of_play(self, _: FromDevice, play: str = "") -> tuple[PhotoView, ...]:
        """The photos of a play, the newest first; by default those of the play on the table."""
        return self._photos.of(play or self._photos.on_table)

    @may_look("anyone")
    def jpeg(self, _: FromDevice, play: str, number: int) -> bytes | None:
        """A photo itself, as JPEG; None when there is none."""
        return self._photos.jpeg(play, number)

    @may_look("anyone")
    def may_take(self, device: FromDevice) -> bool:
        """Whether this device may take photos: somebody at the table, while there is a play."""
        return bool(self._photos.on_table) and (device.own is not None or device.host)


class SeesPhotos(Protocol):
    """The part of a view that has photos."""

    @property
    def photos(self) -> PhotoLooks: ...


class PhotoTable(Protocol):
    """What is needed of the table to take a photo."""

    def ask(self, token: str, request: Request) -> Reply: ...

    def view(self, token: str) -> SeesPhotos: ...
