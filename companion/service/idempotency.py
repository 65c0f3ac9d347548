"""What somebody sent to be done, so that sending it again does not do it twice and no other request is taken for it."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b, sha256

import msgspec
from msgspec import Struct

from companion.core.questions import Answer
from companion.service.screens.views import Reply

LAST = 32
"""Replies of one sender that are remembered."""
SENDERS = 64
"""Senders whose replies are remembered."""


class Request(Struct, frozen=True):
    """A thing to be done once. ``nonce`` is a word of the sender's own, empty for none; ``digest`` is of all that was
    sent.
    """

    sender: str
    nonce: str
    digest: str

    @classmethod
    def of(cls, sender: str, nonce: str, *content: object) -> Request:
        """A request of a device (by the hash of its token) or of a key place, with all that it asks for."""
        return cls(sender, nonce, sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()[:32])

    @property
    def key(self) -> str:
        """What it is stored under within its play: sender and nonce in one, telling neither. Empty without a nonce."""
        if not self.nonce:
            return ""
        return blake2b(msgspec.json.encode((self.sender, self.nonce)), digest_size=16).hexdigest()


class Decided:
    """The last replies of each sender, refusals too. What was taken is also kept with the play, for good."""

    def __init__(self) -> None:
        self._replies: OrderedDict[str, OrderedDict[Request, Reply]] = OrderedDict()

    def remember(self, request: Request, reply: Reply) -> None:
        """Keep a reply; the oldest goes when there are too many."""
        replies = self._replies.setdefault(request.sender, OrderedDict())
        self._replies.move_to_end(request.sender)
        replies[request] = reply
        if len(replies) > LAST:
            replies.popitem(last=False)
        if len(self._replies) > SENDERS:
            self._replies.popitem(last=False)

    def reply(self, request: Request) -> Reply | None:
        """What was said to this very request."""
        replies = self._replies.get(request.sender)
        return replies.get(request) if replies is not None else None

    def knows(self, request: Request) -> bool:
        """Whether its nonce was used, for this or for something else."""
        return any(known.nonce == request.nonce for known in self._replies.get(request.sender, ()))


def as_sent(answer: Answer) -> list[str]:
    """An answer as a form sends it: a question that is gone cannot say any more how its form is to be read."""
    if isinstance(answer, list):
        return [str(part) for part in answer]
    return [{True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)]
