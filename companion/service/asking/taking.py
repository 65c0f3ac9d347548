"""Where every request is taken or refused, and none done twice or taken for another."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import replace
from hashlib import blake2b, sha256

import msgspec
from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.play import Play
from companion.plays.storage.log_errors import LogError
from companion.service.asking.requests import Reply, Request, refused
from companion.service.asking.sender import Handlers, Origin, Sender

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
        """The reply that was given to this very request, or None."""
        replies = self._replies.get(sent.sender)
        return replies.get(sent) if replies is not None else None

    def knows(self, sent: Sent) -> bool:
        """Whether its nonce was used, for this or for something else."""
        return any(known.nonce == sent.nonce for known in self._replies.get(sent.sender, ()))


logger = logging.getLogger(__name__)

FAULTS = ("bug", "nonce-reused")
"""Refusals that decide nothing about a request."""


class Taking:
    """Takes the requests to a table, for the deciding thread. The rooms of the service say what they handle."""

    def __init__(self) -> None:
        self._handlers: Handlers = {}
        self._decided = Decided()

    def serve(self, handlers: Handlers) -> None:
        """Let a room handle these requests."""
        self._handlers |= handlers

    def forget(self) -> None:
        """Forget nonces, because another play is on the table."""
        self._decided = Decided()

    def take(self, origin: Origin, request: Request, play: Play | None) -> Reply:
        """Carry out a request, or refuse it, for instance if ``origin`` may not ask it."""
        try:
            sender = origin.sender(request)
        except Refused as refusal:
            return logged(str(origin), request, refused(refusal))
        return logged(str(sender.actor), request, self._reply(sender, request, play))

    def _reply(self, sender: Sender, request: Request, play: Play | None) -> Reply:
        """What becomes of a request: the one place where a refusal becomes a reply.

        One that was decided before (if it was taken, also before a restart) is not done again: the first reply holds.
        A fault of the disk or of the rules decides nothing: then it may be sent again.
        """
        sent = Sent.of(sender.name, request)
        try:
            if play is None or not sent.key:
                return self._handlers[type(request)](sender, request)
            before = self._decided.reply(sent) or self._kept(sender, sent, play)
            if before is not None:
                return before
            reply = self._first(sender, sent, request, play)
        except Refused as refusal:
            reply = refused(refusal)
            if play is None or not sent.key or refusal.code in FAULTS:
                return reply
        except LogError as fault:
            return Reply(fault.code, fault.located if sender.host else fault.message)
        self._decided.remember(sent, reply)
        return reply

    def _first(self, sender: Sender, sent: Sent, request: Request, play: Play) -> Reply:
        play.expect(sent.key, sent.digest)
        try:
            return self._handlers[type(request)](replace(sender, key=sent.key), request)
        except BaseException:
            play.drop(sent.key)
            raise

    def _kept(self, sender: Sender, sent: Sent, play: Play) -> Reply | None:
        """What the log knows of the request. Raises ``Refused`` when its nonce was used for something else."""
        content = play.request(sent.key)
        if content == sent.digest:
            return Reply()
        # Entries of older programs hold the bare nonce of whoever acted, and nothing to compare the content with.
        older = play.made_by(sent.nonce)
        if content is not None or self._decided.knows(sent) or (older is not None and older.actor == str(sender.actor)):
            raise Refused(
                "nonce-reused",
                say(
                    "Something else was sent under this nonce before. See whether it counted, "
                    "and send this with a new one."
                ),
            )
        return None


def logged(who: str, request: Request, reply: Reply) -> Reply:
    """Write what became of a request to the debug log, without what is private in it; long texts are cut."""
    logger.debug("%s asks %.400r: %s", who, request, reply.code or ("taken" if reply.taken else "not taken yet"))
    return reply
