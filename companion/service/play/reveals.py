"""What was just revealed, for the table screen to show large, side by side, until the table goes on.

It rests on the last step that everybody knows of: its lines that were told large, and the public widgets that the game
names. What is done in secret after it changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget, Grid
from companion.core.wording import Message, whose
from companion.plays.play import Play
from companion.plays.storage.entry import Entry


class RevealPart(Struct, frozen=True):
    """What a seat revealed (0: the table): things to look at, and what was told."""

    seat: int
    widgets: tuple[AnyWidget, ...] = ()
    lines: tuple[Message, ...] = ()


class Reveal(Struct, frozen=True):
    """What was revealed, seat by seat. ``new``: something in it is marked as new."""

    parts: tuple[RevealPart, ...]
    new: bool = False


class RevealingStep(Struct, frozen=True):
    """The last step that everybody knows of, if it revealed something: the lines told large, whose each is, and the
    state before it (None where that cannot be read).
    """

    lines: tuple[tuple[int, Message], ...]
    before: Any = None


def revealing_step(play: Play) -> RevealingStep | None:
    """The step whose reveal is to be shown now, however many came after it in secret: a limit would tell how many."""
    entry = next((entry for entry in reversed(play.effective) if entry.known), None)
    if entry is None:
        return None
    lines = tuple(_large(entry))
    return RevealingStep(lines, _state_before(play, entry)) if any(seat for seat, _ in lines) else None


def _large(entry: Entry) -> Iterable[tuple[int, Message]]:
    for told in entry.told:
        if isinstance(told, Message) and told.large:
            line = seen(told, PUBLIC)
            seat = whose(line)
            yield entry.seat if seat is None else seat, line


def _state_before(play: Play, entry: Entry) -> Any:
    try:
        return play.state_after(entry.base) if entry.base else None
    except CompanionError:
        return None


def reveal(game: AnyGame, state: Any, step: RevealingStep, public: Sequence[AnyWidget]) -> Reveal:
    """The reveal of a step. ``state`` is as everybody may see it, ``public`` its widgets."""
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
    """A grid with the squares marked whose content was not there before."""
    old = before.get(widget.key)
    if not isinstance(widget, Grid) or not isinstance(old, Grid):
        return widget
    there = {cell.at: (cell.icon, cell.label) for cell in old.cells}
    cells = tuple(structs.replace(cell, marked=there.get(cell.at) != (cell.icon, cell.label)) for cell in widget.cells)
    return structs.replace(widget, cells=cells)
