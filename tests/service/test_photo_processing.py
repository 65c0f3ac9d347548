"""A phone's photo becomes a small, upright picture that carries nothing beside its points."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pytest
from PIL import Image

from companion.core.errors import Refused
from companion.service.session import photos as developing
from companion.service.session.photos import LARGEST, LONGEST, prepared


def photo(size: tuple[int, int] = (400, 300), kind: str = "JPEG", turned: int = 1, **given: object) -> BytesIO:
    """A picture that is red on its left and blue on its right; a phone writes down how it was held, and where."""
    image = Image.new("RGB", size, "blue")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[0x0112] = turned
    exif[0x010F] = "PhoneMaker"
    exif.get_ifd(0x8825)[1] = "N"
    out = BytesIO()
    image.save(out, kind, **({"exif": exif, "comment": b"private"} if kind == "JPEG" else {}), **given)
    out.seek(0)
    return out


def test_a_photo_is_made_small_and_says_nothing_else() -> None:
    sent = photo((1800, 1350))
    assert b"PhoneMaker" in sent.getvalue()
    assert b"private" in sent.getvalue()
    kept = prepared(sent)
    assert (kept.width, kept.height) == (LONGEST, 1200)
    for word in (b"PhoneMaker", b"private", b"Exif"):
        assert word not in kept.jpeg
    with Image.open(BytesIO(kept.jpeg)) as image:
        assert image.format == "JPEG"
        assert image.size == (LONGEST, 1200)
        assert dict(image.getexif()) == {}


def test_a_photo_taken_upright_stands_upright() -> None:
    kept = prepared(photo((400, 300), turned=6))
    assert (kept.width, kept.height) == (300, 400)
    with Image.open(BytesIO(kept.jpeg)) as image:
        top, bottom = image.getpixel((150, 20)), image.getpixel((150, 380))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[0] > 200 > 60 > top[2], "red was on the left: it comes to lie on top"
    assert bottom[2] > 200 > 60 > bottom[0]


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_pictures_become_jpegs(kind: str) -> None:
    kept = prepared(photo(kind=kind))
    assert kept.jpeg.startswith(b"\xff\xd8")
    assert (kept.width, kept.height) == (400, 300)


def test_a_large_jpeg_is_never_decoded_whole() -> None:
    """At a quarter of its size at once: the memory of a small Pi would not hold all its points."""
    seen: list[tuple[int, int]] = []
    thumbnail = Image.Image.thumbnail

    def noting(image: Image.Image, *given: object, **more: object) -> None:
        seen.append(image.size)
        thumbnail(image, *given, **more)  # type: ignore[arg-type]

    with patch.object(Image.Image, "thumbnail", noting), patch.object(developing, "LONGEST", 200):
        kept = prepared(photo((1600, 1200)))
    assert seen == [(200, 150)]
    assert (kept.width, kept.height) == (200, 150)


@pytest.mark.parametrize(
    "given",
    [
        {"progressive": True},
        {"kind": "MPO", "save_all": True, "append_images": [Image.new("RGB", (400, 300), "green")]},
    ],
    ids=["progressive", "two pictures"],
)
def test_photos_as_phones_write_them_are_taken(given: dict[str, object]) -> None:
    """12.2 million points, as most phones take."""
    kept = prepared(photo((4032, 3024), **given))
    assert (kept.width, kept.height) == (1600, 1200)
    with Image.open(BytesIO(kept.jpeg)) as image:
        assert image.getpixel((400, 600))[0] > 200, "the first picture, not the one behind it"


def test_what_must_be_decoded_whole_may_have_fewer_points() -> None:
    prepared(photo((401, 300), "PNG"))
    with patch.object(developing, "POINTS_AT_ONCE", 120_000), pytest.raises(Refused) as refused:
        prepared(photo((401, 300), "PNG"))
    assert refused.value.code == "photo-too-large"
    assert "smaller size" in refused.value.message.text


def test_a_bomb_is_not_set_off() -> None:
    """Few bytes that say they are very many points."""
    bomb = bytearray(photo((64, 64), "PNG").getvalue())
    bomb[16:24] = (50_000).to_bytes(4, "big") * 2
    with pytest.raises(Refused) as refused:
        prepared(BytesIO(bytes(bomb)))
    assert refused.value.code in ("photo-too-large", "no-photo")
    with patch.object(developing, "POINTS", 1000), pytest.raises(Refused, match="photo-too-large"):
        prepared(photo())


@pytest.mark.parametrize(
    "sent",
    [b"", b"no picture", b"GIF89a" + b"\x00" * 100, photo().getvalue()[:200], b"<svg onload=alert(1)></svg>", b"%PDF"],
)
def test_what_is_no_photo_is_refused(sent: bytes) -> None:
    with pytest.raises(Refused) as refused:
        prepared(BytesIO(sent))
    assert refused.value.code == "no-photo"


def test_a_file_is_weighed_before_it_is_opened() -> None:
    heavy = BytesIO(b"\xff\xd8" + bytes(LARGEST - 1))
    with patch.object(Image, "open", side_effect=AssertionError), pytest.raises(Refused) as refused:
        prepared(heavy)
    assert refused.value.code == "photo-too-large"


CHILD = """
import json, sys
from threading import Thread
from companion.service.session.photos import prepared

def memory(what):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(what))

def develop(times):
    for path in sys.argv[1:]:
        threads = [Thread(target=prepared, args=(open(path, "rb"),)) for _ in range(times)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return memory("VmRSS"), memory("VmHWM")

print(json.dumps([develop(1), develop(6), develop(6)]))
"""


@pytest.mark.long
def test_many_photos_at_once_take_the_memory_of_one(tmp_path: Path) -> None:
    """In a process of its own, with as many heaps as the C library likes."""
    sent = {
        "large.png": photo((4000, 2990), "PNG", compress_level=1),
        "larger.jpg": photo((6000, 4000)),
        "progressive.jpg": photo((8160, 6120), progressive=True),
    }
    for name, file in sent.items():
        (tmp_path / name).write_bytes(file.getvalue())
    child = [sys.executable, "-W", "ignore", "-c", CHILD, *(str(tmp_path / name) for name in sent)]
    given = {key: value for key, value in os.environ.items() if not key.startswith("MALLOC_")}
    done = subprocess.run(child, capture_output=True, text=True, env=given, timeout=120)
    assert done.returncode == 0, done.stderr[-500:]
    (_, peak), *later = json.loads(done.stdout)
    for kept, highest in later:
        assert highest < peak + 16 * 1024, "the peak is that of one photo"
        assert kept < peak - 32 * 1024, "and it goes back when the photo is prepared"
