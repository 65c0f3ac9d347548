"""The table of a kind: cells are kept one by one, rows are added by filling in their first cell."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from msgspec import Struct

from companion.core import boxes
from companion.core.boxes import Box, BoxKind, Component, FactProblem, Learned, fact_problem
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.wording import Message, say
from companion.plays.log import Log
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Sender
from companion.service.session.new_components import no_room, part_called
from companion.service.session.session_requests import Cell, KeepCells

MOST_PAGES = 64
"""Tables whose added rows are remembered."""

MOST_CELLS = 2000
"""Cells of one request."""


class WrongCell(Struct, frozen=True):
    """A cell that was not kept, and ``why`` in a sentence."""

    row: str
    field: str
    why: Message


class CellsReply(Reply, frozen=True):
    """A reply that says which cells are ``wrong``, and the keys of the rows that were ``added`` under a word."""

    wrong: tuple[WrongCell, ...] = ()
    added: tuple[tuple[str, str], ...] = ()


class BoxTables:
    """Keeps the cells that open tables send."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._pages: OrderedDict[tuple[str, str], _OpenTable] = OrderedDict()

    def keep(self, sender: Sender, request: KeepCells, game: AnyGame, kind: BoxKind) -> CellsReply:
        """Keep the cells that are right. Raises ``Refused``."""
        if len(request.cells) > MOST_CELLS:
            raise Refused("too-many-cells", say("That is too much at once: at most {n} cells.", n=MOST_CELLS))
        page = self._page(sender.name, request.page)
        if request.number < page.number:
            return CellsReply(added=tuple(page.added.items()))
        page.number = request.number
        owners = self._log.boxes.owners(request.game)
        work = _Cells(kind, boxes.merged(game.box, owners), dict(page.added))
        for row, cells in _by_row(request.cells).items():
            work.row(row, cells)
        self._log.boxes.put(request.game, [_against(game.box, fact) for fact in work.facts])
        page.added.update(work.added)
        return CellsReply(wrong=tuple(work.wrong), added=tuple(page.added.items()))

    def _page(self, device: str, word: str) -> _OpenTable:
        """What is remembered of a table; a form without a word is a new one each time."""
        if not word:
            return _OpenTable()
        found = self._pages.setdefault((device, word), _OpenTable())
        self._pages.move_to_end((device, word))
        while len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        return found


class _OpenTable:
    """A table that is open somewhere: the last number it sent, and the key of each row it added."""

    def __init__(self) -> None:
        self.number = 0
        self.added: dict[str, str] = {}


class _Cells:
    """Sorts cells into ``facts`` to be stored and ``wrong`` ones; ``added`` are keys of rows by the page's words."""

    def __init__(self, kind: BoxKind, whole: Box, added: dict[str, str]) -> None:
        self.facts: list[Learned] = []
        self.wrong: list[WrongCell] = []
        self.added = added
        self._kind = kind
        self._present: dict[str, Component] = dict(whole.get(kind.key, {}))

    def row(self, row: str, cells: Iterable[Cell]) -> None:
        """Sort the cells of one row."""
        given: Component = {}
        emptied: list[str] = []
        number: Cell | None = None
        for cell in cells:
            if cell.field == "" and self._kind.numbered is not None:
                number = cell
            elif (found := self._problem(cell)) is not None:
                self.wrong.append(WrongCell(row, cell.field, say("Expected: {expected}.", expected=found.expected)))
            elif cell.value is None:
                emptied.append(cell.field)
            else:
                given[cell.field] = cell.value
        try:
            key = self._key(row, given, number)
        except Refused as refusal:
            named = "" if self._kind.numbered is not None else next(iter(given))
            self.wrong.append(WrongCell(row, named, refusal.message))
            return
        if key:
            self.facts += [Learned(self._kind.key, key, field, None) for field in emptied]
            self.facts += [Learned(self._kind.key, key, field, value) for field, value in given.items()]

    def _problem(self, cell: Cell) -> FactProblem | None:
        field = self._kind.field(cell.field)
        if field is None:
            raise Refused("no-field", say("There is no such field."))
        return None if cell.value is None else fact_problem(field, cell.value)

    def _key(self, row: str, given: Component, number: Cell | None) -> str:
        """The key of a row, a new one for its first facts; empty while it has none. Raises ``Refused``."""
        row = self.added.get(row, row)
        if row in self._kind.listed or row in self._present:
            return row
        if not given:
            return ""
        if row.startswith("+"):
            key = part_called(self._kind, self._present, given, None if number is None else number.value)
            self.added[row] = key
        else:
            key = row
            no_room(self._kind, self._present)
            if not self._kind.may_add(key):
                raise Refused("no-component", say("There is no such component."))
        self._present[key] = given
        return key


def _by_row(cells: Iterable[Cell]) -> dict[str, list[Cell]]:
    rows: dict[str, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return rows


def _against(shipped: Box, fact: Learned) -> Learned:
    """A fact as the owners' box holds it: nothing where it is what came with the companion."""
    printed = boxes.fact(shipped, fact.kind, fact.key, fact.field)
    same = printed == fact.value and type(printed) is type(fact.value)
    return Learned(fact.kind, fact.key, fact.field, None) if same else fact
