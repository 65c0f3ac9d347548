"""Widgets and scores as text for a terminal: aligned, with names instead of numbers and keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.core.scoring import ScoreSheet, SideScore
from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Cell,
    Grid,
    Hand,
    Ledger,
    Meter,
    Note,
    Rondel,
    Row,
    Space,
    Token,
    Track,
    position,
)
from companion.core.wording import Speaker, Wording, say

INDENT = "  "
UNKNOWN = "?"
BAR = 20
"""Characters of a full bar."""
OUT, USED = say("out"), say("used")


class WidgetText:
    """Renders widgets for one speaker as rows of text, without colours."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def widgets(self, widgets: Iterable[AnyWidget]) -> list[str]:
        """The rows of these widgets, with an empty row after each."""
        rows: list[str] = []
        for widget in widgets:
            rows.append(self.say(widget.title).upper())
            rows += [(INDENT + row).rstrip() for row in self._inside(widget)]
            rows.append("")
        return rows

    def account(self, sheet: ScoreSheet) -> list[str]:
        """The rows of a score sheet, first place first, all points with their reasons."""
        rows = [self.say(say("The final score") if sheet.final else say("The score so far"))]
        for rank in sheet.ranking():
            for side in rank.sides:
                rows.append(f"{rank.place}. {self.say(side.called)}{self._standing(sheet, side)}")
                if side.won is not None:
                    rows.append(INDENT + self.say(say("Has won: {why}", why=side.won)))
                if rank.settled_by:
                    rows.append(INDENT + self.say(say("Tie settled by: {rung}", rung=rank.settled_by.label)))
                rows += self._lines(side)
        return rows

    def say(self, wording: Wording | int | None) -> str:
        """A text in one row; a question mark for None."""
        return UNKNOWN if wording is None else " ".join(self._speaker.say(wording).split())

    # -- scores ------------------------------------------------------------------------------------------------

    def _standing(self, sheet: ScoreSheet, side: SideScore) -> str:
        """The text after a side's name: its total, if points decide."""
        if sheet.counted:
            return f": {self._total(side)}"
        return f" ({self.say(OUT)})" if side.out else ""

    def _total(self, side: SideScore) -> str:
        total = str(side.total) if side.complete else self.say(say("{n} and more", n=side.total))
        return f"{total} ({self.say(OUT)})" if side.out else total

    def _lines(self, side: SideScore) -> Iterator[str]:
        width = max((len(self.say(line.points)) for line in side.lines), default=0)
        for line in side.lines:
            why = f": {self.say(line.why)}" if line.why else ""
            yield f"{INDENT * 2}{self.say(line.points):>{width}}  {self.say(line.label)}{why}"

    # -- widgets -----------------------------------------------------------------------------------------------

    def _inside(self, widget: AnyWidget) -> Iterator[str]:
        match widget:
            case Track(spaces=spaces, tokens=tokens):
                yield from self._spaces(spaces, tokens)
            case Rondel(spaces=spaces, tokens=tokens, centre=centre, centre_note=note):
                middle = "; ".join(self.say(part) for part in (centre, note) if part)
                if middle:
                    yield middle
                yield from self._spaces(spaces, tokens)
            case Ledger():
                yield from self._ledger(widget)
            case Hand(cards=cards, hidden=hidden):
                yield from map(self._card, cards)
                if hidden:
                    yield self.say(say("face down: {n}", n=hidden))
            case Grid():
                yield from self._grid(widget)
            case Meter(bars=bars):
                yield from self._bars(bars)
            case Note(lines=lines):
                yield from map(self.say, lines)

    def _whose(self, label: Wording | None, seat: int | None, icon: str = "") -> str:
        if label is not None:
            return self.say(label)
        return self._speaker.name(seat) if seat is not None else icon

    def _spaces(self, spaces: Sequence[Space], tokens: Sequence[Token]) -> Iterator[str]:
        standing: dict[str, list[str]] = {}
        for token in tokens:
            goes = f" -> {token.to}" if token.to else ""
            standing.setdefault(token.at, []).append(self._token(token) + goes)
        for space in spaces:
            name = self.say(space.label) if space.label else space.key
            note = f" ({self.say(space.note)})" if space.note else ""
            here = f"  <- {', '.join(standing.get(space.key, ()))}" if space.key in standing else ""
            yield f"{'*' if space.marked else ' '} {name}{note}{here}"

    def _token(self, token: Token) -> str:
        named = self._whose(token.label, token.seat, token.icon)
        owner = f" ({self._speaker.name(token.seat)})" if token.label is not None and token.seat is not None else ""
        return named + owner

    def _ledger(self, ledger: Ledger) -> Iterator[str]:
        table = [("", *(self.say(column.label) for column in ledger.columns))]
        table += [(self._row_name(row), *map(self.say, row.cells)) for row in ledger.rows]
        widths = [max(len(row[column]) for row in table if column < len(row)) for column in range(len(table[0]))]
        for row in table:
            first, *cells = row
            yield "  ".join(
                [f"{first:<{widths[0]}}", *(f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=False))]
            )

    def _row_name(self, row: Row) -> str:
        return f"{'*' if row.marked else ''}{self._whose(row.label, row.seat)}"

    def _card(self, card: Card) -> str:
        lines = f": {'; '.join(map(self.say, card.lines))}" if card.lines else ""
        spent = f" ({self.say(USED)})" if card.spent else ""
        return f"- {self.say(card.title)}{spent}{lines}"

    def _bars(self, bars: Sequence[Bar]) -> Iterator[str]:
        names = [("*" if bar.marked else "") + self._whose(bar.label, bar.seat, bar.icon) for bar in bars]
        width = max(map(len, names), default=0)
        for bar, name in zip(bars, names, strict=True):
            yield f"{name:<{width}}  {_filled(bar)} {self.say(bar.value)}/{bar.top}"

    # -- maps --------------------------------------------------------------------------------------------------

    def _grid(self, grid: Grid) -> Iterator[str]:
        """The rows of a map of letters, the meaning of the letters, and remarks on single squares."""
        letters = _letters([kind.key for kind in grid.legend])
        cells = {cell.at: cell for cell in grid.cells}
        margin = len(str(grid.height - 1))
        yield f"{'':{margin}}  {' '.join(f'{x:>2}' for x in range(grid.width))}"
        for y in range(grid.height):
            row = (_square(cells.get(position(x, y)), letters) for x in range(grid.width))
            yield f"{y:>{margin}}  {' '.join(row)}"
        for kind in grid.legend:
            yield f"{letters[kind.key]}: {self.say(kind.name or kind.label)}"
        yield from (self._special(cell) for cell in grid.cells if cell.label is not None or cell.seat is not None)

    def _special(self, cell: Cell) -> str:
        owner = self._speaker.name(cell.seat) if cell.seat is not None else ""
        label = self.say(cell.label) if cell.label is not None else ""
        return f"{cell.at}: {', '.join(part for part in (label, owner) if part)}"


def _filled(bar: Bar) -> str:
    if bar.value is None or bar.top < 1:
        return "." * BAR
    full = min(max(round(BAR * bar.value / bar.top), 0), BAR)
    return "#" * full + "." * (BAR - full)


def _square(cell: Cell | None, letters: Mapping[str, str]) -> str:
    if cell is None:
        return " ."
    seat = str(cell.seat) if cell.seat is not None else ""
    return f"{letters.get(cell.fill, 'o')}{seat}".rjust(2)


def _letters(keys: Sequence[str]) -> dict[str, str]:
    """A letter for each kind of square: its first letter if that is still free, else any free one."""
    taken: dict[str, str] = {}
    for key in keys:
        wanted = (*key.upper(), *key.lower(), *"ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwxyz0123456789")
        free = (letter for letter in wanted if letter.isalnum() and letter not in taken.values())
        taken[key] = next(free, "?")
    return taken
