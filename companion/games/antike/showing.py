"""What there is to see: the rondel, every nation, know-how, the bank, how far it is to cards and victory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Column,
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
from companion.core.wording import N_, Message, say
from companion.games.antike.queries_cities import cities, own, temples
from companion.games.antike.queries_production import (
    arming_most,
    know_price,
    production,
    rondel_price,
)
from companion.games.antike.reasons_war import defence
from companion.games.antike.rules_awards import points, sudden_death, to_go
from companion.games.antike.state import Acting, Nation, State, Turn
from companion.games.antike.tables import (
    COLUMNS,
    GOODS,
    KIND_ICONS,
    KNOW,
    SPACE_ICONS,
    SPACES,
    STACK_NAMES,
    TEMPLE_PRICE,
    Where,
)
from companion.games.antike.words import DIGESTS, SPACE_NAMES

HOLDINGS = (
    Column(say("Marble"), "marble"),
    Column(say("Iron"), "iron"),
    Column(say("Gold"), "gold"),
    Column(say("Coins"), "coin"),
    Column(say("Cities"), "city"),
    Column(say("Temples"), "temple"),
    Column(say("Legions"), "spear"),
    Column(say("Galleys"), "ship"),
)
TO_GO = (
    Column(say("Next king"), "crown"),
    Column(say("Next citizen"), "column"),
    Column(say("Next navigator"), "sea"),
    Column(say("To victory"), "medal"),
)


KNOW_COLUMNS = (
    Column(say("Wheel, Roads", short=N_("Wheel")), "spear"),
    Column(say("Sailing, Navigation", short=N_("Sail")), "ship"),
    Column(say("Market, Currency", short=N_("Market")), "coin"),
    Column(say("Monarchy, Democracy", short=N_("Crown")), "shield"),
)
PRICES: dict[int, Message] = {
    1: say("Basic costs", short=N_("Basic")),
    2: say("Advanced costs", short=N_("Advanced")),
}


NO_MAP = say("Nobody has entered the provinces of this board side: cities are counted by type.")


def on_turn(state: State) -> Nation | None:
    """The nation whose turn it is."""
    top = state.agenda[-1] if state.agenda else None
    key = getattr(top, "nation", None)
    return state.nation(key) if isinstance(key, str) and state.nations else None


def show(state: State, *, public: bool) -> Iterator[AnyWidget]:
    """All widgets. The public also gets a page of each nation, for the displays of the seats, and the stones on their
    track: a phone has the same by its personalities.
    """
    yield rondel(state)
    yield from digest(state)
    if state.switches.map_missing and state.round <= 1:
        yield Note(key="no-map", title=say("No map"), lines=(NO_MAP,))
    yield goal(state)
    if public:
        if state.switches.score_stone:
            yield score_track(state)
        yield from (page(state, nation) for nation in state.nations)
    yield holdings(state)
    yield distances(state)
    yield know_how(state)
    yield bank(state)
    if state.switches.mapped:
        yield from (city_hand(state, nation) for nation in state.nations)
    if sudden_death(state) and not state.ending:
        yield Note(
            key="sudden",
            title=say("Sudden end"),
            lines=(say("All personalities are gone: the next temple destroyed wins.", short=N_("Next temple wins")),),
            tone="warning",
        )
    if state.ending and state.history:
        yield chart(state)


# -- the rondel ----------------------------------------------------------------------------------------------------


def rondel(state: State) -> Rondel:
    """The eight spaces with price and yield for the nation on turn."""
    nation = on_turn(state)
    turning = nation is not None and isinstance(state.agenda[-1], Turn)
    names = SPACE_NAMES[state.switches.profile]
    spaces = tuple(
        Space(
            space,
            names[space],
            SPACE_ICONS[space],
            note=space_note(state, nation, space) if nation is not None and turning else None,
        )
        for space in SPACES
    )
    tokens = tuple(Token(one.space, one.seat, label=one.name) for one in state.nations)
    return Rondel(
        key="rondel",
        title=say("Rondel"),
        spaces=spaces,
        tokens=tokens,
        centre=say("Round {n}", n=state.round) if state.nations else None,
        centre_note=nation.name if nation is not None else None,
        big=not state.ending,
    )


def space_note(state: State, nation: Nation, space: Where) -> Message | None:
    """What a space yields and costs now."""
    price = rondel_price(state, nation, space).total
    gain = space_gain(state, nation, space)
    if gain is not None and price:
        return say("{gain}, costs {n}", short=N_("{gain} -{n}"), gain=gain, n=price)
    if price:
        return say("costs {n}", short=N_("-{n}"), n=price)
    return gain


def space_gain(state: State, nation: Nation, space: Where) -> Message | None:
    """What a space yields; nothing to say for manoeuvres and know-how."""
    match space:
        case "marble" | "iron" | "gold":
            return say("+{n}", n=production(state, nation, space))
        case "arming":
            return say("up to {n}", short=N_("to {n}"), n=arming_most(state, nation))
        case "temple":
            affordable = (nation.goods["marble"] + nation.coins) // TEMPLE_PRICE
            return say(
                "up to {n}", short=N_("to {n}"), n=min(affordable, cities(state, nation) - temples(state, nation))
            )
    return None


# -- nations -------------------------------------------------------------------------------------------------------


def is_marked(state: State, nation: Nation) -> bool:
    return on_turn(state) is nation


def holding_cells(state: State, nation: Nation) -> tuple[int, ...]:
    return (
        *(nation.goods[good] for good in GOODS),
        nation.coins,
        cities(state, nation),
        temples(state, nation),
        nation.legions,
        nation.galleys,
    )


def to_go_cells(state: State, nation: Nation) -> tuple[int | Message, ...]:
    steps = (
        to_go(state, nation, kind) if state.stacks[kind] else say("-") for kind in ("king", "citizen", "navigator")
    )
    return (*steps, max(0, state.switches.target - points(state, nation)))


def holdings(state: State) -> Ledger:
    """What every nation has."""
    rows = tuple(
        Row(holding_cells(state, nation), nation.seat, nation.name, marked=is_marked(state, nation))
        for nation in state.nations
    )
    return Ledger(key="holdings", title=say("Nations"), columns=HOLDINGS, rows=rows, big=not state.ending)


def distances(state: State) -> Ledger:
    """Cities, temples and seas to the next card, and points to victory; then the defence of a city without units."""
    rows = tuple(
        Row(
            (
                *to_go_cells(state, nation),
                defence(nation, temple=False, legions=0, galleys=0),
                defence(nation, temple=True, legions=0, galleys=0),
            ),
            nation.seat,
            nation.name,
            marked=is_marked(state, nation),
        )
        for nation in state.nations
    )
    columns = (*TO_GO, Column(say("Defence of a city"), "shield"), Column(say("Defence with temple"), "tower"))
    return Ledger(key="to-go", title=say("Still to go"), columns=columns, rows=rows)


def page(state: State, nation: Nation) -> Ledger:
    """A nation at a glance, for a small display."""
    title = say(
        "{nation}: {n} of {goal}",
        short=N_("{nation} {n}/{goal}"),
        nation=nation.name,
        n=points(state, nation),
        goal=state.switches.target,
    )
    row = Row((*holding_cells(state, nation), *to_go_cells(state, nation)), nation.seat)
    return Ledger(key=f"nation-{nation.key}", title=title, columns=(*HOLDINGS, *TO_GO), rows=(row,))


def goal(state: State) -> Meter:
    """Personalities of every nation on the way to victory."""
    bars = tuple(
        Bar(points(state, nation), state.switches.target, nation.seat, nation.name, marked=is_marked(state, nation))
        for nation in state.nations
    )
    return Meter(key="goal", title=say("Personalities"), bars=bars, pips=True, big=not state.ending)


def digest(state: State) -> Iterator[Note]:
    """What the space does that is being carried out."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Acting):
        space: Where = "maneuver-a" if top.space == "maneuver-b" else top.space
        title = SPACE_NAMES[state.switches.profile][space]
        yield Note(key="digest", title=title, lines=DIGESTS[space], icon=SPACE_ICONS[space])


def score_track(state: State) -> Track:
    """The stones on the score track of the later printing."""
    return Track(
        key="score",
        title=say("Score track"),
        spaces=tuple(Space(str(n)) for n in range(state.switches.target + 1)),
        tokens=tuple(
            Token(str(min(points(state, nation), state.switches.target)), nation.seat, label=nation.name)
            for nation in state.nations
        ),
    )


# -- know-how, bank, map -------------------------------------------------------------------------------------------


def know_how(state: State) -> Ledger:
    """How far every nation is in each column, and what the two levels cost now."""
    prices = tuple(
        Row(tuple(know_price(state, know).gold for know, (_, step) in KNOW.items() if step == level), label=label)
        for level, label in PRICES.items()
    )
    rows = tuple(
        Row(tuple(nation.know[column] for column in COLUMNS), nation.seat, nation.name, marked=is_marked(state, nation))
        for nation in state.nations
    )
    return Ledger(key="know", title=say("Know-how"), columns=KNOW_COLUMNS, rows=(*prices, *rows))


def bank(state: State) -> Ledger:
    """Personalities, temples and coins that are left."""
    columns = (
        *(Column(label, KIND_ICONS[kind]) for kind, label in STACK_NAMES.items()),
        Column(say("Temples"), "temple"),
        Column(say("Coins"), "coin"),
    )
    row = Row((*(state.stacks[kind] for kind in STACK_NAMES), state.bank_temples, state.bank_coins))
    return Ledger(
        key="bank", title=say("Left in the bank", short=N_("Left")), columns=columns, rows=(row,), big=not state.ending
    )


def city_hand(state: State, nation: Nation) -> Hand:
    """The cities of a nation by name."""
    cards = tuple(
        Card(
            province.key,
            province.name,
            (say("Temple"),) if state.built.get(province.key) else (),
            icon=province.good,
        )
        for province in own(state, nation)
    )
    return Hand(
        key=f"cities-{nation.key}",
        title=say("Cities of {nation}", short=N_("{nation}"), nation=nation.name),
        cards=cards,
        seat=nation.seat,
    )


def chart(state: State) -> Ledger:
    """Personalities after each round in which somebody won one, and at the end."""
    columns = tuple(Column(nation.name) for nation in state.nations)
    told = [row for before, row in pairwise([[0] * len(state.history[0]), *state.history]) if before[1:] != row[1:]]
    last = state.history[-1]
    rows = tuple(
        Row(tuple(row[1:]), label=say("Round {n}", n=row[0])) for row in (told if last in told else [*told, last])
    )
    title = say("Personalities by round", short=N_("By round"))
    return Ledger(key="chart", title=title, columns=columns, rows=rows, big=True)
