"""Gzip: the files of ``static/``, and of pages and streams what everybody may see.

How far a text shrinks tells what is in it twice. Anybody who may choose a name that a page shows beside somebody's
secret, or beside a form's token, could guess at both by the length of the page. So a page or a stream is one gzip file
in which everything is stored as it is, but for the public segments, each of which is compressed by itself.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from flask import Flask, Response, g, request

from web.http.bounded_cache import BoundedCache

MIN_BYTES = 512
"""Smaller bodies are sent uncompressed."""
MIN_SEGMENT = 120
"""Smaller segments are stored."""
COMPRESSED = ("text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json")

MOST, MOST_BYTES = 400, 400_000
"""Compressed segments that are kept for all phones, and their bytes: those of a few moves, and of the first pages."""
FILES, FILES_BYTES = 100, 600_000
"""The same of compressed files."""

PIECES = "public_pieces"
"""Where a request keeps the public pieces of its page, in ``flask.g``."""

HEAD = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255))
"""The head of a gzip file without name and time (RFC 1952)."""
LAST = bytes((1, 0, 0, 255, 255))
"""An empty stored block, the last one (RFC 1951)."""
STORED = 0xFFFF
"""Maximum bytes of a stored block."""


class Segment(NamedTuple):
    """Some bytes of a body; ``public`` if everybody may see them and they are made from nothing else."""

    text: bytes
    public: bool = False


def takes_gzip() -> bool:
    """Whether the client of this request reads gzip."""
    return "gzip" in request.headers.get("Accept-Encoding", "")


def mark_public(pieces: Iterable[str]) -> None:
    """Mark the text of this request's page that everybody may see, as it stands in the page and made from nothing
    else.
    """
    g.setdefault(PIECES, []).extend(pieces)


def compress_responses(app: Flask) -> None:
    """Gzip the responses of ``app`` where the client accepts it; streams do so themselves."""

    @app.after_request
    def shrink(response: Response) -> Response:
        if not takes_gzip() or response.mimetype not in COMPRESSED or response.status_code != 200:
            return response
        static, pieces = request.endpoint == "static", g.get(PIECES, ())
        if not static and not pieces:
            return response
        response.direct_passthrough = False
        body = response.get_data()
        if len(body) < MIN_BYTES:
            return response
        short = _compressed_file(body) if static else packed(body, [piece.encode() for piece in pieces])
        if len(short) >= len(body):
            return response
        response.set_data(short)
        say_gzip(response)
        return response


def say_gzip(response: Response) -> None:
    """Mark the body of ``response`` as gzip."""
    response.headers["Content-Encoding"] = "gzip"
    response.headers.add("Vary", "Accept-Encoding")


def packed(body: bytes, public: Iterable[bytes]) -> bytes:
    """``body`` as a gzip file in which only the ``public`` pieces are compressed."""
    return b"".join(gzipped([segments_of(body, public)]))


def segments_of(body: bytes, public: Iterable[bytes]) -> list[Segment]:
    """``body`` with its ``public`` pieces apart, each where it stands first."""
    found = sorted((at, piece) for piece in public if (at := body.find(piece)) >= 0)
    segments, done = list[Segment](), 0
    for at, piece in found:
        if at >= done:
            segments += Segment(body[done:at]), Segment(piece, public=True)
            done = at + len(piece)
    return [*segments, Segment(body[done:])]


def gzipped(pieces: Iterable[Sequence[Segment]]) -> Iterator[bytes]:
    """Pieces of a body as those of one gzip file. Each can be read as soon as it has come; an empty one stays empty."""
    head, check, size = HEAD, 0, 0
    for segments in pieces:
        if not segments:
            yield b""
            continue
        blocks, stored = [head], list[bytes]()
        for text, public in segments:
            check, size = zlib.crc32(text, check), size + len(text)
            if public and len(text) >= MIN_SEGMENT:
                blocks += [*_stored(b"".join(stored)), _compressed(text)]
                stored = []
            else:
                stored.append(text)
        yield b"".join([*blocks, *_stored(b"".join(stored))])
        head = b""
    yield head + LAST + check.to_bytes(4, "little") + (size & 0xFFFFFFFF).to_bytes(4, "little")


def _stored(plain: bytes) -> Iterator[bytes]:
    """Stored blocks: their length, its complement, and the bytes."""
    for at in range(0, len(plain), STORED):
        part = plain[at : at + STORED]
        yield b"\0" + len(part).to_bytes(2, "little") + (len(part) ^ STORED).to_bytes(2, "little") + part


def _compressed(piece: bytes) -> bytes:
    """Blocks that end at a byte and that nothing after them refers to."""
    return SEGMENTS_KEPT.remembered(_fingerprint(piece), lambda: _compress(piece))


def _compress(piece: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


def _compressed_file(body: bytes) -> bytes:
    return FILES_KEPT.remembered(_fingerprint(body), lambda: gzip.compress(body, 9, mtime=0))


def _fingerprint(body: bytes) -> bytes:
    """Stands for a text, which is not kept itself."""
    return blake2b(body, digest_size=20).digest()


def _size(fingerprint: bytes, short: bytes) -> int:
    return len(fingerprint) + len(short)


SEGMENTS_KEPT = BoundedCache[bytes, bytes](MOST, MOST_BYTES, _size)
FILES_KEPT = BoundedCache[bytes, bytes](FILES, FILES_BYTES, _size)
