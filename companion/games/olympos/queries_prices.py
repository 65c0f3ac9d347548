"""Action points: what an action costs, part by part, and where it takes the token. Sections 3 to 5, 9."""

from __future__ import annotations

from msgspec import Struct

from companion.core.options import Amount
from companion.core.wording import Message, say
from companion.games.olympos import box_facts, tables
from companion.games.olympos.moves import Expand
from companion.games.olympos.state import Side, State


def hourglass_room(state: State) -> int:
    """Hourglasses left in the stock, where the table plays with a limit."""
    if not state.options.hourglass_limit:
        return 1000
    return max(0, tables.HOURGLASSES - sum(side.hourglasses for side in state.sides))


class Part(Struct, frozen=True):
    """One part of a price: how many action points, and what for."""

    points: int
    what: Message
    icon: str

    def amount(self) -> Amount:
        return Amount(self.points, self.icon, self.what)


def entered(points: int) -> list[Part]:
    """A price that the users have added up, in a light play."""
    return [Part(points, say("everything together"), "clock")]


def total(parts: list[Part]) -> int:
    return max(0, sum(part.points for part in parts))


def tile_swords(state: State, side: Side) -> int:
    """Swords on discovery tiles. Section 4."""
    return sum(box_facts.swords_on(state.box, tile) for tile, n in side.tiles.items() if n)


def swords(state: State, side: Side) -> int:
    """Swords on discovery tiles, and those of Ares while he stays. Section 4."""
    return tile_swords(state, side) + (tables.ARES_SWORDS if side.marks["ares"] else 0)


def zeus_symbols(state: State, side: Side) -> int:
    """Symbols on discovery tiles and the Zeus token. Section 7."""
    return sum(box_facts.zeus_on(state.box, tile) for tile, n in side.tiles.items() if n) + (1 if side.zeus else 0)


def own_stars(side: Side) -> int:
    """Stars that count for every wonder. Section 5.2."""
    discoveries = int(side.has("architecture")) + int(side.has("engineering"))
    return side.stars + discoveries + side.marks["athena"] + side.marks["laid"]


def stars_for(side: Side, column: int) -> int:
    """Stars for the wonder in ``column``, counted from 1. Section 5.2."""
    return own_stars(side) + side.bonus[column - 1]


def new_settler(side: Side) -> int:
    return tables.NEW_SETTLER - 1 if side.has("medicine") else tables.NEW_SETTLER


def sea_space(side: Side) -> int:
    """Section 4: Astronomy and Map-making, cumulative."""
    return tables.SEA - int(side.has("astronomy")) - int(side.has("map-making"))


def combat(attacker: int, defender: int, attacker_wins_ties: bool = False, defender_wins_ties: bool = False) -> int:
    """Section 4. Both winning ties is an ordinary tie."""
    if attacker != defender:
        return 1 if attacker > defender else 3
    return 2 - int(attacker_wins_ties) + int(defender_wins_ties)


def combat_with(state: State, side: Side, target: str) -> int:
    """The action points of the fight for ``target``; none for a territory without a fight."""
    if target == "tribe":
        return combat(swords(state, side), 0, side.has("democracy"))
    if not target.isdecimal():
        return 0
    other = state.side(int(target))
    defends = other.has("democracy") and state.options.democracy == "every-tie"
    return combat(swords(state, side), swords(state, other), side.has("democracy"), defends)


def land_points(side: Side, land: int, runs: int) -> int:
    """Section 4: with Cavalry each unbroken run of land spaces costs 1."""
    return tables.LAND * (min(runs, land) if side.has("cavalry") else land)


def erinyes(side: Side) -> int:
    return tables.ERINYES if side.marks["erinyes"] else 0


def expansion(state: State, side: Side, move: Expand) -> list[Part]:
    """Every part of the price of an expansion. Section 4."""
    if state.light:
        return entered(move.points)
    parts = [
        Part(new_settler(side) if move.source == "new" else 0, say("new settler"), "people"),
        Part(sea_space(side) * move.sea, say("sea"), "sea"),
        Part(land_points(side, move.land, move.runs), say("land"), "mountain"),
        Part(combat_with(state, side, move.target), say("combat"), "sword"),
        Part(erinyes(side), say("Erinyes"), "warning"),
    ]
    return [part for part in parts if part.points]


def reductions(side: Side, needed: set[tables.Resource]) -> int:
    """Money and Agriculture: how many of the own tiles show a resource that is explicitly needed. Section 5.1."""
    return sum(1 for key, n in side.cheaper.items() if n and _shown(key) in needed)


def _shown(key: str) -> str:
    return key.split(".")[1]


def cheaper_key(tile: str, resource: tables.Resource) -> str:
    """The name of a tile of Money or Agriculture: the two differ by the resource they show."""
    return f"{tile}.{resource}"


CHEAPER_KEYS = tuple(
    cheaper_key(tile, resource) for tile in tables.CHEAPENING for resource in ("grain", "stone", "wood", "gold")
)


def discovery(side: Side, needed: set[tables.Resource]) -> list[Part]:
    """Every part of the price of a discovery in action points. Section 5.1."""
    parts = [
        Part(tables.DEVELOPMENT, say("development"), "hammer"),
        Part(-tables.REDUCTION * reductions(side, needed), say("Money and Agriculture"), "coin"),
        Part(erinyes(side), say("Erinyes"), "warning"),
    ]
    return [part for part in parts if part.points]


def wonder(side: Side) -> list[Part]:
    """Every part of the price of a wonder in action points. Section 5.2."""
    parts = [
        Part(tables.DEVELOPMENT, say("development"), "hammer"),
        Part(-tables.REDUCTION if side.has("architecture") else 0, say("Architecture"), "column"),
        Part(erinyes(side), say("Erinyes"), "warning"),
    ]
    return [part for part in parts if part.points]


def last_phase(state: State, side: Side) -> bool:
    """Whether the token has reached or passed the last Zeus space. Section 9."""
    facts = box_facts.track(state.box)
    return facts is not None and side.position >= facts.zeus[-1]


def budget(state: State, side: Side, hourglasses: int = 0) -> int:
    """The most an action may cost: the token may not go beyond the Cross. Section 9. ``hourglasses`` come with it."""
    facts = box_facts.track(state.box)
    if facts is None or not (state.options.cross_always or last_phase(state, side)):
        return tables.FARTHEST - side.position + side.hourglasses
    return max(0, facts.cross - side.position) + side.hourglasses + hourglasses


def spent_hourglasses(side: Side, cost: int) -> int:
    """All hourglasses go before the token moves. Section 3."""
    return min(side.hourglasses, cost)


def landing(side: Side, cost: int) -> int:
    """Where the token comes to stand. Section 3."""
    return side.position + max(0, cost - side.hourglasses)
