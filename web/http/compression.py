"""Gzip: the files of ``static/``, and of pages what everybody may see.

How far a text shrinks tells what is in it twice. Whoever may choose a name that a page shows beside somebody's secret,
or beside a form's token, could guess at both by the length of the page. So a page is one gzip stream in which
everything is stored as it is, but for the public pieces (``mark_public``), each of which is compressed by itself.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from flask import Flask, Response, g, request

MIN_BYTES = 512
"""Smaller bodies are sent uncompressed, and smaller pieces are stored."""
COMPRESSED = ("text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json")

PIECES = "public_pieces"
"""Where a request keeps the public pieces of its page, in ``flask.g``."""

HEAD = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255))
"""The head of a gzip file without name and time (RFC 1952)."""
LAST = bytes((1, 0, 0, 255, 255))
"""An empty stored block, the last one (RFC 1951)."""
STORED = 0xFFFF
"""Maximum bytes of a stored block."""


def mark_public(pieces: Iterable[str]) -> None:
    """What of the page of this request everybody may see: text as it stands in the page, made from nothing else."""
    g.setdefault(PIECES, []).extend(pieces)


def compress_responses(app: Flask) -> None:
    """Gzip the responses of ``app`` where the client accepts it."""

    @app.after_request
    def shrink(response: Response) -> Response:
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return response
        if response.mimetype not in COMPRESSED or response.status_code != 200:
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
        response.headers["Content-Encoding"] = "gzip"
        response.headers.add("Vary", "Accept-Encoding")
        return response


def packed(body: bytes, public: Sequence[bytes]) -> bytes:
    """``body`` as a gzip file in which only the ``public`` pieces are compressed."""
    found = sorted((at, piece) for piece in public if len(piece) >= MIN_BYTES and (at := body.find(piece)) >= 0)
    blocks, done = [HEAD], 0
    for at, piece in found:
        if at >= done:
            blocks += [*_stored(body[done:at]), _compressed(piece)]
            done = at + len(piece)
    blocks += [*_stored(body[done:]), LAST]
    blocks += [zlib.crc32(body).to_bytes(4, "little"), (len(body) & 0xFFFFFFFF).to_bytes(4, "little")]
    return b"".join(blocks)


def _stored(plain: bytes) -> Iterator[bytes]:
    """Stored blocks: their length, its complement, and the bytes."""
    for at in range(0, len(plain), STORED):
        part = plain[at : at + STORED]
        yield b"\0" + len(part).to_bytes(2, "little") + (len(part) ^ STORED).to_bytes(2, "little") + part


@lru_cache(maxsize=256)
def _compressed(piece: bytes) -> bytes:
    """Blocks that end at a byte and that nothing after them refers to."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


@lru_cache(maxsize=32)
def _compressed_file(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
