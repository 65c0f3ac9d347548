"""The attack calculator: targets, sets of armies, their cost and value. Section 5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.ancient_world.box import amount, fact, known
from companion.games.ancient_world.queries import army_cost, army_symbols, attack_value, total, unused
from companion.games.ancient_world.state import Army, Player, State
from companion.games.ancient_world.tables import SWORD


def stars_at(state: State, target: str) -> int:
    """The stars of the titan there."""
    if target.startswith("deck-"):
        return int(target.removeprefix("deck-"))
    threat = state.player(int(target.removeprefix("board-"))).threat
    return threat.stars if threat else 0


class Force(Struct, frozen=True):
    """Armies sent together: what they cost, what they are worth, and the swords bought with ambrosia beside them."""

    armies: tuple[int, ...]
    coins: int
    swords: int
    arrows: int
    bought: int = 0

    @property
    def ambrosia(self) -> int:
        """What the bought swords cost."""
        return self.bought * SWORD

    def value(self, counts: str) -> int:
        """What it is worth against a titan of this kind."""
        return attack_value(counts, self.swords + self.bought, self.arrows)


MOST_FORCES = 63
"""Sets of armies worth listing; with more than six unused armies the larger sets are left out."""


def force(state: State, player: Player, armies: Sequence[Army], bought: int = 0) -> Force:
    """What these armies cost and are worth, with the free symbols of the city. Section 5."""
    free = (total(state, player, "sword"), total(state, player, "arrow"))
    return _force([(army, army_symbols(state, army)) for army in armies], free, bought)


Ranked = tuple[Army, tuple[int, int]]
"""An army with its swords and arrows."""


def _force(ranked: Sequence[Ranked], free: tuple[int, int], bought: int) -> Force:
    return Force(
        armies=tuple(army.id for army, _ in ranked),
        coins=sum(army_cost(army) for army, _ in ranked),
        swords=sum(swords for _, (swords, _) in ranked) + free[0],
        arrows=sum(arrows for _, (_, arrows) in ranked) + free[1],
        bought=bought,
    )


def forces(state: State, player: Player, titan: str) -> list[Force]:
    """Every set of unused armies, each with as many bought swords as it lacks; the cheapest first."""
    counts, defence = str(fact(state, "titan", titan, "counts")), amount(state, "titan", titan, "defence")
    free = (total(state, player, "sword"), total(state, player, "arrow"))
    found: list[Force] = []
    for ranked in _sets([(army, army_symbols(state, army)) for army in unused(player)]):
        plain = _force(ranked, free, 0)
        missing = max(0, defence - plain.value(counts)) if state.second else 0
        found.append(replace(plain, bought=missing))
    return sorted(found, key=lambda one: (_short(player, one), one.bought, one.coins, one.armies))


def _short(player: Player, one: Force) -> bool:
    return one.coins > player.coins or one.ambrosia > player.ambrosia


def _sets(armies: list[Ranked]) -> Iterator[tuple[Ranked, ...]]:
    left = MOST_FORCES
    for size in range(1, len(armies) + 1):
        for some in combinations(armies, size):
            if not left:
                return
            left -= 1
            yield some


def full_attack(state: State, player: Player) -> tuple[int, int] | None:
    """What all unused armies together are worth: against both kinds of symbols, and against swords only.

    None while somebody has still to say what stands on one of them.
    """
    if not all(known(state, "military", army.key) for army in unused(player)):
        return None
    everything = force(state, player, unused(player))
    return everything.value("both"), everything.value("swords")


def targets(state: State) -> list[str]:
    """The open titan of each deck, and those on boards."""
    decks = [f"deck-{stars}" for stars in (1, 2, 3) if state.decks[stars - 1] != 0]
    return [*decks, *(f"board-{player.seat}" for player in state.players if player.threat)]


def titan_at(state: State, target: str) -> str:
    """The key of the titan at a target, empty while it is not known."""
    player = next((player for player in state.players if f"board-{player.seat}" == target), None)
    return player.threat.key if player and player.threat else ""


def all_known(state: State, armies: Sequence[Army]) -> bool:
    """Whether the swords and arrows of all these armies have been entered."""
    return all(known(state, "military", army.key) for army in armies)


def titans_in_play(state: State) -> set[str]:
    """Titans that lie in front of somebody, defeated or threatening."""
    defeated = {key for player in state.players for key in player.titans}
    return defeated | {player.threat.key for player in state.players if player.threat}
