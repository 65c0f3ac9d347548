"""What the admin lets the table tell the room around it, and how that goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec
from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import Message, Speaker, say
from companion.plays.storage.stores import Settings
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.screens.moment import Moment

KEPT = "publishing"
"""The setting: the rules."""

LinkState = Literal["off", "waiting", "trying", "linked", "clearing", "stopped"]
"""Nothing is published; the time of day is awaited; the broker is not reached (yet); it is; what is left there is
being taken back; another table uses this identity, so that nothing is tried until somebody decides.
"""


class PublishingRules(Struct, frozen=True):
    """Whether the table publishes what everybody may see, and whether with the names of people."""

    on: bool = False
    names: bool = False


class PublishingView(Struct, frozen=True):
    """``broker`` as people write it; ``trouble``: why it gets nothing, or not everything. ``elsewhere``: other brokers
    at which something of this table may be left. ``contested``: another table uses this identity, or seems to.
    """

    broker: str
    state: LinkState = "off"
    trouble: Message | None = None
    elsewhere: tuple[str, ...] = ()
    contested: bool = False


class SetPublishing(Request, frozen=True):
    """Let the table publish what everybody may see, with the names of people or without; or stop it."""

    may_ask = "admin"
    on: bool
    names: bool


class ForgetOtherBrokers(Request, frozen=True):
    """What is left at other brokers than the present one needs no taking back."""

    may_ask = "admin"


class RoomPublisher(Protocol):
    """The thread that publishes."""

    @property
    def view(self) -> PublishingView: ...

    def follow(self, rules: PublishingRules) -> None: ...

    def forget_elsewhere(self) -> None: ...

    def renew_identity(self) -> None: ...

    def wake(self) -> None: ...

    def start(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Watched:
    """What a publisher looks at: the newest ``moment``; who speaks the language of the table screen, with the names of
    people or without. ``changed`` is told, in any thread, when its view has changed.
    """

    moment: Callable[[], Moment]
    speakers: Callable[[bool], Speaker]
    changed: Callable[[], object]


MakePublisher = Callable[[Watched], RoomPublisher]


class RoomPublishing:
    """``publisher`` is None where the settings name no broker; ``changed`` is told what was asked."""

    def __init__(self, publisher: RoomPublisher | None, settings: Settings, changed: Callable[[], None]) -> None:
        self._publisher = publisher
        self._settings = settings
        self._changed = changed
        self._rules = _stored(settings.get(KEPT))
        if publisher is not None:
            publisher.follow(self._rules)

    def handlers(self) -> Handlers:
        return {SetPublishing: self._set, ForgetOtherBrokers: self._forget}

    def _set(self, _: Sender, request: SetPublishing) -> Reply:
        publisher = self._ready()
        rules = PublishingRules(request.on, request.names and request.on)
        self._settings.put(KEPT, msgspec.to_builtins(rules))
        self._rules = rules
        publisher.follow(rules)
        self._changed()
        return Reply()

    def _forget(self, _: Sender, __: ForgetOtherBrokers) -> Reply:
        self._ready().forget_elsewhere()
        return Reply()

    def _ready(self) -> RoomPublisher:
        if self._publisher is None:
            raise Refused("no-broker", say("The settings of this table name no broker: see [mqtt] there."))
        return self._publisher

    @property
    def view(self) -> tuple[PublishingRules, PublishingView] | None:
        """By which rules the table publishes, and how it goes; None where the settings name no broker."""
        return (self._rules, self._publisher.view) if self._publisher is not None else None


def _stored(kept: object) -> PublishingRules:
    try:
        return msgspec.convert(kept or {}, PublishingRules)
    except msgspec.ValidationError:
        return PublishingRules()
