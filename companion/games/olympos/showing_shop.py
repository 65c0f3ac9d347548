"""The development board: what lies where, what it costs, and who could pay for it now. Sections 5 and 11."""

from __future__ import annotations

from companion.core.widgets import AnyWidget, Cell, Column, Grid, Ledger, LegendEntry, Row
from companion.core.wording import N_, Message, Wording, in_a_row, named, say, verbatim
from companion.games.olympos import box_facts, queries
from companion.games.olympos.state import Pile, State
from companion.games.olympos.tables import COLUMNS, ROWS, column_of, row_of
from companion.games.olympos.words import NONE, ROW_NAMES, SQUARE_LABEL, discovery_at, price_words

SHOP = "shop"


def shop(state: State) -> list[AnyWidget]:
    """Nothing in a light play, where the board is not known."""
    if not state.piles:
        return []
    return [board(state), *(ledger for ledger in (prices(state), own_tokens(state)) if ledger.rows)]


def board(state: State) -> Grid:
    """Five rows of discoveries over a row of wonders; what is gone is empty, a wonder bears its builder's shape."""
    cells = [_cell(space, pile) for space, pile in state.piles.items() if pile.left]
    for column, key in enumerate(state.wonders):
        builder = next((side.seat for side in state.sides if side.wonders[key]), None)
        icon = "temple" if builder is None else ""
        cells.append(Cell(column, ROWS, "row-6", icon, SQUARE_LABEL[key], builder))
    legend = tuple(LegendEntry(f"row-{row}", label) for row, label in ROW_NAMES.items())
    title = say("Development board", short=N_("Development board"))
    return Grid(key=SHOP, title=title, width=COLUMNS, height=ROWS + 1, cells=tuple(cells), legend=legend)


def _cell(space: str, pile: Pile) -> Cell:
    row = row_of(space)
    icon = "cards" if pile.left > 1 else "card"
    return Cell(column_of(space) - 1, row - 1, f"row-{row}", icon, SQUARE_LABEL[pile.tile])


def prices(state: State) -> Ledger:
    """Price, free bonuses, tiles left and who has the resources, of all that somebody could pay for now."""
    payers = {space: _payers(state, space) for space, pile in state.piles.items() if pile.left}
    rows = tuple(
        Row(
            (_price(state, space), _bonuses(state, space), state.piles[space].left, in_a_row(able, NONE)),
            label=discovery_at(space, state.piles[space].tile),
        )
        for space, able in payers.items()
        if able
    )
    columns = (
        Column(say("Price", short=N_("Price"))),
        Column(say("Bonus", short=N_("Bonus"))),
        Column(say("Tiles left", short=N_("Tiles"))),
        Column(say("Can pay", short=N_("Pays"))),
    )
    title = say("Discoveries in reach", short=N_("In reach"))
    return Ledger(key="prices", title=title, columns=columns, rows=rows)


def own_tokens(state: State) -> Ledger:
    """Everybody's tokens on bonus spaces by column: each is a star for the wonder there. Section 5.1."""
    rows = tuple(Row(tuple(side.bonus), side.seat, named(side.seat)) for side in state.sides if any(side.bonus))
    columns = tuple(Column(SQUARE_LABEL[key], "medal") for key in state.wonders)
    title = say("Bonus tokens: stars for the wonder of the column", short=N_("Bonus tokens: stars"))
    return Ledger(key="bonus-tokens", title=title, columns=columns, rows=rows)


def _price(state: State, space: str) -> Wording | None:
    """``2 Grain, 1 grey``; None while nobody has entered it."""
    found = box_facts.pattern(state.box, space)
    return None if found is None else price_words(found.explicit, found.grey)


def _bonuses(state: State, space: str) -> Wording:
    return verbatim(" ".join(letter for _, letter in queries.free_bonuses(state, space)) or "-")


def _payers(state: State, space: str) -> list[Message]:
    """Everybody who does not own it and has the resources."""
    found, tile = box_facts.pattern(state.box, space), state.piles[space].tile
    if found is None:
        return []
    able = [side for side in state.sides if not side.has(tile) and queries.payable(side.tokens, side.cubes, found)]
    return [named(side.seat) for side in able]
