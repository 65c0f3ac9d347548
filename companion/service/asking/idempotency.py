"""Requests that are sent again: done once, and no other request is taken for them."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b, sha256

import msgspec
from msgspec import Struct

from companion.service.asking.requests import Reply, Request

LAST = 32
"""Replies of one sender that are remembered."""
SENDERS = 64
"""Senders whose replies are remembered."""


class Sent(Struct, frozen=True):
    """A request that is done once: its ``sender``, the ``nonce`` it was sent under, the ``digest`` of its content."""

    sender: str
    nonce: str
    digest: str

    @classmethod
    def of(cls, sender: str, request: Request) -> Sent:
        content = msgspec.json.encode(request.content(), order="deterministic")
        return cls(sender, request.once, sha256(content).hexdigest()[:32])

    @property
    def key(self) -> str:
        """What it is stored under within its play: sender and nonce in one, telling neither. Empty without a nonce."""
        if not self.nonce:
            return ""
        return blake2b(msgspec.json.encode((self.sender, self.nonce)), digest_size=16).hexdigest()


class Decided:
    """The last replies of each sender, refusals too. What was taken is also kept with the play, for good."""

    def __init__(self) -> None:
        self._replies: OrderedDict[str, OrderedDict[Sent, Reply]] = OrderedDict()

    def remember(self, sent: Sent, reply: Reply) -> None:
        """Keep a reply; the oldest goes when there are too many."""
        replies = self._replies.setdefault(sent.sender, OrderedDict())
        self._replies.move_to_end(sent.sender)
        replies[sent] = reply
        if len(replies) > LAST:
            replies.popitem(last=False)
        if len(self._replies) > SENDERS:
            self._replies.popitem(last=False)

    def reply(self, sent: Sent) -> Reply | None:
        """What was said to this very request."""
        replies = self._replies.get(sent.sender)
        return replies.get(sent) if replies is not None else None

    def knows(self, sent: Sent) -> bool:
        """Whether its nonce was used, for this or for something else."""
        return any(known.nonce == sent.nonce for known in self._replies.get(sent.sender, ()))
