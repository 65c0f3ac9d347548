"""A photo as a phone sends it becomes a small picture that says nothing else: no place, no device, no more than asked.

A phone takes 12 to 50 million points, which would fill the memory of a small Pi. A plain JPEG is therefore decoded at
half, a quarter or an eighth of its size at once; what cannot be decoded like that may have fewer points. One photo is
developed at a time, and its memory goes back to the machine at once, whichever thread it was developed in.
"""

from __future__ import annotations

import ctypes
from functools import cache
from io import SEEK_END, BytesIO
from threading import Lock
from typing import IO

from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.core.errors import Refused
from companion.core.wording import say

LARGEST = 16 * 1024 * 1024
"""Bytes of the largest file a phone may send."""
LONGEST = 1600
"""Points of the longer side of a photo that is kept."""
QUALITY = 80
POINTS, POINTS_AT_ONCE = 80_000_000, 12_000_000
"""The most points of a plain JPEG, and of a picture that must be decoded whole."""
FORMATS = ("JPEG", "PNG", "WEBP")

MMAP_THRESHOLD, LARGE_BLOCK = -3, 1024 * 1024
"""The C library's number of the setting (``M_MMAP_THRESHOLD``), and from how many bytes on a block is given back."""

_ONE_AT_A_TIME = Lock()


class Developed(Struct, frozen=True):
    """A picture to keep: JPEG, without anything beside the picture."""

    jpeg: bytes
    width: int
    height: int


def developed(file: IO[bytes]) -> Developed:
    """The picture in ``file``, turned upright, at most ``LONGEST`` a side. Raises ``Refused``."""
    if file.seek(0, SEEK_END) > LARGEST:
        raise Refused("photo-too-large", say("That photo is larger than {n} MB.", n=LARGEST // 1024 // 1024))
    file.seek(0)
    _give_large_blocks_back()
    with _ONE_AT_A_TIME:
        try:
            with Image.open(file, formats=FORMATS) as image:
                return _developed(image)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
            raise _too_large() from bomb
        except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
            raise Refused("no-photo", say("That is no photo the table can read. Take it with the camera.")) from error


@cache
def _give_large_blocks_back() -> None:
    """Else the C library would raise this bound by itself after the first large picture, and every thread that had
    developed one would keep its memory for the next.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # of glibc, which Raspberry Pi OS has
    if mallopt is not None:
        mallopt(MMAP_THRESHOLD, LARGE_BLOCK)


def _developed(image: Image.Image) -> Developed:
    width, height = image.size
    whole = image.format != "JPEG" or "progressive" in image.info or "progression" in image.info
    if not 0 < width * height <= (POINTS_AT_ONCE if whole else POINTS):
        raise _too_large()
    turned = image.getexif().get(0x0112, 1)
    share = LONGEST / max(width, height)
    image.draft("RGB", (int(width * share), int(height * share)))
    image.thumbnail((LONGEST, LONGEST), Image.Resampling.BICUBIC, reducing_gap=2.0)
    # On a fresh sheet: whatever a file carries beside its points (place, device, comment) stays behind.
    sheet = Image.new("RGB", image.size)
    sheet.paste(image.convert("RGB"))
    sheet.getexif()[0x0112] = turned
    upright = ImageOps.exif_transpose(sheet)
    out = BytesIO()
    upright.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Developed(out.getvalue(), *upright.size)


def _too_large() -> Refused:
    return Refused("photo-too-large", say("That photo has too many points. Take a smaller one."))
