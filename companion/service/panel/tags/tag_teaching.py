"""Teaching tags: an admin holds a tag to any reader and taps what it stands for. Possible only without a play, since in
a play the admin would see which card a person holds to a reader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, Struct

from companion.core.setup import SEATS
from companion.core.wording import Wording, say, verbatim
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.panel.tags.taught_tags import TagKind, TagMeaning, TaughtTags
from companion.service.seats.seats_state import checked_name

QUIET = 300.0
"""Seconds without a tag or a tap after which teaching ends."""

Key = Annotated[str, Meta(max_length=80)]


class BeginTeaching(Request, frozen=True):
    """Begin teaching: from now on a tag that is read waits for its meaning."""

    may_ask = "admin"


class EndTeaching(Request, frozen=True):
    """End teaching: tags have their effect again."""

    may_ask = "admin"


class TeachTag(Request, frozen=True):
    """Give the last tag read this meaning: the component ``key`` of the kind ``part`` in the box of ``game``, the
    person named ``key``, or the seat with the number ``key``.
    """

    may_ask = "admin"
    kind: TagKind
    key: Key
    game: Key = ""
    part: Key = ""


class ForgetTags(Request, frozen=True):
    """Forget all tags with this meaning."""

    may_ask = "admin"
    kind: TagKind
    key: Key
    game: Key = ""
    part: Key = ""


class TagsView(Struct, frozen=True):
    """What an admin sees of tags: the places with ``readers``, whether somebody is ``teaching``, the ``place`` where a
    tag waits for its meaning, its present meaning (``known``), and the number of tags for each meaning. ``people`` sit
    here or played here lately.
    """

    readers: tuple[int, ...] = ()
    teaching: bool = False
    place: int | None = None
    known: TagMeaning | None = None
    taught: tuple[tuple[TagMeaning, int], ...] = ()
    people: tuple[str, ...] = ()


@dataclass(eq=False, repr=False)
class TagTeaching:
    """Teaches tags. Changed only by the deciding thread; may be read from any.

    ``component`` gives the name of a component of a game's box, None for an unknown one; ``gathering`` says whether
    there is no play, ``people`` who is at the table; ``changed`` is called when ``view`` has changed.
    """

    tags: TaughtTags
    readers: tuple[int, ...]
    clock: Clock
    component: Callable[[TagMeaning], Wording | None]
    gathering: Callable[[], bool]
    people: Callable[[], tuple[str, ...]]
    changed: Callable[[], None]
    _teaching: bool = field(default=False, init=False)
    _until: float = field(default=0.0, init=False)
    _read: tuple[int, str] | None = field(default=None, init=False)

    def handlers(self) -> Handlers:
        """The handlers of the requests about tags."""
        return {BeginTeaching: self._begin, EndTeaching: self._end, TeachTag: self._teach, ForgetTags: self._forget}

    def view(self) -> TagsView:
        """What an admin sees."""
        read = self._read
        return TagsView(
            readers=self.readers,
            teaching=self._teaching,
            place=read[0] if read is not None else None,
            known=self.tags.meaning(read[1]) if read is not None else None,
            taught=self.tags.counts(),
            people=self.people(),
        )

    def take(self, place: int, code: str) -> bool:
        """Handle a tag that was read. True if it waits to be taught, so that nothing else may act on it."""
        if not self._on():
            return False
        self._read = (place, code)
        self._touched()
        return True

    def idle(self) -> None:
        """Periodic work: end teaching after ``QUIET``."""
        if self._teaching and not self._on():
            self._stop()

    def _begin(self, _: Sender, __: BeginTeaching) -> Reply:
        if not self.gathering():
            return Reply("play-on", say("Tags are taught before a play: else you would see what others hold."))
        self._teaching, self._read = True, None
        self._touched()
        return Reply()

    def _end(self, _: Sender, __: EndTeaching) -> Reply:
        self._stop()
        return Reply()

    def _teach(self, _: Sender, request: TeachTag) -> Reply:
        if not self._on():
            return Reply("not-teaching", say("Begin teaching first."))
        if self._read is None:
            return Reply("no-tag", say("Hold a tag to a reader first."))
        key = checked_name(request.key) if request.kind == "person" else request.key.strip()
        meaning = TagMeaning(request.kind, key, request.game, request.part)
        name = self.name(meaning)
        if name is None:
            return Reply("no-such-thing", say("There is no such thing to teach."))
        self.tags.teach(self._read[1], meaning)
        self._read = None
        self._touched()
        return Reply(notice=say("This tag is now: {what}.", what=name))

    def _forget(self, _: Sender, request: ForgetTags) -> Reply:
        self.tags.forget(TagMeaning(request.kind, request.key, request.game, request.part))
        self.changed()
        return Reply()

    def name(self, meaning: TagMeaning) -> Wording | None:
        """The name of a meaning; None if it does not exist."""
        match meaning.kind:
            case "card":
                return self.component(meaning)
            case "person":
                return verbatim(meaning.key)
            case "seat":
                number = int(meaning.key) if meaning.key.isdecimal() and len(meaning.key) == 1 else 0
                return say("Seat {n}", n=number) if number in SEATS else None

    def _on(self) -> bool:
        return self._teaching and self.gathering() and self.clock.mono() < self._until

    def _touched(self) -> None:
        self._until = self.clock.mono() + QUIET
        self.changed()

    def _stop(self) -> None:
        self._teaching, self._read = False, None
        self.changed()
