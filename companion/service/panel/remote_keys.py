"""Remote presses: keys of a seat pressed over the API or a broker, only for public questions of the game.

A press names the public picture that it answers by its digest, and carries a counter. Late or repeated presses, and
those for another picture, are refused. While PEEK is held, and for secret questions, votes, the menu with its undo and
the code of a seat, remote presses are never accepted.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.errors import Refused
from companion.core.setup import SEATS
from companion.core.wording import Speaker, say
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.render.spoken_text import said
from companion.service.asking.requests import Digest, Reply, Request, refused
from companion.service.asking.sender import Handlers, Sender, hashed
from companion.service.panel.dials import dial_for, previous_die
from companion.service.panel.displays import DisplayUpdates
from companion.service.panel.faces import face_of, form_at, lines_above, on_screen, said_to_have_left, slip_at
from companion.service.panel.form_entry import gone_up
from companion.service.panel.joining import Joining
from companion.service.panel.key_answers import KeyAnswers
from companion.service.panel.place_states import PlaceState, PlaceStates
from companion.service.play.dialogues import CHANCE
from companion.service.rooms import Rooms
from companion.service.seats.rate_limit import RateLimits
from hardware.ports import RemotePress

LATE = 2.0
"""Seconds after which a press is refused."""
RESTARTED = 60.0
"""Seconds after which the counter of a button at a broker may begin again, since the button may have lost its power."""
A_MINUTE = 300
"""Remote presses per minute that a seat may have."""
STORED = "remotes"
"""The key of the setting that stores, by seat, the digest of its remote's token and the hash of the phone that made
it.
"""

RemoteKey = Literal["up", "down", "ok", "back"]


class MakeRemote(Request, frozen=True):
    """Make a token with which a device, such as a button on the Wi-Fi, presses keys for this seat, for public questions
    only. It replaces the previous token, and ends when this phone no longer has the seat.
    """

    may_ask = "seat"


class EndRemote(Request, frozen=True):
    """End the remote of this seat."""

    may_ask = "seat"


class PressKey(Request, frozen=True):
    """Press a key of the seat whose remote this token is. `asked` is the digest of the picture on which it was pressed,
    `count` grows with every press, and `age` is how many seconds ago it was pressed.
    """

    may_ask = "anyone"
    private = frozenset({"asked"})
    key: RemoteKey
    count: Annotated[int, Meta(ge=1, le=2**53)]
    asked: Digest
    age: Annotated[float, Meta(ge=0, le=86400)] = 0.0


class RemoteFace(Struct, frozen=True):
    """What the display of a ``seat`` shows in public: its ``words``, and the digest that a press names as ``asked``."""

    seat: int
    asked: str
    words: str


@dataclass(frozen=True)
class _Asked:
    """The public picture of a seat, and the time since when it has been shown."""

    face: RemoteFace
    since: float
    drawn_from: tuple[object, ...]


@dataclass(eq=False, repr=False)
class RemoteKeys:
    """Handles remote presses. Used only by the deciding thread; ``face`` may be called from any thread.

    ``holders`` gives for each seat the hashes of its tokens, ``wired`` are the seats whose keys a broker presses,
    ``testing`` says whether the hardware test is running, in which keys do not act on the play.
    """

    rooms: Rooms
    states: PlaceStates
    displays: DisplayUpdates
    answers: KeyAnswers
    settings: Settings
    clock: Clock
    secret: Callable[[int], bytes]
    speaker: Callable[[], Speaker]
    joining: Callable[[], Joining]
    holders: Callable[[], Mapping[int, frozenset[str]]]
    testing: Callable[[], bool]
    wired: frozenset[int] = frozenset()
    _asked: dict[int, _Asked] = field(default_factory=dict, init=False)
    _counts: dict[tuple[int, str], tuple[int, float]] = field(default_factory=dict, init=False)
    _remotes: dict[int, tuple[str, str]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._remotes = _stored(self.settings.get(STORED))
        self._limits = RateLimits(self.clock, A_MINUTE, 60.0)

    def handlers(self) -> Handlers:
        """The handlers of the requests about remotes."""
        return {MakeRemote: self._make, EndRemote: self._end, PressKey: self._press}

    def face(self, seat: int) -> RemoteFace | None:
        """The public picture of a seat; None for a seat without a remote."""
        asked = self._asked.get(seat)
        return asked.face if asked is not None else None

    def refresh(self) -> None:
        """Note the public picture of each seat with a remote. Call it after every decision."""
        for seat in (*self.wired, *(seat for seat in self._remotes if seat not in self.wired)):
            self._look(seat)

    def heard(self, event: RemotePress, seat: int) -> None:
        """Handle a press received by a broker. A press that is refused is dropped silently."""
        if seat in self.wired and event.line in ("up", "down", "ok", "back"):
            self._taken(seat, event.line, event.asked, (event.sender, event.count), event.at)

    def _make(self, sender: Sender, _: MakeRemote) -> Reply:
        seat = sender.actor.seat
        ways = {hashed(sender.token), hashed(f"{sender.token}/{seat}")}
        phone = next(iter(ways & self.holders().get(seat, frozenset())), "")
        if not phone:
            return Reply("no-seat", say("Take a seat first."))
        token = urlsafe_b64encode(self.secret(16)).decode("ascii").rstrip("=")
        self._keep({**self._remotes, seat: (hashed(token), phone)})
        self._counts.pop((seat, ""), None)
        return Reply(notice=say("The remote of this seat has the token {token}. It is not shown again.", token=token))

    def _end(self, sender: Sender, _: EndRemote) -> Reply:
        self._keep({seat: kept for seat, kept in self._remotes.items() if seat != sender.actor.seat})
        return Reply()

    def _press(self, sender: Sender, request: PressKey) -> Reply:
        digest = hashed(sender.token)
        seat = next((seat for seat, (remote, _) in self._remotes.items() if remote == digest), None)
        if seat is None or self._remotes[seat][1] not in self.holders().get(seat, frozenset()):
            return Reply("no-remote", say("This is no remote of a seat at this table any more."))
        at = self.clock.mono() - request.age
        return self._taken(seat, request.key, request.asked, ("", request.count), at)

    def _keep(self, remotes: dict[int, tuple[str, str]]) -> None:
        self._remotes = remotes
        self.settings.put(STORED, {str(seat): list(kept) for seat, kept in remotes.items()})
        self._asked = {seat: asked for seat, asked in self._asked.items() if seat in remotes or seat in self.wired}

    def _taken(self, seat: int, key: str, asked: str | None, counted: tuple[str, int | None], at: float) -> Reply:
        """Carry out a press, or reply why it is refused. ``counted`` is the sender and its counter."""
        if self._has_come(seat, *counted):
            return Reply("repeated-press", say("This press has come before."))
        if self.clock.mono() - at > LATE:
            return Reply("late-press", say("This press comes too late."))
        try:
            self._limits.take(seat)
        except Refused as refusal:
            return refused(refusal)
        now = self._look(seat)
        if asked != now.face.asked if asked is not None else at < now.since:
            return Reply("stale", say("The table has changed meanwhile. Look again."))
        if not self._is_public(seat, key):
            return Reply("not-from-afar", say("That is answered at the table: on a phone or by its own keys."))
        self.answers.pressed(seat, key, self.displays.picture(seat))
        return Reply()

    def _has_come(self, seat: int, sender: str, count: int | None) -> bool:
        """Whether a press with this counter or a higher one was received before; if not, record it."""
        if count is None:
            return False
        now = self.clock.mono()
        last, at = self._counts.get((seat, sender), (0, now))
        again = count == last or (count < last and not (sender and now - at > RESTARTED))
        if not again:
            self._counts[seat, sender] = (count, now)
        return again

    def _look(self, seat: int) -> _Asked:
        """The public picture of a seat, as it is without PEEK."""
        moment, speaker = self.rooms.moment, self.speaker()
        state = self.states[seat]
        if state.peek:
            shown = None if state.flash is not None and state.flash.private else state.flash
            state = replace(state, peek=False, aside=False, page=0, flash=shown)
        drawn_from = (moment.serial, state, speaker.language)
        known = self._asked.get(seat)
        if known is not None and known.drawn_from == drawn_from:
            return known
        face = face_of(moment, state, speaker, self.joining())
        asked = sha256(repr(face).encode()).hexdigest()[:32]
        since = known.since if known is not None and known.face.asked == asked else self.clock.mono()
        self._asked[seat] = found = _Asked(RemoteFace(seat, asked, said(face)), since, drawn_from)
        return found

    def _is_public(self, seat: int, key: str) -> bool:
        """Whether a key now does something that remote presses may do: turn pages, tick a slip, answer a public
        question of the game. Everything else is refused.
        """
        state, moment = self.states[seat], self.rooms.moment
        if self.testing() or state.peek or state.menu or state.opened or said_to_have_left(moment) == seat:
            return False
        if slip_at(moment, state) is not None:
            return key == "ok"
        dialogue = on_screen(moment, state)
        if dialogue is None:
            return key in ("up", "down")
        if dialogue.seat != seat or dialogue.question.secret:
            return False
        if dialogue.service and not dialogue.service.startswith(CHANCE):
            return False
        return key != "back" or self._goes_back_inside(state)

    def _goes_back_inside(self, state: PlaceState) -> bool:
        """Whether BACK is a step inside the seat's own dialogue, not to the menu."""
        dialogue = on_screen(self.rooms.moment, state)
        if dialogue is None:
            return False
        opened = form_at(self.rooms.moment, state)
        if opened is not None:
            return gone_up(opened) is not None
        dial = dial_for(dialogue, state.dial)
        if lines_above(self.rooms.moment, state):
            return True
        if dial.sure or previous_die(dial, dialogue.question) is not None:
            return True
        return dialogue.back and not dialogue.service


def _stored(kept: object) -> dict[int, tuple[str, str]]:
    """The usable part of the stored setting."""
    found: dict[int, tuple[str, str]] = {}
    for seat, pair in kept.items() if isinstance(kept, dict) else ():
        match seat, pair:
            case str(), [str() as remote, str() as phone] if seat.isdecimal() and int(seat) in SEATS:
                found[int(seat)] = (remote, phone)
    return found
