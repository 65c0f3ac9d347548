"""Slips: what one seat still has to do with the pieces. Also what the table screen shows of the last move, and a digest
of what happened while a person was away.

All of it is computed from the log and the read marks of the seat (``ReadMark``). All places are line numbers of the
viewer, so that nothing reveals how often others acted in secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.core.instructions import AnyInstruction, Instruction, Row, inside, lines_for, merged
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from companion.core.wording import Message, SeatName, Wording, listed
from companion.plays.log.entry_sequence import EffectiveEntries, Entries
from companion.plays.log.read_marks import ReadMark
from companion.plays.reports.history import History, LogLine
from companion.plays.storage.entry import CHECK_PIECES, LOBBY, Entry
from companion.plays.undo import made_in, taken_back

WINDOW = 32
"""The number of last entries in which slips are searched."""
FOLDS_AFTER = 3
"""Turns after which an unticked slip is folded."""
MOST_DIGEST_LINES = 5
MOST_MOVES_OF_OTHERS = 3


class SlipLine(Struct, frozen=True):
    """One sentence. ``short`` are its parts for a small display, ``row`` its place there. A ``secret`` one is for this
    seat only.
    """

    words: Message
    short: tuple[Message, ...] = ()
    row: Row = "own"
    secret: bool = False


class Slip(Struct, frozen=True):
    """What one seat does with the pieces after one form was sent. It is ticked by ``line``, the number of its last line
    for the seat. ``taken_back``: it reverses something that may be done already.
    """

    line: int
    lines: tuple[SlipLine, ...]
    taken_back: bool = False


class SeatSlips(Struct, frozen=True):
    """The slips of a seat that it has not ticked, oldest first. Those from more than three turns ago are ``old``;
    ``folded`` is their number.
    """

    open: tuple[Slip, ...] = ()
    folded: int = 0
    old: tuple[Slip, ...] = ()


class PiecesRow(Struct, frozen=True):
    """What one person does with the pieces, or several do in the same way, in sentences."""

    seats: tuple[int, ...]
    lines: tuple[Message, ...]

    @property
    def who(self) -> Wording:
        """Their names."""
        return listed([SeatName(seat) for seat in self.seats])


class TablePieces(Struct, frozen=True):
    """What people do with the pieces after one move, as far as public: what ``everybody`` does, ``rows`` for single
    people, and the ``table`` (markers, rows of cards, the supply). ``line`` is the last public log line about this
    move.
    """

    everybody: tuple[Message, ...] = ()
    rows: tuple[PiecesRow, ...] = ()
    table: tuple[Message, ...] = ()
    taken_back: bool = False
    line: int = 0


class TableSlips(Struct, frozen=True):
    """The public table instructions that are not ticked yet: ``steps`` of the last three turns, newest first.
    ``folded`` are the seats with older unticked ones.
    """

    steps: tuple[TablePieces, ...] = ()
    folded: tuple[int, ...] = ()


class Digest(Struct, frozen=True):
    """What happened while a seat was away, up to its ``line``: first what it does with the pieces, for all moves
    together, then the latest moves of others. ``more`` is how many lines are left out.
    """

    line: int
    slips: tuple[SlipLine, ...] = ()
    moves: tuple[LogLine, ...] = ()
    more: int = 0


class PlayLog(Protocol):
    """The interface that this module needs of a play."""

    history: History
    entries: Entries
    effective: EffectiveEntries


class ReadEntry(Struct, frozen=True):
    """An entry with lines for a viewer, and the number of its last line. ``undone``: it is not effective any more.
    ``silent`` are the entries without lines for anybody between this one and the next.
    """

    entry: Entry
    line: int
    undone: bool = False
    silent: tuple[Entry, ...] = ()

    @property
    def is_move(self) -> bool:
        return self.entry.kind not in ("undo", "redo", "correction", "gap")


def is_folded(turns: int) -> bool:
    """Whether an unticked slip is folded, so that only its existence is shown. ``turns`` is how many have begun
    since.
    """
    return turns >= FOLDS_AFTER


# -- slips -----------------------------------------------------------------------------------------------------------


def open_slips(recent: Sequence[ReadEntry], seat: int, mark: ReadMark) -> SeatSlips:
    """The slips of ``seat``. ``recent`` are the last entries with lines for this seat, oldest first.

    An undo removes the slips of what it undoes; if the seat has seen one of them, the reverse becomes a slip. A redo
    removes that again, unless it is ticked. Instructions overtaken by a later move are left out.
    """
    hidden = hidden_lines(recent, seat, mark)
    turns = _turns(recent)
    found: list[Slip] = []
    old: list[Slip] = []
    groups = submissions(recent)
    for group, later in zip(groups, _settled_after(groups, seat, hidden, Viewer(seat)), strict=True):
        last = group[-1]
        if last.line in mark.ticked or last.line in hidden:
            continue
        made = [one for each in group for one in each.entry.instructions]
        if lines := _slip_lines(made, seat, several=len(group) > 1, later=later):
            kept = old if is_folded(turns[last.line]) else found
            kept.append(Slip(last.line, lines, taken_back=last.entry.kind == "undo"))
    return SeatSlips(tuple(found), len(old), tuple(old))


def _settled_after(
    groups: Sequence[Sequence[ReadEntry]], seat: int, hidden: set[int], viewer: Viewer
) -> list[Set[str]]:
    """For each group of entries, the pieces that ``seat`` settles (see ``Instruction.settles``) in later groups, as far
    as ``viewer`` may know. Undone entries settle nothing.
    """
    found: list[Set[str]] = []
    later = frozenset[str]()
    for group in reversed(groups):
        for silent in (one for each in group for one in each.silent):
            later |= _settled(silent, seat, viewer)
        found.insert(0, later)
        for each in group:
            if each.is_move and each.line not in hidden:
                later |= _settled(each.entry, seat, viewer)
    return found


def _settled(entry: Entry, seat: int, viewer: Viewer) -> frozenset[str]:
    """The pieces that ``seat`` settles by an entry, as far as ``viewer`` may know."""
    own = (one for one, _ in _readable(entry.instructions, viewer) if one.seat == seat)
    return frozenset().union(*(one.settles for one in own))


def last_read(recent: Iterable[ReadEntry], seat: int, mark: ReadMark) -> int:
    """The last line that ``seat`` has read: by its mark, or because it has acted itself since."""
    return max(mark.line, *(each.line for each in recent if _acted(each.entry, seat)), 0)


def unseen_undos(recent: Sequence[ReadEntry], seat: int, mark: ReadMark, line: int) -> tuple[int, ...]:
    """The lines of undos up to ``line`` that only undo what the seat had not seen, so that they need no action once it
    has read up to ``line``.
    """
    return tuple(
        each.line
        for each in recent
        if mark.line < each.line <= line and each.entry.kind == "undo" and not _was_seen(recent, each, seat, mark)
    )


def _acted(entry: Entry, seat: int) -> bool:
    """Whether ``seat`` acted itself, and no scribe for it."""
    return entry.seat == seat and entry.actor in (f"seat:{seat}", f"key:{seat}")


def submissions(recent: Sequence[ReadEntry]) -> list[list[ReadEntry]]:
    """The entries in groups: those that were sent together are one group, every other entry is one by itself."""
    groups: list[list[ReadEntry]] = []
    for each in recent:
        sent = each.entry.submission
        if groups and each.is_move and sent and groups[-1][-1].is_move and groups[-1][-1].entry.submission == sent:
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups


def _turns(recent: Sequence[ReadEntry]) -> dict[int, int]:
    """How many turns have begun since each line."""
    acting = [each.entry.seat if each.is_move and each.entry.seat else None for each in recent]
    found: dict[int, int] = {}
    turns, after = 0, None
    for each, seat in zip(reversed(recent), reversed(acting), strict=True):
        if seat is not None and after is not None and seat != after:
            turns += 1
        found[each.line] = turns
        after = seat if seat is not None else after
    return found


def hidden_lines(recent: Sequence[ReadEntry], seat: int, mark: ReadMark) -> set[int]:
    """The lines that need no action: undone ones, and undos and redos that cancel each other."""
    hidden: set[int] = set()
    for place, each in enumerate(recent):
        entry = each.entry
        if (
            each.undone
            or entry.kind == "correction"
            or (entry.kind == "undo" and not _was_seen(recent, each, seat, mark))
        ):
            hidden.add(each.line)
        elif entry.kind == "redo":
            undo = _undo_of(recent[:place], entry)
            if undo is not None and _cancel(undo.entry, entry) and undo.line not in mark.ticked:
                hidden |= {undo.line, each.line}
            elif undo is not None:
                hidden |= {
                    other.line
                    for other in recent[:place]
                    if undo.entry.stands_for < other.entry.number <= entry.stands_for
                }
    return hidden


def _undo_of(before: Sequence[ReadEntry], redo: Entry) -> ReadEntry | None:
    """The undo that a redo takes back, or a part of it."""
    for each in reversed(before):
        if each.entry.kind == "undo" and each.entry.stands_for < redo.stands_for <= each.entry.base:
            return each
    return None


def _cancel(undo: Entry, redo: Entry) -> bool:
    """Whether a redo cancels an undo completely."""
    return (undo.stands_for, undo.base) == (redo.base, redo.stands_for)


def _was_seen(recent: Sequence[ReadEntry], undo: ReadEntry, seat: int, mark: ReadMark) -> bool:
    """Whether ``seat`` had seen something that an undo takes back, before the undo."""
    undone = [each for each in recent if undo.entry.stands_for < each.entry.number < undo.entry.number]
    first = min((each.line for each in undone if each.is_move), default=undo.line)
    looked = [each.line for each in recent if each.line < undo.line and _acted(each.entry, seat)]
    return max(mark.line, *looked, 0) >= first


def _readable(made: Iterable[AnyInstruction], viewer: Viewer) -> Iterable[tuple[Instruction, bool]]:
    """(instruction, whether it is secret) for all that ``viewer`` may read."""
    for one in made:
        looked = seen(one, viewer)
        if not isinstance(looked, Sealed) or looked.known:
            yield inside(looked), isinstance(looked, Sealed) and not looked.revealed


def _slip_lines(
    made: Iterable[AnyInstruction], seat: int, *, several: bool, later: Set[str] = frozenset()
) -> tuple[SlipLine, ...]:
    """The lines of what ``seat`` does, public ones first; those of ``several`` moves are merged. Without instructions
    overtaken by ``later`` ones.
    """
    # an unsealed instruction names its seat itself, so instructions of other seats need no redaction
    maybe = [one for one in made if isinstance(one, Sealed) or one.seat == seat or one.group == CHECK_PIECES.group]
    own = [
        (replace(one, seat=seat), secret)
        for one, secret in _readable(maybe, Viewer(seat))
        if (one.seat == seat or one.group == CHECK_PIECES.group) and not one.is_overtaken(later)
    ]
    found: list[SlipLine] = []
    for secret in (False, True):
        ones: Sequence[Instruction] = [one for one, hidden in own if hidden is secret]
        lines = lines_for(seat, merged(ones) if several else ones)
        found += (SlipLine(line.words, line.short, line.row, secret) for line in lines)
    return tuple(found)


def _still_to_do(entries: Sequence[Entry], seat: int) -> list[AnyInstruction]:
    """The table instructions of these entries, without instructions to ``seat`` that a later entry has overtaken."""
    found: list[AnyInstruction] = []
    later = frozenset[str]()
    for entry in reversed(entries):
        kept, settled = list[AnyInstruction](), later
        for one in made_in([entry]):
            own = next((own for own, _ in _readable([one], Viewer(seat)) if own.seat == seat), None)
            if own is None or own.verb != "words" or not own.is_overtaken(later):
                kept.append(one)
            settled = settled.union(own.settles if own is not None else ())
        found[:0] = kept
        later = settled
    return found


# -- the table screen ------------------------------------------------------------------------------------------------


def table_pieces(recent: Sequence[ReadEntry], seats: Sequence[int]) -> TablePieces | None:
    """What is to be done after the last move, as far as public; None if nothing is. ``recent`` are entries with public
    lines, ``seats`` all seats, clockwise.
    """
    groups = submissions(recent)
    return _pieces_after(groups[-1], seats, seats) if groups else None


def table_slips(
    recent: Mapping[Viewer, Sequence[ReadEntry]],
    seats: Sequence[int],
    marks: Mapping[int, ReadMark],
    ticking: Set[int],
) -> TableSlips:
    """What is still to be done, as far as public. ``recent`` are the last entries with lines for each viewer. Only the
    seats ``ticking`` can tick instructions; those of other seats are shown until the next move.
    """
    groups = submissions(recent.get(PUBLIC, ()))
    turns = _turns(recent.get(PUBLIC, ()))
    undone = {each.line for each in recent.get(PUBLIC, ()) if each.undone}
    later = {seat: _settled_after(groups, seat, undone, PUBLIC) for seat in seats}
    marked = {
        seat: _ticked_and_hidden(recent.get(Viewer(seat), ()), seat, marks.get(seat, ReadMark())) for seat in seats
    }
    steps: list[TablePieces] = []
    folded: set[int] = set()
    for at, group in reversed(list(enumerate(groups))):
        last, latest = group[-1], at == len(groups) - 1
        done = {seat for seat in seats if last.entry.number in marked[seat][0]}
        if not (latest and last.entry.kind == "undo"):
            done |= {seat for seat in seats if last.entry.number in marked[seat][1]}
        if not latest:
            done |= {*seats} - ticking
        found = _pieces_after(
            group, seats, [seat for seat in seats if seat not in done], {seat: later[seat][at] for seat in seats}
        )
        if found is None:
            continue
        if is_folded(turns[last.line]):
            folded |= {seat for row in found.rows for seat in row.seats} | ({*seats} if found.everybody else set())
        elif latest or found.everybody or found.rows:
            steps.append(found if latest else replace(found, table=()))
    return TableSlips(tuple(steps), tuple(seat for seat in seats if seat in folded))


def _ticked_and_hidden(recent: Sequence[ReadEntry], seat: int, mark: ReadMark) -> tuple[set[int], set[int]]:
    """(numbers of entries whose instructions ``seat`` has ticked, numbers of those that need no action)."""
    ticked = (each for group in submissions(recent) if group[-1].line in mark.ticked for each in group)
    lines = hidden_lines(recent, seat, mark)
    return {each.entry.number for each in ticked}, {each.entry.number for each in recent if each.line in lines}


def _pieces_after(
    group: Sequence[ReadEntry], seats: Sequence[int], still: Sequence[int], later: Mapping[int, Set[str]] | None = None
) -> TablePieces | None:
    """What the seats ``still`` have to do after a group of entries, without instructions overtaken by ``later``
    ones.
    """
    last = group[-1]
    # moves that the lobby made need no instructions: the set-up steps cover them
    if last.entry.kind == "correction" or last.entry.actor == LOBBY:
        return None
    made = [one for each in group for one, _ in _readable(each.entry.instructions, PUBLIC)]
    if len(group) > 1:
        made = list(merged(made))
    gone = later or {}
    lines = {
        seat: tuple(
            line.words for line in lines_for(seat, [one for one in made if not one.is_overtaken(gone.get(seat, set()))])
        )
        for seat in (0, *seats)
    }
    common = _common([lines[seat] for seat in seats]) if len(still) == len(seats) else ()
    mover = last.entry.seat
    first = seats.index(mover) if mover in seats else 0
    rows: list[PiecesRow] = []
    for seat in (*seats[first:], *seats[:first]):
        own = tuple(line for line in lines[seat] if line not in common)
        alike = next((at for at, row in enumerate(rows) if row.lines == own), None)
        if seat not in still:
            continue
        if alike is not None:
            rows[alike] = replace(rows[alike], seats=(*rows[alike].seats, seat))
        elif own:
            rows.append(PiecesRow((seat,), own))
    if not (common or rows or lines[0]):
        return None
    return TablePieces(common, tuple(rows), lines[0], last.entry.kind == "undo", last.line)


def _common(lines: Sequence[tuple[Message, ...]]) -> tuple[Message, ...]:
    """The sentences that all of ``lines`` contain; () for fewer than two."""
    if len(lines) < 2:
        return ()
    return tuple(line for line in lines[0] if all(line in other for other in lines[1:]))


# -- digests ---------------------------------------------------------------------------------------------------------


def read_entries(play: PlayLog, viewer: Viewer) -> tuple[ReadEntry, ...]:
    """The last entries of a play with lines for ``viewer``, oldest first."""
    found = play.history.lately(viewer, WINDOW)
    ends = [*(entry.number for entry, _, _ in found[1:]), len(play.entries) + 1]
    return tuple(
        ReadEntry(entry, line, undone, tuple(play.history.silent(entry.number, end)))
        for (entry, line, undone), end in zip(found, ends, strict=True)
    )


def digest(play: PlayLog, seat: int, after: int) -> Digest:
    """What happened after line ``after``, for ``seat``: instructions that reverse what was undone, and those of new
    moves, merged.
    """
    viewer, history = Viewer(seat), play.history
    count = history.count(viewer)
    last = history.entry_of(viewer, after)
    numbers = play.effective.numbers
    then = play.entries.line(last.stands_for) if last is not None else []
    before, now = set(then), set(numbers)
    undone = [play.entries.numbered(number) for number in then if number not in now]
    done = [play.entries.numbered(number) for number in numbers if number not in before]
    slips = _slip_lines((*taken_back(undone), *_still_to_do(done, seat)), seat, several=True)
    others = {entry.number for entry in done if entry.seat != seat}
    moves = [
        line
        for line in history.lines(viewer, after + 1)
        if line.begins
        and line.kind in ("move", "correction")
        and not line.undone
        and (entry := history.entry_of(viewer, line.number)) is not None
        and entry.number in others
    ]
    shown = slips[:MOST_DIGEST_LINES]
    room = min(MOST_MOVES_OF_OTHERS, MOST_DIGEST_LINES - len(shown))
    latest = tuple(moves[max(len(moves) - room, 0) :])
    return Digest(count, shown, latest, len(slips) - len(shown) + len(moves) - len(latest))
