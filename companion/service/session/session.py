"""Choosing a game, beginning, resuming after a power cut, the next play. Deciding thread only."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, get_args

from msgspec import Meta, structs

from companion.core.boxes import merged
from companion.core.chance import ChanceSource
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame
from companion.core.setup import OptionValue, Seated, SetupError, checked_setup
from companion.core.wording import N_, Message, SeatName, Verbatim, Wording, say, say_n
from companion.keeping.copier import Copier
from companion.library import Library
from companion.locale import names_of_seat
from companion.plays.current_play import PRESENT, current_play
from companion.plays.log.closing import conclude
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import bug_place
from companion.plays.play import Play
from companion.plays.printed.position import PrintedPosition
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import PlayRow
from companion.plays.time_source import Clock
from companion.service.agreement.ballots import Matter
from companion.service.agreement.consent import to_take_back
from companion.service.agreement.proposals import Proposal
from companion.service.agreement.votes import Vote
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Nonce, PlayId, Reply, Request, Seat
from companion.service.asking.sender import FromDevice, Handlers, Person, Sender
from companion.service.play.play_now import latest_photo
from companion.service.rooms import Rooms
from companion.service.screens.streams import Broadcast
from companion.service.seats.seating import Seats
from companion.service.seats.seats_state import Gathering, checked_name


class ChooseGame(Request, frozen=True):
    """Choose the game and its options; may be changed until it begins. An empty game removes the choice."""

    may_ask = "host"
    game: Annotated[str, Meta(max_length=80)]
    options: Mapping[str, OptionValue] = {}
    chance: Mapping[str, ChanceSource] = {}


class BeginPlay(Request, frozen=True):
    """Begin the chosen game with these ``seats`` (None: all taken seats). If a person with a seat asks, it counts down
    on all screens first. Only an admin can leave seats out, or anybody where more people sit here than the game takes;
    their phones lose these seats and can watch. ``set_up``: the companion guides people through laying out the pieces
    of a new play.
    """

    may_ask = "host"
    seats: frozenset[Seat] | None = None
    level: Annotated[str, Meta(max_length=40)] = ""
    set_up: bool = False


class UseDemoNumbers(Request, frozen=True):
    """Begin the play on the table again with invented printed values, before anybody moves."""

    may_ask = "host"
    nonce: Nonce = ""


class PlayAgain(Request, frozen=True):
    """Another play with the same people. If a person with a seat asks, it counts down on all screens first. Then the
    same game begins; a play that is not over is put away, and "Wait" turns that into a vote.
    """

    may_ask = "host"


class ResumePlay(Request, frozen=True):
    """Resume an unfinished play. If a person with a seat asks, it counts down on all screens first."""

    may_ask = "host"
    play: PlayId


class ConcludePlay(Request, frozen=True):
    """Close a finished play for good, so that the seed of its chance is shown."""

    may_ask = "seat or admin"
    play: PlayId


class KeepSheet(Request, frozen=True):
    """Put a score sheet, as TOML, among the games. ``replaces`` is the key of the sheet that it may replace."""

    may_ask = "host"
    toml: str
    replaces: str = ""


logger = logging.getLogger(__name__)

BOX, DEMO = "box", "practice"
"""The option of a game and its value for invented printed values."""
HELD = "held:"
"""Prefix of a play's id in the settings: who held which seat when it was put away, by the hashes of their tokens."""
SEED = 32
"""Bytes of the seed of a play's chance."""


@dataclass(eq=False, repr=False)
class Session:
    """Handles choosing, beginning, resuming and ending plays. ``chooses`` is called with the sender of a choice for the
    table; ``secret(n)`` gives n random bytes.
    """

    rooms: Rooms
    seats: Seats
    chooses: Callable[[Sender], None]
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
        """Continue after the end of the log: with the running or just finished play, or with people sitting down."""
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
                # The next start that can read it resumes it, unless a person has sat down without it.
                self.log.settings.put(PRESENT, newest.id)
            return
        self.seats.claims_changed()

    def _read(self, row: PlayRow) -> Play | Message:
        """The play of ``row``; or why it cannot be resumed: its game is not installed, or the installed rules cannot
        read it. It stays in the log, and the table opens without it, since a stored play must never prevent that.
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

    def _choose(self, sender: Sender, request: ChooseGame) -> Reply:
        """Choose the game and its options.

        After a play that is over, choosing a game begins the gathering for the next one.
        """
        if self.rooms.running.now.phase == "over":
            self._again()
        self._gathering_only()
        if request.game:
            _check_choice(self._game(request.game), request.options, request.chance)
        self.rooms.proposals.stop(sender.actor.seat)
        self.chooses(sender)
        self.seats.choose(request.game, request.options, request.chance)
        return Reply()

    def _begin(self, sender: Sender, request: BeginPlay) -> Reply:
        """Begin the chosen game with those who sit here, or some of them."""
        try:
            self._gathering_only()
            everybody = request.seats is None or request.seats.issuperset(self.rooms.seats.now.gathering.names)
            admin = sender.actor.kind == "host"
            if not (admin or everybody or self._is_crowded()):
                raise Refused("all-play", say("A play begins with everybody who sits here."))
            game, gathering = self._ready(request.seats)
            guided_by = (sender.actor.seat or sender.actor.own) if request.set_up else None
            if _sits(sender) and (everybody or not admin):
                begin = partial(self._begin_now, None if everybody else request.seats, request.level, guided_by)
                players = () if everybody else tuple(sorted(gathering.names))
                title = game.meta.title
                return self.rooms.proposals.put(sender, "begin", title, begin, level=request.level, players=players)
            self._begin_now(request.seats, request.level, guided_by)
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
        self._begin_now(None, play.setup.level, sender.actor.seat or sender.actor.own)
        told = say("The play begins anew with demo numbers.")
        self.rooms.notices.tell(play.setup.numbers, told, "warning")
        return Reply(notice=told)

    def _is_crowded(self) -> bool:
        """Whether more people sit here than the chosen game takes."""
        gathering = self.rooms.seats.now.gathering
        return bool(gathering.game) and len(gathering.names) > self._game(gathering.game).meta.seats[1]

    def _ready(self, seats: frozenset[int] | None) -> tuple[AnyGame, Gathering]:
        """The game that could begin now, and with whom. Raises ``Refused``."""
        self._gathering_only()
        self._no_obstacle()
        gathering = self.rooms.seats.now.gathering
        if seats is not None:
            playing = {seat: name for seat, name in gathering.names.items() if seat in seats}
            gathering = structs.replace(gathering, names=playing)
        game = self._game(gathering.game)
        least, most = game.meta.seats
        seated = len(gathering.names)
        if not least <= seated <= most:
            raise Refused("wrong-seats", wrong_seats(game.meta.title, least, most, seated))
        return game, gathering

    def _begin_now(self, seats: frozenset[int] | None, level: str, guided_by: int | None) -> None:
        """Begin; ``guided_by`` is the seat that begins a guided set-up (0: without a seat), None without one. Raises
        ``Refused`` and ``SetupError``.
        """
        game, gathering = self._ready(seats)
        box = merged({}, self.log.boxes.owners(game.meta.key))
        setup = structs.replace(gathering.setup(), box=box, level=level)
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
        if guided_by is not None:
            self.rooms.guided.begin(guided_by)

    def _play_again(self, sender: Sender, _: PlayAgain) -> Reply:
        phase = self.rooms.running.now.phase
        if phase == "gathering":
            raise Refused("no-play", say("No play is on."))
        if not _sits(sender):
            return self._again()
        if phase == "over":
            return self._play_the_same(sender)
        title = self.rooms.running.playing().game.meta.title
        ask = partial(self._ask_to_put_away, sender, title)
        return self.rooms.proposals.put(sender, "put-away", title, self._again, stopped=ask)

    def _play_the_same(self, sender: Sender) -> Reply:
        """Begin the game that is over again, with the same set-up."""
        over = self.rooms.running.play
        if over is None:
            raise Refused("no-play", say("No play is on."))
        level, by = over.setup.level, sender.actor.seat or sender.actor.own

        def begin() -> None:
            self._no_obstacle()
            self._again()
            self._begin_now(None, level, by if over.game.lays_out else None)

        return self.rooms.proposals.put(sender, "again", over.game.meta.title, begin, level=level)

    def _ask_to_put_away(self, sender: Sender, title: Wording, proposal: Proposal, stopped_by: int) -> Reply:
        """Turn a proposal to put the play away into a vote, because somebody said "Wait". People who said "Fine by me"
        have voted yes.
        """
        who = Person(proposal.by, sender.actor.device)
        needed = to_take_back(self.rooms.attendance.sitting(), who)
        nonce = self.secret(12).hex()
        what = say("Put {game} away?", N_("Put it away?"), game=title)
        yes = proposal.fine & needed.seats
        vote = Vote(nonce, "put-away", who, 0, what, needed, actor=str(sender.actor), yes=yes)
        self.rooms.notices.tell([proposal.by], say("{who} says wait: now the table votes.", who=SeatName(stopped_by)))
        return self.rooms.ballots.put(vote)

    def put_away(self) -> Reply:
        """Put the play away for another one with the same people, after the table has agreed."""
        return self._again()

    def _again(self) -> Reply:
        """Gather the same people for another play: everybody keeps seat, phone and name. After a play that is over, the
        same game is chosen.

        A play that was not over stays unfinished in the log; ``ResumePlay`` brings it back.
        """
        old = self.rooms.seats.now.gathering
        over = self.rooms.running.now.phase == "over"
        if over:
            self.rooms.running.conclude()
        else:
            holders = self.log.tokens.holders(old.play_id)
            self.log.settings.put(HELD + old.play_id, {str(seat): sorted(held) for seat, held in holders.items()})
        self._gather(old if over else Gathering("", old.names), carry=old.play_id)
        return Reply()

    def _conclude(self, _: Sender, request: ConcludePlay) -> Reply:
        play = self.rooms.running.play
        if play is not None and play.id == request.play:
            self.rooms.running.conclude()
        else:
            conclude(self.log, request.play)
        return Reply()

    def _resume_play(self, sender: Sender, request: ResumePlay) -> Reply:
        """Bring an unfinished play of another evening back."""
        if self.rooms.running.now.phase == "over":
            self._again()
        self._gathering_only()
        row = self._unfinished(request.play)
        if not _sits(sender):
            self._resume_now(request.play, by_admin=True)
            return Reply()
        resume = partial(self._resume_now, request.play, by_admin=sender.actor.kind == "host")
        game = self.library.games().get(row.game)
        title = game.meta.title if game is not None else Verbatim({"": row.game})
        return self.rooms.proposals.put(sender, "resume", title, resume)

    def _unfinished(self, play: str) -> PlayRow:
        row = self.log.play(play)
        if row is None or row.status != "playing":
            raise Refused("no-play", say("That play cannot be gone on with."))
        return row

    def _resume_now(self, play_id: str, *, by_admin: bool) -> None:
        """Resume a play. Unless an admin does it, a seat is only given to a device that held it in that play, so that a
        name alone reveals no hand.
        """
        self._gathering_only()
        row = self._unfinished(play_id)
        play = self._read(row)
        if isinstance(play, Message):
            raise Refused("no-play", play)
        if not by_admin:
            self._keep_holders(play)
        self._seat_anew(play, self.log.names(row), opens=by_admin)

    def _keep_holders(self, play: Play) -> None:
        """Keep the seats of devices that held them when the play was put away; others must sit down again."""
        kept = self.log.settings.get(HELD + play.id, {})
        for seat, here in self.log.tokens.holders(self.rooms.seats.now.gathering.play_id).items():
            if not here.issubset(kept.get(str(seat), ())):
                self.seats.withdraw(seat)
        self.seats.claims_changed()

    def begin_at(self, position: PrintedPosition) -> None:
        """Begin a play that continues from ``position``, with the devices that sit here now. Raises ``Refused``,
        ``SetupError``, ``RulesBug``, ``LogError``.
        """
        self._gathering_only()
        self._no_obstacle()
        game = self.library.games().get(position.game)
        if game is None:
            raise Refused("no-game-here", say("There is no game called {key} here.", key=position.game))
        names = {seated.seat: _name_of(seated) for seated in position.setup.seats}
        play = Play.begin_at(
            self.log,
            game,
            position,
            seed=self.secret(SEED),
            clock=self.clock,
            play_id=self.rooms.seats.now.gathering.play_id,
        )
        self._seat_anew(play, names)

    def _seat_anew(self, play: Play, names: dict[int, str], *, opens: bool = True) -> None:
        """Put up a play that others may have begun, with the devices that sit here now. ``opens``: the seats of those
        who are not here go to anybody who asks for them first.

        A device stays at its seat if the same name sat there: nobody is to see another's hand because the company has
        changed places. The others sit down again.
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
        if opens:
            self.rooms.leaving.opens(set(play.setup.numbers) - self.rooms.seats.now.claimed)

    def _keep_sheet(self, _: Sender, request: KeepSheet) -> Reply:
        self.library.keep(request.toml, request.replaces)
        return Reply()

    def _gather(self, gathering: Gathering, carry: str = "") -> None:
        """Begin gathering for a new play, which is not in the log yet; with ``carry`` the devices of that play keep
        their seats.
        """
        play_id = self.log.gather(gathering.game, gathering.setup(), created=self.clock.wall())
        by_keys = self.rooms.leaving.keys.intersection(gathering.names) if carry else frozenset()
        if carry:
            self.seats.carry(carry, play_id)
        self.rooms.sit_down(structs.replace(gathering, play_id=play_id))
        self.rooms.leaving.sits_by_keys(by_keys)
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


class PuttingAway(Matter):
    """A vote on putting the play away, after somebody said "Wait"."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def carry_out(self, vote: Vote) -> Reply:
        del vote
        return self._session.put_away()


def _name_of(seated: Seated) -> str:
    """The name of a person in a printed play. Raises ``Refused``."""
    return seated.name if seated.name in names_of_seat(seated.seat) else checked_name(seated.name)


def _sits(sender: Sender) -> bool:
    """Whether the sender has a seat, so that a proposal must count down first."""
    return bool(sender.actor.seat or sender.actor.own)


def _check_choice(game: AnyGame, options: Mapping[str, OptionValue], chance: Mapping[str, ChanceSource]) -> None:
    """Refuse options and kinds of chance that the game does not know, since a choice is stored before the play begins
    and must be readable after a restart.
    """
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
        """The people at the table and the game they sit here for: the chosen one, or the one being played. Options and
        chance are those chosen; after a play, those of that play.
        """
        return self._broadcast.moment.gathering

    @may_look("anyone")
    def asked_of_box(self, _: FromDevice) -> tuple[Wording, ...]:
        """The unknown printed values of the owners' copy that the chosen game will ask for."""
        meta = self._library.meta(self._broadcast.moment.gathering.game)
        known = self._library.box(meta.key) if meta is not None and meta.box else {}
        return tuple(kind.label for kind in (meta.box if meta is not None else ()) if not known.get(kind.key))

    @may_look("anyone")
    def games_begun(self, _: FromDevice) -> tuple[str, ...]:
        """The keys of the games that were begun on this table, the latest first."""
        return self._broadcast.moment.games_begun


def wrong_seats(title: Wording, least: int, most: int, seated: int) -> Message:
    """The message that a game is for another number of people than are seated."""
    if least == most:
        return say_n(
            "{game} is for {least} people; {n} is seated.",
            "{game} is for {least} people; {n} are seated.",
            seated,
            game=title,
            least=least,
        )
    return say_n(
        "{game} is for {least} to {most} people; {n} is seated.",
        "{game} is for {least} to {most} people; {n} are seated.",
        seated,
        game=title,
        least=least,
        most=most,
    )
