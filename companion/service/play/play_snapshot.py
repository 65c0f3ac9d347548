"""Build the snapshot of the running play, with its newest photo."""

from __future__ import annotations

from msgspec import Struct

from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.core.wording import Message, say
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.reports.history import LogLine
from companion.plays.storage.entry import Entry
from companion.plays.storage.stores import PhotoRow
from companion.plays.undo import UndoStep, redo_offer, undo_offer
from companion.service.play.play_now import PlayNow
from companion.service.play.play_views import PhotoView, UndoOffer
from companion.service.play.reveals import revealing_step


class LatestPhoto(Struct, frozen=True):
    """The newest photo of the play on the table, and the line of the public log it was taken at."""

    photo: PhotoView
    line: int


def latest_photo(log: Log, play: str) -> LatestPhoto | None:
    """The newest photo of a play."""
    rows = log.photos.of(play)
    return LatestPhoto(photo_view(play, rows[-1]), rows[-1].line) if rows else None


def photo_view(play: str, row: PhotoRow) -> PhotoView:
    """A photo as pages are given it."""
    return PhotoView(play, row.number, row.wall, row.width, row.height)


LINES = 12
"""Lines of the log that a page carries along; the log page has them all."""


def play_now(play: Play) -> PlayNow:
    """The play as it stands, in values that no later move changes."""
    seats = play.setup.numbers
    undo: dict[int, UndoStep | None] = {}
    redo: dict[int, UndoStep | None] = {}
    if not play.concluded:
        undo = {seat: undo_offer(play.effective, seat) for seat in seats} | {TABLE: scribe_undo(play)}
        redo = {seat: redo_offer(play.entries, seat) for seat in seats} | {TABLE: scribe_redo(play)}
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
    )


def _tails(play: Play) -> dict[Viewer, tuple[LogLine, ...]]:
    """The end of the log for every viewer. A line that everybody may read is one value for all, and drawn once."""
    tails = {PUBLIC: tuple(play.history.tail(PUBLIC, LINES))}
    public = {line.number: line for line in tails[PUBLIC]}
    for seat in play.setup.numbers:
        lines = play.history.tail(Viewer(seat), LINES)
        tails[Viewer(seat)] = tuple(same if (same := public.get(line.number)) == line else line for line in lines)
    return tails


def scribe_undo(play: Play) -> UndoStep | None:
    """What a scribe may take back: the last step, as the seat for whom it was written might."""
    return undo_offer(play.effective, play.effective[-1].seat)


def scribe_redo(play: Play) -> UndoStep | None:
    """What a scribe may put back."""
    return redo_offer(play.entries, play.head.seat)


def log_lines(play: Play, viewer: Viewer, n: int | None = None, last: int | None = None) -> tuple[LogLine, ...]:
    """``n`` lines of the log (or all) up to number ``last`` (or to the end), as ``viewer`` may read them."""
    count = play.history.count(viewer)
    end = count if last is None else min(last, count)
    return tuple(play.history.lines(viewer, 1 if n is None else max(1, end - n + 1), end))


def public_lines(play: Play) -> int:
    """How many lines of the log everybody may read: unlike entries, they tell nothing of what is done in secret."""
    return play.history.count(PUBLIC)


def what_of(offer: UndoStep) -> Message:
    """The step an offer is about, in words everybody may read."""
    return told_of(offer.entry)


def told_of(entry: Entry) -> Message:
    """A step in words everybody may read."""
    open_lines = (told for told in entry.told if isinstance(told, Message))
    # An open line may have sealed words in it: they stay hidden, also from whoever knows them.
    return seen(next(open_lines, say("the last step")), PUBLIC)


def _offers(offers: dict[int, UndoStep | None]) -> dict[int, UndoOffer]:
    told: dict[int, Message] = {}
    found: dict[int, UndoOffer] = {}
    for seat, offer in offers.items():
        if offer is not None:
            # Mostly it is one step for all: the words of a step are looked up once.
            number = offer.entry.number
            what = told[number] if number in told else told.setdefault(number, what_of(offer))
            found[seat] = UndoOffer(what, offer.way, offer.marked)
    return found
