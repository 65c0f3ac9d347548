"""Editing the owners' boxes, cell by cell or component by component. Admin only.

Cells of a kind's table are stored one by one; filling in the first cell of a row adds the row. A running play keeps its
own copy of a box.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec import Struct

from companion.core import boxes
from companion.core.boxes import (
    Box,
    BoxError,
    BoxField,
    BoxKind,
    BoxProblem,
    Component,
    Fact,
    FactProblem,
    Learned,
    fact_problem,
)
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.wording import Message, Verbatim, say
from companion.plays.log.log import Log
from companion.plays.time_source import Clock
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import FromDevice, Handlers, Sender
from companion.service.session.box_views import BoxView, LentBox, box_view


class KeepComponent(Request, frozen=True):
    """Store all facts of a component; absent fields are unknown then. An empty ``part`` adds a component."""

    may_ask = "admin"
    game: str
    kind: str
    part: str
    facts: Component


class BoxCell(Struct, frozen=True):
    """One field of one component in the table of its kind; without a ``value`` the owners' fact is deleted.

    ``row`` is the component's key, or ``+`` and a word chosen by the page for one that is not in the box yet. An empty
    ``field`` stands for the number of a numbered component.
    """

    row: str
    field: str
    value: Fact | None


class KeepCells(Request, frozen=True):
    """Store cells of the table of a kind, each separately: a wrong cell does not prevent others from being stored.

    ``page`` identifies the open table that sends them, ``number`` counts its requests. A request that arrives after a
    later one is ignored. A row that was added under a word is found again by that word.
    """

    may_ask = "admin"
    game: str
    kind: str
    cells: tuple[BoxCell, ...]
    page: str = ""
    number: int = 0


class DuplicateComponent(Request, frozen=True):
    """Add another component like ``part``."""

    may_ask = "admin"
    game: str
    kind: str
    part: str


class RemoveComponent(Request, frozen=True):
    """Delete the owners' facts of a component; a component that owners added is removed."""

    may_ask = "admin"
    game: str
    kind: str
    part: str


class NameEdition(Request, frozen=True):
    """Store a note which copy of the game this is; "" deletes it."""

    may_ask = "admin"
    game: str
    edition: str


class LendBox(Request, frozen=True):
    """Let another table fetch what the owners entered, for a while; or no longer."""

    may_ask = "admin"
    game: str
    lent: bool = True


class ImportBox(Request, frozen=True):
    """Import a box file: its facts replace those present. A file with any error is refused as a whole."""

    may_ask = "admin"
    game: str
    text: str


KEY_LENGTH = 34
"""Characters of a key made from a name; a number may follow."""


def no_room(kind: BoxKind, present: Collection[str]) -> None:
    """Raise ``Refused`` when no component can be added to those ``present``."""
    if len(set(present).difference(kind.listed)) >= kind.most:
        raise Refused("box-full", say("No more components of this kind can be added."))


def part_called(kind: BoxKind, present: Mapping[str, Component], facts: Component, number: Fact | None = None) -> str:
    """The key of a component to be added: its ``number`` if the kind is numbered, else made from its name.

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
"""How many open tables are remembered with their added rows."""

MOST_CELLS = 2000
"""Cells of one request."""


class WrongCell(Struct, frozen=True):
    """A cell that was not stored, and ``why`` in a sentence."""

    row: str
    field: str
    why: Message


class CellsReply(Reply, frozen=True):
    """A reply that says which cells are ``wrong``, and the keys of the rows that were ``added`` under a word."""

    wrong: tuple[WrongCell, ...] = ()
    added: tuple[tuple[str, str], ...] = ()


class BoxTables:
    """Stores the cells that open tables send."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._pages: OrderedDict[tuple[str, str], _OpenTable] = OrderedDict()

    def keep(self, sender: Sender, request: KeepCells, game: AnyGame, kind: BoxKind) -> CellsReply:
        """Store the valid cells. Raises ``Refused``."""
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
        """The remembered state of an open table; a new one each time for a form without a word."""
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
    """A fact for the owners' box: without a value if it equals the shipped fact."""
    printed = boxes.fact(shipped, fact.kind, fact.key, fact.field)
    same = printed == fact.value and type(printed) is type(fact.value)
    return Learned(fact.kind, fact.key, fact.field, None) if same else fact


LONGEST_EDITION = 60
"""Characters of the note that says which copy of the game it is."""

LENT_FOR = 15 * 60.0
"""Seconds for which a code is valid."""

SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The signs of a code; none looks like another one."""

CODE_LENGTH = 8


class BoxReply(Reply, frozen=True):
    """A reply that also has errors: by field of a component, or by line of a file. ``key`` is that of the component."""

    key: str = ""
    fields: tuple[tuple[str, Message], ...] = ()
    problems: tuple[BoxProblem, ...] = ()


class Loans:
    """Boxes that another table may fetch for a while, each under a code that the host shows. ``secret(n)`` gives n
    random bytes.
    """

    def __init__(self, clock: Clock, secret: Callable[[int], bytes]) -> None:
        self._clock = clock
        self._secret = secret
        self._codes: dict[str, tuple[str, float]] = {}

    def lend(self, game: str) -> None:
        """Lend the box of a game for ``LENT_FOR`` seconds from now, under the code it has already if it has one."""
        code = self.code_of(game) or self._fresh_code()
        self._codes = {known: loan for known, loan in self._codes.items() if self._holds(loan)}
        self._codes[code] = (game, self._clock.mono() + LENT_FOR)

    def end(self, game: str) -> None:
        """Stop lending a box."""
        self._codes = {code: loan for code, loan in self._codes.items() if loan[0] != game}

    def code_of(self, game: str) -> str:
        """The code of a lent box; empty if it is not lent."""
        return next((code for code, loan in self._codes.items() if loan[0] == game and self._holds(loan)), "")

    def game_of(self, code: str) -> str:
        """The game whose box is lent under a code; empty if there is none."""
        loan = self._codes.get(code.lower())
        return loan[0] if loan is not None and self._holds(loan) else ""

    def _holds(self, loan: tuple[str, float]) -> bool:
        return self._clock.mono() < loan[1]

    def _fresh_code(self) -> str:
        """A new code, drawn by rejection so that every sign is equally likely."""
        found = ""
        while len(found) < CODE_LENGTH:
            number = self._secret(1)[0] & 31
            found += SIGNS[number] if number < len(SIGNS) else ""
        return found


class BoxEditor:
    """Shows and changes the owners' boxes. ``on_table`` is the key of the game being played, "" for none."""

    def __init__(
        self, log: Log, games: Callable[[], Mapping[str, AnyGame]], on_table: Callable[[], str], loans: Loans
    ) -> None:
        self._log = log
        self._games = games
        self._on_table = on_table
        self._loans = loans
        self._tables = BoxTables(log)

    # -- views -------------------------------------------------------------------------------------------------

    def view(self, key: str) -> BoxView:
        """The box of the game with this key. Raises ``Refused``."""
        game, store = self._game(key), self._log.boxes
        return box_view(game, store.owners(key), store.edition(key), playing=self._on_table() == key)

    def export(self, key: str) -> str:
        """What the owners entered, as a file (TOML). Raises ``Refused``."""
        return exported(self._log, self._game(key))

    def loan_code(self, key: str) -> str:
        """The code under which the box of a game is lent; empty if it is not. Raises ``Refused``."""
        return self._loans.code_of(self._game(key).meta.key)

    def lent_box(self, code: str) -> LentBox | None:
        """The box that is lent under a code; None when there is none."""
        game = self._games().get(self._loans.game_of(code))
        if game is None:
            return None
        owners = self._log.boxes.owners(game.meta.key)
        return LentBox(game.meta.key, game.meta.title, sum(map(len, owners.values())), exported(self._log, game))

    # -- editing -----------------------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            KeepComponent: self._keep_component,
            KeepCells: self._keep_cells,
            DuplicateComponent: self._duplicate,
            RemoveComponent: self._remove,
            NameEdition: self._name_edition,
            ImportBox: self._import,
            LendBox: self._lend,
        }

    def _keep_component(self, _: Sender, request: KeepComponent) -> Reply:
        return self._keep(self._game(request.game), request.kind, request.part, request.facts)

    def _keep_cells(self, sender: Sender, request: KeepCells) -> Reply:
        game = self._game(request.game)
        return self._tables.keep(sender, request, game, _kind(game, request.kind))

    def _duplicate(self, _: Sender, request: DuplicateComponent) -> Reply:
        game = self._game(request.game)
        whole = boxes.merged(game.box, self._log.boxes.owners(request.game))
        return self._keep(game, request.kind, "", whole.get(request.kind, {}).get(request.part, {}))

    def _remove(self, _: Sender, request: RemoveComponent) -> Reply:
        self._game(request.game)
        self._log.boxes.replace(request.game, request.kind, request.part, {})
        return BoxReply(key=request.part)

    def _name_edition(self, _: Sender, request: NameEdition) -> Reply:
        self._game(request.game)
        note = request.edition.strip()
        if len(note) > LONGEST_EDITION or not note.isprintable():
            raise Refused("too-long", say("At most {most} characters.", most=LONGEST_EDITION))
        self._log.boxes.bring(request.game, (), note)
        return BoxReply()

    def _import(self, _: Sender, request: ImportBox) -> Reply:
        try:
            imported(self._log, self._game(request.game), request.text)
        except BoxError as error:
            return BoxReply("bad-box", say("Nothing of the file was taken."), problems=error.problems)
        return BoxReply()

    def _lend(self, _: Sender, request: LendBox) -> Reply:
        key = self._game(request.game).meta.key
        if request.lent:
            self._loans.lend(key)
        else:
            self._loans.end(key)
        return BoxReply()

    def _keep(self, game: AnyGame, kind_key: str, part: str, facts: Component) -> BoxReply:
        kind = _kind(game, kind_key)
        present = boxes.merged(game.box, self._log.boxes.owners(game.meta.key)).get(kind_key, {})
        wrong = tuple(_wrong(kind, facts))
        if wrong:
            return BoxReply("unfit", say("Something is still wrong here."), key=part, fields=wrong)
        if part not in kind.listed and part not in present:
            if part:
                raise Refused("no-component", say("There is no such component."))
            part = part_called(kind, present, facts)
        given: Box = {kind_key: {part: {field.key: facts[field.key] for field in kind.fields if field.key in facts}}}
        own = boxes.different(given, game.box).get(kind_key, {}).get(part, {})
        self._log.boxes.replace(game.meta.key, kind_key, part, own)
        return BoxReply(key=part)

    def _game(self, key: str) -> AnyGame:
        game = self._games().get(key)
        if game is None or not game.meta.box:
            raise no_box(key)
        return game


def no_box(key: str) -> Refused:
    """The refusal where a game has no components to look up."""
    return Refused("no-box", say("The game {key} has no box to fill in.", key=key))


def exported(log: Log, game: AnyGame) -> str:
    """What the owners entered of a game, as a file: only facts that differ from the shipped ones."""
    own = boxes.different(log.boxes.owners(game.meta.key), game.box)
    return boxes.write(own, game.meta.box, game.meta.key, log.boxes.edition(game.meta.key))


def imported(log: Log, game: AnyGame, text: str, source: str = "box") -> int:
    """Import a file over what the owners entered; returns the number of its facts. Raises ``BoxError``, with nothing
    changed.
    """
    key = game.meta.key
    file = boxes.read_file(text, game.meta.box, source, key)
    present = log.boxes.owners(key)
    too_many = tuple(_over(kind, boxes.merged(present, file.box)) for kind in game.meta.box)
    if problems := tuple(problem for problem in too_many if problem is not None):
        raise BoxError(source, problems)
    facts = tuple(boxes.facts(boxes.different(file.box, game.box)))
    printed = [fact for fact in boxes.facts(file.box) if fact not in facts]
    log.boxes.bring(key, facts, file.edition or log.boxes.edition(key), printed)
    return len(facts) + len(printed)


def _over(kind: BoxKind, box: Box) -> BoxProblem | None:
    """The problem if a file's added components and those present are too many together; else None."""
    own = set(box.get(kind.key, {})).difference(kind.listed)
    if not kind.most or len(own) <= kind.most:
        return None
    wrong = say("with what is there already these are {n} of your own", n=len(own))
    return BoxProblem(1, kind.key, wrong, say("at most {n} of your own", n=kind.most))


def _kind(game: AnyGame, key: str) -> BoxKind:
    kind = boxes.kind_called(game.meta.box, key)
    if kind is None:
        raise Refused("no-kind", say("There is no such kind of component."))
    return kind


def _wrong(kind: BoxKind, facts: Component) -> Iterator[tuple[str, Message]]:
    """The fields whose facts are impossible, and what was expected of them."""
    for field in kind.fields:
        found = boxes.fact_problem(field, facts[field.key]) if field.key in facts else None
        if found is not None:
            yield field.key, found.expected


@dataclass(frozen=True, eq=False, repr=False)
class BoxLooks(Looks):
    """What a device may see of the owners' boxes."""

    _boxes: BoxEditor

    @may_look("admin")
    def box(self, _: FromDevice, game: str) -> BoxView:
        """The box of a game: every fact with its source, and what is unknown. Raises ``Refused``."""
        return self._boxes.view(game)

    @may_look("admin")
    def export(self, _: FromDevice, game: str) -> str:
        """What the owners entered, as a file (TOML). Raises ``Refused``."""
        return self._boxes.export(game)

    @may_look("admin")
    def loan_code(self, _: FromDevice, game: str) -> str:
        """The code under which the box of a game is lent; empty if it is not. Raises ``Refused``."""
        return self._boxes.loan_code(game)

    @may_look("anyone")
    def lent_box(self, _: FromDevice, code: str) -> LentBox | None:
        """The box that is lent under a code; None when there is none."""
        return self._boxes.lent_box(code)
