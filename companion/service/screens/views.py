"""What pages are given: finished values, already as one viewer may see them.

Pages render these, the API encodes them, neither computes anything.
"""

from __future__ import annotations

from msgspec import Struct

from companion.core.score_pad import Pad
from companion.core.scoring import ScoreSheet
from companion.core.widgets import AnyWidget, Figure, ForecastLine
from companion.core.wording import Message, Wording
from companion.plays.reports.announcements import LastStep
from companion.plays.reports.happened import Happenings
from companion.plays.reports.history import LogLine
from companion.plays.reports.slips import SeatSlips, TablePieces, TableSlips
from companion.service.agreement.guided_setup import SetupView
from companion.service.agreement.proposals import ProposalKind
from companion.service.agreement.secret_time import SecretTimer
from companion.service.agreement.sleepers import Sleeper
from companion.service.agreement.vote_changes import VoteChange
from companion.service.agreement.votes import SoonYes
from companion.service.audit.audit import ShownNumber
from companion.service.audit.audit_views import AuditRow, AuditView, CountedPart
from companion.service.clock.quiet_hours import Hours
from companion.service.clock.turn_clock import ClockView
from companion.service.play.notices import Notice
from companion.service.play.play_now import Reveal
from companion.service.play.play_views import Dialogue, Phase, PhotoView, UndoOffer
from companion.service.screens.moment import PutAwayPlay
from companion.service.seats.seats_state import SeatMoved


class SeatInfo(Struct, frozen=True):
    """A place at the table as everybody may see it.

    ``taken`` seats have a name, ``claimed`` ones a device that may act for them; ``awake``: it was heard of lately. The
    table goes on without ``gone`` ones; an ``open`` one was left by the person who held it, and waits for somebody
    else. ``colour`` is that of the side it plays, where sides have one. Of an ``away`` one nothing was heard for three
    minutes. ``keys``: somebody without a phone sits there, who sat down with the keys of the seat. The phone of a
    ``lost`` one is not there: before a play, who knows its name has it again.
    """

    seat: int
    name: str = ""
    taken: bool = False
    claimed: bool = False
    awake: bool = False
    awaited: bool = False
    may: bool = False
    phone: bool = False
    gone: bool = False
    open: bool = False
    colour: str = ""
    away: bool = False
    keys: bool = False
    lost: bool = False


class OpenVote(Struct, frozen=True):
    """What the table is asked by ``asker`` (0: the host), who has ``agreed``, and of whom a yes could still come.
    ``target`` is the seat it is about (skip: go on without it once; leave: for good; swap: another phone asks for it),
    0 otherwise. ``soon`` are the yeses that count in a moment and may still be changed. ``effects`` says what exactly
    would happen; ``every`` one of those asked must agree, or any. Of a seat that was silent for long the ``host`` and
    one of those ``beside`` are enough. ``changes`` are the numbers that would change.

    ``id`` is that of its ballots, whose ``service`` ends in it.
    """

    kind: str
    asker: int
    target: int
    prompt: Message
    waiting: tuple[int, ...] = ()
    effects: tuple[Wording, ...] = ()
    agreed: tuple[int, ...] = ()
    soon: tuple[SoonYes, ...] = ()
    every: bool = True
    id: str = ""
    host: int = 0
    beside: tuple[int, ...] = ()
    changes: tuple[VoteChange, ...] = ()


class SeatCode(Struct, frozen=True):
    """The code with which another phone may ask for one's own seat, good ``until`` then by the table's clock."""

    code: str
    until: float


class HostingView(Struct, frozen=True):
    """Who hosts, in ``words`` for everybody."""

    seat: int
    words: Message


class ProposalView(Struct, frozen=True):
    """What the seat ``by`` is about to do, in ``words``: it counts at ``until``, by the table's clock, or once nobody
    is ``silent`` any more. ``fine`` are those who said so. ``level`` is how much the companion does in the play that
    begins. ``players`` are the seats that will play where the others watch; empty where everybody plays.
    """

    kind: ProposalKind
    by: int
    words: Message
    title: Wording
    until: float
    silent: tuple[int, ...] = ()
    fine: tuple[int, ...] = ()
    level: str = ""
    players: tuple[int, ...] = ()


class AskedOfAll(Struct, frozen=True):
    """What the whole table is asked: what counts down, or what is told of the one before; the open votes, each with the
    seats that have not answered.
    """

    proposal: ProposalView | None = None
    told: Message | None = None
    votes: tuple[tuple[Message, tuple[int, ...]], ...] = ()


class LobbyView(Struct, frozen=True):
    """The game that people sit here for. ``unpack`` is what to put on the table before it begins, ``choices`` how it is
    played: what may be chosen, and what was.
    """

    game: str
    title: Wording
    unpack: tuple[Wording, ...] = ()
    choices: tuple[tuple[Wording, Wording], ...] = ()


class Turn(Struct, frozen=True):
    """Whose turn it is.

    ``seats`` are those that the game waits for, in the order in which every screen shows them; 0 is the table.
    ``headline`` names the person, or the task where several are asked. ``reason`` says what the turn is about.
    ``then`` is the seat that acts next, where that is known (else 0).
    """

    seats: tuple[int, ...]
    headline: Message
    reason: Wording | None = None
    then: int = 0


class TableView(Struct, frozen=True):
    """What everybody at the table sees, and what every page starts from. ``sentence`` says what is to do now; ``turn``
    whose turn it is, while a game is played; ``game`` is the key of the game on the table.

    ``arriving`` are the seats for which another phone waits, ``newcomers`` the seats and names of those who are new.
    ``watching`` phones have no seat and look on. In ``quiet`` hours, two minutes of the day, nothing is to be heard.
    ``play`` is the id of a play that is over, under which it is kept. ``reveal`` is what was just revealed. ``missing``
    says, before a play, what is missing until it can begin and who sees to it; ``hosting`` who hosts. ``proposal`` is
    what somebody is about to do for all, ``told`` why the one before was not done. ``last`` may be resumed,
    and so may those that were ``put_away`` before it.
    ``lobby`` is the game that people sit here for. ``pieces`` is what people do with the pieces after the last move,
    ``slips`` what of it, and of the moves before, nobody has ticked (on the table screen alone), ``reminders`` what
    everybody should keep in mind. ``secret_limit`` is the time for secret answers in seconds (0:
    none), ``secret_timer`` what runs of it. ``last_step`` is the last one of a play that everybody reads of, with what
    was announced. ``moved`` is the seat that has just gone to another phone.
    ``setting_up`` is what people lay out before they play. ``address_shown``: somebody wants the table's address shown.
    """

    version: str
    phase: Phase
    title: Wording
    sentence: Message
    seats: tuple[SeatInfo, ...] = ()
    widgets: tuple[AnyWidget, ...] = ()
    log: tuple[LogLine, ...] = ()
    score: ScoreSheet | None = None
    problem: Message | None = None
    clocks: ClockView | None = None
    arriving: tuple[int, ...] = ()
    newcomers: tuple[tuple[int, str], ...] = ()
    watching: int = 0
    audit: AuditView | None = None
    photo: PhotoView | None = None
    sleepers: tuple[Sleeper, ...] = ()
    votes: tuple[OpenVote, ...] = ()
    play: str = ""
    reveal: Reveal | None = None
    quiet: Hours | None = None
    missing: Message | None = None
    hosting: HostingView | None = None
    proposal: ProposalView | None = None
    told: Message | None = None
    last: PutAwayPlay | None = None
    lobby: LobbyView | None = None
    pieces: TablePieces | None = None
    reminders: tuple[Message, ...] = ()
    turn: Turn | None = None
    secret_limit: int = 0
    secret_timer: SecretTimer | None = None
    game: str = ""
    last_step: LastStep | None = None
    moved: SeatMoved | None = None
    setting_up: SetupView | None = None
    slips: TableSlips = TableSlips()
    address_shown: bool = False
    put_away: tuple[PutAwayPlay, ...] = ()


class SeatView(Struct, frozen=True):
    """A seat's own page. ``turn`` is that of the table, in words to this seat. ``dialogues`` holds the seat's question
    first, then any the whole table is asked. ``strip`` holds its few numbers that always stand on the page.

    While the table is counted, ``counting`` is what this seat counts, and ``differing`` what then is to be corrected.
    ``looked_up``: the question rests on facts of the box, of which one may have been typed wrong. ``table_may``: the
    question of the whole table waits for nobody. ``slips`` is what it still has to do with the pieces,
    ``happened`` what others did to it since it moved last, ``reminders`` what it should keep in mind.
    ``numbers_only``: the game does not say what to do with the pieces. With ``code`` another phone may ask for
    the seat.
    ``setting_up`` is that of the table, with what only this seat is shown.
    ``pad`` is where it writes points in categories, in games that count them so. ``did`` is what the seat has just
    done, until somebody else acts. ``forecast`` says what a seat that waits can do when it is its turn.
    """

    version: str
    seat: int
    table: TableView
    sentence: Message
    dialogues: tuple[Dialogue, ...] = ()
    widgets: tuple[AnyWidget, ...] = ()
    strip: tuple[Figure, ...] = ()
    log: tuple[LogLine, ...] = ()
    undo: UndoOffer | None = None
    redo: UndoOffer | None = None
    notices: tuple[Notice, ...] = ()
    score: ScoreSheet | None = None
    counting: tuple[CountedPart, ...] = ()
    differing: tuple[AuditRow, ...] = ()
    looked_up: bool = False
    table_may: bool = False
    slips: SeatSlips = SeatSlips()
    happened: Happenings = Happenings()
    numbers_only: bool = False
    reminders: tuple[Message, ...] = ()
    turn: Turn | None = None
    code: SeatCode | None = None
    setting_up: SetupView | None = None
    pad: Pad | None = None
    did: Message | None = None
    forecast: tuple[ForecastLine, ...] = ()


class ScribeView(Struct, frozen=True):
    """What a scribe sees: the public table and every public question that is open, seat by seat. ``looked_up``: facts
    of the box are known, of which one may have been typed wrong. ``pad``: where points are written in categories.
    """

    version: str
    table: TableView
    dialogues: tuple[Dialogue, ...] = ()
    closed: tuple[int, ...] = ()
    undo: UndoOffer | None = None
    redo: UndoOffer | None = None
    notices: tuple[Notice, ...] = ()
    counting: tuple[CountedPart, ...] = ()
    looked_up: bool = False
    pad: Pad | None = None


class TrackedView(ShownNumber, frozen=True, kw_only=True):
    """A tracked number this viewer may see and correct. ``owner`` is its seat; None for the table."""

    owner: int | None
