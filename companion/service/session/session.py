"""Sitting down, choosing, beginning, going on after a power cut. Only the deciding thread comes here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import get_args

from msgspec import structs

from companion.core.boxes import merged
from companion.core.chance import By
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame, OptionValue, SetupError, checked_setup
from companion.core.wording import Message, say, say_n
from companion.plays.closing import conclude
from companion.plays.current_play import PRESENT, current_play
from companion.plays.log import Log
from companion.plays.log_errors import Gap
from companion.plays.play import Play
from companion.plays.rows import PlayRow
from companion.plays.time_source import Clock
from companion.service.desk import Desk, refused
from companion.service.screens.views import Reply
from companion.service.seats.actor import not_yours
from companion.service.seats.gathering import Gathering, checked_name, tell_apart
from companion.service.seats.host_pins import grouped
from companion.service.seats.seat_transfer import Claim, Moving
from companion.service.seats.shared_phone import Sharing
from companion.service.session.game_shelf import Shelf
from companion.service.session.latest_photo import latest

logger = logging.getLogger(__name__)

SEED = 32
"""Bytes of the seed of a play's chance."""

KNOWN = 1000
"""Devices whose seat is remembered; any browser that comes by counts."""


class Evening:
    """From people sitting down to the next play. ``secret(n)`` gives n random bytes."""

    def __init__(self, desk: Desk, log: Log, shelf: Shelf, clock: Clock, secret: Callable[[int], bytes]) -> None:
        self._desk = desk
        self._log = log
        self._shelf = shelf
        self._clock = clock
        self._secret = secret
        self._known: dict[str, tuple[int, ...]] = {}
        self.sharing = Sharing()
        self.obstacle: Callable[[], Message | None] = _none
        desk.moving = Moving(clock, secret)
        desk.carry = self._carry
        desk.album = lambda play: latest(log, play)

    def resume(self) -> None:
        """Go on where the log ends: with the play that is on or just over, or with people sitting down."""
        latest = current_play(self._log)
        if latest is None:
            self._gather({}, "")
            return
        setup = latest.setup
        gathering = Gathering(latest.id, self._log.names(latest), latest.game, dict(setup.options), dict(setup.chance))
        if latest.status == "gathering":
            self._desk.sit_down(gathering)
        elif (play := self._read(latest)) is not None:
            self._desk.put_up(gathering, play)
        else:
            self._gather(gathering.names, "")
        self._claims_changed()

    def _read(self, row: PlayRow) -> Play | None:
        """The play of ``row``; None when its game is gone or the rules of this program cannot read it. It stays in the
        log, and people sit down without it: what was stored last must never keep a table from opening.
        """
        game = self._shelf.games().get(row.game)
        if game is None:
            return None
        try:
            return Play.resume(self._log, game, row.id, clock=self._clock)
        except (SetupError, RulesBug, Gap) as error:
            logger.error("play %s cannot be gone on with: %s", row.id, type(error).__name__)
            return None

    # -- seats -------------------------------------------------------------------------------------------------

    def sit(self, seat: int, name: str, token: str, *, beside: bool = False) -> Reply:
        """Take a seat for the device with ``token``; an empty token adds somebody without a phone. ``beside``: the
        device keeps the seats it has, because several people share it; in a play it always does.
        """
        try:
            gathering = self._desk.gathering
            if self._desk.play is not None and seat not in self._desk.play.setup.numbers:
                raise Refused("unknown-seat", say("Seat {n} is not in this play.", n=seat))
            if self._must_ask(seat, token):
                return self._ask_for(seat, name, token)
            before = self.seat_of(token) if token and not beside and self._desk.phase == "gathering" else None
            if before not in (None, seat):
                gathering = gathering.without(before)
            # A seat that waits for its phone has a name already.
            self._rename(gathering.with_name(seat, name if name.strip() else gathering.names.get(seat, "")), seat)
            if before not in (None, seat):
                self._log.tokens.withdraw(gathering.play_id, before)
            if token:
                self._hold(token, seat)
            return Reply()
        except Refused as refusal:
            return refused(refusal)

    def _must_ask(self, seat: int, token: str) -> bool:
        """Whether somebody must say yes before this device gets the seat: in a play a seat has secrets, and is given
        away by whoever sits there, or by the host. Raises ``Refused`` for the seat of somebody who is there.
        """
        if seat in self.seats_of(token):
            return False
        comings = self._desk.leaving.now
        away = self._desk.phase == "playing" and (seat in comings.gone or seat not in self._desk.awake())
        if seat in self._desk.claimed and not away:
            raise Refused("taken", say("That seat is taken. Whoever sits there can hand it over, and so can the host."))
        return bool(token) and self._desk.phase == "playing" and seat not in comings.open

    def _ask_for(self, seat: int, name: str, token: str) -> Reply:
        if name := checked_name(name) if name.strip() else "":
            tell_apart(name, (other for number, other in self._desk.gathering.names.items() if number != seat))
        self._desk.moving.ask(token, seat, name)
        self._desk.agreement.phone_asks(seat, self._secret(12).hex(), name)
        return Reply(notice=say("Now somebody must say yes: the seat itself, with its key or phone, or the host."))

    def _hold(self, token: str, seat: int) -> None:
        """The seat is this device's, beside those it holds."""
        play = self._desk.gathering.play_id
        held = self._log.tokens.held(token, play)
        if seat not in held:
            (self._log.tokens.share if held else self._log.tokens.put)(token, play, seat)
        self._desk.leaving.comes(seat)
        self._claims_changed()

    def hand_on(self, token: str) -> Reply:
        """Cover a phone that several share: it goes to another of them."""
        self.sharing.cover(token)
        self._desk.changed()
        return Reply()

    def uncover(self, token: str, seat: int) -> Reply:
        """The phone is in the hands of whoever sits at ``seat``."""
        if seat not in self.seats_of(token):
            return refused(not_yours(seat))
        self.sharing.uncover(token, seat)
        self._desk.changed()
        return Reply()

    def rename(self, seat: int, name: str) -> Reply:
        """Another name for whoever sits there."""
        try:
            self._rename(self._desk.gathering.with_name(seat, name), seat)
            return Reply()
        except Refused as refusal:
            return refused(refusal)

    def leave(self, seat: int) -> Reply:
        """The seat's devices end: before a play the seat is free again, during one it waits for a new device."""
        gathering = self._desk.gathering
        self._log.tokens.withdraw(gathering.play_id, seat)
        self._claims_changed()
        if self._desk.phase == "playing":
            self._desk.leaving.opens((seat,))
        if self._desk.phase == "gathering":
            self._desk.gathering = gathering.without(seat)
            self._store()
        self._desk.changed()
        return Reply()

    def offer_seat(self, seat: int) -> Reply:
        """A code with which another phone may ask for this seat."""
        try:
            self._in_play(seat)
        except Refused as refusal:
            return refused(refusal)
        code = grouped(self._desk.moving.offer(seat))
        return Reply(notice=say("Type {code} on the other phone within a minute.", code=code))

    def claim_seat(self, token: str, code: str) -> Reply:
        """A phone types such a code; then somebody must say yes."""
        try:
            if not token:
                raise Refused("no-token", say("That did not come from a phone."))
            self._in_play(None)
            seat = self._desk.moving.claim(token, code)
        except Refused as refusal:
            return refused(refusal)
        self._desk.agreement.phone_asks(seat, self._secret(12).hex())
        return Reply(notice=say("Now say yes at the seat, with its key or the old phone; or the host does."))

    def confirm_seat(self, seat: int, *, agreed: bool) -> Reply:
        """The host says whether a waiting phone gets the seat."""
        try:
            return self._desk.agreement.phone_may(seat, agreed=agreed)
        except Refused as refusal:
            return refused(refusal)

    def _in_play(self, seat: int | None) -> None:
        play = self._desk.playing()
        if seat is not None and seat not in play.setup.numbers:
            raise Refused("unknown-seat", say("Seat {n} is not in this play.", n=seat))

    def _carry(self, seat: int, claim: Claim) -> None:
        """The only device of the seat is now this one; whoever is new there has a name of their own."""
        self._log.tokens.withdraw(self._desk.gathering.play_id, seat)
        self._hold(claim.token, seat)
        if claim.name:
            self.rename(seat, claim.name)

    def seat_of(self, token: str) -> int | None:
        """The seat a device may act for now; None while it is handed from one to another. Any thread."""
        return self.sharing.front(token, self.seats_of(token))

    def seats_of(self, token: str) -> tuple[int, ...]:
        """The seats a device holds in this play. Any thread: every page asks, so answers are kept."""
        known = self._known
        if token in known:
            return known[token]
        seats = self._log.tokens.held(token, self._desk.gathering.play_id)
        if len(known) < KNOWN:
            known[token] = seats
        return seats

    def _claims_changed(self) -> None:
        """Another play, or another device may act for a seat: forget what was known."""
        self._known = {}
        if self._log.settings.get(PRESENT) != self._desk.gathering.play_id:
            self._log.settings.put(PRESENT, self._desk.gathering.play_id)
        self._desk.claims_are(self._log.tokens.seats(self._desk.gathering.play_id))

    def _rename(self, gathering: Gathering, seat: int) -> None:
        name = gathering.names[seat]
        tell_apart(name, (other for number, other in gathering.names.items() if number != seat))
        self._desk.gathering = gathering
        if self._desk.phase == "gathering":
            self._store()
        else:
            self._log.rename(gathering.play_id, seat, name)
        self._desk.changed()

    # -- plays -------------------------------------------------------------------------------------------------

    def choose(self, game: str, options: Mapping[str, OptionValue], chance: Mapping[str, By]) -> Reply:
        """Choose the game and its options; may be changed until it begins. No game takes the choice back.

        When the last play is over, people sit down for the next by choosing it.
        """
        try:
            if self._desk.phase == "over":
                self.again()
            self._gathering_only()
            if game:
                _check_choice(self._game(game), options, chance)
            self._desk.gathering = structs.replace(
                self._desk.gathering, game=game, options=dict(options), chance=dict(chance)
            )
            self._store()
            self._desk.changed()
            return Reply()
        except Refused as refusal:
            return refused(refusal)

    def begin(self, seats: frozenset[int] | None = None, level: str = "") -> Reply:
        """Begin the chosen game with ``seats`` of those who sit here (None: all of them)."""
        try:
            self._gathering_only()
            if (obstacle := self.obstacle()) is not None:
                raise Refused("obstacle", obstacle)
            gathering = self._desk.gathering
            if seats is not None:
                playing = {seat: name for seat, name in gathering.names.items() if seat in seats}
                gathering = structs.replace(gathering, names=playing)
            game = self._game(gathering.game)
            least, most = game.meta.seats
            seated = len(gathering.names)
            if not least <= seated <= most:
                raise Refused(
                    "wrong-seats",
                    say_n(
                        "{game} is for {least} to {most} people; {n} is seated.",
                        "{game} is for {least} to {most} people; {n} are seated.",
                        seated,
                        game=game.meta.title,
                        least=least,
                        most=most,
                    ),
                )
            box = merged({}, self._log.boxes.owners(game.meta.key))
            setup = structs.replace(gathering.setup(), box=box, level=level)
            play = Play.begin(
                self._log,
                game,
                checked_setup(game.meta, setup),
                seed=self._secret(SEED),
                clock=self._clock,
                play_id=gathering.play_id,
            )
            for seat in self._desk.claimed - set(gathering.names):
                self._log.tokens.withdraw(gathering.play_id, seat)
            self._desk.put_up(gathering, play)
            self._claims_changed()
            return Reply()
        except SetupError as error:
            return Reply("setup", say("The game cannot begin like this: {why}", why=str(error)))
        except Refused as refusal:
            return refused(refusal)

    def again(self) -> Reply:
        """The same people for another play: everybody keeps seat, phone and name.

        A play that was not over stays unfinished in the log; ``go_on_with`` brings it back.
        """
        old = self._desk.gathering
        if self._desk.phase == "over":
            self._desk.conclude()
        self._gather(old.names, "", carry=old.play_id)
        return Reply()

    def conclude(self, play_id: str) -> Reply:
        """Close a finished play for good, so that the seed of its chance may be shown."""
        try:
            if self._desk.play is not None and self._desk.play.id == play_id:
                self._desk.conclude()
            else:
                conclude(self._log, play_id)
            return Reply()
        except Refused as refusal:
            return refused(refusal)

    def go_on_with(self, play_id: str) -> Reply:
        """Bring an unfinished play of another evening back, with the devices that sit here now.

        A device stays at its seat if the same name sat there: nobody is to see another's hand because the company has
        changed places. The others sit down anew.
        """
        try:
            if self._desk.phase == "over":
                self.again()
            self._gathering_only()
            row = self._log.play(play_id)
            play = self._read(row) if row is not None and row.status == "playing" else None
            if row is None or play is None:
                raise Refused("no-play", say("That play cannot be gone on with."))
            names, here = self._log.names(row), self._desk.gathering
            for seat in self._desk.claimed:
                if seat not in play.setup.numbers or names.get(seat) != here.names.get(seat):
                    self._log.tokens.withdraw(here.play_id, seat)
            self._log.tokens.carry(here.play_id, row.id)
            gathering = Gathering(row.id, names, row.game, dict(row.setup.options), dict(row.setup.chance))
            self._desk.put_up(gathering, play)
            self._desk.presence.take_up(play.id, anew=True)
            self._claims_changed()
            self._desk.leaving.opens(set(play.setup.numbers) - self._desk.claimed)
            return Reply()
        except Refused as refusal:
            return refused(refusal)

    def _gather(self, names: Mapping[int, str], game: str, carry: str = "") -> None:
        gathering = Gathering("", dict(names), game)
        play_id = self._log.gather(game, gathering.setup(), created=self._clock.wall())
        if carry:
            self._log.tokens.carry(carry, play_id)
        self._desk.sit_down(structs.replace(gathering, play_id=play_id))
        self._claims_changed()

    def _store(self) -> None:
        gathering = self._desk.gathering
        self._log.regather(gathering.play_id, gathering.game, gathering.setup())

    def _game(self, key: str) -> AnyGame:
        game = self._shelf.games().get(key)
        if game is None:
            raise Refused("no-game", say("Choose a game first."))
        return game

    def _gathering_only(self) -> None:
        if self._desk.phase != "gathering":
            raise Refused("playing", say("A play is on. End it first, or go on with it."))


def _none() -> None:
    """Nothing is in the way of a new play."""


def _check_choice(game: AnyGame, options: Mapping[str, OptionValue], chance: Mapping[str, By]) -> None:
    """Refuse what the game does not know: a choice is stored before it begins and must be readable after a restart."""
    known = {option.key: [value for value, _ in option.values] for option in game.meta.options}
    for key, value in options.items():
        if not any(value == allowed and type(value) is type(allowed) for allowed in known.get(key, ())):
            raise Refused("setup", say("The game cannot begin like this: {why}", why=key))
    for key, by in chance.items():
        if by not in get_args(By) or key not in {kind.key for kind in game.meta.chance}:
            raise Refused("setup", say("The game cannot begin like this: {why}", why=key))
