"""The play between two entries of its log: an immutable value that any thread may read.

Values computed from it are cached in it. Two threads that ask at the same time may compute one twice, which is
harmless. A bug in the rules of a game ends a step or leaves something undrawn, never the play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from msgspec import Struct, structs

from companion.core.boxes import Box
from companion.core.dialogue import Asked, Done, digest, walk
from companion.core.errors import CompanionError, Refused
from companion.core.forms import Filled, fill
from companion.core.game import AnyGame, Awaited, Colour, questions_of
from companion.core.owed_chance import ChanceOwed, chance_owed
from companion.core.questions import Answer, AnyQuestion
from companion.core.score_pad import Pad, Typed
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer, seen
from companion.core.setup import Setup
from companion.core.step import NOT_AWAITED, TABLE
from companion.core.widgets import AnyWidget, Bar, Figure, ForecastLine, Grid, Ledger, Meter, Note, Row
from companion.core.wording import N_, Message, SeatName, say, whose
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import bug_place
from companion.plays.play import Play
from companion.plays.reports.announcements import LastStep, last_step
from companion.plays.reports.happened import EntryChanges
from companion.plays.reports.history import LogLine
from companion.plays.reports.slips import ReadEntry, TablePieces, read_entries, table_pieces
from companion.plays.storage.entry import Entry
from companion.plays.storage.stores import PhotoRow
from companion.plays.undo import UndoStep, main_line, redo_offer, redo_offers, undo_offer
from companion.service.play.play_views import FigureChange, Final, Outlook, PhotoView, UndoOffer


class RevealPart(Struct, frozen=True):
    """What a seat (0: the table) revealed: widgets and log lines."""

    seat: int
    widgets: tuple[AnyWidget, ...] = ()
    lines: tuple[Message, ...] = ()


class Reveal(Struct, frozen=True):
    """What was revealed, seat by seat. ``new``: something in it is marked as new."""

    parts: tuple[RevealPart, ...]
    new: bool = False


class RevealingStep(Struct, frozen=True):
    """The last public step, if it revealed something: its large lines, the seat of each, and the state before it (None
    if that cannot be read).
    """

    lines: tuple[tuple[int, Message], ...]
    before: Any = None


def revealing_step(play: Play) -> RevealingStep | None:
    """The step whose reveal is shown now, no matter how many secret steps followed; a limit would reveal their
    number.
    """
    entry = next((entry for entry in reversed(play.effective) if entry.known), None)
    if entry is None:
        return None
    lines = tuple(_large(entry))
    return RevealingStep(lines, _state_before(play, entry)) if any(seat for seat, _ in lines) else None


def _large(entry: Entry) -> Iterable[tuple[int, Message]]:
    for told in entry.told:
        # announcements are no reveal: the table screen shows them for some seconds only
        if isinstance(told, Message) and told.large and not told.first:
            line = seen(told, PUBLIC)
            seat = whose(line)
            yield entry.seat if seat is None else seat, line


def _state_before(play: Play, entry: Entry) -> Any:
    try:
        return play.state_after(entry.base) if entry.base else None
    except CompanionError:
        return None


def reveal(game: AnyGame, state: Any, step: RevealingStep, public: Sequence[AnyWidget]) -> Reveal:
    """The reveal of a step. ``state`` is as the public sees it, ``public`` are its widgets."""
    keys = set(game.reveals(state))
    shown = [widget for widget in public if widget.key in keys]
    before = {}
    if step.before is not None and any(isinstance(widget, Grid) for widget in shown):
        before = {widget.key: widget for widget in game.public_widgets(seen(step.before, PUBLIC))}
    marked = [_marked(widget, before) for widget in shown]
    seats = dict.fromkeys([*(widget.seat or TABLE for widget in marked), *(seat for seat, _ in step.lines)])
    parts = (
        RevealPart(
            seat,
            tuple(widget for widget in marked if (widget.seat or TABLE) == seat),
            tuple(line for whose_it_is, line in step.lines if whose_it_is == seat),
        )
        for seat in seats
    )
    new = any(cell.marked for widget in marked if isinstance(widget, Grid) for cell in widget.cells)
    return Reveal(tuple(sorted(parts, key=lambda part: part.seat == TABLE)), new)


def _marked(widget: AnyWidget, before: Mapping[str, AnyWidget]) -> AnyWidget:
    """A grid with its new contents marked; other widgets unchanged."""
    old = before.get(widget.key)
    if not isinstance(widget, Grid) or not isinstance(old, Grid):
        return widget
    there = {cell.at: (cell.icon, cell.label) for cell in old.cells}
    cells = tuple(structs.replace(cell, marked=there.get(cell.at) != (cell.icon, cell.label)) for cell in widget.cells)
    return structs.replace(widget, cells=cells)


def lit(widget: AnyWidget, awaited: frozenset[int]) -> AnyWidget:
    """A ledger or meter with the rows of the seats on turn marked, to agree with the headline of every screen; other
    widgets unchanged.
    """
    match widget:
        case Ledger(rows=rows):
            return structs.replace(widget, rows=_lit(rows, awaited))
        case Meter(bars=bars):
            return structs.replace(widget, bars=_lit(bars, awaited))
        case _:
            return widget


R = TypeVar("R", Row, Bar)


def _lit(rows: tuple[R, ...], awaited: frozenset[int]) -> tuple[R, ...]:
    if not all(row.seat for row in rows) or {row.seat for row in rows if row.marked} == awaited:
        return rows
    return tuple(structs.replace(row, marked=row.seat in awaited) for row in rows)


T = TypeVar("T")

RECENT = 8
"""How many walks, and how many filled forms, of each seat are cached, since its phone, its display and a scribe need
the same ones.
"""

logger = logging.getLogger(__name__)

RULES_BROKE = say("The rules stumbled over the last step; nothing was changed by it.", N_("The rules stumbled"))
NOT_SHOWN = say("The rules stumbled: something is missing here. The play goes on.")
RULES_BROKE_NOTE = Note(key="rules-broke", title=NOT_SHOWN, lines=(NOT_SHOWN,), tone="warning")


def rules_bug(error: BaseException) -> Refused:
    """The refusal of a step at which the rules failed."""
    log_bug(error)
    words = say("The rules stumbled over that; nothing was changed. The log names the place.", N_("The rules stumbled"))
    return Refused("bug", words)


def log_bug(error: BaseException) -> None:
    """Log the type and place of a bug, but not the message of the exception, which may contain a secret."""
    logger.error("the rules broke: %s", bug_place(error))


class Memoized:
    """Mixin: cache values derived from an immutable object."""

    _kept: dict[Any, Any]

    def keep(self, key: Any, compute: Callable[[], T]) -> T:
        """The value of ``compute``, computed once for each ``key``."""
        if key not in self._kept:
            self._kept[key] = compute()
        return cast("T", self._kept[key])

    def keep_while(self, key: Any, basis: Sequence[object], compute: Callable[[], T]) -> T:
        """The value computed last for ``key``, if the objects of ``basis`` are still identical; else computed again."""
        kept = self._kept.get(key)
        if kept is None or any(now is not then for now, then in zip(basis, kept[0], strict=True)):
            kept = self._kept[key] = (basis, compute())
        return cast("T", kept[1])

    def keep_recent(self, what: Hashable, key: object, compute: Callable[[], T]) -> T:
        """The value computed for ``key``, if it is among the last ``RECENT`` of ``what``. Keys are compared by their
        ``repr``, so that True differs from 1, and keys may contain lists.
        """
        said = repr(key)
        recent: tuple[tuple[str, T], ...] = self._kept.get(what, ())
        for known, value in recent:
            if known == said:
                return value
        computed = compute()
        self._kept[what] = (*recent[1 - RECENT :], (said, computed))
        return computed


@dataclass(frozen=True)
class PlayNow(Memoized):
    """The play between two entries of its log. ``state`` is complete; show only ``known``. ``accepted`` counts the
    entries of each seat, ``steps`` the public ones of them; ``known_entry`` is the last public entry that was not
    undone; ``recent`` are the last entries with lines for each viewer, ``changes`` the changes of each seat's numbers
    by others since its last move, by entry.
    """

    id: str
    game: AnyGame
    setup: Setup
    state: Any
    accepted: Mapping[int, int]
    steps: Mapping[int, int]
    commitment: str
    known_entry: int = 1
    undo: Mapping[int, UndoOffer] = field(default_factory=dict)
    redo: Mapping[int, UndoOffer] = field(default_factory=dict)
    tails: Mapping[Viewer, tuple[LogLine, ...]] = field(default_factory=dict)
    revealing: RevealingStep | None = None
    recent: Mapping[Viewer, tuple[ReadEntry, ...]] = field(default_factory=dict)
    changes: Mapping[int, Mapping[int, EntryChanges]] = field(default_factory=dict)
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def known(self, viewer: Viewer) -> Any:
        """The state as ``viewer`` may know it; the same object for all viewers who know no more than the public."""
        return self.keep(("known", viewer), lambda: self._known(viewer))

    def _known(self, viewer: Viewer) -> Any:
        known = seen(self.state, viewer)
        if viewer == PUBLIC:
            return known
        public = self.known(PUBLIC)
        return public if known == public else known

    def known_as(self, viewer: Viewer) -> Viewer:
        """The viewer under which to cache values that depend only on the known state: the public, if ``viewer`` knows
        no more.
        """
        return PUBLIC if self.known(viewer) is self.known(PUBLIC) else viewer

    @property
    def box(self) -> Box:
        """All public facts of components; empty if the rules have a bug. Read only."""
        return self.told("box", lambda: self.game.box_of(self.known(PUBLIC)), {})

    @property
    def awaited(self) -> Awaited:
        """Seats the game is waiting for."""
        return self.keep("awaited", lambda: self.game.awaits(self.known(PUBLIC)))

    @property
    def owed(self) -> ChanceOwed | None:
        """The real roll or draw to enter before the play continues after a common choice; None without one."""
        return chance_owed(self.state)

    def score(self, viewer: Viewer) -> ScoreSheet:
        """The score as ``viewer`` may know it; empty if the rules have a bug."""
        return self.told(("score", viewer), lambda: self.game.score(self.known(viewer), viewer), ScoreSheet(()))

    def colours(self) -> Mapping[int, Colour]:
        """The colour of each seat's side."""
        return self.told("colours", lambda: dict(self.game.colours(self.known(PUBLIC))), {})

    def widgets(self, viewer: Viewer) -> tuple[AnyWidget, ...]:
        """The widgets that ``viewer`` may see; a note if the rules have a bug. The public ones are computed once, from
        what everybody may know.
        """
        return self.told(("widgets", viewer), lambda: tuple(self._shown(viewer)), (RULES_BROKE_NOTE,))

    @property
    def reveal(self) -> Reveal | None:
        """What was just revealed; None if nothing was, or if the rules have a bug."""
        step = self.revealing
        if step is None:
            return None
        known = self.known(PUBLIC)
        return self.told("reveal", lambda: reveal(self.game, known, step, self.widgets(PUBLIC)), None)

    @property
    def last_step(self) -> LastStep | None:
        """The last step with public lines, with its announcements."""
        return self.keep("last step", lambda: last_step(self.recent.get(PUBLIC, ())))

    def strip(self, seat: int) -> tuple[Figure, ...]:
        """The few numbers of a seat that are always shown; none if the rules have a bug."""
        known = self.known(Viewer(seat))
        return self.told(("strip", seat), lambda: tuple(self.game.strip(known, seat)), ())

    def forecast(self, seat: int) -> tuple[ForecastLine, ...]:
        """What a seat that waits can do on its turn; nothing for others, or if the rules have a bug."""
        if seat in self.awaited.must or self.awaited.over:
            return ()
        known = self.known(Viewer(seat))
        return self.told(("forecast", seat), lambda: tuple(self.game.forecast(known, seat)), ())

    def outlook(self, seat: int, viewer: Viewer, after: Any) -> Outlook:
        """How the figures of ``seat`` would change with the state ``after`` (None: unknown), as ``viewer`` may know it;
        empty if the rules have a bug.
        """
        if after is None:
            return Outlook()
        try:
            figures = self._figure_changes(seat, after) if viewer.seat == seat else ()
            return Outlook(figures, self._then(after))
        except BrokenSeal:
            return Outlook()
        except Exception as error:
            log_bug(error)
            return Outlook()

    def _figure_changes(self, seat: int, after: Any) -> tuple[FigureChange, ...]:
        now = {repr(figure.label): figure for figure in self.strip(seat)}
        then = [(now.get(repr(figure.label)), figure) for figure in self.game.strip(seen(after, Viewer(seat)), seat)]
        return tuple(
            FigureChange(new.label, old.value, new.value, new.icon, new.secret)
            for old, new in then
            if old is not None and old.value != new.value and new.value is not None
        )

    def _then(self, after: Any) -> tuple[int, ...]:
        """The seats whose turn it would be; empty if several are asked now and the others simply continue."""
        awaited = self.game.awaits(seen(after, PUBLIC))
        together = len(self.awaited.must) > 1 and set(awaited.must) <= set(self.awaited.must)
        return () if awaited.over or awaited.secret or TABLE in awaited.must or together else awaited.must

    def score_pad(self, seat: int, typed: Typed | None = None) -> Pad | None:
        """The score pad of a seat (0: the scribe); None if there is none or the rules have a bug."""
        known = self.known(Viewer(seat) if seat != TABLE else PUBLIC)
        if typed is not None:
            return self.game.score_pad(known, seat, typed)
        return self.told(("score pad", seat), lambda: self.game.score_pad(known, seat), None)

    @property
    def pieces(self) -> TablePieces | None:
        """What people do with the pieces after the last move, as far as public."""
        return self.keep("pieces", lambda: table_pieces(self.recent.get(PUBLIC, ()), self.setup.numbers))

    @property
    def sees_numbers_only(self) -> bool:
        """Whether the game has no table instructions, because no number names the pieces it counts."""
        return self.told("numbers only", self._sees_numbers_only, instead=False)

    def _sees_numbers_only(self) -> bool:
        numbers = self.game.pieces(self.known(PUBLIC)) if self.game.has_pieces else ()
        return bool(numbers) and not any(number.thing is not None for number in numbers)

    def _shown(self, viewer: Viewer) -> Sequence[AnyWidget]:
        if viewer.seat is None:
            awaited = frozenset(self.awaited.must)
            return [lit(widget, awaited) for widget in self.game.public_widgets(self.known(PUBLIC))]
        return self.game.seat_widgets(self.known(viewer), viewer.seat, self.widgets(PUBLIC))

    def told(self, key: Any, compute: Callable[[], T], instead: T) -> T:
        """A value computed by the rules, cached under ``key``; ``instead`` if they have a bug."""
        try:
            return self.keep(key, compute)
        except Exception as error:
            log_bug(error)
            return self.keep(key, lambda: instead)

    def walked(self, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Asked | Done[Any] | Refused | None:
        """The dialogue of ``seat`` after these answers: its next question, its move, its refusal, or None if only the
        seat itself may continue.
        """
        key = (self.known_as(viewer), tuple(answers))
        try:
            return self.keep_recent(("walks", seat), key, lambda: self._walk(seat, viewer, answers))
        except Refused as refusal:
            return refusal
        except Exception as error:
            return rules_bug(error)

    def _walk(self, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Asked | Done[Any] | None:
        """Like a walk of ``Game.ask``, but with the cached seats that the game waits for."""
        if seat not in self.awaited.seats:
            raise Refused("not-awaited", NOT_AWAITED)
        try:
            return walk(questions_of(self.game, self.known(viewer), seat), answers)
        except BrokenSeal:
            return None

    def filled(self, seat: int, viewer: Viewer, before: Sequence[Answer], given: Mapping[str, Answer]) -> Filled | None:
        """The form that the dialogue of ``seat`` reaches after ``before``; None if there is none, or if only the seat
        itself may continue.
        """
        key = (self.known_as(viewer), tuple(before), dict(given))
        return self.keep_recent(("forms", seat), key, lambda: self._fill(seat, viewer, before, given))

    def _fill(self, seat: int, viewer: Viewer, before: Sequence[Answer], given: Mapping[str, Answer]) -> Filled | None:
        try:
            return fill(self.game, self.known(viewer), seat, before, given)
        except (Refused, BrokenSeal):
            return None
        except Exception as error:
            log_bug(error)
            return None

    def final(self, ahead: str | None) -> Final | None:
        """Why a move cannot be taken back freely; None if it can. ``ahead`` is the key of the chance it reaches, None
        for none, "" for a secret. A real roll or draw does not make it final, since the move waits for it.
        """
        if ahead == "":
            return "hidden"
        return "chance" if ahead is not None and self.setup.chance.get(ahead, "companion") == "companion" else None

    def stood_on(self, seat: int, viewer: Viewer, questions: Sequence[AnyQuestion]) -> str:
        """The digest of a screen that shows ``viewer`` these questions of ``seat`` now.

        The digest holds the number of the seat's entries: for the seat itself all of them, for others only the public
        ones, because a number in a digest can be found by trying.
        """
        counted = self.accepted if viewer.seat == seat else self.steps
        return digest(self.id, seat, counted.get(seat, 0), questions)


class LatestPhoto(Struct, frozen=True):
    """The newest photo of the play on the table, and the line of the public log it was taken at."""

    photo: PhotoView
    line: int


def latest_photo(log: Log, play: str) -> LatestPhoto | None:
    """The newest photo of a play."""
    rows = log.photos.of(play)
    return LatestPhoto(photo_view(play, rows[-1]), rows[-1].line) if rows else None


def photo_view(play: str, row: PhotoRow) -> PhotoView:
    """A photo in the form for pages."""
    return PhotoView(play, row.number, row.wall, row.width, row.height)


LINES = 20
"""How many log lines a page contains; the log page has them all."""


def play_now(play: Play) -> PlayNow:
    """The current ``PlayNow`` of a play, an immutable snapshot."""
    seats = play.setup.numbers
    undo: dict[int, UndoStep | None] = {}
    redo: dict[int, UndoStep | None] = {}
    if not play.concluded:
        undo = {seat: undo_offer(play.effective, seat, play.age) for seat in seats} | {TABLE: scribe_undo(play)}
        offers = redo_offers(play.entries, (*seats, play.head.seat))
        redo = {seat: offers[seat] for seat in seats} | {TABLE: offers[play.head.seat]}
    recent = {viewer: read_entries(play, viewer) for viewer in (PUBLIC, *map(Viewer, seats))}
    return PlayNow(
        id=play.id,
        game=play.game,
        setup=play.setup,
        state=play.state,
        accepted={seat: play.accepted(seat) for seat in (TABLE, *seats)},
        steps={seat: play.history.steps(seat) for seat in (TABLE, *seats)},
        commitment=play.commitment,
        known_entry=next(entry.number for entry in reversed(play.effective) if entry.known),
        undo=_offers(undo),
        redo=_offers(redo),
        tails=_tails(play),
        revealing=revealing_step(play),
        recent=recent,
        changes={seat: play.changes.since_own_move(recent[Viewer(seat)], seat) for seat in seats},
    )


def _tails(play: Play) -> dict[Viewer, tuple[LogLine, ...]]:
    """The end of the log for every viewer. A public line is the same object for all viewers, so it is drawn once."""
    tails = {PUBLIC: tuple(play.history.tail(PUBLIC, LINES))}
    public = {line.number: line for line in tails[PUBLIC]}
    for seat in play.setup.numbers:
        lines = play.history.tail(Viewer(seat), LINES)
        tails[Viewer(seat)] = tuple(same if (same := public.get(line.number)) == line else line for line in lines)
    return tails


def scribe_undo(play: Play) -> UndoStep | None:
    """The undo that a scribe is offered: that of the seat for which the last step was written."""
    return undo_offer(play.effective, play.effective[-1].seat, play.age)


def scribe_redo(play: Play) -> UndoStep | None:
    """The redo that a scribe is offered."""
    return redo_offer(play.entries, play.head.seat)


def log_lines(play: Play, viewer: Viewer, n: int | None = None, last: int | None = None) -> tuple[LogLine, ...]:
    """``n`` lines of the log (or all) up to number ``last`` (or to the end), as ``viewer`` may read them."""
    count = play.history.count(viewer)
    end = count if last is None else min(last, count)
    return tuple(play.history.lines(viewer, 1 if n is None else max(1, end - n + 1), end))


def public_lines(play: Play) -> int:
    """The number of public log lines; unlike the number of entries it reveals nothing about secret steps."""
    return play.history.count(PUBLIC)


def what_of(offer: UndoStep) -> Message:
    """The step of an undo or redo offer in public words."""
    return told_of(offer.main)


def told_of(entry: Entry) -> Message:
    """A step in public words: the line that says what its seat did, else its first public line; without public lines,
    whose answer it was.
    """
    # An open line may have sealed words in it, which stay hidden also from viewers who know them.
    return seen(main_line(entry) or _untold(entry), PUBLIC)


def _untold(entry: Entry) -> Message:
    if not entry.known:
        return say("the last secret answer")
    if not entry.seat:
        return say("the table's last answer")
    return say("{who}'s last answer", who=SeatName(entry.seat))


def _offers(offers: dict[int, UndoStep | None]) -> dict[int, UndoOffer]:
    told: dict[int, Message] = {}
    found: dict[int, UndoOffer] = {}
    for seat, offer in offers.items():
        if offer is not None:
            # mostly the words are the same for all, so they are looked up once
            number = offer.main.number
            what = told[number] if number in told else told.setdefault(number, what_of(offer))
            found[seat] = UndoOffer(what, offer.way, offer.marked)
    return found
