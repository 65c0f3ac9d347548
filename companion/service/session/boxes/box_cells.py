"""The table of a kind: cells are kept one by one, rows are added by filling in their first cell, each under its key."""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from companion.core import boxes
from companion.core.boxes import Box, BoxField, BoxKind, Component, Fact, FactProblem, Learned, fact_problem
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.wording import Message, Verbatim, say
from companion.plays.log.log import Log
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Sender
from companion.service.session.boxes.box_requests import BoxCell, KeepCells

KEY_LENGTH = 34
"""Characters of a key made from a name; a number may follow."""


def no_room(kind: BoxKind, present: Collection[str]) -> None:
    """Raise ``Refused`` when no component can be added to those ``present``."""
    if len(set(present).difference(kind.listed)) >= kind.most:
        raise Refused("box-full", say("No more components of this kind can be added."))


def part_called(kind: BoxKind, present: Mapping[str, Component], facts: Component, number: Fact | None = None) -> str:
    """The key of a component to be added: its ``number`` where it is known by one, else made from its name.

    Raises ``Refused``.
    """
    no_room(kind, present)
    if not facts:
        raise Refused("no-facts", say("Enter at least one thing that you see on it."))
    if kind.numbered is not None:
        return _numbered(kind.numbered, present, number)
    name = kind.names("", facts)
    return _key_from(name.words.get("", "") if isinstance(name, Verbatim) else "", kind.key, {*kind.listed, *present})


def _numbered(field: BoxField, present: Collection[str], number: Fact | None) -> str:
    wrong = fact_problem(field, number)
    if wrong is not None:
        raise Refused("no-number", say("Expected: {expected}.", expected=wrong.expected))
    if str(number) in present:
        raise Refused("there-already", say("{n} has a row of its own already.", n=str(number)))
    return str(number)


def _key_from(name: str, without: str, taken: Collection[str]) -> str:
    """A key made from a name, unlike those ``taken``; ``without`` stands for a name of no letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:KEY_LENGTH].strip("-")
    base = base or re.sub(r"[^a-z0-9]+", "-", without.lower()).strip("-")
    keys = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    return next(key for key in keys if key not in taken)


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

    def row(self, row: str, cells: Iterable[BoxCell]) -> None:
        """Sort the cells of one row."""
        given: Component = {}
        emptied: list[str] = []
        number: BoxCell | None = None
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

    def _problem(self, cell: BoxCell) -> FactProblem | None:
        field = self._kind.field(cell.field)
        if field is None:
            raise Refused("no-field", say("There is no such field."))
        return None if cell.value is None else fact_problem(field, cell.value)

    def _key(self, row: str, given: Component, number: BoxCell | None) -> str:
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


def _by_row(cells: Iterable[BoxCell]) -> dict[str, list[BoxCell]]:
    rows: dict[str, list[BoxCell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return rows


def _against(shipped: Box, fact: Learned) -> Learned:
    """A fact as the owners' box holds it: nothing where it is what came with the companion."""
    printed = boxes.fact(shipped, fact.kind, fact.key, fact.field)
    same = printed == fact.value and type(printed) is type(fact.value)
    return Learned(fact.kind, fact.key, fact.field, None) if same else fact
