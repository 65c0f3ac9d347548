"""The widgets: Time Track, board, goods, gods, and what only its owner sees. Section 11."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from companion.core.widgets import (
    AnyWidget,
    Card,
    Cell,
    Column,
    Figure,
    Grid,
    Hand,
    Ledger,
    LegendEntry,
    Note,
    Row,
    Space,
    Token,
    Track,
)
from companion.core.wording import N_, Message, Wording, in_a_row, named, say, say_n, verbatim
from companion.games.olympos import box, discover, expand, gods, scoring, tables, time_track, wonders, words
from companion.games.olympos.box import TrackFacts
from companion.games.olympos.state import Pile, Side, State

BEYOND = 10
"""Spaces shown ahead of the first token while the length of the track is unknown."""


def widgets(state: State) -> list[AnyWidget]:
    """The widgets that everybody sees."""
    return [
        *practice_warning(state),
        track(state),
        turn_order(state),
        *pending(state),
        *(seat_note(state, side) for side in state.sides),
        goods(state),
        *shop(state),
        *tiles(state),
        *(hand(side) for side in state.sides if side.hand),
        *open_prestige(state),
    ]


def with_own(state: State, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """The widgets for one seat: the public ones without the notes of others, and its own cards and prestige."""
    own = [side for side in state.sides if side.seat == seat]
    hands = {f"hand-{side.seat}": hand(side) for side in own if side.hand}
    others = {f"seat-{side.seat}" for side in state.sides if side.seat != seat}
    found = [hands.get(widget.key, widget) for widget in public if widget.key not in others]
    return [*found, *(prestige("own-prestige", [side], secret=True) for side in own if not side.prestige.revealed)]


def practice_warning(state: State) -> list[AnyWidget]:
    """A warning if the game uses the practice box."""
    line = say("Practice box: the numbers are invented.", short=N_("Numbers are invented"))
    title = say("Practice", short=N_("Practice"))
    return [Note(key="practice", title=title, lines=(line,), tone="warning")] if state.practice else []


# -- the Time Track and the order of turns ------------------------------------------------------------------------


def track(state: State) -> Track:
    """The Time Track: stacks with the top first; an arrow from the acting token shows the price of a discovery."""
    facts = box.track(state.box)
    ahead = max(side.position for side in state.sides)
    end = max(facts.cross, ahead) if facts else ahead + BEYOND
    acting = time_track.last(state)
    tokens = tuple(
        Token(
            str(side.position),
            side.seat,
            label=named(side.seat),
            to=str(min(end, time_track.landing(side, tables.DEVELOPMENT))) if side is acting else "",
        )
        for side in sorted(state.sides, key=lambda side: (side.position, -side.height, side.seat))
    )
    return Track(
        key="track",
        title=say("Time Track", short=N_("Time Track")),
        spaces=tuple(space(state, facts, n) for n in range(end + 1)),
        tokens=tokens,
        big=True,
    )


def space(state: State, facts: TrackFacts | None, n: int) -> Space:
    """A space of the Time Track; a Zeus space is marked while it still has an Olympos card."""
    if facts and n in facts.zeus:
        number = facts.zeus.index(n) + 1
        return Space(str(n), say("{n}", n=n), "temple", marked=any(still_open(state, facts, number)))
    if facts and n == facts.cross:
        return Space(str(n), say("{n}", n=n), "close")
    return Space(str(n), say("{n}", n=n) if n % 5 == 0 else None)


CARDS_FOR: dict[tuple[bool, bool], Message] = {
    (True, False): say("Its Olympos card is for the first there.", short=N_("Card: for the first")),
    (True, True): say("Its Olympos cards are for the first and the last there.", short=N_("Cards: first and last")),
    (False, True): say("One Olympos card is left, for the last there.", short=N_("Card: for the last")),
    (False, False): say("No Olympos card is left there.", short=N_("No card left there")),
}
"""The words for whom a Zeus space still has an Olympos card, by (the first to reach it, the last)."""


def still_open(state: State, facts: TrackFacts, number: int) -> tuple[bool, bool]:
    """Whether a Zeus space still has a card for the first, and for the last. Section 6."""
    there = sum(side.position >= facts.zeus[number - 1] for side in state.sides)
    return there == 0, number in tables.DOUBLE_ZEUS and there < len(state.sides)


def turn_order(state: State) -> Ledger:
    """The seats in the order of turns, with what decides fights, gods and wonders, and points that everybody sees.

    Nothing in a row depends on another seat, so that a move changes few of them.
    """
    rows = tuple(
        Row(
            (
                side.stock,
                side.hourglasses,
                expand.swords(state, side),
                gods.zeus_symbols(state, side),
                wonders.own_stars(side),
                len(side.hand),
                scoring.visible_points(state, side),
            ),
            side.seat,
            named(side.seat),
            marked=side is time_track.last(state),
            out=bool(side.done),
        )
        for side in time_track.in_order(state)
    )
    columns = (
        Column(say("Settlers", short=N_("Se")), "settler"),
        Column(say("Hourglasses", short=N_("Hg")), "hourglass"),
        Column(say("Swords", short=N_("Sw")), "sword"),
        Column(say("Zeus", short=N_("Zs")), "temple"),
        Column(say("Stars", short=N_("St")), "medal"),
        Column(say("Destiny", short=N_("Cd")), "cards"),
        Column(say("Points", short=N_("VP")), "point"),
    )
    title = say("Order of turns", short=N_("Order of turns"))
    return Ledger(key="order", title=title, columns=columns, rows=rows, total=True, big=True)


# -- the seats ----------------------------------------------------------------------------------------------------


def seat_note(state: State, side: Side) -> Note:
    """One seat in four short lines, for a small display. Section 11."""
    place = say(
        "Space {at}, hourglasses {n}",
        N_("{at} Hg{n} VP{points}"),
        at=side.position,
        n=side.hourglasses,
        points=scoring.visible_points(state, side),
    )
    strength = say(
        "Swords {swords}, Zeus {zeus}, stars {stars}",
        N_("Sw{swords} Zs{zeus} St{stars}"),
        swords=expand.swords(state, side),
        zeus=gods.zeus_symbols(state, side),
        stars=wonders.own_stars(side),
    )
    resources = say(
        "Grain {grain}, Stone {stone}, Wood {wood}, Gold {gold}; cubes {cubes}",
        N_("G{grain} S{stone} W{wood} A{gold} +{cubes}"),
        grain=side.tokens["grain"],
        stone=side.tokens["stone"],
        wood=side.tokens["wood"],
        gold=side.tokens["gold"],
        cubes=sum(side.cubes.values()),
    )
    lines = (place, strength, resources, *marks_of(side))
    return Note(key=f"seat-{side.seat}", title=named(side.seat), lines=lines, seat=side.seat)


def goods(state: State) -> Ledger:
    """Territory tokens and, after a plus, cubes of each resource; and settlers that lie under others."""
    rows = tuple(
        Row(
            (
                *(words.resources_words(side.tokens[each], side.cubes[each]) for each in tables.RESOURCES),
                side.covered,
            ),
            side.seat,
            named(side.seat),
        )
        for side in state.sides
    )
    columns = (
        *(Column(label, tables.RESOURCE_ICONS[each]) for each, label in tables.RESOURCES.items()),
        Column(say("Covered settlers", short=N_("Cv")), "down"),
    )
    title = say("Resources: territories + cubes", short=N_("Resources"))
    return Ledger(key="goods", title=title, columns=columns, rows=rows)


def tiles(state: State) -> list[AnyWidget]:
    """The discoveries and wonders of each seat."""
    found: list[AnyWidget] = []
    for side in state.sides:
        if not scoring.owned(side.tiles) + scoring.owned(side.wonders):
            continue
        discoveries = [
            Card(tile, each.label, (each.effect,), "scroll")
            for tile, each in tables.DISCOVERIES.items()
            if side.has(tile)
        ]
        built = [Card(key, label, (), "temple") for key, label in tables.WONDERS.items() if side.wonders[key]]
        title = say("Tiles of {seat}", N_("Tiles: {seat}"), seat=named(side.seat))
        found.append(Hand(key=f"tiles-{side.seat}", title=title, cards=(*discoveries, *built), seat=side.seat))
    return found


# -- Zeus spaces and gods -----------------------------------------------------------------------------------------


def pending(state: State) -> list[AnyWidget]:
    """The next Zeus space, the last god, and marks that wait for their effect."""
    found: list[AnyWidget] = []
    if lines := next_zeus(state):
        title = say("Zeus spaces", short=N_("Zeus spaces"))
        found.append(Note(key="zeus", title=title, lines=tuple(lines), icon="temple", big=True))
    marks = [say("{seat}: {mark}", seat=named(side.seat), mark=each) for side in state.sides for each in marks_of(side)]
    god = tables.GODS.get(state.last_god)
    words = [say("Last: {god}. {effect}.", N_("Last: {god}"), god=god.label, effect=god.effect)] if god else []
    if words or marks:
        icon = gods.god_icon(state.last_god) if god else "sun"
        lines = [*words, *marks]
        found.append(Note(key="gods", title=say("Gods", short=N_("Gods")), lines=tuple(lines), icon=icon, big=True))
    return found


def marks_of(side: Side) -> list[Message]:
    """The marks of a seat that wait for their effect, in one line; empty if there are none."""
    marks = [tables.MARKS[mark] for mark, n in side.marks.items() if n]
    if not marks:
        return []
    return [reduce(lambda first, then: say("{first}, {then}", N_("{first} {then}"), first=first, then=then), marks)]


def next_zeus(state: State) -> list[Message]:
    """How far the next Zeus space is from the acting token, and for whom it has an Olympos card."""
    facts, side = box.track(state.box), time_track.last(state)
    if facts is None or side is None:
        return []
    ahead = [(number, at) for number, at in enumerate(facts.zeus, 1) if at > side.position]
    if not ahead:
        return [say("The last one is passed: pass, or one last action.", short=N_("Pass, or last action"))]
    number, at = ahead[0]
    away = at - side.position
    line = say_n("The next is {n} space away.", "The next is {n} spaces away.", away, N_("Next Zeus: {n} away"))
    return [line, CARDS_FOR[still_open(state, facts, number)]]


# -- the development board ----------------------------------------------------------------------------------------


def shop(state: State) -> list[AnyWidget]:
    """The development board, with prices; empty at the light level, where the board is unknown."""
    if not state.piles:
        return []
    return [board(state), *(ledger for ledger in (prices(state), own_tokens(state)) if ledger.rows)]


def board(state: State) -> Grid:
    """Five rows of discoveries and a row of wonders. A pile without tiles is empty; a wonder shows who built it."""
    cells = [_cell(space, pile) for space, pile in state.piles.items() if pile.left]
    for column, key in enumerate(state.wonders):
        builder = next((side.seat for side in state.sides if side.wonders[key]), None)
        icon = "temple" if builder is None else ""
        cells.append(Cell(column, tables.ROWS, "row-6", icon, words.SQUARE_LABEL[key], builder))
    legend = tuple(
        LegendEntry(f"row-{row}", words.ROW_LABELS[row], colour=words.ROW_COLOURS.get(row), name=name)
        for row, name in words.ROW_NAMES.items()
    )
    title = say("Development board", short=N_("Development board"))
    return Grid(
        key=discover.SHOP, title=title, width=tables.COLUMNS, height=tables.ROWS + 1, cells=tuple(cells), legend=legend
    )


def _cell(space: str, pile: Pile) -> Cell:
    row = tables.row_of(space)
    icon = "cards" if pile.left > 1 else "card"
    return Cell(tables.column_of(space) - 1, row - 1, f"row-{row}", icon, words.SQUARE_LABEL[pile.tile])


def prices(state: State) -> Ledger:
    """Price, free bonuses, tiles left and who can pay, for each discovery that some seat has the resources for."""
    payers = {space: _payers(state, space) for space, pile in state.piles.items() if pile.left}
    rows = tuple(
        Row(
            (_price(state, space), _bonuses(state, space), state.piles[space].left, in_a_row(able, words.NONE)),
            label=words.discovery_at(space, state.piles[space].tile),
            colour=words.ROW_COLOURS[tables.row_of(space)],
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
    """Tokens on bonus spaces by column: each is a star for the wonder there. Section 5.1."""
    rows = tuple(Row(tuple(side.bonus), side.seat, named(side.seat)) for side in state.sides if any(side.bonus))
    columns = tuple(Column(words.SQUARE_LABEL[key], "medal") for key in state.wonders)
    title = say("Bonus tokens: stars for the wonder of the column", short=N_("Bonus tokens: stars"))
    return Ledger(key="bonus-tokens", title=title, columns=columns, rows=rows)


def _price(state: State, space: str) -> Wording | None:
    """The resources of a price in words: ``2 Grain, 1 grey``; None if unknown."""
    found = box.pattern(state.box, space)
    return None if found is None else words.price_words(found.explicit, found.grey)


def _bonuses(state: State, space: str) -> Wording:
    """The letters of the bonuses that are not taken."""
    return verbatim(" ".join(letter for _, letter in discover.free_bonuses(state, space)) or "-")


def _payers(state: State, space: str) -> list[Message]:
    """The seats that do not own the discovery and have its resources."""
    found, tile = box.pattern(state.box, space), state.piles[space].tile
    if found is None:
        return []
    able = [side for side in state.sides if not side.has(tile) and discover.payable(side.tokens, side.cubes, found)]
    return [named(side.seat) for side in able]


# -- what only its owner sees -------------------------------------------------------------------------------------


def hand(side: Side) -> Hand:
    """The Destiny cards that this viewer may see, and the number of the others."""
    known = tuple(
        Card(card.handle, face.label, (face.effect,), face.icon)
        for card in side.hand
        if card.face.known
        for face in [tables.DESTINIES[card.face.value]]
    )
    return Hand(
        key=f"hand-{side.seat}",
        title=say("Destiny cards of {seat}", N_("Cards: {seat}"), seat=named(side.seat)),
        cards=known,
        hidden=len(side.hand) - len(known),
        seat=side.seat,
        secret=any(card.face.known and not card.face.revealed for card in side.hand),
    )


def open_prestige(state: State) -> list[AnyWidget]:
    """The prestige points of everybody if they are open, and at the end."""
    sides = [side for side in state.sides if side.prestige.revealed]
    return [prestige("prestige", sides, secret=False)] if sides else []


def prestige(key: str, sides: Sequence[Side], *, secret: bool) -> Note:
    lines = tuple(
        say_n("{seat}: {n} point", "{seat}: {n} points", side.prestige.value, seat=named(side.seat)) for side in sides
    )
    title = say("Prestige tokens", short=N_("Prestige"))
    return Note(key=key, title=title, lines=lines, icon="point", secret=secret)


def _points(state: State, side: Side) -> Figure:
    """The points of a seat that everybody sees; at the end all its points."""
    if state.over:
        return Figure(say("Final points", short=N_("Points")), scoring.final_points(state, side), "point")
    return Figure(say("Visible points", short=N_("Points")), scoring.visible_points(state, side), "point")


def strip(state: State, seat: int) -> list[Figure]:
    """The five numbers that a seat always sees, the last its secret prestige, or its points once that is open."""
    side = next((side for side in state.sides if side.seat == seat), None)
    if side is None:
        return []
    prestige_points = Figure(say("Prestige"), side.prestige.value, "medal", secret=True)
    return [
        Figure(say("On space", short=N_("Space")), side.position, "clock"),
        Figure(say("Settlers"), side.stock, "settler"),
        Figure(say("Hourglasses", short=N_("Hourgl.")), side.hourglasses, "hourglass"),
        Figure(say("Destiny cards", short=N_("Cards")), len(side.hand), "cards"),
        _points(state, side) if state.over or side.prestige.revealed else prestige_points,
    ]
