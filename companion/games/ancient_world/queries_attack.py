"""The attack calculator: targets, sets of armies, their cost and value; what damage hits. Sections 5 and 6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from companion.core.wording import Wording
from companion.games.ancient_world import box, queries, words
from companion.games.ancient_world.state import Army, Player, State
from companion.games.ancient_world.tables import SWORD


def stars_at(state: State, target: str) -> int:
    """The stars of the titan at a target."""
    if target.startswith("deck-"):
        return int(target.removeprefix("deck-"))
    threat = state.player(int(target.removeprefix("board-"))).threat
    return threat.stars if threat else 0


class Force(Struct, frozen=True):
    """Armies sent together: coins to pay, symbols, and swords bought with ambrosia."""

    armies: tuple[int, ...]
    coins: int
    swords: int
    arrows: int
    bought: int = 0

    @property
    def ambrosia(self) -> int:
        """The price of the bought swords."""
        return self.bought * SWORD

    def value(self, counts: str) -> int:
        """The attack value against a titan on which these symbols count."""
        return queries.attack_value(counts, self.swords + self.bought, self.arrows)


MOST_FORCES = 63
"""The most sets of armies listed; with more than six unused armies the largest are left out."""


def force(state: State, player: Player, armies: Sequence[Army], bought: int = 0) -> Force:
    """The cost and symbols of some armies, with the city's own symbols. Section 5."""
    free = (queries.symbol_total(state, player, "sword"), queries.symbol_total(state, player, "arrow"))
    return _force([(army, queries.army_symbols(state, army)) for army in armies], free, bought)


ArmySymbols = tuple[Army, tuple[int, int]]
"""An army with its swords and arrows."""


def _force(ranked: Sequence[ArmySymbols], free: tuple[int, int], bought: int) -> Force:
    return Force(
        armies=tuple(army.id for army, _ in ranked),
        coins=sum(queries.army_cost(army) for army, _ in ranked),
        swords=sum(swords for _, (swords, _) in ranked) + free[0],
        arrows=sum(arrows for _, (_, arrows) in ranked) + free[1],
        bought=bought,
    )


def attacking_forces(state: State, player: Player, titan: str) -> list[Force]:
    """Every set of unused armies, each with the swords it has to buy; the cheapest first."""
    counts, defence = box.defence_of(state, titan)
    free = (queries.symbol_total(state, player, "sword"), queries.symbol_total(state, player, "arrow"))
    found: list[Force] = []
    for ranked in _sets([(army, queries.army_symbols(state, army)) for army in queries.unused_armies(player)]):
        plain = _force(ranked, free, 0)
        missing = max(0, defence - plain.value(counts)) if state.second else 0
        found.append(replace(plain, bought=missing))
    return sorted(found, key=lambda one: (_short(player, one), one.bought, one.coins, one.armies))


def _short(player: Player, one: Force) -> bool:
    return one.coins > player.coins or one.ambrosia > player.ambrosia


def _sets(armies: list[ArmySymbols]) -> Iterator[tuple[ArmySymbols, ...]]:
    left = MOST_FORCES
    for size in range(1, len(armies) + 1):
        for some in combinations(armies, size):
            if not left:
                return
            left -= 1
            yield some


def total_attack(state: State, player: Player) -> tuple[int, int] | None:
    """The value of all unused armies: with both symbols, and with swords only. None while an army is unknown."""
    armies = queries.unused_armies(player)
    if not all_known(state, armies):
        return None
    everything = force(state, player, armies)
    return everything.value("both"), everything.value("swords")


def targets(state: State) -> list[str]:
    """The open titan of each deck, and those on boards."""
    decks = [f"deck-{stars}" for stars in (1, 2, 3) if state.decks[stars - 1] != 0]
    return [*decks, *(f"board-{player.seat}" for player in state.players if player.threat)]


def titan_at(state: State, target: str) -> str:
    """The key of the titan at a target, empty while it is unknown."""
    player = next((player for player in state.players if f"board-{player.seat}" == target), None)
    return player.threat.key if player and player.threat else ""


def all_known(state: State, armies: Sequence[Army]) -> bool:
    """Whether the swords and arrows of these armies are known."""
    return all(box.is_known(state, "military", army.key) for army in armies)


def titans_in_play(state: State) -> set[str]:
    """Titans in front of players, defeated or threatening."""
    defeated = {key for player in state.players for key in player.titans}
    return defeated | {player.threat.key for player in state.players if player.threat}


# -- damage: section 6 -------------------------------------------------------------------------------------------


def effect_of(state: State, titan: str) -> str:
    """The coin-symbol effect of a titan."""
    return str(box.fact(state, "titan", titan, "effect"))


def effect_targets(state: State, player: Player, titan: str) -> list[Wording]:
    """What an effect can hit, where the player chooses; empty where there is no choice."""
    match effect_of(state, titan):
        case "load":
            return [words.army_name(state, army) for army in player.armies] if player.coins else []
        case "lose-retired":
            return [box.name_of(state, "military", key) for army in player.armies for key in army.retired]
        case "lose-district":
            return [box.name_of(state, "district", key) for key in player.districts]
    return []
