"""What there is to see: the Time Track, who has what, the gods, and what is only for one's own eyes. Section 11."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from companion.core.widgets import AnyWidget, Card, Column, Hand, Ledger, Note, Row, Space, Token, Track
from companion.core.wording import N_, Message, named, say, say_n
from companion.games.olympos import box_facts, queries, queries_prices, rules_gods, scoring, showing_shop, tables
from companion.games.olympos.state import Side, State
from companion.games.olympos.words import resources_words

BEYOND = 10
"""Spaces shown ahead of the first token while nobody has entered the length of the track."""


def widgets(state: State) -> list[AnyWidget]:
    """What everybody sees."""
    return [
        *practice(state),
        track(state),
        standing(state),
        *pending(state),
        *(seat_note(state, side) for side in state.sides),
        goods(state),
        powers(state),
        *showing_shop.shop(state),
        *tiles(state),
        *(hand(side) for side in state.sides if side.hand),
        *open_prestige(state),
    ]


def with_own(state: State, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """What everybody sees but for the notes of others, with the own cards and the own face-down total."""
    own = [side for side in state.sides if side.seat == seat]
    hands = {f"hand-{side.seat}": hand(side) for side in own if side.hand}
    others = {f"seat-{side.seat}" for side in state.sides if side.seat != seat}
    found = [hands.get(widget.key, widget) for widget in public if widget.key not in others]
    return [*found, *(prestige("own-prestige", [side], secret=True) for side in own if not side.prestige.revealed)]


def practice(state: State) -> list[AnyWidget]:
    line = say("Practice box: the numbers are invented.", short=N_("Numbers are invented"))
    title = say("Practice", short=N_("Practice"))
    return [Note(key="practice", title=title, lines=(line,), tone="warning")] if state.practice else []


def track(state: State) -> Track:
    """Stacks with the top first; an arrow shows where a discovery at full price would take whoever is to act."""
    facts = box_facts.track(state.box)
    ahead = max(side.position for side in state.sides)
    end = max(facts.cross, ahead) if facts else ahead + BEYOND
    acting = queries.last(state)
    tokens = tuple(
        Token(
            str(side.position),
            side.seat,
            label=named(side.seat),
            to=str(min(end, queries_prices.landing(side, tables.DEVELOPMENT))) if side is acting else "",
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


def space(state: State, facts: box_facts.TrackFacts | None, n: int) -> Space:
    """A space with what is special about it; Zeus spaces are marked while they still turn up a card."""
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
"""For whom a Zeus space still turns up a card: the first to reach it, the last."""


def still_open(state: State, facts: box_facts.TrackFacts, number: int) -> tuple[bool, bool]:
    """Whether a Zeus space still has a card for the first, and for the last. Section 6."""
    there = sum(side.position >= facts.zeus[number - 1] for side in state.sides)
    return there == 0, number in tables.DOUBLE_ZEUS and there < len(state.sides)


def standing(state: State) -> Ledger:
    """The order of turns with the gap to whoever is last, hourglasses, and the points everybody sees."""
    sides = queries.in_order(state)
    back = sides[0].position
    rows = tuple(
        Row(
            (side.position, side.position - back, side.hourglasses, scoring.visible_points(state, side)),
            side.seat,
            named(side.seat),
            marked=side is queries.last(state),
            out=bool(side.done),
        )
        for side in sides
    )
    columns = (
        Column(say("On space", short=N_("Spc")), "clock"),
        Column(say("Ahead", short=N_("Gap")), "next"),
        Column(say("Hourglasses", short=N_("Hg")), "hourglass"),
        Column(say("Visible points", short=N_("VP")), "point"),
    )
    title = say("Order of turns", short=N_("Order of turns"))
    return Ledger(key="order", title=title, columns=columns, rows=rows, total=True, big=True)


def seat_note(state: State, side: Side) -> Note:
    """One seat in four short lines, as a small display shows it. Section 11."""
    place = say(
        "Space {at}, {ahead} ahead, hourglasses {n}",
        N_("{at} +{ahead} Hg{n} VP{points}"),
        at=side.position,
        ahead=side.position - queries.in_order(state)[0].position,
        n=side.hourglasses,
        points=scoring.visible_points(state, side),
    )
    strength = say(
        "Swords {swords}, Zeus {zeus}, stars {stars}",
        N_("Sw{swords} Zs{zeus} St{stars}"),
        swords=queries_prices.swords(state, side),
        zeus=queries_prices.zeus_symbols(state, side),
        stars=queries_prices.own_stars(side),
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
    """Territory tokens and, after a plus, cubes."""
    rows = tuple(
        Row(
            tuple(resources_words(side.tokens[each], side.cubes[each]) for each in tables.RESOURCES),
            side.seat,
            named(side.seat),
        )
        for side in state.sides
    )
    columns = tuple(Column(label, tables.RESOURCE_ICONS[each]) for each, label in tables.RESOURCES.items())
    title = say("Resources: territories + cubes", short=N_("Resources"))
    return Ledger(key="goods", title=title, columns=columns, rows=rows)


def powers(state: State) -> Ledger:
    """Swords, Zeus symbols, stars, and pieces."""
    rows = tuple(
        Row(
            (
                queries_prices.swords(state, side),
                queries_prices.zeus_symbols(state, side),
                queries_prices.own_stars(side),
                side.stock,
                side.covered,
                len(side.hand),
            ),
            side.seat,
            named(side.seat),
        )
        for side in state.sides
    )
    columns = (
        Column(say("Swords", short=N_("Sw")), "sword"),
        Column(say("Zeus", short=N_("Zs")), "temple"),
        Column(say("Stars", short=N_("St")), "medal"),
        Column(say("Settlers in stock", short=N_("Se")), "people"),
        Column(say("Covered settlers", short=N_("Cv")), "down"),
        Column(say("Destiny cards", short=N_("Cd")), "cards"),
    )
    return Ledger(key="powers", title=say("Powers", short=N_("Powers")), columns=columns, rows=rows)


def pending(state: State) -> list[AnyWidget]:
    """The next Zeus space, the last god, and what still weighs on whom."""
    found: list[AnyWidget] = []
    if lines := next_zeus(state):
        title = say("Zeus spaces", short=N_("Zeus spaces"))
        found.append(Note(key="zeus", title=title, lines=tuple(lines), icon="temple", big=True))
    marks = [say("{seat}: {mark}", seat=named(side.seat), mark=each) for side in state.sides for each in marks_of(side)]
    god = tables.GODS.get(state.last_god)
    words = [say("Last: {god}. {effect}.", N_("Last: {god}"), god=god.label, effect=god.effect)] if god else []
    if words or marks:
        icon = rules_gods.sign(state.last_god) if god else "sun"
        lines = [*words, *marks]
        found.append(Note(key="gods", title=say("Gods", short=N_("Gods")), lines=tuple(lines), icon=icon, big=True))
    return found


def marks_of(side: Side) -> list[Message]:
    """All that weighs on a seat, in one line; none if there is nothing."""
    marks = [tables.MARKS[mark] for mark, n in side.marks.items() if n]
    if not marks:
        return []
    return [reduce(lambda first, then: say("{first}, {then}", N_("{first} {then}"), first=first, then=then), marks)]


def next_zeus(state: State) -> list[Message]:
    """How far the next one is for whoever is to act, and for whom it still has an Olympos card."""
    facts, side = box_facts.track(state.box), queries.last(state)
    if facts is None or side is None:
        return []
    ahead = [(number, at) for number, at in enumerate(facts.zeus, 1) if at > side.position]
    if not ahead:
        return [say("The last one is passed: pass, or one last action.", short=N_("Pass, or last action"))]
    number, at = ahead[0]
    away = at - side.position
    line = say_n("The next is {n} space away.", "The next is {n} spaces away.", away, N_("Next Zeus: {n} away"))
    return [line, CARDS_FOR[still_open(state, facts, number)]]


def tiles(state: State) -> list[AnyWidget]:
    """The discoveries and wonders of every seat."""
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


def hand(side: Side) -> Hand:
    """The type says what this viewer may see: nobody compares seats here."""
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
    """Everybody's where the table plays with open tokens, and at the end."""
    sides = [side for side in state.sides if side.prestige.revealed]
    return [prestige("prestige", sides, secret=False)] if sides else []


def prestige(key: str, sides: Sequence[Side], *, secret: bool) -> Note:
    lines = tuple(
        say_n("{seat}: {n} point", "{seat}: {n} points", side.prestige.value, seat=named(side.seat)) for side in sides
    )
    title = say("Prestige tokens", short=N_("Prestige"))
    return Note(key=key, title=title, lines=lines, icon="point", secret=secret)
