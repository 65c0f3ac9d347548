"""Every tracked number, for corrections and for beginning in a later round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

from companion.core.inventory import Tracked
from companion.core.wording import Message, Wording, say, say_n
from companion.games.ancient_world.facts import name_of
from companion.games.ancient_world.state import FIRST_SPACE, Army, Built, Player, State
from companion.games.ancient_world.tables import COLOURS, LASTING, ROUNDS, SPACES, SYMBOLS

CAPITAL: dict[str, Message] = {
    **{symbol: SYMBOLS[symbol] for symbol in LASTING},
    **COLOURS,
    "point": say("Points"),
}
"""What a capital may give, or corrections make up for."""

LEAST, MOST = -40, 60

C = TypeVar("C", Built, Army)


def tracked_numbers(state: State) -> Iterator[Tracked]:
    """The table's numbers, then each seat's."""
    players = len(state.players)
    yield Tracked("round", say("Round"), (state, "round"), low=1, high=ROUNDS, icon="hourglass")
    yield Tracked("first", say("First player, clockwise from the lowest seat"), (state, "first"), low=1, high=players)
    yield Tracked("claimed", say("First player next round, 0 for no change"), (state, "claimed"), high=players)
    for space, place in state.places.items():
        label = SPACES[space]  # type: ignore[index]  # keys are spaces
        if state.second:
            title = say("Ambrosia on {space}", space=label)
            yield Tracked(
                f"{space}.ambrosia", title, (place, "ambrosia"), high=40, conserved="ambrosia", icon="amphora"
            )
        yield Tracked(f"{space}.open", say("{space} is open (1) or covered (0)", space=label), (place, "open"), high=1)
    for stars in (1, 2, 3):
        label_ = say_n(
            "Titans with {n} star left, -1 for not counted", "Titans with {n} stars left, -1 for not counted", stars
        )
        yield Tracked(f"deck-{stars}", label_, (state.decks, stars - 1), low=-1, high=39, icon="mountain")
    yield from _supply(state)
    for player in state.players:
        yield from _player(state, player)


def _supply(state: State) -> Iterator[Tracked]:
    supply = state.supply
    words = (
        ("coins", say("Coins the supply has gained"), "coin"),
        ("knowledge", say("Knowledge the supply has gained"), "scroll"),
        ("ambrosia", say("Ambrosia the supply has gained"), "amphora"),
    )
    for key, label, icon in words:
        yield Tracked(f"supply.{key}", label, (supply, key), low=-9999, high=9999, conserved=key, icon=icon)


def _player(state: State, player: Player) -> Iterator[Tracked]:
    seat = player.seat
    yield Tracked(f"{seat}.coins", say("Coins"), (player, "coins"), seat, conserved="coins", icon="coin")
    yield Tracked(
        f"{seat}.knowledge", say("Knowledge"), (player, "knowledge"), seat, conserved="knowledge", icon="scroll"
    )
    if state.second:
        yield Tracked(
            f"{seat}.ambrosia", say("Ambrosia"), (player, "ambrosia"), seat, conserved="ambrosia", icon="amphora"
        )
    if player.threat:
        label = say("Ambrosia on your titan")
        yield Tracked(
            f"{seat}.titan.ambrosia", label, (player.threat, "ambrosia"), seat, conserved="ambrosia", icon="amphora"
        )
    yield Tracked(f"{seat}.passed", say("Has passed (1)"), (player, "passed"), seat, high=1)
    yield Tracked(f"{seat}.hungry", say("Hungry citizens"), (player, "hungry"), seat, high=5)
    yield Tracked(f"{seat}.special", say("Points by texts"), (player, "special"), seat, high=99, icon="point")
    for number in range(1, len(player.citizens) + 1):
        where = say("Citizen {n}: 0 box, 1 ready, 2 hungry or new, 3 on a card, from 4 on the actions", n=number)
        top = FIRST_SPACE + len(SPACES) - 1
        yield Tracked(f"{seat}.citizen-{number}", where, (player.citizens, number - 1), seat, high=top, icon="people")
    for symbol, symbol_label in CAPITAL.items():
        title = say("{symbol}: capital and corrections", symbol=symbol_label)
        yield Tracked(f"{seat}.capital.{symbol}", title, (player.capital, symbol), seat, low=LEAST, high=MOST)
    yield from _cards(state, player)


def _cards(state: State, player: Player) -> Iterator[Tracked]:
    seat = player.seat
    for card, name in _called(state, "empire", player.cards):
        label = say("{card} is damaged (1)", card=name)
        yield Tracked(f"{seat}.card-{card.id}.damaged", label, (card, "down"), seat, high=1, icon="card")
    for army, name in _called(state, "military", player.armies):
        key = f"{seat}.army-{army.id}"
        yield Tracked(
            f"{key}.coins", say("{army}: coins on the picture", army=name), (army, "coins"), seat, conserved="coins"
        )
        yield Tracked(
            f"{key}.spent", say("{army}: coins on the name", army=name), (army, "spent"), seat, conserved="coins"
        )
        yield Tracked(f"{key}.swords", say("{army}: swords gained", army=name), (army, "swords"), seat, high=40)
        yield Tracked(f"{key}.arrows", say("{army}: arrows gained", army=name), (army, "arrows"), seat, high=40)


def _called(state: State, kind: Literal["empire", "military"], cards: Sequence[C]) -> Iterator[tuple[C, Wording]]:
    """Every card with its name; those that are alike are numbered."""
    alike = Counter(card.key for card in cards)
    numbers: Counter[str] = Counter()
    for card in cards:
        numbers[card.key] += 1
        name = name_of(state, kind, card.key)
        yield card, say("{what} {n}", what=name, n=numbers[card.key]) if alike[card.key] > 1 else name
