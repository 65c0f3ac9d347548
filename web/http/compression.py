"""Gzip responses of text types; files of ``static/`` are compressed once and cached."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

MIN_BYTES = 512
"""Smaller bodies are sent uncompressed."""
COMPRESSED = ("text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json")


@lru_cache(maxsize=32)
def _compressed_file(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def compress_responses(app: Flask) -> None:
    """Gzip the responses of ``app`` where the client accepts it, except streams."""

    @app.after_request
    def shrink(response: Response) -> Response:
        accepted = "gzip" in request.headers.get("Accept-Encoding", "")
        if not accepted or response.mimetype not in COMPRESSED or response.status_code != 200 or response.is_streamed:
            if request.endpoint != "static" or not accepted or response.mimetype not in COMPRESSED:
                return response
            response.direct_passthrough = False
        if response.status_code != 200:
            return response
        body = response.get_data()
        if len(body) < MIN_BYTES:
            return response
        static = request.endpoint == "static"
        response.set_data(_compressed_file(body) if static else gzip.compress(body, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.add("Vary", "Accept-Encoding")
        return response
