"""Events of a page's stream, from the bytes of its response."""

from __future__ import annotations

import zlib


class EventStream:
    """Unpacks a response with chunks and gzip as it comes."""

    def __init__(self) -> None:
        self._headers = False
        self._rest = b""
        self._text = b""
        self._unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    def take(self, came: bytes) -> list[bytes]:
        """The events that are whole with ``came``. Raises ``SystemExit`` if the response is no stream."""
        self._rest += came
        if not self._headers:
            head, found, rest = self._rest.partition(b"\r\n\r\n")
            if not found:
                return []
            if not head.startswith(b"HTTP/1.1 200") or b"content-encoding: gzip" not in head.lower():
                raise SystemExit(f"no stream: {head[:80]!r}")
            self._headers, self._rest = True, rest
        self._unchunk()
        *whole, self._text = self._text.split(b"\n\n")
        return whole

    def _unchunk(self) -> None:
        """Move the complete chunks from ``_rest`` to ``_text``."""
        while True:
            size, found, rest = self._rest.partition(b"\r\n")
            length = int(size, 16) if found else -1
            if length < 0 or len(rest) < length + 2:
                return
            self._text += self._unpacking.decompress(rest[:length])
            self._rest = rest[length + 2 :]
