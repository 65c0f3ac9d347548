"""Choosing a game, beginning, resuming after a power cut, the next play. Deciding thread only."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, get_args

from msgspec import Meta, structs

from companion.core.boxes import merged
from companion.core.chance import ChanceSource
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame
from companion.core.setup import OptionValue, SetupError, checked_setup
from companion.core.wording import Message, say, say_n
from companion.keeping.copier import Copier
from companion.library import Library
from companion.plays.current_play import PRESENT, current_play
from companion.plays.log.closing import conclude
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import bug_place
from companion.plays.play import Play
from companion.plays.printed.position import PrintedPosition
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import PlayRow
from companion.plays.time_source import Clock
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Nonce, PlayId, Reply, Request, Seat
from companion.service.asking.sender import FromDevice, Handlers, Sender
from companion.service.play.play_now import latest_photo
from companion.service.rooms import Rooms
from companion.service.screens.streams import Broadcast
from companion.service.seats.seating import Seats
from companion.service.seats.seats_state import Gathering, checked_name


class ChooseGame(Request, frozen=True):
    """Choose the game and its options; may be changed until it begins. No game takes the choice back."""

    may_ask = "host"
    game: Annotated[str, Meta(max_length=80)]
    options: Mapping[str, OptionValue] = {}
    chance: Mapping[str, ChanceSource] = {}


class BeginPlay(Request, frozen=True):
    """Begin the chosen game with ``seats`` of those who sit here (None: all of them). Whoever hosts the evening begins
    with all: the phones of those left out lose their seats. ``set_up``: the companion guides people through laying out
    the pieces of a new play.
    """

    may_ask = "host"
    seats: frozenset[Seat] | None = None
    level: Annotated[str, Meta(max_length=40)] = ""
    set_up: bool = False


class UseDemoNumbers(Request, frozen=True):
    """Begin the play on the table anew with invented printed values, before anybody moves."""

    may_ask = "host"
    nonce: Nonce = ""


class PlayAgain(Request, frozen=True):
    """The same people for another play. Only a host with the PIN puts one away that is not over."""

    may_ask = "host"


class ResumePlay(Request, frozen=True):
    """Bring an unfinished play back."""

    may_ask = "admin"
    play: PlayId


class ConcludePlay(Request, frozen=True):
    """Close a finished play for good, so that the seed of its chance is shown."""

    may_ask = "seat or admin"
    play: PlayId


class KeepSheet(Request, frozen=True):
    """Put a score sheet, as TOML, among the games."""

    may_ask = "admin"
    toml: str


logger = logging.getLogger(__name__)

BOX, DEMO = "box", "practice"
"""The option of a game, and its value, with which printed values are invented."""
SEED = 32
"""Bytes of the seed of a play's chance."""


@dataclass(eq=False, repr=False)
class Session:
    """From people sitting down to the next play. ``secret(n)`` gives n random bytes."""

    rooms: Rooms
    seats: Seats
    log: Log
    library: Library
    clock: Clock
    copier: Copier | None
    secret: Callable[[int], bytes]

    def handlers(self) -> Handlers:
        return {
            ChooseGame: self._choose,
            BeginPlay: self._begin,
            UseDemoNumbers: self._use_demo_numbers,
            PlayAgain: self._play_again,
            ResumePlay: self._resume_play,
            ConcludePlay: self._conclude,
            KeepSheet: self._keep_sheet,
        }

    def resume(self) -> None:
        """Go on where the log ends: with the play that is on or just over, or with people sitting down."""
        newest = current_play(self.log)
        if newest is None:
            self._gather(Gathering(""))
            return
        setup = newest.setup
        gathering = Gathering(newest.id, self.log.names(newest), newest.game, dict(setup.options), dict(setup.chance))
        if newest.status == "gathering":
            self.rooms.sit_down(gathering)
        elif isinstance(play := self._read(newest), Play):
            self._put_up(gathering, play)
        else:
            self._gather(Gathering("", gathering.names))
            if newest.status == "playing":
                self.rooms.notices.set_aside(play)
                # It is gone on with at the next start that can read it, unless somebody has sat down without it.
                self.log.settings.put(PRESENT, newest.id)
            return
        self.seats.claims_changed()

    def _read(self, row: PlayRow) -> Play | Message:
        """The play of ``row``; or why it cannot be gone on with: its game is gone, or its rules cannot read it as they
        are here. It stays in the log, and people sit down without it: what was stored last must never keep a table from
        opening.
        """
        game = self.library.games().get(row.game)
        if game is None:
            return say(
                "A play of {game} cannot be gone on with: its game is not at this table. It stays in the past plays "
                "until it is here again.",
                game=row.game,
            )
        try:
            return Play.resume(self.log, game, row.id, clock=self.clock)
        except (SetupError, RulesBug, Gap) as error:
            logger.error("play %s cannot be gone on with: %s", row.id, bug_place(error))
            if isinstance(error, Gap):
                return say("A play of {game} cannot be gone on with: it is damaged.", game=game.meta.title)
            return say(
                "A play of {game} cannot be gone on with: the version of its game at this table cannot read it. "
                "It stays in the past plays until one is here that can.",
                game=game.meta.title,
            )

    def _put_up(self, gathering: Gathering, play: Play) -> None:
        self.rooms.put_up(gathering, play)
        self.rooms.running.show_photo(latest_photo(self.log, play.id))

    # -- plays -------------------------------------------------------------------------------------------------

    def _choose(self, _: Sender, request: ChooseGame) -> Reply:
        """Choose the game and its options.

        When the last play is over, people sit down for the next by choosing it.
        """
        if self.rooms.running.now.phase == "over":
            self._again()
        self._gathering_only()
        if request.game:
            _check_choice(self._game(request.game), request.options, request.chance)
        self.seats.choose(request.game, request.options, request.chance)
        return Reply()

    def _begin(self, sender: Sender, request: BeginPlay) -> Reply:
        """Begin the chosen game with those who sit here, or some of them."""
        try:
            self._gathering_only()
            self._no_obstacle()
            gathering = self.rooms.seats.now.gathering
            if request.seats is not None:
                if sender.actor.kind != "host" and not request.seats.issuperset(gathering.names):
                    raise Refused("all-play", say("Whoever hosts begins with everybody who sits here."))
                playing = {seat: name for seat, name in gathering.names.items() if seat in request.seats}
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
            box = merged({}, self.log.boxes.owners(game.meta.key))
            setup = structs.replace(gathering.setup(), box=box, level=request.level)
            play = Play.begin(
                self.log,
                game,
                checked_setup(game.meta, setup),
                seed=self.secret(SEED),
                clock=self.clock,
                play_id=gathering.play_id,
            )
            for seat in self.rooms.seats.now.claimed - set(gathering.names):
                self.seats.withdraw(seat)
            self._put_up(gathering, play)
            self.seats.claims_changed()
            if request.set_up:
                self.rooms.guided.begin(sender.actor.seat or sender.actor.own)
            return Reply()
        except SetupError as error:
            raise Refused("setup", say("The game cannot begin like this: {why}", why=str(error))) from error

    def _use_demo_numbers(self, sender: Sender, _: UseDemoNumbers) -> Reply:
        play, guided = self.rooms.running.playing(), self.rooms.guided.now
        boxes = next((option.values for option in play.game.meta.options if option.key == BOX), ())
        if not guided.steps or guided.begun or DEMO not in [value for value, _ in boxes]:
            raise Refused("begun", say("The game has begun: what is printed is asked for when it is needed."))
        old = self.rooms.seats.now.gathering
        chosen = structs.replace(old, options={**play.setup.options, BOX: DEMO}, chance=dict(play.setup.chance))
        self._gather(structs.replace(chosen, play_id=""), carry=play.id)
        reply = self._begin(sender, BeginPlay(None, play.setup.level, set_up=True))
        told = say("The play begins anew with demo numbers.")
        self.rooms.notices.tell(play.setup.numbers, told, "warning")
        return structs.replace(reply, notice=told)

    def _play_again(self, sender: Sender, _: PlayAgain) -> Reply:
        phase = self.rooms.running.now.phase
        if sender.actor.kind != "host" and phase != "over":
            raise Refused("playing", say("The play is not over: only the admin puts it away."))
        return self._again()

    def _again(self) -> Reply:
        """The same people for another play: everybody keeps seat, phone and name. After a play that is over, the
        game is chosen as before.

        A play that was not over stays unfinished in the log; ``ResumePlay`` brings it back.
        """
        old = self.rooms.seats.now.gathering
        over = self.rooms.running.now.phase == "over"
        if over:
            self.rooms.running.conclude()
        self._gather(old if over else Gathering("", old.names), carry=old.play_id)
        return Reply()

    def _conclude(self, _: Sender, request: ConcludePlay) -> Reply:
        play = self.rooms.running.play
        if play is not None and play.id == request.play:
            self.rooms.running.conclude()
        else:
            conclude(self.log, request.play)
        return Reply()

    def _resume_play(self, _: Sender, request: ResumePlay) -> Reply:
        """Bring an unfinished play of another evening back."""
        if self.rooms.running.now.phase == "over":
            self._again()
        self._gathering_only()
        row = self.log.play(request.play)
        if row is None or row.status != "playing":
            raise Refused("no-play", say("That play cannot be gone on with."))
        play = self._read(row)
        if isinstance(play, Message):
            raise Refused("no-play", play)
        self._seat_anew(play, self.log.names(row))
        return Reply()

    def begin_at(self, position: PrintedPosition) -> None:
        """Begin a play that goes on from ``position``, with the devices that sit here now. Raises ``Refused``,
        ``SetupError``, ``RulesBug``, ``LogError``.
        """
        self._gathering_only()
        self._no_obstacle()
        game = self.library.games().get(position.game)
        if game is None:
            raise Refused("no-game-here", say("There is no game called {key} here.", key=position.game))
        names = {seated.seat: checked_name(seated.name) for seated in position.setup.seats}
        play = Play.begin_at(
            self.log,
            game,
            position,
            seed=self.secret(SEED),
            clock=self.clock,
            play_id=self.rooms.seats.now.gathering.play_id,
        )
        self._seat_anew(play, names)

    def _seat_anew(self, play: Play, names: dict[int, str]) -> None:
        """Put up a play that others may have begun, with the devices that sit here now.

        A device stays at its seat if the same name sat there: nobody is to see another's hand because the company has
        changed places. The others sit down anew.
        """
        here = self.rooms.seats.now.gathering
        for seat in self.rooms.seats.now.claimed:
            if seat not in play.setup.numbers or names.get(seat) != here.names.get(seat):
                self.seats.withdraw(seat)
        if play.id != here.play_id:
            self.seats.carry(here.play_id, play.id)
        gathering = Gathering(play.id, names, play.game.meta.key, dict(play.setup.options), dict(play.setup.chance))
        self._put_up(gathering, play)
        self.rooms.presence.take_up(play.id, anew=True)
        self.seats.claims_changed()
        self.rooms.leaving.opens(set(play.setup.numbers) - self.rooms.seats.now.claimed)

    def _keep_sheet(self, _: Sender, request: KeepSheet) -> Reply:
        self.library.keep(request.toml)
        return Reply()

    def _gather(self, gathering: Gathering, carry: str = "") -> None:
        """Gather for a play that is not in the log yet; with ``carry`` the devices of that play keep their seats."""
        play_id = self.log.gather(gathering.game, gathering.setup(), created=self.clock.wall())
        if carry:
            self.seats.carry(carry, play_id)
        self.rooms.sit_down(structs.replace(gathering, play_id=play_id))
        self.seats.claims_changed()

    def _game(self, key: str) -> AnyGame:
        game = self.library.games().get(key)
        if game is None:
            raise Refused("no-game", say("Choose a game first."))
        return game

    def _no_obstacle(self) -> None:
        if self.copier is not None and (obstacle := self.copier.obstacle) is not None:
            raise Refused("obstacle", obstacle)

    def _gathering_only(self) -> None:
        if self.rooms.running.now.phase != "gathering":
            raise Refused("playing", say("A play is on. End it first, or go on with it."))


def _check_choice(game: AnyGame, options: Mapping[str, OptionValue], chance: Mapping[str, ChanceSource]) -> None:
    """Refuse what the game does not know: a choice is stored before it begins and must be readable after a restart."""
    known = {option.key: [value for value, _ in option.values] for option in game.meta.options}
    for key, value in options.items():
        if not any(value == allowed and type(value) is type(allowed) for allowed in known.get(key, ())):
            raise Refused("setup", say("The game cannot begin like this: {why}", why=key))
    for key, by in chance.items():
        if by not in get_args(ChanceSource) or key not in {kind.key for kind in game.meta.chance}:
            raise Refused("setup", say("The game cannot begin like this: {why}", why=key))


@dataclass(frozen=True, eq=False, repr=False)
class SessionLooks(Looks):
    """What a device may see of the games there are, and of the one that people sit here for."""

    _library: Library
    _broadcast: Broadcast

    @may_look("anyone")
    def games(self, _: FromDevice) -> Mapping[str, AnyGame]:
        """All games there are, by key."""
        return self._library.games()

    @may_look("anyone")
    def chosen_game(self, _: FromDevice) -> Gathering:
        """The people at the table and the game they sit here for: the chosen one, or the one that is played. Options
        and chance are those that somebody chose; after a play, those it was begun with.
        """
        return self._broadcast.moment.gathering

    @may_look("anyone")
    def game_begun_last(self, _: FromDevice) -> str:
        """The key of the game that was begun last on this table; empty before the first."""
        return self._broadcast.moment.game_begun_last
