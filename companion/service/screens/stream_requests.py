"""What can be asked about streams of pages."""

from __future__ import annotations

from companion.service.asking.requests import Request


class AnswerBeat(Request, frozen=True):
    """Somebody is there: the answer of a page to a beat of its stream."""

    may_ask = "anybody"
