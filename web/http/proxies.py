"""Servers in front of the table: who asks, over which protocol, and below which path the pages lie for a browser."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.network.addresses import plain_address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FOR = "HTTP_X_FORWARDED_FOR"
PREFIX = "HTTP_X_FORWARDED_PREFIX"
INGRESS = "HTTP_X_INGRESS_PATH"
"""Where Home Assistant says below which path it shows the page in a frame of its own."""
FRAMED, SECURE = "companion.framed", "companion.secure"
"""Marks of a request: a page of Home Assistant shows it; the browser came over HTTPS to the name of the settings."""
PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")


@dataclass(frozen=True)
class Proxies:
    """``url`` is the address of the settings, "" for none; ``count`` servers one behind the other each add who asks.
    Only those at ``addresses`` are believed; without any, every client is.
    """

    url: str = ""
    count: int = 0
    addresses: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The path of the address, without the slash at its end."""
        return urlsplit(self.url).path.rstrip("/")


NO_PROXIES = Proxies()


class BehindProxies:
    """``app`` as it is to be asked behind ``proxies``: with the address of the browser, its protocol, and the path
    before those of the pages as ``SCRIPT_NAME``, whether or not the servers in front have taken it away.
    """

    def __init__(self, app: WSGIApplication, proxies: Proxies) -> None:
        self._app = app
        self._fixed = ProxyFix(app, x_for=proxies.count, x_proto=proxies.count)
        self._path = proxies.path
        self._counted = proxies.count > 0
        self._senders = frozenset(plain_address(each) or each for each in proxies.addresses)
        url = urlsplit(proxies.url)
        self._secure_name = url.hostname if url.scheme == "https" else None

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sender = plain_address(environ.get("REMOTE_ADDR", ""))
        believed = self._counted and (not self._senders or sender in self._senders)
        # A page that a foreign name leads to could write this header too: only known servers are believed.
        ingress = environ.get(INGRESS, "") if believed and self._senders else ""
        environ[FRAMED] = _is_path(ingress)
        path = ingress if environ[FRAMED] else self._path_of(environ, believed=believed)
        if path:
            _mount(environ, path)
        if not believed:
            return self._app(environ, start_response)
        proto = environ.get("HTTP_X_FORWARDED_PROTO", "").split(",")[0].strip()
        name = urlsplit(f"//{environ.get('HTTP_HOST', '')}").hostname if self._secure_name else None
        environ[SECURE] = proto == "https" and name is not None and name == self._secure_name
        return self._fixed(environ, start_response)

    def _path_of(self, environ: WSGIEnvironment, *, believed: bool) -> str:
        """The path before those of the pages, as this request came."""
        said = environ.get(PREFIX, "").rstrip("/") if believed else ""
        if _is_path(said):
            return said
        asked = environ.get("PATH_INFO", "")
        through = believed and FOR in environ
        return self._path if through or asked == self._path or asked.startswith(f"{self._path}/") else ""


def is_from_this_machine() -> bool:
    """Whether a browser on this machine itself asks, and no server that passes on what another machine asked."""
    sender = plain_address(request.remote_addr or "")
    return FOR not in request.environ and sender is not None and sender.is_loopback


def _is_path(text: str) -> bool:
    return PATH.fullmatch(text) is not None


def _mount(environ: WSGIEnvironment, path: str) -> None:
    """Take ``path`` as that of the application, away from that of the page if it is still before it."""
    asked = environ.get("PATH_INFO", "")
    if asked == path or asked.startswith(f"{path}/"):
        environ["PATH_INFO"] = asked[len(path) :] or "/"
    environ["SCRIPT_NAME"] = path
