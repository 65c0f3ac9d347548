"""What the table sends to others, as the admin allows it: results and cards to a club, and news to a broker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import Meta, Struct

from companion.core.errors import Refused
from companion.core.step import TABLE
from companion.core.wording import Message, Speaker, say
from companion.plays.log.card_codes import NOT_A_CODE, read_card_code
from companion.plays.log.due_reports import DueReports
from companion.plays.log.seat_cards import SeatCard
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Reply, Request, Seat
from companion.service.asking.sender import FromDevice, Handlers, Sender
from companion.service.screens.moment import Moment
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seating import CardsAtSeats

TRIES, WINDOW = 6, 600.0
"""How many cards a seat may show within how many seconds, so that the club is not asked about guesses."""


CardState = Literal["none", "asked", "known", "unknown", "twice", "left"]
"""No card; not yet identified by the club; valid; unknown to the club; valid but shown at another seat too; the play is
over and was played by a person who has left.
"""


class CardView(Struct, frozen=True):
    """The state of the card of a ``seat``; 0 for a device without a seat. ``over``: the play is over."""

    seat: int = 0
    state: CardState = "none"
    over: bool = False


class ShowCard(Request, frozen=True):
    """Count the play for the person who has this card: its code, or the address that its QR code opens."""

    may_ask = "seat"
    private = frozenset({"code"})
    seat: Seat
    code: Annotated[str, Meta(max_length=200)]


class RemoveCard(Request, frozen=True):
    """Remove the card, so that the person is a guest again."""

    may_ask = "seat"
    seat: Seat


class ClubCards:
    """Handles cards of a club. ``reports`` says whether the admin lets the table report; ``changed`` is called when a
    seat's card has changed.
    """

    def __init__(self, cards: CardsAtSeats, reports: DueReports, clock: Clock, changed: Callable[[], None]) -> None:
        self._cards = cards
        self._reports = reports
        self._changed = changed
        self._tries = RateLimits(clock, TRIES, WINDOW)

    def handlers(self) -> Handlers:
        return {ShowCard: self._show, RemoveCard: self._remove}

    @property
    def taken(self) -> bool:
        """Whether cards count at this table: its admin lets it report to a club."""
        return self._reports.collecting

    def _show(self, sender: Sender, request: ShowCard) -> Reply:
        """Handle ``ShowCard``. Mistyped codes are recognised by their check signs without asking the club."""
        seat = self._own(sender, request.seat)
        if not self._reports.collecting:
            raise Refused("no-cards", say("This table reports to no club, so that no card counts here."))
        if self._cards.was_left(seat):
            raise Refused("card-late", say("That play was somebody else's. Show your card for the next one."))
        code = read_card_code(request.code)
        if code is None:
            raise Refused("no-card", NOT_A_CODE)
        self._tries.take(seat)
        if any(card.code == code for other, card in self._cards.all().items() if other != seat):
            raise Refused("card-elsewhere", say("This card is shown at another seat. Take it away there first."))
        self._cards.show(seat, code)
        self._changed()
        return Reply()

    def _remove(self, sender: Sender, request: RemoveCard) -> Reply:
        seat = self._own(sender, request.seat)
        if not self._cards.was_left(seat):
            self._cards.remove(seat)
            self._changed()
        return Reply()

    def _own(self, sender: Sender, seat: int) -> int:
        """The seat for which a page was opened; on a shared phone another seat may be shown by now."""
        if sender.actor.seat != seat:
            raise Refused("not-yours", say("This phone is in other hands now. Open the page of your seat again."))
        return seat

    def view(self, seat: int) -> CardView | None:
        """The state of the card of ``seat`` (0: a device without a seat); None if the table reports to no club."""
        if not self._reports.collecting:
            return None
        if not seat:
            return CardView()
        if self._cards.was_left(seat):
            return CardView(seat, "left", over=True)
        return CardView(seat, _state(self._cards.all(), seat), self._cards.is_over)


def _state(cards: dict[int, SeatCard], seat: int) -> CardState:
    card = cards.get(seat)
    if card is None:
        return "none"
    if card.is_asked:
        return "asked"
    if not card.person:
        return "unknown"
    return "twice" if any(other != seat and each.person == card.person for other, each in cards.items()) else "known"


REPORTING = "reporting"
"""The key of the setting whether the table reports."""

ReportingState = Literal["off", "waiting", "trying", "told", "stopped"]
"""The state of reporting: off; waiting for the time of day; the club is not reachable (yet); the club has everything;
nothing is sent until the settings have another token.
"""


class ReportingView(Struct, frozen=True):
    """The state of reporting to a club. ``club`` is its readable address; ``due`` is the number of reports without a
    receipt, ``trouble`` the reason.
    """

    club: str
    state: ReportingState = "off"
    due: int = 0
    trouble: Message | None = None


class SetReporting(Request, frozen=True):
    """Switch the reporting of plays that end from now on on or off."""

    may_ask = "admin"
    on: bool


class ClubReporter(Protocol):
    """The thread that reports."""

    @property
    def view(self) -> ReportingView: ...

    def leave_token(self) -> None: ...

    def follow(self, *, on: bool) -> None: ...

    def wake(self) -> None: ...

    def start(self) -> None: ...

    def close(self) -> None: ...


MakeReporter = Callable[[Callable[[], object]], ClubReporter]
"""A function that makes the reporter. The reporter calls the given function in its own thread when its view has
changed.
"""


class ClubReporting:
    """Controls reporting. ``reporter`` is None if the settings name no club; ``changed`` is called with each
    request.
    """

    def __init__(
        self, reporter: ClubReporter | None, reports: DueReports, settings: Settings, changed: Callable[[], None]
    ) -> None:
        self._reporter = reporter
        self._reports = reports
        self._settings = settings
        self._changed = changed
        self._on = False
        if reporter is not None:
            self._follow(reporter, on=settings.get(REPORTING) is True)

    def handlers(self) -> Handlers:
        return {SetReporting: self._set}

    def _set(self, _: Sender, request: SetReporting) -> Reply:
        if self._reporter is None:
            raise Refused("no-club", say("The settings of this table name no club: see [club] there."))
        self._settings.put(REPORTING, request.on)
        self._follow(self._reporter, on=request.on)
        self._changed()
        return Reply()

    def _follow(self, reporter: ClubReporter, *, on: bool) -> None:
        self._on = self._reports.collecting = on
        reporter.follow(on=on)

    @property
    def view(self) -> tuple[bool, ReportingView] | None:
        """(whether the table should report, its state); None if the settings name no club."""
        return (self._on, self._reporter.view) if self._reporter is not None else None


PUBLISHING = "publishing"
"""The key of the setting with the rules."""

LinkState = Literal["off", "waiting", "trying", "linked", "clearing", "stopped"]
"""The state of publishing: off; waiting for the time of day; the broker is not reachable (yet); connected; removing
what is left at the broker; another table uses this identity, so nothing is tried until an admin decides.
"""


class PublishingRules(Struct, frozen=True):
    """Whether the table publishes public information, and whether with names of people."""

    on: bool = False
    names: bool = False


class PublishingView(Struct, frozen=True):
    """The state of publishing. ``broker`` is its readable address; ``trouble`` says why it gets nothing or not
    everything. ``elsewhere``: other brokers that may still have data of this table. ``contested``: another table uses
    this identity, or seems to.
    """

    broker: str
    state: LinkState = "off"
    trouble: Message | None = None
    elsewhere: tuple[str, ...] = ()
    contested: bool = False


class SetPublishing(Request, frozen=True):
    """Switch publishing of public information on or off, with or without names of people."""

    may_ask = "admin"
    on: bool
    names: bool


class ForgetOtherBrokers(Request, frozen=True):
    """Forget other brokers: data of this table left there need not be removed."""

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
    """The inputs of a publisher: the newest ``moment``, and speakers for the language of the table screen with or
    without names of people. ``changed`` is called in any thread when its view has changed.
    """

    moment: Callable[[], Moment]
    speakers: Callable[[bool], Speaker]
    changed: Callable[[], object]


MakePublisher = Callable[[Watched], RoomPublisher]


class RoomPublishing:
    """Controls publishing. ``publisher`` is None if the settings name no broker; ``changed`` is called with each
    request.
    """

    def __init__(self, publisher: RoomPublisher | None, settings: Settings, changed: Callable[[], None]) -> None:
        self._publisher = publisher
        self._settings = settings
        self._changed = changed
        self._rules = _stored(settings.get(PUBLISHING))
        if publisher is not None:
            publisher.follow(self._rules)

    def handlers(self) -> Handlers:
        return {SetPublishing: self._set, ForgetOtherBrokers: self._forget}

    def _set(self, _: Sender, request: SetPublishing) -> Reply:
        publisher = self._ready()
        rules = PublishingRules(request.on, request.names and request.on)
        self._settings.put(PUBLISHING, msgspec.to_builtins(rules))
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
        """(rules of publishing, its state); None if the settings name no broker."""
        return (self._rules, self._publisher.view) if self._publisher is not None else None


def _stored(kept: object) -> PublishingRules:
    try:
        return msgspec.convert(kept or {}, PublishingRules)
    except msgspec.ValidationError:
        return PublishingRules()


@dataclass(frozen=True, eq=False, repr=False)
class SendingLooks(Looks):
    _publishing: RoomPublishing
    _reporting: ClubReporting
    _cards: ClubCards

    @may_look("admin")
    def publishing(self, _: FromDevice) -> tuple[PublishingRules, PublishingView] | None:
        """(rules of publishing, its state); None if the settings name no broker."""
        return self._publishing.view

    @may_look("admin")
    def reporting(self, _: FromDevice) -> tuple[bool, ReportingView] | None:
        """(whether the table should report, its state); None if the settings name no club."""
        return self._reporting.view

    @may_look("anyone")
    def own_card(self, device: FromDevice) -> CardView | None:
        """The state of the card of the device's seat; None if the table reports to no club."""
        return self._cards.view(device.own or TABLE)

    @may_look("anyone")
    def cards_taken(self, _: FromDevice) -> bool:
        """Whether cards count at this table: its admin lets it report to a club."""
        return self._cards.taken
