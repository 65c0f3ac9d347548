"""Sitting down, choosing, beginning, going on after a power cut. Only the deciding thread comes here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import structs

from companion.core.boxes import merged
from companion.core.chance import By
from companion.core.errors import Refused
from companion.core.game import AnyGame, OptionValue, SetupError, checked_setup
from companion.core.wording import say, say_n
from companion.plays.clock import Clock
from companion.plays.log import Log
from companion.plays.play import Play
from companion.service.desk import Desk, refused
from companion.service.gathering import Gathering
from companion.service.shelf import Shelf
from companion.service.views import Reply

SEED = 32
"""Bytes of the seed of a play's chance."""

PRESENT = "present"
"""The setting that names the play on the table: the one a restart goes on with."""


class Evening:
    """From people sitting down to the next play. ``secret(n)`` gives n random bytes."""

    def __init__(self, desk: Desk, log: Log, shelf: Shelf, clock: Clock, secret: Callable[[int], bytes]) -> None:
        self._desk = desk
        self._log = log
        self._shelf = shelf
        self._clock = clock
        self._secret = secret
        self._known: dict[str, int | None] = {}

    def resume(self) -> None:
        """Go on where the log ends: with the play that is on or just over, or with people sitting down."""
        latest = self._log.play(self._log.settings.get(PRESENT, "")) or next(iter(self._log.plays()), None)
        if latest is None:
            self._gather({}, "")
            return
        setup = latest.setup
        gathering = Gathering(latest.id, self._log.names(latest), latest.game, dict(setup.options), dict(setup.chance))
        game = self._shelf.games().get(latest.game)
        if latest.status == "gathering":
            self._desk.sit_down(gathering)
        elif game is None:
            self._gather(gathering.names, "")
        else:
            self._desk.put_up(gathering, Play.resume(self._log, game, latest.id, clock=self._clock))
        self._claims_changed()

    # -- seats -------------------------------------------------------------------------------------------------

    def sit(self, seat: int, name: str, token: str) -> Reply:
        """Take a seat for the device with ``token``; an empty token adds somebody without a phone."""
        try:
            gathering = self._desk.gathering
            if seat in self._desk.claimed:
                raise Refused("taken", say("That seat is taken. The host can hand it over to a new phone."))
            if self._desk.play is not None and seat not in self._desk.play.setup.numbers:
                raise Refused("no-seat", say("Seat {n} is not in this play.", n=seat))
            self._rename(gathering.with_name(seat, name), seat)
            if token:
                self._log.tokens.put(token, gathering.play_id, seat)
                self._claims_changed()
            return Reply()
        except Refused as refusal:
            return refused(refusal)

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
        if self._desk.phase == "gathering":
            self._desk.gathering = gathering.without(seat)
            self._store()
        self._desk.changed()
        return Reply()

    def seat_of(self, token: str) -> int | None:
        """The seat a device may act for in this play. Any thread: every page asks, so answers are kept."""
        known = self._known
        if token not in known:
            place = self._log.tokens.place(token)
            known[token] = place.seat if place is not None and place.play == self._desk.gathering.play_id else None
        return known[token]

    def _claims_changed(self) -> None:
        """Another play, or another device may act for a seat: forget what was known."""
        self._known = {}
        if self._log.settings.get(PRESENT) != self._desk.gathering.play_id:
            self._log.settings.put(PRESENT, self._desk.gathering.play_id)
        self._desk.claimed = self._log.tokens.seats(self._desk.gathering.play_id)
        self._desk.changed()

    def _rename(self, gathering: Gathering, seat: int) -> None:
        name = gathering.names[seat]
        if any(other == name for number, other in gathering.names.items() if number != seat):
            raise Refused("same-name", say("{name} is sitting here already. Add a letter.", name=name))
        self._desk.gathering = gathering
        if self._desk.phase == "gathering":
            self._store()
        else:
            self._log.rename(gathering.play_id, seat, name)
        self._desk.changed()

    # -- plays -------------------------------------------------------------------------------------------------

    def choose(self, game: str, options: Mapping[str, OptionValue], chance: Mapping[str, By]) -> Reply:
        """Choose the game and its options; may be changed until it begins."""
        try:
            self._gathering_only()
            self._game(game)
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
            self._desk.put_up(gathering, play)
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
        self._gather(old.names, "", carry=old.play_id)
        return Reply()

    def go_on_with(self, play_id: str) -> Reply:
        """Bring an unfinished play of another evening back, with the devices that sit here now."""
        try:
            self._gathering_only()
            row = self._log.play(play_id)
            game = self._shelf.games().get(row.game) if row is not None else None
            if row is None or game is None or row.status != "playing":
                raise Refused("no-play", say("That play cannot be gone on with."))
            gathering = Gathering(row.id, self._log.names(row), row.game, dict(row.setup.options))
            self._log.tokens.carry(self._desk.gathering.play_id, row.id)
            self._desk.put_up(gathering, Play.resume(self._log, game, row.id, clock=self._clock))
            self._claims_changed()
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
