"""Who organises an event: the person who has opened the organiser's address, on the browser that did."""

from __future__ import annotations

import hmac
from hashlib import sha256

from flask import abort, request
from werkzeug.wrappers import Response

from companion.club.events.stored.stored_events import EventState
from web.club.club_context import club

COOKIE = "organises-"
MONTHS = 90 * 24 * 3600
"""Seconds an organiser's browser stays one."""


class NotOrganiser(Exception):
    """The browser has not opened the organiser's address of this event, or that was renewed."""

    def __init__(self, state: EventState) -> None:
        super().__init__(state.id)
        self.state = state


def organises(state: EventState) -> bool:
    """Whether the present browser is an organiser's."""
    return hmac.compare_digest(request.cookies.get(COOKIE + state.id, "").encode(), _proof(state).encode())


def organised(event: str) -> EventState:
    """The event that the present browser organises. Raises ``NotOrganiser``; 404 where there is none."""
    state = club().events.read(event)
    if state is None:
        abort(404)
    if not organises(state):
        raise NotOrganiser(state)
    return state


def remember_organiser(response: Response, state: EventState) -> None:
    """Make the present browser an organiser's. What proves it holds until the code is renewed."""
    response.set_cookie(
        COOKIE + state.id,
        _proof(state),
        max_age=MONTHS,
        path=f"/event/{state.id}",
        httponly=True,
        secure=request.is_secure,
        samesite="Strict",
    )


def _proof(state: EventState) -> str:
    signed = b"organises\0" + state.id.encode() + b"\0" + state.organiser
    return hmac.new(club().key, signed, sha256).hexdigest()
