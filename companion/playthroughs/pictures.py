"""Widgets and scores as deterministic rows of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from gettext import NullTranslations

from companion.core.scoring import Rank, ScoreSheet, SideScore
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
)
from companion.core.wording import Speaker, Wording

INDENT = "  "


class TextPictures:
    """Writes rows in the words of one speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def widgets(self, widgets: Iterable[AnyWidget]) -> tuple[str, ...]:
        """All rows of a viewer's widgets."""
        return tuple(row.rstrip() for widget in widgets for row in self._widget(widget))

    def score(self, sheet: ScoreSheet) -> tuple[str, ...]:
        """All rows of a score sheet, winner first."""
        return tuple(row.rstrip() for row in self._score(sheet))

    # -- words -------------------------------------------------------------------------------------------------

    def say(self, wording: Wording | int | None) -> str:
        """Text in one row; unknown is a question mark."""
        return "?" if wording is None else " ".join(self._speaker.say(wording).split())

    def _named(self, label: Wording | None, *, seat: int | None = None, icon: str = "") -> str:
        """Owner and label, with icon."""
        return _joined(
            f"seat {seat}" if seat is not None else "", f"[{icon}]" if icon else "", self.say(label) if label else ""
        )

    # -- widgets -----------------------------------------------------------------------------------------------

    def _widget(self, widget: AnyWidget) -> Iterator[str]:
        kind = type(widget).__name__.lower()
        flags = ", ".join(flag for flag, on in _flags(widget) if on)
        yield _joined(f"{kind} {widget.key}: {self.say(widget.title)}", f"({flags})" if flags else "")
        yield from (INDENT + row for row in self._inside(widget))

    def _inside(self, widget: AnyWidget) -> Iterator[str]:
        match widget:
            case Track():
                yield from self._spaces(widget.spaces, widget.tokens)
            case Rondel():
                if widget.centre or widget.centre_note:
                    notes = (note for note in (widget.centre, widget.centre_note) if note)
                    yield f"centre: {'; '.join(map(self.say, notes))}"
                yield from self._spaces(widget.spaces, widget.tokens)
            case Ledger():
                yield f"columns: {' | '.join(self._named(one.label, icon=one.icon) for one in widget.columns)}"
                yield from map(self._ledger_row, widget.rows)
            case Hand():
                yield from self._hand(widget)
            case Grid():
                yield from self._grid(widget)
            case Meter():
                yield from map(self._bar, widget.bars)
            case Note():
                yield from (f"- {self.say(line)}" for line in widget.lines)

    def _spaces(self, spaces: tuple[Space, ...], tokens: tuple[Token, ...]) -> Iterator[str]:
        yield f"spaces: {' '.join(space.key for space in spaces)}"
        for space in spaces:
            note = f"({self.say(space.note)})" if space.note else ""
            told = _joined(self._named(space.label, icon=space.icon), note, "marked" if space.marked else "")
            if told:
                yield f"{space.key}: {told}"
        for token in tokens:
            to = f"to {token.to}" if token.to else ""
            yield _joined(f"on {token.at}:", self._named(token.label, seat=token.seat, icon=token.icon), to)

    def _ledger_row(self, row: Row) -> str:
        cells = " | ".join(map(self.say, row.cells))
        flags = _joined("marked" if row.marked else "", "out" if row.out else "")
        return _joined(f"{self._named(row.label, seat=row.seat)}: {cells}", f"({flags})" if flags else "")

    def _hand(self, hand: Hand) -> Iterator[str]:
        if hand.seat is not None:
            yield f"seat {hand.seat}"
        yield from map(self._card, hand.cards)
        if hand.hidden:
            yield f"hidden: {hand.hidden}"

    def _card(self, card: Card) -> str:
        lines = f"- {'; '.join(map(self.say, card.lines))}" if card.lines else ""
        spent = "(spent)" if card.spent else ""
        return _joined(f"card {card.key}:", self._named(card.title, icon=card.icon), spent, lines)

    def _grid(self, grid: Grid) -> Iterator[str]:
        yield f"{grid.width} by {grid.height}"
        for cell in grid.cells:
            yield self._cell(cell)
        for kind in grid.legend:
            yield f"{kind.key} is {self._named(kind.label, icon=kind.icon)}"

    def _cell(self, cell: Cell) -> str:
        named = self._named(cell.label, seat=cell.seat, icon=cell.icon)
        return _joined(f"{cell.at}:", cell.fill, named)

    def _bar(self, bar: Bar) -> str:
        named = self._named(bar.label, seat=bar.seat, icon=bar.icon)
        return _joined(f"{named}: {self.say(bar.value)} of {bar.top}", "(marked)" if bar.marked else "")

    # -- accounts ----------------------------------------------------------------------------------------------

    def _score(self, sheet: ScoreSheet) -> Iterator[str]:
        wins = "highest wins" if sheet.highest_wins else "lowest wins"
        yield f"{'final' if sheet.final else 'provisional'}, {wins if sheet.counted else 'not by points'}"
        yield from (f"{side.side} won outright: {self.say(side.won)}" for side in sheet.sides if side.won is not None)
        for rank in sheet.ranking():
            for side_score in rank.sides:
                yield from self._side(sheet, rank, side_score)

    def _side(self, sheet: ScoreSheet, rank: Rank, side: SideScore) -> Iterator[str]:
        settled = f"behind by: {self.say(rank.settled_by.label)}" if rank.settled_by else ""
        ties = ", ".join(f"{self.say(rung.label)} {tie}" for rung, tie in zip(sheet.ladder, side.ties, strict=False))
        told = "; ".join(part for part in ("out" if side.out else "", settled, ties) if part)
        total = f": {side.total}{'' if side.complete else ' and more'}" if sheet.counted else ""
        seats = " and ".join(map(str, side.seats))
        yield _joined(
            f"{rank.place}. {side.side}, seat {seats}, {self.say(side.label)}{total}", f"({told})" if told else ""
        )
        for line in side.lines:
            why = f": {self.say(line.why)}" if line.why else ""
            yield f"{INDENT}{line.key} {self.say(line.points)} {self.say(line.label)}{why}"


def english(names: Mapping[int, str]) -> TextPictures:
    """English without a catalogue, so that translations change no file."""
    return TextPictures(Speaker("en", NullTranslations(), names))


def _flags(widget: AnyWidget) -> Iterator[tuple[str, bool]]:
    match widget:
        case Track(loop=loop):
            yield "loop", loop
        case Ledger(total=total):
            yield "total", total
        case Meter(pips=pips):
            yield "pips", pips
        case Note(tone=tone, icon=icon):
            yield tone, tone != "plain"
            yield f"[{icon}]", bool(icon)
        case Rondel() | Hand() | Grid():
            pass
    yield "secret", widget.secret
    yield "big", widget.big


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
