"""The seats of the table: who sits where, with which device and which card of a club."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from msgspec import Meta, Struct, structs

from companion.core.chance import ChanceSource
from companion.core.errors import Refused
from companion.core.setup import SEATS, OptionValue
from companion.core.wording import N_, SeatName, say
from companion.locale import names_of_seat
from companion.plays.current_play import PRESENT
from companion.plays.log.log import Log
from companion.plays.log.seat_cards import SeatCard
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.rows import PlayRow
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Name, Reply, Request, Seat
from companion.service.asking.sender import FromDevice, Handlers, Sender, no_seat, not_by_keys, not_yours
from companion.service.play.running_play import RunningPlay
from companion.service.seats.attendance import Attendance, Departures
from companion.service.seats.host_role import HostRoles, PinWays, grouped
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seat_transfer import KeepSeat, SeatTransfers, SharedPhones
from companion.service.seats.seats_state import (
    Claim,
    Gathering,
    LastPlay,
    SeatsState,
    WaitingPlay,
    checked_name,
    is_word_of_the_table,
    same_name,
    tell_apart,
)
from companion.service.seats.table_setup import TableSetup, TableSetupView
from companion.service.table_state import Part

LEFT = "cards-left:"
"""Prefix of the play's id in the settings: the seats that were left when it was over."""


class CardsAtSeats:
    """What becomes of cards when people sit down, change seats and leave. Methods raise ``LogError``.

    The card of a play that is over stays with it when its owner leaves: that play counts for the person who played it.
    The person who sits there then can neither see nor change it, and it does not go along to the next play. Any thread
    may read.
    """

    def __init__(self, part: Part[SeatsState], running: RunningPlay, log: Log) -> None:
        self._part = part
        self._running = running
        self._log = log

    @property
    def play(self) -> str:
        """The play that cards are shown for: the one on the table, or the next one."""
        return self._part.now.gathering.play_id

    @property
    def is_over(self) -> bool:
        return self._running.now.phase == "over"

    def all(self) -> dict[int, SeatCard]:
        """The cards of this play, by seat."""
        return self._log.seat_cards.of_play(self.play)

    def was_left(self, seat: int) -> bool:
        """Whether the play is over, and the person who played it at this seat has gone since."""
        return self.is_over and seat in self._left(self.play)

    def show(self, seat: int, code: str) -> None:
        """Show a card at a seat, in place of the one before."""
        self._log.seat_cards.put(self.play, seat, SeatCard(code=code))

    def remove(self, seat: int) -> None:
        """The person who sits there is a guest again, also in the report of a play that has ended."""
        if seat in self.all():
            self._log.seat_cards.remove(self.play, seat)

    def leaves(self, seat: int) -> None:
        """Remove the card of a person who leaves or is replaced. After a play the card stays; the leaving is noted."""
        if not self.is_over:
            self.remove(seat)
        elif self._log.due_reports.collecting and not self.was_left(seat):
            self._log.settings.put(LEFT + self.play, sorted({*self._left(self.play), seat}))

    def arrives(self, seat: int) -> None:
        """Remove a card at a seat that nobody held: a new phone there is somebody else's."""
        if not self.is_over:
            self.remove(seat)

    def moves(self, seat: int, to: int) -> None:
        """Take the card along when somebody changes seats before a play."""
        self._log.seat_cards.move(self.play, seat, to)

    def carry(self, play: str, to: str) -> None:
        """Carry the cards of one play over to the next, but for people who have left."""
        self._log.seat_cards.carry(play, to, but=self._left(play))

    def _left(self, play: str) -> frozenset[int]:
        kept = self._log.settings.get(LEFT + play, [])
        return frozenset(seat for seat in SEATS if isinstance(kept, list) and seat in kept)


class TakeSeat(Request, frozen=True):
    """Sit down with this device."""

    may_ask = "anyone"
    seat: Seat
    name: Name
    beside: bool = False
    """Somebody else plays on this device too."""
    language: Annotated[str, Meta(max_length=20)] = ""
    """That of the pages on this device; empty where it is not known."""


class CoverPhone(Request, frozen=True):
    """Cover a device that several share, before another of them takes it."""

    may_ask = "anyone"


class UncoverPhone(Request, frozen=True):
    """A shared device is in the hands of whoever sits at ``seat``."""

    may_ask = "anyone"
    seat: Seat


class HandPage(Request, frozen=True):
    """The scribe hands the device to somebody who has none, for a question that only they may see. It acts for
    ``seat`` from when it is uncovered there until it is covered, or nothing is asked there any more.
    """

    may_ask = "admin"
    seat: Seat


class Rename(Request, frozen=True):
    """Another name for the asker."""

    may_ask = "seat"
    name: Name


class LeaveSeat(Request, frozen=True):
    """Stand up: the seat is free for another device."""

    may_ask = "seat"


class OfferSeat(Request, frozen=True):
    """A code, in words, with which another phone may ask for the seat."""

    may_ask = "for a seat"
    seat: Seat


class ClaimSeat(Request, frozen=True):
    """Type such a code on the new phone."""

    may_ask = "anyone"
    private = frozenset({"code"})
    code: Annotated[str, Meta(max_length=20)]


class AddPlayer(Request, frozen=True):
    """Seat somebody without a phone."""

    may_ask = "admin"
    seat: Seat
    name: Name


class FreeSeat(Request, frozen=True):
    """End the devices of a seat, so that another can take it."""

    may_ask = "admin"
    seat: Seat


class BecomeHost(Request, frozen=True):
    """Become host with a PIN."""

    may_ask = "anyone"
    private = frozenset({"pin"})
    pin: Annotated[str, Meta(max_length=20)]


class OwnRole(Struct, frozen=True):
    """``seat`` is the one a device may act for now, of all the ``seats`` (1 to 8) of those who share it; none before it
    takes one, and while it is handed from one to another. A ``host`` gave the PIN; ``hosting``: the seat
    hosts. ``handed`` is the seat to which a scribe handed it. It waits for a yes to the seats it ``asks_for``.
    """

    seat: int | None
    seats: tuple[int, ...]
    host: bool
    hosting: bool = False
    handed: int | None = None
    asks_for: tuple[int, ...] = ()

    @property
    def sharers(self) -> tuple[int, ...]:
        """The seats that share this device, with others or with the scribe; none where it has one seat or none."""
        if self.handed is not None:
            return (self.handed,)
        return self.seats if len(self.seats) > 1 else ()


PEOPLE = 24
"""Names that keys offer: as many as one turns through without getting lost."""
WAITING_PLAYS = 8
"""Plays put away that people are offered before they choose a game; the past plays have all."""
KNOWN = 1000
"""Devices of which it is remembered that they have no seat: any browser that comes by counts."""


@dataclass(eq=False, repr=False)
class Seats:
    """The seats of the table. ``secret(n)`` gives n random bytes; ``joins`` limits how often a seat changes hands;
    ``phone_sits_down`` is told the language of each phone that sits down in the lobby."""

    part: Part[SeatsState]
    running: RunningPlay
    attendance: Attendance
    leaving: Departures
    moving: SeatTransfers
    ask_seat: Callable[[int, str, str], None]
    log: Log
    roles: HostRoles
    joins: RateLimits
    secret: Callable[[int], bytes]
    phone_sits_down: Callable[[str], None]
    cards: CardsAtSeats
    _known: dict[str, tuple[int, ...]] = field(default_factory=dict, init=False)
    _listeners: list[Callable[[], None]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.sharing = SharedPhones(self.part)
        self.moving.hand_to(self._hand_over)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener``, in the deciding thread, when other devices may act for seats than before."""
        self._listeners.append(listener)

    def handlers(self) -> Handlers:
        return {
            TakeSeat: self._take,
            CoverPhone: self._cover,
            UncoverPhone: self._uncover,
            HandPage: self._hand_page,
            Rename: self._rename_own,
            LeaveSeat: self._leave_own,
            OfferSeat: self._offer,
            KeepSeat: self._keep,
            ClaimSeat: self._claim,
            AddPlayer: lambda _, request: self._sit(request.seat, request.name, ""),
            FreeSeat: lambda _, request: self._leave(request.seat),
            BecomeHost: self._become_host,
        }

    def own_role(self, device: FromDevice) -> OwnRole:
        """The seats and roles of this device."""
        token = device.token
        handed, asks_for = self.sharing.handed(token), self.moving.asked_by(token)
        return OwnRole(device.own, self.seats_of(token), device.host, device.hosting, handed, asks_for)

    def _take(self, sender: Sender, request: TakeSeat) -> Reply:
        """A seat is taken, which is written to the disk: so often and not more. What was refused does not count, else
        strangers could keep others from a seat that they do not take.
        """
        self.joins.take(request.seat)
        try:
            if not sender.token:
                return self._sit_by_keys(sender.actor.seat, request)
            reply = self._sit(request.seat, request.name, sender.token, beside=request.beside)
            if self.running.now.phase == "gathering":
                self.phone_sits_down(request.language)
            return reply
        except (Refused, LogError):
            self.joins.forgive(request.seat)
            raise

    def _sit(self, seat: int, name: str, token: str, *, beside: bool = False) -> Reply:
        """Take a seat for the device with ``token``; an empty token adds somebody without a phone. ``beside``: the
        device keeps the seats it has, because several people share it; in a play it always does.
        """
        gathering = self.part.now.gathering
        state = self.running.now
        if state.play is not None and seat not in state.numbers:
            raise Refused("unknown-seat", say("Seat {n} is not in this play.", n=seat))
        gathers = self.running.now.phase == "gathering"
        returns = bool(token) and gathers and not self.seats_of(token) and self._comes_back(seat, name)
        if not returns and self._must_ask(seat, token):
            return self._ask_for(seat, name, token)
        before = self.seat_of(token) if token and not beside and gathers else None
        if before not in (None, seat):
            gathering = gathering.without(before)
        # A seat that waits for its phone has a name already.
        self._rename(gathering.with_name(seat, name if name.strip() else gathering.names.get(seat, "")), seat)
        if returns:
            self.withdraw(seat)
        if token and seat not in self.seats_of(token):
            self.cards.arrives(seat)
        if before not in (None, seat):
            self.cards.moves(before, seat)
            self.log.tokens.withdraw(gathering.play_id, before)
        if token:
            self._hold(token, seat)
        return Reply()

    def _sit_by_keys(self, seat: int, request: TakeSeat) -> Reply:
        """Somebody without a phone sits down at the seat whose keys were pressed, before a play."""
        gathering = self.part.now.gathering
        if self.running.now.phase != "gathering" or seat != request.seat:
            raise no_seat()
        if seat in gathering.names:
            raise Refused("taken", say("That seat is taken.", N_("Seat taken")))
        self._rename(self._called(gathering, seat, request.name), seat)
        self.leaving.sits_by_keys((seat,))
        return Reply()

    def _called(self, gathering: Gathering, seat: int, name: str) -> Gathering:
        """The gathering in which the seat has the name that its keys chose: also its own. Raises ``Refused``."""
        if name in names_of_seat(seat):
            return gathering.without_name(seat, name)
        return gathering.with_name(seat, name)

    def _comes_back(self, seat: int, name: str) -> bool:
        """Before a play: whether a phone that lost its seat may have it again, under the name that sits there, where
        no phone of the seat is there. Raises ``Refused`` where that name is chosen for another seat.
        """
        lost, names = self.attendance.lost(), self.part.now.gathering.names
        own = [each for each in lost & names.keys() if same_name(names[each], name)]
        if seat in own:
            return True
        if own:
            other = SeatName(own[0])
            words = say("{who} is sitting here already. Is that you? Choose that seat. Else add a letter.", who=other)
            raise Refused("same-name", words)
        if seat in lost:
            words = say("{who} sits here. Is that you? Write that name and sit down.", who=SeatName(seat))
            raise Refused("taken", words)
        return False

    def _must_ask(self, seat: int, token: str) -> bool:
        """Whether somebody must say yes before this device gets the seat: in a play a seat has secrets, and is given
        away by the person who sits there, or by the host. Raises ``Refused`` for the seat of somebody who is there.
        """
        if seat in self.seats_of(token):
            return False
        if token and self.running.now.phase == "gathering" and seat in self.leaving.keys:
            raise Refused("taken", say("Somebody sits there without a phone, with the keys of that seat."))
        comings = self.leaving.now
        away = self.running.now.phase == "playing" and (seat in comings.gone or seat not in self.attendance.awake())
        if seat in self.part.now.claimed and not away:
            raise Refused(
                "taken", say("That seat is taken. Whoever sits there can hand it over, and so can the admin.")
            )
        return bool(token) and self.running.now.phase == "playing" and seat not in comings.open

    def _ask_for(self, seat: int, name: str, token: str) -> Reply:
        if name := checked_name(name) if name.strip() else "":
            tell_apart(name, (other for number, other in self.part.now.gathering.names.items() if number != seat))
        if name == self.part.now.gathering.names.get(seat):
            # Whoever sits there, with a phone that lost its seat or another one.
            name = ""
        self.moving.ask(token, seat, name)
        self.ask_seat(seat, self.secret(12).hex(), name)
        return Reply(notice=say("Now somebody must say yes: the seat itself, with its key or phone, or the admin."))

    def _hold(self, token: str, seat: int) -> None:
        """The seat is this device's, beside those it holds."""
        play = self.part.now.gathering.play_id
        held = self.log.tokens.held(token, play)
        if seat not in held:
            (self.log.tokens.share if held else self.log.tokens.put)(token, play, seat)
        self.leaving.comes(seat)
        self.leaving.stands_up(seat)
        self.attendance.presence.sat_down(seat)
        self.claims_changed()

    def _cover(self, sender: Sender, _: CoverPhone) -> Reply:
        self.sharing.cover(sender.token)
        return Reply()

    def _uncover(self, sender: Sender, request: UncoverPhone) -> Reply:
        if request.seat not in (self.sharing.handed(sender.token), *self.seats_of(sender.token)):
            raise not_yours(request.seat)
        self.sharing.uncover(sender.token, request.seat)
        return Reply()

    def _hand_page(self, sender: Sender, request: HandPage) -> Reply:
        self._in_play(request.seat)
        if request.seat in self.part.now.claimed:
            who = SeatName(request.seat)
            raise Refused("has-phone", say("{who} has a phone: the question is there.", who=who))
        self.sharing.hand(sender.token, request.seat)
        return Reply()

    def pass_on(self, sender: Sender, awaited: frozenset[int]) -> None:
        """Cover a shared device whose seat is not ``awaited`` any more, while another seat that shares it is; or give
        it back to the scribe.
        """
        held, own = self.seats_of(sender.token), sender.actor.seat
        is_handed = self.sharing.handed(sender.token) is not None
        if sender.actor.kind != "seat" or not (is_handed or len(held) > 1):
            return
        if own not in awaited and (is_handed or awaited & set(held)):
            self._cover(sender, CoverPhone())

    def _rename_own(self, sender: Sender, request: Rename) -> Reply:
        seat, gathering = sender.actor.seat, self.part.now.gathering
        if sender.token:
            self._rename(gathering.with_name(seat, request.name), seat)
        else:
            self._by_keys(seat)
            self._rename(self._called(gathering, seat, request.name), seat)
        return Reply()

    def _leave_own(self, sender: Sender, _: LeaveSeat) -> Reply:
        seat = sender.actor.seat
        if sender.token:
            return self._leave(seat)
        self._by_keys(seat)
        reply = self._leave(seat)
        self.attendance.left(seat)
        return reply

    def _by_keys(self, seat: int) -> None:
        """Raises ``Refused`` where somebody sits with a phone, or nobody at all: keys take no seat from anybody."""
        if seat not in self.part.now.gathering.names:
            raise no_seat()
        if seat in self.part.now.claimed:
            raise not_by_keys()

    def _leave(self, seat: int) -> Reply:
        """The seat's devices end: before a play the seat is free again, during one it waits for a new device."""
        gathering = self.part.now.gathering
        self.withdraw(seat)
        self.leaving.stands_up(seat)
        self.claims_changed()
        if self.running.now.phase == "playing":
            self.leaving.opens((seat,))
        if self.running.now.phase == "gathering":
            self.part.put(replace(self.part.now, gathering=gathering.without(seat)))
            self._store()
        return Reply()

    def _offer(self, sender: Sender, request: OfferSeat) -> Reply:
        if sender.actor.seat != request.seat and not sender.actor.writes_for_all:
            raise not_yours(request.seat)
        self._in_play(request.seat)
        code = grouped(self.moving.offer(request.seat, own=sender.actor.seat == request.seat))
        return Reply(notice=say("Type {code} on the other phone within a minute.", code=code))

    def _keep(self, sender: Sender, _: KeepSeat) -> Reply:
        self._in_play(None)
        self.moving.keep(sender.actor.seat)
        return Reply(notice=say("The seat stays on this phone."))

    def _claim(self, sender: Sender, request: ClaimSeat) -> Reply:
        """A phone types such a code; then somebody must say yes."""
        if not sender.token:
            raise Refused("no-token", say("That did not come from a phone."))
        self._in_play(None)
        seat = self.moving.claim(sender.token, request.code)
        self.ask_seat(seat, self.secret(12).hex(), "")
        return Reply(notice=say("Now say yes at the seat, with its key or the old phone; or the admin does."))

    def _become_host(self, sender: Sender, request: BecomeHost) -> Reply:
        self.roles.by_pin(sender.token, request.pin)
        return Reply()

    def _in_play(self, seat: int | None) -> None:
        play = self.running.playing()
        if seat is not None and seat not in play.setup.numbers:
            raise Refused("unknown-seat", say("Seat {n} is not in this play.", n=seat))

    def _hand_over(self, seat: int, claim: Claim) -> None:
        """The only device of the seat is now this one; the person who is new there has a name of their own."""
        self.log.tokens.withdraw(self.part.now.gathering.play_id, seat)
        self._hold(claim.token, seat)
        if claim.name:
            self.cards.leaves(seat)
            self._rename(self.part.now.gathering.with_name(seat, claim.name), seat)

    def seat_of(self, token: str) -> int | None:
        """The seat a device may act for now; None while it is handed from one to another. Any thread."""
        return self.sharing.front(token, self.seats_of(token))

    def seats_of(self, token: str) -> tuple[int, ...]:
        """The seats a device holds in this play. Any thread: every page asks, so answers are kept."""
        if not token:
            return ()
        known = self._known
        if token in known:
            return known[token]
        seats = self.log.tokens.held(token, self.part.now.gathering.play_id)
        if seats or len(known) < KNOWN:
            known[token] = seats
        return seats

    def withdraw(self, seat: int) -> None:
        """End the rights of all devices of a seat, because the person who sits there leaves."""
        self.cards.leaves(seat)
        self.log.tokens.withdraw(self.part.now.gathering.play_id, seat)

    def carry(self, play: str, to: str) -> None:
        """The devices of one play, and the cards of its people, go to the same seats of the next."""
        self.log.tokens.carry(play, to)
        self.cards.carry(play, to)

    def claims_changed(self) -> None:
        """Forget cached answers: another play is on, or another device may act for a seat."""
        self._known = {}
        if self.log.settings.get(PRESENT) != self.part.now.gathering.play_id:
            self.log.settings.put(PRESENT, self.part.now.gathering.play_id)
        self._remember_last()
        self.attendance.claims_are(self.log.tokens.seats(self.part.now.gathering.play_id))
        for listener in self._listeners:
            listener()

    def _remember_last(self) -> None:
        """Which play was begun last, read once for each play or gathering: while that is on, the answer stays."""
        here = self.part.now.gathering.play_id
        if self.part.now.last.before == here:
            return
        rows = self.log.plays("playing", "over")
        row = next((row for row in rows if row.id != here), None)
        before = [row for row in rows if row.id != here]
        games = tuple(dict.fromkeys(row.game for row in before))
        last = LastPlay(here)
        if row is not None:
            waiting = tuple(_waiting(each) for each in before[1:] if each.status == "playing" and not each.damaged)
            last = LastPlay(
                here, row.game, row.status == "playing", row.id, games, _people(before), waiting[:WAITING_PLAYS]
            )
        self.part.put(replace(self.part.now, last=last))

    def _rename(self, gathering: Gathering, seat: int) -> None:
        name = gathering.names[seat]
        tell_apart(name, (other for number, other in gathering.names.items() if number != seat))
        self.part.put(replace(self.part.now, gathering=gathering))
        if self.running.now.phase == "gathering":
            self._store()
        else:
            self.log.rename(gathering.play_id, seat, name)

    def choose(self, game: str, options: Mapping[str, OptionValue], chance: Mapping[str, ChanceSource]) -> None:
        """Set the game that people sit here for."""
        chosen = {"game": game, "options": dict(options), "chance": dict(chance)}
        self.part.put(replace(self.part.now, gathering=structs.replace(self.part.now.gathering, **chosen)))
        self._store()

    def _store(self) -> None:
        """Write down who sits where, and what was chosen."""
        gathering = self.part.now.gathering
        self.log.regather(gathering.play_id, gathering.game, gathering.setup())


def _waiting(row: PlayRow) -> WaitingPlay:
    """A play that was put away, with those who play it."""
    return WaitingPlay(row.id, row.game, _people([row]), row.created)


def _people(plays: Iterable[PlayRow]) -> tuple[str, ...]:
    """The names of those who played, the latest first; without those who gave none."""
    names = dict.fromkeys(
        row.names.get(seated.seat, seated.name) for row in plays for seated in row.setup.seats if not row.damaged
    )
    return tuple(name for name in names if name and not is_word_of_the_table(name))[:PEOPLE]


@dataclass(frozen=True, eq=False, repr=False)
class SeatLooks(Looks):
    _seats: Seats
    _setup: TableSetup
    _pin_ways: Callable[[], PinWays]

    @may_look("anyone")
    def own_role(self, device: FromDevice) -> OwnRole:
        """The seats and roles of this device."""
        return self._seats.own_role(device)

    @may_look("anyone")
    def table_setup(self, device: FromDevice) -> TableSetupView:
        """Whether this table is being set up from a page."""
        return self._setup.view(device.token)

    @may_look("anyone")
    def pin_ways(self, _: FromDevice) -> PinWays:
        """The ways to a PIN that exist at this table now."""
        return self._pin_ways()
