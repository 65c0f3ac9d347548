"""Names of cards, spaces, amounts and players in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.options import Amount, Mark, colour_of
from companion.core.wording import N_, Message, SeatName, Wording, listed, say, say_n
from companion.games.ancient_world import box, city
from companion.games.ancient_world.box import CardKind, RowKind
from companion.games.ancient_world.state import (
    Acting,
    Army,
    Confronting,
    CountingPoints,
    Disbanding,
    EmpireCard,
    EnteringFact,
    Feeding,
    Player,
    Preparing,
    Repairing,
    Rolling,
    SeatDue,
    SettingUp,
    Spending,
    State,
    TableDue,
    TakingCoinEffect,
    TakingDamage,
    Turn,
    Upgrading,
)
from companion.games.ancient_world.tables import GOODS, SPACES, SYMBOL_ICONS, SYMBOLS, TRIBES, Goods

NO_SUCH_THING = say("There is no such thing here.", short=N_("No such thing"))
TABLE_DUES: dict[type[TableDue], Message] = {
    SettingUp: say("Say who begins."),
    Preparing: say("Prepare the next round."),
    EnteringFact: say("Look up what scoring needs."),
}

SEAT_DUES: dict[type[SeatDue], Message] = {
    Turn: say("an action, or pass", short=N_("action or pass")),
    Acting: say("the action", short=N_("the action")),
    Upgrading: say("a citizen to swap", short=N_("a citizen to swap")),
    Rolling: say("damage dice to roll", short=N_("damage dice")),
    TakingDamage: say("which cards are damaged", short=N_("damage")),
    TakingCoinEffect: say("a coin symbol was rolled", short=N_("coin symbol")),
    Disbanding: say("too many armies", short=N_("too many armies")),
    Confronting: say("end of the round: titans", short=N_("titans")),
    Repairing: say("end of the round: repairs", short=N_("repairs")),
    Feeding: say("end of the round: food", short=N_("food")),
    Spending: say("ambrosia to spend, or not", short=N_("ambrosia?")),
    CountingPoints: say("points of the cards", short=N_("points of cards")),
}
"""What a seat has to do, in words, by the kind of due."""

END_OF_ROUND = say("The end of the round", short=N_("End of the round"))
TITANS_STRIKE = say("The titans strike")
"""What several seats decide at the same time, in words."""

FIRST_PLAYER = say("Whoever has the first-player token begins. The turns go round clockwise.")
"""Explains the questions for the first player."""


def card_names(state: State, player: Player, kind: RowKind) -> list[Wording]:
    """The names of a player's cards of a kind."""
    what = "empire" if kind == "stored" else kind
    return [box.name_of(state, what, card if isinstance(card, str) else card.key) for card in player.row(kind)]


def card_name(state: State, card: EmpireCard) -> Wording:
    """An empire card in a city."""
    return box.name_of(state, "empire", card.key)


def army_name(state: State, army: Army) -> Wording:
    """An army by its active card."""
    return box.name_of(state, "military", army.key)


def army_line(state: State, army: Army) -> Message:
    """An army with its swords and arrows."""
    if not box.is_known(state, "military", army.key):
        return say("{name}: not entered yet", name=army_name(state, army))
    cut, shot = city.army_symbols(state, army)
    return say(
        "{name}: {swords}, {arrows}",
        short=N_("{swords}/{arrows} {name}"),
        name=army_name(state, army),
        swords=swords(cut),
        arrows=arrows(shot),
    )


def entered(state: State, player: Player, what: CardKind, key: str) -> Message:
    """The log line that a player entered the facts of a card without taking it."""
    card = box.name_of(state, what, key)
    return say("{who} enters {card}.", short=N_("Entered: {card}"), who=who(player), card=card)


def space_name(state: State, player: Player, space: str) -> Wording:
    """An action of the board or of an empire card."""
    card = card_of(player, space)
    if card is not None:
        return card_name(state, card)
    return SPACES[space] if space in SPACES else say("A card")


def card_of(player: Player, space: str) -> EmpireCard | None:
    """The empire card that ``card-N`` names."""
    return next((card for card in player.cards if f"card-{card.id}" == space), None)


def titan_name(state: State, key: str, stars: int) -> Wording:
    """A titan by its name, or by its stars while it is unknown."""
    if key:
        return box.name_of(state, "titan", key)
    if stars == 0:
        return say("Starting titan")
    return say_n("Titan with {n} star", "Titan with {n} stars", stars)


def added(words: Iterable[Wording]) -> Wording:
    """Several numbers with plus signs between them."""
    parts = list(words)
    if not parts:
        return say("none")
    first, *rest = parts
    for part in rest:
        first = say("{first}+{second}", first=first, second=part)
    return first


def coins(n: int) -> Message:
    """A number of coins; short form: the number alone."""
    return say_n("{n} coin", "{n} coins", n, N_("{n}"))


def knowledge(n: int) -> Message:
    return say("{n} knowledge", n=n)


def amount(good: Goods, n: int) -> Message:
    """The words for ``n`` of a good."""
    match good:
        case "coins":
            return coins(n)
        case "knowledge":
            return knowledge(n)
        case "ambrosia":
            return say_n("{n} ambrosia", "{n} ambrosia", n)


def paid(coin: int, scrolls: int) -> Wording:
    """What was paid for a card, within a sentence; knowledge is left out if it is 0."""
    if not scrolls:
        return coins(coin)
    return listed([coins(coin), knowledge(scrolls)]) if coin else knowledge(scrolls)


def paid_with_ambrosia(coin: int, amphoras: int) -> Wording:
    """What an attack costs, within a sentence."""
    return listed([coins(coin), say_n("{n} ambrosia", "{n} ambrosia", amphoras)]) if amphoras else coins(coin)


def card_marks(state: State, what: CardKind, key: str) -> tuple[Mark, ...]:
    """What a picture of a card shows: banners, symbols, and the numbers of an army or a titan."""
    facts = box.component(state, what, key)
    marks: list[Mark] = []
    if what == "titan":
        only = facts.get("counts") == "swords"
        label = say("Defence, swords only") if only else say("Defence, swords and arrows")
        marks.append(Mark(label, box.number_of(state, what, key, "defence"), "shield"))
    if what == "military":
        for field, label, icon in (("swords", say("Swords"), "sword"), ("arrows", say("Arrows"), "spear")):
            if n := box.number_of(state, what, key, field):
                marks.append(Mark(label, n, icon))
    for field, labels in (("banners", TRIBES), ("symbols", SYMBOLS)):
        found = facts.get(field)
        printed = found if isinstance(found, list) else []
        marks += [
            Mark(labels[each], printed.count(each), SYMBOL_ICONS.get(each, ""), colour_of(each))
            for each in labels
            if each in printed
        ]
    return tuple(marks)


def banners(n: int) -> Message:
    return say_n("{n} banner", "{n} banners", n, N_("{n}"))


def citizens(n: int) -> Message:
    return say_n("{n} citizen", "{n} citizens", n, N_("{n}"))


def swords(n: int) -> Message:
    return say_n("{n} sword", "{n} swords", n, N_("{n}"))


def arrows(n: int) -> Message:
    return say_n("{n} arrow", "{n} arrows", n, N_("{n}"))


def price(coins: int = 0, knowledge: int = 0, ambrosia: int = 0) -> tuple[Amount, ...]:
    """A price as options show it."""
    amounts = (
        Amount(coins, "coin", GOODS["coins"]),
        Amount(knowledge, "scroll", GOODS["knowledge"]),
        Amount(ambrosia, "amphora", GOODS["ambrosia"]),
    )
    return tuple(amount for amount in amounts if amount.n)


def who(player: Player) -> SeatName:
    """A player as an argument of a sentence."""
    return SeatName(player.seat)


def reshuffle(deck: str) -> Message:
    """The hint for an empty empire deck. Section 3.1."""
    return say("If deck {deck} runs out, shuffle its discard pile.", short=N_("{deck} out: shuffle"), deck=deck)
