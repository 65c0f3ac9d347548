"""Cities and temples, personalities, and the nations in play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from companion.core.wording import Message, Wording, say
from companion.games.antike import tables
from companion.games.antike.box import Atlas, Province, atlas
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import Good, Personality, Unit

TEMPLE = "-temple"

COUNTED_CITIES: dict[str, Message] = {
    "marble": say("Marble city"),
    "iron": say("Iron city"),
    "gold": say("Gold city"),
    "marble-temple": say("Marble city, temple"),
    "iron-temple": say("Iron city, temple"),
    "gold-temple": say("Gold city, temple"),
}
SOME_CITY: dict[str, Message] = {
    "marble": say("a marble city"),
    "iron": say("an iron city"),
    "gold": say("a gold city"),
    "marble-temple": say("a marble city with temple"),
    "iron-temple": say("an iron city with temple"),
    "gold-temple": say("a gold city with temple"),
}


def provinces(state: State) -> Atlas:
    """The provinces of this table's board side."""
    return atlas(state.switches.side, state.box)


def two_in_the_west(state: State) -> bool:
    """Whether two seats play with two nations each on the west side, paired otherwise than the booklet of 2005 says."""
    return state.switches.side == "west" and len(state.seats) == 2


def may_enter(state: State) -> bool:
    """Whether the board may have provinces that nobody has entered: only its owners know the west side."""
    return state.switches.mapped and state.switches.side == "west" and len(provinces(state)) < tables.PROVINCES


def tracked_provinces(state: State) -> Atlas:
    """The provinces, if this table tracks them; else none."""
    return provinces(state) if state.switches.mapped else {}


def own(state: State, nation: Nation) -> list[Province]:
    """The provinces with a city of this nation. Only where they are tracked."""
    number = state.number(nation)
    return [province for key, province in provinces(state).items() if state.owners.get(key) == number]


def free(state: State) -> list[Province]:
    """The provinces without a city, those next to nobody's included. Only where they are tracked."""
    return [province for key, province in provinces(state).items() if not state.owners.get(key)]


def near_own(state: State, nation: Nation) -> set[str]:
    """The provinces next to its cities; none where they are not tracked."""
    if not state.switches.mapped:
        return set()
    return {key for province in own(state, nation) for key in province.near}


def cities_by_type(state: State, nation: Nation, *, temple: bool) -> dict[Good, int]:
    """Cities with or without a temple, by type."""
    if not state.switches.mapped:
        return nation.temples if temple else nation.plain
    counts: dict[Good, int] = dict.fromkeys(tables.GOODS, 0)
    for province in own(state, nation):
        if bool(state.built.get(province.key)) == temple:
            counts[province.good] += 1
    return counts


def cities(state: State, nation: Nation) -> int:
    """All its cities."""
    if state.switches.mapped:
        number = state.number(nation)
        return sum(owner == number for owner in state.owners.values())
    return sum(nation.plain.values()) + sum(nation.temples.values())


def temples(state: State, nation: Nation) -> int:
    """Its temples on the board."""
    return sum(cities_by_type(state, nation, temple=True).values())


def capacity(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many units it may arm: 1 a city, 3 a city with temple; of one kind, where that kind may be. Section 6."""
    if state.switches.mapped:
        return sum(
            tables.TEMPLE_COUNTS if state.built.get(province.key) else 1
            for province in own(state, nation)
            if unit is None or province.takes(unit)
        )
    return sum(nation.plain.values()) + tables.TEMPLE_COUNTS * sum(nation.temples.values())


def supply(nation: Nation, unit: Unit) -> int:
    """Its pieces that are not on the board."""
    return tables.PIECES - (nation.legions if unit == "legion" else nation.galleys)


def on_board(nation: Nation, unit: Unit) -> int:
    """Its pieces on the board."""
    return nation.legions if unit == "legion" else nation.galleys


def discs_left(state: State, nation: Nation) -> int:
    """City discs in its supply."""
    return tables.DISCS - cities(state, nation)


def city_names(state: State, nation: Nation) -> Iterator[str]:
    """Its cities as moves name them: every province, or every type it has, temples first."""
    if state.switches.mapped:
        yield from (province.key for province in own(state, nation))
        return
    yield from (good + TEMPLE for good in tables.GOODS if nation.temples[good])
    yield from (good for good in tables.GOODS if nation.plain[good])


def has_city(state: State, nation: Nation, city: str) -> bool:
    """Whether it has a city of this name."""
    if state.switches.mapped:
        return state.owners.get(city) == state.number(nation)
    return city in city_names(state, nation)


def has_temple(state: State, city: str) -> bool:
    """Whether a city of this name has a temple."""
    return bool(state.built.get(city)) if state.switches.mapped else city.endswith(TEMPLE)


def type_of(state: State, city: str) -> Good:
    """What a city of this name yields. KeyError for one that is none."""
    if state.switches.mapped:
        return provinces(state)[city].good
    good = city.removesuffix(TEMPLE)
    if good not in tables.GOODS:
        raise KeyError(city)
    return good


def takes(state: State, city: str, unit: Unit) -> bool:
    """Whether such a unit can be in the province of this city, as far as that is known."""
    return not state.switches.mapped or provinces(state)[city].takes(unit)


def city_label(state: State, city: str) -> Wording:
    """A city in words."""
    if state.switches.mapped:
        name = provinces(state)[city].name
        return say("{city}, temple", city=name) if has_temple(state, city) else name
    return COUNTED_CITIES[city]


def city_words(state: State, city: str) -> Wording:
    """A city within a sentence."""
    if state.switches.mapped:
        name = provinces(state)[city].name
        return say("{city} with temple", city=name) if has_temple(state, city) else name
    return SOME_CITY[city]


def free_sites(state: State, good: Good) -> int:
    """Provinces of a type without a city; of a side whose types nobody counted, provinces of any type."""
    if state.switches.mapped:
        return sum(province.good == good for province in free(state))
    if state.switches.side == "west":
        return tables.PROVINCES - sum(cities(state, nation) for nation in state.nations)
    return tables.EAST_TYPES[good] - sum(nation.plain[good] + nation.temples[good] for nation in state.nations)


def next_number(state: State, ahead: int = 0) -> int:
    """The number of the next province to be entered, or of one so many ahead; no two have the same."""
    known = provinces(state)
    free = (n for n in count(len(known) + 1) if key_of(n) not in known)
    return next(islice(free, ahead, None))


def key_of(number: int) -> str:
    """The key of the province with a number."""
    return f"province-{number}"


def counted(state: State, nation: Nation, kind: Personality) -> int:
    """What a king, a citizen or a navigator is won for: cities, temples, seas."""
    match kind:
        case "king":
            return cities(state, nation)
        case "citizen":
            return temples(state, nation)
    return nation.seas


def new_cards(count: int, kind: Personality, rewarded: int) -> int:
    """Thresholds are absolute: what was rewarded once is not rewarded again after a loss. Section 7."""
    return max(0, count // tables.STEPS[kind] - rewarded)


def to_go(state: State, nation: Nation, kind: Personality) -> int:
    """Cities, temples or seas that are missing for the next card."""
    return max(0, tables.STEPS[kind] * (nation.rewarded[kind] + 1) - counted(state, nation, kind))


def seas_matter(state: State, nation: Nation, armed: int = 0) -> bool:
    """Whether a navigator may be won, with ``armed`` more galleys: enough for the next step, and a card left.
    Section 12.
    """
    enough = tables.STEPS["navigator"] * (nation.rewarded["navigator"] + 1)
    return bool(state.stacks["navigator"]) and nation.galleys + armed >= enough


def personalities(nation: Nation) -> int:
    """Cards held."""
    return sum(nation.cards.values())


def points(state: State, nation: Nation) -> int:
    """What counts towards victory: the cards, and each general once more in the military variation."""
    return personalities(nation) + (state.switches.general_points - 1) * nation.cards["general"]


def sudden_death(state: State) -> bool:
    """Whether the next temple destroyed wins: all cards gone, which only five or six nations can bring about."""
    return len(state.nations) >= 5 and not any(state.stacks.values())


def in_play(state: State) -> tuple[str, ...]:
    """The nations in play: four when two play with two each."""
    return tables.NATIONS[state.switches.side][: nations_for(len(state.seats))]


def nations_for(seats: int) -> int:
    """How many nations so many seats play."""
    return 4 if seats == 2 else seats


def start_names(state: State, nation: Nation) -> list[str]:
    """The start cities of a nation, as moves name them, by their types."""
    if state.switches.mapped:
        cities, order = own(state, nation), list(tables.GOODS)
        return [province.key for province in sorted(cities, key=lambda province: order.index(province.good))]
    return [good for good in tables.GOODS if nation.plain[good]]
