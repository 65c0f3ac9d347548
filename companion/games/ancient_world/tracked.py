"""Tracked numbers, for corrections and for beginning in a later round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

from companion.core.inventory import Tracked
from companion.core.wording import Message, Wording, named, say, say_n
from companion.games.ancient_world import box, pieces
from companion.games.ancient_world.state import Army, EmpireCard, Player, State, Turn
from companion.games.ancient_world.tables import (
    COLOURS,
    GOODS,
    GOODS_ICONS,
    LASTING,
    OPENING_ROUND,
    ROUNDS,
    SPACES,
    SYMBOLS,
    Goods,
)

CAPITAL: dict[str, Message] = {
    **{symbol: SYMBOLS[symbol] for symbol in LASTING},
    **COLOURS,
    "point": say("Points"),
}
"""Symbols that a capital or a correction can give."""

LEAST, MOST = -40, 60
MOST_TITANS = 39
NO_YES = (say("no"), say("yes"))
WHERE = (say("in the box"), say("ready"), say("hungry or new"), say("on a card"), *SPACES.values())
"""The places of a citizen in words, indexed by the numbers of the state."""

C = TypeVar("C", EmpireCard, Army)


class OnTurn:
    """The place of the seat whose turn begins, clockwise from the lowest, read from the agenda."""

    def __init__(self, state: State, order: tuple[int, ...]) -> None:
        self._state, self._order = state, order

    @property
    def place(self) -> int:
        top = self._state.agenda[-1]
        return self._order.index(top.seat) + 1 if isinstance(top, Turn) else 0

    @place.setter
    def place(self, place: int) -> None:
        self._state.agenda[-1] = Turn(self._order[place - 1])


def tracked_numbers(state: State) -> Iterator[Tracked]:
    """The table's numbers, then each seat's. Before the set-up is done they count no pieces."""
    for one in _numbers(state):
        if not pieces.is_laid_out(state):
            one.thing = None
        yield one


def _numbers(state: State) -> Iterator[Tracked]:
    players = len(state.players)
    yield Tracked("round", say("Round"), (state, "round"), low=1, high=ROUNDS, icon="hourglass")
    seats = tuple(named(player.seat) for player in state.players)
    yield Tracked("first", say("First player"), (state, "first"), low=1, high=players, meanings=seats)
    next_first = (say("no change"), *seats)
    label_next = say("First player next round")
    yield Tracked("claimed", label_next, (state, "claimed"), high=players, meanings=next_first)
    if state.agenda and isinstance(state.agenda[-1], Turn):
        order = tuple(player.seat for player in state.players)
        yield Tracked("on-turn", say("On turn"), (OnTurn(state, order), "place"), low=1, high=players, meanings=seats)
    for space, place in state.places.items():
        label = SPACES[space]  # type: ignore[index]  # keys are spaces
        if state.second:
            title = say("Ambrosia on {space}", space=label)
            yield Tracked(
                f"{space}.ambrosia",
                title,
                (place, "ambrosia"),
                high=40,
                conserved="ambrosia",
                icon="amphora",
                thing=pieces.AMBROSIA,
                place=label,
            )
        open_ = Tracked(f"{space}.open", label, (place, "open"), high=1, meanings=(say("covered"), say("open")))
        open_.thing = pieces.COVER if space in OPENING_ROUND else None
        yield open_
    for stars in (1, 2, 3):
        label_ = say_n("Titans with {n} star left", "Titans with {n} stars left", stars)
        counted = (say("not counted"), *(say("{n}", n=n) for n in range(MOST_TITANS + 1)))
        at = (state.decks, stars - 1)
        yield Tracked(f"deck-{stars}", label_, at, low=-1, high=MOST_TITANS, icon="mountain", meanings=counted)
    yield from _supply(state)
    for player in state.players:
        yield from _player(state, player)


def _supply(state: State) -> Iterator[Tracked]:
    words: dict[Goods, Message] = {
        "coins": say("Coins the supply has gained"),
        "knowledge": say("Knowledge the supply has gained"),
        "ambrosia": say("Ambrosia the supply has gained"),
    }
    for goods, label in words.items():
        at, icon = (state.supply, goods), GOODS_ICONS[goods]
        yield Tracked(
            f"supply.{goods}",
            label,
            at,
            low=-9999,
            high=9999,
            conserved=goods,
            icon=icon,
            thing=pieces.GOODS_THINGS[goods],
        )


def _player(state: State, player: Player) -> Iterator[Tracked]:
    seat = player.seat
    for goods in state.goods:
        icon = GOODS_ICONS[goods]
        at, thing = (player, goods), pieces.GOODS_THINGS[goods]
        yield Tracked(f"{seat}.{goods}", GOODS[goods], at, seat, conserved=goods, icon=icon, thing=thing)
    if player.threat:
        label = say("Ambrosia on your titan")
        yield Tracked(
            f"{seat}.titan.ambrosia",
            label,
            (player.threat, "ambrosia"),
            seat,
            conserved="ambrosia",
            icon="amphora",
            thing=pieces.AMBROSIA,
            place=say("your titan"),
        )
    yield Tracked(f"{seat}.passed", say("Has passed"), (player, "passed"), seat, high=1, meanings=NO_YES)
    yield Tracked(f"{seat}.hungry", say("Hungry citizens"), (player, "hungry"), seat, high=5)
    yield Tracked(f"{seat}.special", say("Points by texts"), (player, "special"), seat, high=99, icon="point")
    for number in range(1, len(player.citizens) + 1):
        label = say("Citizen {n}", n=number)
        yield Tracked(
            f"{seat}.citizen-{number}",
            label,
            (player.citizens, number - 1),
            seat,
            high=len(WHERE) - 1,
            icon="people",
            meanings=WHERE,
            thing=pieces.CITIZEN_THINGS[number],
            places=pieces.CITIZEN_PLACES,
        )
    for symbol, symbol_label in CAPITAL.items():
        title = say("{symbol}: capital and corrections", symbol=symbol_label)
        yield Tracked(f"{seat}.capital.{symbol}", title, (player.capital, symbol), seat, low=LEAST, high=MOST)
    yield from _cards(state, player)


def _cards(state: State, player: Player) -> Iterator[Tracked]:
    seat = player.seat
    for card, name in _called(state, "empire", player.cards):
        key, label = f"{seat}.card-{card.id}.damaged", say("{card} is damaged", card=name)
        thing = pieces.empire_card(name)
        yield Tracked(
            key, label, (card, "down"), seat, high=1, icon="card", meanings=NO_YES, thing=thing, better="less"
        )
    for army, name in _called(state, "military", player.armies):
        key = f"{seat}.army-{army.id}"
        yield Tracked(
            f"{key}.coins",
            say("{army}: coins on the picture", army=name),
            (army, "coins"),
            seat,
            conserved="coins",
            thing=pieces.COIN,
            place=say("the picture of {card}", card=name),
            better="neither",
        )
        yield Tracked(
            f"{key}.spent",
            say("{army}: coins on the name", army=name),
            (army, "spent"),
            seat,
            conserved="coins",
            thing=pieces.COIN,
            place=say("the name of {card}", card=name),
            better="neither",
        )
        yield Tracked(f"{key}.swords", say("{army}: swords gained", army=name), (army, "swords"), seat, high=40)
        yield Tracked(f"{key}.arrows", say("{army}: arrows gained", army=name), (army, "arrows"), seat, high=40)


def _called(state: State, kind: Literal["empire", "military"], cards: Sequence[C]) -> Iterator[tuple[C, Wording]]:
    """Every card with its name; equal names are numbered."""
    alike = Counter(card.key for card in cards)
    numbers: Counter[str] = Counter()
    for card in cards:
        numbers[card.key] += 1
        name = box.name_of(state, kind, card.key)
        yield card, say("{what} {n}", what=name, n=numbers[card.key]) if alike[card.key] > 1 else name
