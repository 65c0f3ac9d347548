"""The table at one moment: a finished value, from which any thread may compute what a viewer sees.

The deciding thread makes a new moment after every change and publishes it whole; nothing in it changes afterwards, so
pages, streams and displays read it without locks. Values computed from it are cached in it: two threads that ask at
once compute the same twice, which costs little and breaks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from companion.core.game import Awaited, Colour
from companion.core.score_pad import Pad, Typed
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.setup import Meta
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget, Figure, ForecastLine
from companion.core.wording import Message, Wording
from companion.plays.reports.happened import Happenings
from companion.plays.reports.slips import SeatSlips, TableSlips
from companion.plays.storage.entry import Entry
from companion.plays.time_source import Clock
from companion.service.agreement.ballots import Ballots
from companion.service.agreement.guided_setup import GuidedSetupState, SetupView, question, setup_view
from companion.service.agreement.proposals import ProposalState
from companion.service.agreement.secret_time import SecretTimeState
from companion.service.agreement.sleepers import Sleeper, sleepers
from companion.service.agreement.undoing import WhileAway
from companion.service.agreement.votes import VOTE, AgreementState, Vote
from companion.service.asking.sender import Actor
from companion.service.audit.audit import Audit, NumbersByPart
from companion.service.audit.audit_questions import AuditAsking, AuditState, audited_numbers
from companion.service.audit.fact_choice import rests_on_any
from companion.service.audit.fact_proposal import FactState
from companion.service.clock.quiet_hours import Hours, QuietHours
from companion.service.clock.turn_clock import ClockView, RunningClock
from companion.service.play.dialogues import Pending, PlayState
from companion.service.play.notices import Notice, NoticesState
from companion.service.play.play_now import RULES_BROKE, Memoized, PlayNow
from companion.service.play.play_views import Dialogue, Phase, PhotoView
from companion.service.play.reading import ReadingState
from companion.service.seats.attendance import Attendance
from companion.service.seats.seat_transfer import SeatTransfers
from companion.service.seats.seats_state import Absence, Gathering, SeatsState, WaitingPlay
from companion.service.table_state import StateHolder


class PutAwayPlay(Struct, frozen=True):
    """A play that was put away and may be resumed; of one that is not the last, the ``names`` of those who play
    it, and when it ``began``.
    """

    play: str
    title: Wording
    names: tuple[str, ...] = ()
    began: float | None = None


@dataclass(frozen=True)
class Moment(Memoized):
    """The table at one moment: the parts of the table's state, and what the time of day makes of them. ``serial`` grows
    with every moment and is never shown to anybody. ``chosen`` is the game people sit here for, ``last_title`` that of
    the play begun last, ``put_away_before`` the plays put away before it, the latest first. ``awake`` seats were
    heard of lately, ``absent`` ones not, ``lost`` ones have a phone that is not there; ``clocks`` are the turn clocks,
    ``quiet`` the quiet hours. For ``arriving`` seats another phone waits, for ``newcomers`` somebody with a new name.
    ``missed`` asks those who are back about what was done without them, ``waiting`` those who wait for a vote.
    ``audit_open``: anybody may lead the audit.
    """

    serial: int
    playing: PlayState = field(default_factory=PlayState)
    reading: ReadingState = field(default_factory=ReadingState)
    seats: SeatsState = field(default_factory=SeatsState)
    chosen: Meta | None = None
    last_title: Wording | None = None
    put_away_before: tuple[PutAwayPlay, ...] = ()
    agreement: AgreementState = field(default_factory=AgreementState)
    secret_time: SecretTimeState = field(default_factory=SecretTimeState)
    guided: GuidedSetupState = field(default_factory=GuidedSetupState)
    proposed: ProposalState = field(default_factory=ProposalState)
    audit: Audit | None = None
    facts: FactState = field(default_factory=FactState)
    told: NoticesState = field(default_factory=NoticesState)
    awake: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()
    absent: Mapping[int, Absence] = field(default_factory=dict)
    clocks: ClockView | None = None
    quiet: Hours | None = None
    arriving: tuple[int, ...] = ()
    newcomers: tuple[tuple[int, str], ...] = ()
    missed: Mapping[int, tuple[Dialogue, ...]] = field(default_factory=dict)
    waiting: Mapping[int, tuple[Dialogue, ...]] = field(default_factory=dict)
    audit_open: bool = False
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    # -- the table -----------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return self.playing.phase

    @property
    def play(self) -> PlayNow | None:
        return self.playing.play

    @property
    def pending(self) -> Sequence[Pending]:
        """Moves that wait for cardboard."""
        return self.playing.pending

    @property
    def gathering(self) -> Gathering:
        return self.seats.gathering

    @property
    def gone(self) -> frozenset[int]:
        """The seats the table goes on without."""
        return self.seats.comings.gone

    @property
    def put_away(self) -> bool:
        """Whether the play begun last was put away, and nothing is played."""
        return self.phase == "gathering" and self.seats.last.unfinished and self.set_aside is None

    @property
    def games_begun(self) -> tuple[str, ...]:
        """The keys of the games that were begun on this table, the latest first."""
        now = (self.play.game.meta.key,) if self.play is not None else ()
        return tuple(dict.fromkeys((*now, *self.seats.last.games)))

    @property
    def votes(self) -> Sequence[Vote]:
        return self.agreement.votes

    @property
    def problem(self) -> Message | None:
        """What everybody is told, because the rules broke, or the evening is at stake."""
        return RULES_BROKE if self.playing.rules_broke else self.told.warning

    @property
    def set_aside(self) -> Message | None:
        """Why the play that was on is not resumed, while people sit down for another one."""
        return self.told.set_aside

    @property
    def photo(self) -> PhotoView | None:
        """The newest photo of the play, as long as nothing has happened since that everybody knows of."""
        photo, tail = self.playing.photo, self.play.tails.get(PUBLIC, ()) if self.play is not None else ()
        return photo.photo if photo is not None and photo.line == (tail[-1].number if tail else 0) else None

    def notices(self, seat: int) -> tuple[Notice, ...]:
        """What this seat (0: the scribe) is told."""
        return self.told.of_seat.get(seat, ())

    def sleepers(self) -> tuple[Sleeper, ...]:
        """The seats that are awaited and were not heard of for a while."""
        return self.keep("sleepers", lambda: sleepers(self.playing, self.absent, self.gone))

    # -- the game, as a viewer may know it -----------------------------------------------------------------------

    @property
    def awaited(self) -> Awaited:
        """Who is to speak in the game; nobody before it begins."""
        return self.playing.awaited

    @property
    def game_on_table(self) -> str:
        """The game that is played, by its key; empty when none is."""
        return self.play.game.meta.key if self.play is not None and self.phase == "playing" else ""

    def awaited_seats(self) -> frozenset[int]:
        """The seats that the play, a vote or the cardboard waits for."""
        asked = {seat for vote in self.votes for seat in self.gathering.names if seat in vote.silent}
        return frozenset({*self.awaited.must, *(move.by for move in self.pending), *asked})

    def known(self, viewer: Viewer) -> Any:
        """The state as ``viewer`` may know it. Only while there is a play."""
        return self.playing.on.known(viewer)

    def score(self, viewer: Viewer) -> ScoreSheet:
        """The account as ``viewer`` may know it. Only while there is a play."""
        return self.playing.on.score(viewer)

    def colours(self) -> Mapping[int, Colour]:
        """The colour of each seat's side."""
        return self.play.colours() if self.play is not None else {}

    def widgets(self, viewer: Viewer) -> tuple[AnyWidget, ...]:
        """What there is to see for ``viewer``. Empty without a play."""
        return self.play.widgets(viewer) if self.play is not None else ()

    def strip(self, seat: int) -> tuple[Figure, ...]:
        """The few numbers of a seat. Empty without a play."""
        return self.play.strip(seat) if self.play is not None else ()

    def forecast(self, seat: int) -> tuple[ForecastLine, ...]:
        """What a seat can do when it is its turn. Empty without a play, or while the table is set up or counted."""
        setting_up = self.guided_setup()
        is_set_up = setting_up is None or setting_up.begun or not setting_up.owed
        return self.play.forecast(seat) if self.play is not None and self.audit is None and is_set_up else ()

    def score_pad(self, seat: int, typed: Typed | None = None) -> Pad | None:
        """Where a seat (0: the scribe) writes points. None without a play that has such a thing."""
        return self.play.score_pad(seat, typed) if self.play is not None and self.phase == "playing" else None

    def slips(self, seat: int) -> SeatSlips:
        """What a seat still has to do with the pieces. Empty without a play."""
        return self.reading.slips(self.play, seat) if self.play is not None else SeatSlips()

    def slips_by_public_steps(self, seat: int) -> SeatSlips:
        """The slips of a seat that its display may show to everybody. Empty without a play."""
        return self.reading.slips_by_public_steps(self.play, seat) if self.play is not None else SeatSlips()

    def table_slips(self) -> TableSlips:
        """What is still to be done with the pieces, as everybody may know it. Empty without a play. Who has neither
        phone nor keys, or is gone, ticks nothing.
        """
        if self.play is None:
            return TableSlips()
        return self.reading.table_slips(self.play, frozenset((self.seats.claimed | self.seats.keys) - self.gone))

    def happenings(self, seat: int) -> Happenings:
        """What others did to a seat since it moved last. Empty without a play."""
        return self.reading.happenings(self.play, seat) if self.play is not None else Happenings()

    def reminders(self, seat: int) -> tuple[Message, ...]:
        """What a seat (0: everybody) should keep in mind at the next question."""
        return self.playing.reminders.get(seat, ())

    def guided_setup(self, seat: int = TABLE) -> SetupView | None:
        """The set-up as the screens of ``seat`` (0: of everybody) show it; None where nobody is guided."""
        if self.play is None or self.phase != "playing":
            return None
        numbers = self.play.setup.numbers
        return self.keep(("set-up", seat), lambda: setup_view(self.guided, self.seats, numbers, seat))

    def audited(self) -> NumbersByPart:
        """Every tracked number by whose it is to count, to be shown only to anybody who may know it."""
        return audited_numbers(self.play)

    # -- dialogues ---------------------------------------------------------------------------------------------

    def dialogues(self, seat: int) -> tuple[Dialogue, ...]:
        """All that ``seat`` is asked on its own screens: cardboard to enter, its move, the table's, votes."""
        return self.keep(("dialogues", seat), lambda: self._dialogues(seat))

    def _dialogues(self, seat: int) -> tuple[Dialogue, ...]:
        if self.play is None or seat not in (TABLE, *self.play.setup.numbers):
            return ()
        audit = self._audit_asking()
        found: list[Dialogue | None] = [*self.missed.get(seat, ()), *self.facts.dialogues(self.playing, seat)]
        found += audit.urgent(seat) if audit is not None else ()
        found += [*self.playing.cardboard(seat), self.playing.dialogue(seat, Viewer(seat))]
        if seat != TABLE:
            found += [*self.playing.cardboard(TABLE), self.playing.dialogue(TABLE, PUBLIC)]
        found += [_ballot(vote, seat) for vote in self.votes if vote.open_for(seat)]
        found += audit.waiting(seat) if audit is not None else ()
        found += self.waiting.get(seat, ())
        found.append(question(self.guided_setup(), seat))
        return tuple(dialogue for dialogue in found if dialogue is not None)

    def asked(self, actor: Actor) -> tuple[Dialogue, ...]:
        """All that ``actor`` is asked now, for its own seat or as the scribe."""
        return self.public_dialogues()[0] if actor.writes_for_all else self.dialogues(actor.seat)

    def public_dialogues(self) -> tuple[tuple[Dialogue, ...], tuple[int, ...]]:
        """What a scribe may answer, by seat, and the seats whose question only they may see."""
        return self.keep("public", self._public_dialogues)

    def _public_dialogues(self) -> tuple[tuple[Dialogue, ...], tuple[int, ...]]:
        found: list[Dialogue] = []
        closed: list[int] = []
        audit = self._audit_asking()
        found += self.facts.dialogues(self.playing, TABLE)
        found += audit.of_scribe() if audit is not None else ()
        for seat in dict.fromkeys((TABLE, *self.awaited.must, *self.awaited.may)):
            found += [ask for ask in self.playing.cardboard(seat) if not ask.question.secret]
            # What the table is asked has one draft, whoever answers it.
            dialogue = self.playing.dialogue(seat, PUBLIC, scribe=seat != TABLE)
            if dialogue is not None:
                found.append(dialogue)
            elif seat in self.awaited.must and not any(move.seat == seat for move in self.pending):
                closed.append(seat)
        found += self.waiting.get(TABLE, ())
        for vote in self.votes:
            found += [_ballot(vote, seat) for seat in sorted(vote.needed.spoken_for - vote.yes)]
        for seat in sorted(self.gathering.names):
            found += [ask for ask in self.playing.cardboard(seat) if not ask.question.secret and ask not in found]
        return tuple(found), tuple(closed)

    def _audit_asking(self) -> AuditAsking | None:
        if self.audit is None:
            return None
        return AuditAsking.of(self.audit, self.playing, self.agreement, self.gone, anybody=self.audit_open)

    def asked_of_audit(self) -> frozenset[int]:
        """The seats that are asked about what was counted otherwise: to put it to the table, or to agree."""
        vote = next((vote for vote in self.votes if vote.kind == "audit"), None)
        if vote is not None:
            return vote.silent
        audit = self._audit_asking()
        return audit.proposing if audit is not None else frozenset()

    def may_be_misprinted(self) -> bool:
        """Whether any fact is known, of which nobody says yet that it is wrong."""
        if self.play is None or self.phase != "playing" or self.facts.proposal is not None:
            return False
        return any(self.play.box.values())

    def rests_on_print(self, seat: int) -> bool:
        """Whether the question to ``seat`` rests on facts that it may say are wrong."""
        free = self.may_be_misprinted() and seat not in self.facts.choosing
        return free and any(not ask.service for ask in self.dialogues(seat)) and rests_on_any(self.playing, seat)


def _ballot(vote: Vote, seat: int) -> Dialogue:
    return Dialogue(seat, vote.ballot(seat), vote.id, service=VOTE + vote.id)


@dataclass(eq=False, repr=False)
class Moments:
    """Makes a moment from the table's state, and remembers the newest. ``meta`` says what the game with a key is.
    ``now`` is the same value until something changes.
    """

    state: StateHolder
    clock: Clock
    attendance: Attendance
    moving: SeatTransfers
    turn_clock: RunningClock
    quiet: QuietHours
    ballots: Ballots
    while_away: WhileAway
    meta: Callable[[str], Meta | None]
    _serial: int = field(default=0, init=False)
    _made_at: int = field(default=-1, init=False)
    _moment: Moment = field(default_factory=lambda: Moment(0), init=False)

    def asked(self, actor: Actor) -> tuple[Dialogue, ...]:
        """All that ``actor`` is asked now."""
        return self.now.asked(actor)

    @property
    def now(self) -> Moment:
        """The table as it is."""
        if self._made_at != self.state.changes:
            self._follow_clock(undone=False)
            self._serial += 1
            self._moment = self._made()
            self._made_at = self.state.changes
        return self._moment

    def _title(self, game: str) -> Wording | None:
        meta = self.meta(game)
        return meta.title if meta is not None else None

    def _put_away(self, plays: Iterable[WaitingPlay]) -> Iterator[PutAwayPlay]:
        """Those of ``plays`` whose game is here."""
        for each in plays:
            if (title := self._title(each.game)) is not None:
                yield PutAwayPlay(each.play, title, each.names, each.began)

    def _made(self) -> Moment:
        state = self.state.now
        audit, seats = state[AuditState], state[SeatsState]
        return Moment(
            serial=self._serial,
            playing=state[PlayState],
            reading=state[ReadingState],
            seats=seats,
            chosen=self.meta(seats.gathering.game),
            last_title=self._title(seats.last.game),
            put_away_before=tuple(self._put_away(seats.last.waiting)),
            agreement=state[AgreementState],
            secret_time=state[SecretTimeState],
            guided=state[GuidedSetupState],
            proposed=state[ProposalState],
            audit=audit.audit,
            facts=state[FactState],
            told=state[NoticesState],
            awake=self.attendance.awake(),
            lost=self.attendance.lost(),
            absent=self.attendance.absences(),
            clocks=self.turn_clock.view(),
            quiet=self.quiet.hours,
            arriving=self.moving.waiting(),
            newcomers=self.moving.newcomers(),
            missed=self.while_away.dialogues(),
            waiting=self.ballots.waiting(),
            audit_open=audit.stands_still(self.clock.mono()),
        )

    def follow(self, entry: Entry) -> None:
        """Note an entry: the clock of the awaited seat runs now."""
        self._follow_clock(undone=entry.kind in ("undo", "redo"))

    def _follow_clock(self, *, undone: bool) -> None:
        state = self.state.now
        self.turn_clock.follow(
            state[PlayState].awaited,
            votes=state[AuditState].audit is not None or bool(state[AgreementState].asked),
            pending=state[PlayState].pending,
            undone=undone,
        )

    def settle(self) -> None:
        """Periodic work: somebody falls silent, or is heard of again."""
        moment = self.now
        heard = self.attendance.awake(), self.attendance.lost(), self.attendance.absences()
        if (moment.awake, moment.lost, moment.absent) != heard:
            self.state.touch()
