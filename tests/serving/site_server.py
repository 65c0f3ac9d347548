"""A site on the product's own server, for tests that look at it with a browser."""

from __future__ import annotations

import time
from threading import Thread
from typing import Any

from companion.network.reachability.senders import RefusalLog
from companion.serving.server import TableServer
from companion.serving.stream_thread import StreamThread

THREADS = 8


class SiteServer:
    """Serves at ``base`` from now to ``close``. ``streams`` are those of the site, if it has any; they end with it."""

    def __init__(self, site: Any, streams: StreamThread | None = None) -> None:
        self._streams = streams or StreamThread()
        self._server = TableServer(("127.0.0.1", 0), site, THREADS, RefusalLog(time.monotonic), self._streams)
        self._server.prepare()
        self._streams.start()
        self.base = f"http://127.0.0.1:{self._server.bind_addr[1]}"
        self._thread = Thread(target=self._server.serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.stop()
        self._thread.join()
        self._streams.close()
