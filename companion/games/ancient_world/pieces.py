"""Pieces: the thing on the table that each tracked number counts, and the instructions to players that cannot be
derived from changed numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from companion.core.inventory import Thing, Tracked
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, Wording, listed, say, say_n
from companion.games.ancient_world import box, city, words
from companion.games.ancient_world.state import FIRST_SPACE, IDLE, IN_BOX, Army, Player, State
from companion.games.ancient_world.tables import CITIZENS, EMPIRE_ROW, ROUNDS, SPACES, Goods, Space, deck_letter


def _always(said: Message) -> Callable[[int], Message]:
    return lambda _: said


COIN = Thing("coin", words.coins, lambda n: say_n("{sign}{n} coin", "{sign}{n} coins", n, sign=""))
KNOWLEDGE = Thing("knowledge", words.knowledge, lambda n: say("{sign}{n} knowledge", sign="", n=n))
AMBROSIA = Thing("ambrosia", lambda n: say_n("{n} ambrosia", "{n} ambrosia", n), lambda n: _ambrosia("", n))
GOODS_THINGS: dict[Goods, Thing] = {"coins": COIN, "knowledge": KNOWLEDGE, "ambrosia": AMBROSIA}
CITIZEN_THINGS: dict[int, Thing] = {
    n: Thing(f"citizen-{n}", _always(say("citizen {n}", n=n)), _always(say("Citizen {n}", n=n)), "marker", off=True)
    for n in range(1, CITIZENS + 1)
}
CITIZEN_PLACES = (say("the box"), say("your board"), say("your Hungry/New zone"), say("your card"), *SPACES.values())
"""The places of a citizen in words, indexed by the numbers of the state."""
COVER = Thing("cover", _always(say("the cover")), _always(say("Cover")), "marker")
CAPACITY_CUBE = Thing("capacity-cube", _always(say("your capacity cube")), _always(say("Capacity cube")), "marker")
INCOME_CUBE = Thing("income-cube", _always(say("your income cube")), _always(say("Income cube")), "marker")
TRACK = tuple(say("{n}", n=n) for n in range(121))
"""The spaces of the tracks on a player board, more than any play needs."""


def empire_card(name: Wording) -> Thing:
    """An empire card in a city, as a thing that damage turns face down."""
    return Thing("empire-card", _always(say("{card}", card=name)), _always(say("{card}", card=name)), "side", off=True)


def is_laid_out(state: State) -> bool:
    """Whether the set-up is done, so that the pieces on the table agree with the tracked numbers."""
    return state.stage != "set-up"


def cubes(state: State) -> Iterator[Tracked]:
    """The tracked numbers of the two cubes on each player board, which show sums of symbols on cards."""
    if not is_laid_out(state):
        return
    rows = (
        ("capacity", say("Capacity cube"), CAPACITY_CUBE),
        ("income", say("Income cube"), INCOME_CUBE),
    )
    for player in state.players:
        for name, label, thing in rows:
            total = city.symbol_total(state, player, "capacity" if name == "capacity" else "coin-income")
            at, key = {"n": min(total, len(TRACK) - 1)}, f"{player.seat}.{name}-cube"
            yield Tracked(key, label, (at, "n"), player.seat, high=len(TRACK) - 1, thing=thing, places=TRACK)


def _ambrosia(sign: str, n: int) -> Message:
    return say("{sign}{n} ambrosia", sign=sign, n=n)


def _numbers(numbers: Iterable[int]) -> Wording:
    return listed([say("{n}", n=n) for n in numbers])


# -- citizens --------------------------------------------------------------------------------------------------------


def place_name(state: State, player: Player, number: int) -> Wording:
    """The action or the card on which a citizen stands."""
    at, on = player.citizens[number - 1], player.on[number - 1]
    if at >= FIRST_SPACE:
        return list(SPACES.values())[at - FIRST_SPACE]
    return words.space_name(state, player, f"card-{on}")


def instruct_placed(
    step: Step[State], player: Player, number: int, old: int, space: Wording, before: Wording | None
) -> None:
    """Instruct a seat to put a citizen on an action or a card, from ``before`` if it stood somewhere already. ``old``
    is the number of its former place.
    """
    covers = ((f"{player.seat}.citizen-{number}", player.citizens[number - 1] - old),)
    citizen = say("Citizen {n}", n=number)
    if before is None:
        step.instruct(
            player.seat,
            say("Put citizen {n} on {space}.", n=number, space=space),
            back=say("Take citizen {n} off {space}.", short=N_("Take off citizen {n}"), n=number, space=space),
            short=(citizen, say("on {space}", space=space)),
            covers=covers,
        )
        return
    step.instruct(
        player.seat,
        say("Move citizen {n} to {space}.", n=number, space=space),
        back=say("Move citizen {n} back to {space}.", short=N_("Citizen {n} back"), n=number, space=before),
        short=(citizen, say("to {space}", space=space)),
        covers=covers,
    )


def instruct_found(step: Step[State], player: Player, space: str, n: int) -> None:
    """Instruct the player who placed a citizen on an action to take the ambrosia there."""
    step.instruct(
        player.seat,
        say("Take {n} ambrosia from there.", n=n),
        back=say("Put {n} ambrosia back there.", short=N_("{n} ambrosia back"), n=n),
        short=(_ambrosia("+", n),),
        covers=((f"{space}.ambrosia", -n), (f"{player.seat}.ambrosia", n)),
    )


def instruct_new_citizen(step: Step[State], player: Player, number: int) -> None:
    """Instruct a seat to take a citizen from the box."""
    step.instruct(
        player.seat,
        say("Put citizen {n} from the box in your Hungry/New zone.", n=number),
        back=say("Put citizen {n} back in the box.", short=N_("Citizen {n}: to the box"), n=number),
        short=(say("Citizen {n}", n=number), say("to the zone")),
        covers=((f"{player.seat}.citizen-{number}", IDLE - IN_BOX),),
    )


def instruct_swapped(step: Step[State], player: Player, old: int, new: int) -> None:
    """Instruct a seat to put a citizen in the place of another, which goes to the box."""
    at = player.citizens[new - 1]
    step.instruct(
        player.seat,
        say("Put citizen {new} in the place of citizen {old}, and {old} in the box.", old=old, new=new),
        back=say(
            "Put citizen {old} in the place of citizen {new}, and {new} in the box.",
            short=N_("Citizen {old} for {new}"),
            old=old,
            new=new,
        ),
        short=(say("Citizen {new} for {old}", old=old, new=new),),
        covers=((f"{player.seat}.citizen-{old}", -at), (f"{player.seat}.citizen-{new}", at)),
    )


def instruct_taken_back(step: Step[State], player: Player, before: Sequence[int]) -> None:
    """Instruct a seat to take its citizens back at the end of a round; ``before`` are the places of all citizens until
    then.
    """
    back = _moved(player, before)
    if not back:
        return
    if IDLE in player.citizens:
        said = say_n(
            "Take back citizen {citizens}.", "Take back citizens {citizens}.", len(back), citizens=_numbers(back)
        )
    else:
        said = say("Take back all your citizens.")
    step.instruct(
        player.seat,
        said,
        back=say("Put your citizens back where they stood.", short=N_("Citizens: undo it")),
        short=(say("Citizens back"),),
        covers=_citizen_covers(player, before, back),
    )


def instruct_zone(step: Step[State], player: Player, before: Sequence[int]) -> None:
    """Instruct a seat to move citizens into the Hungry/New zone or out of it; ``before`` are the places of all citizens
    until then. After the last round the change is noted without words.
    """
    moved = _moved(player, before)
    if step.state.round >= ROUNDS and moved:
        step.instruct(player.seat, None, covers=_citizen_covers(player, before, moved))
        return
    if fed := [number for number in moved if player.citizens[number - 1] != IDLE]:
        step.instruct(
            player.seat,
            say_n(
                "Take citizen {citizens} out of your Hungry/New zone.",
                "Take citizens {citizens} out of your Hungry/New zone.",
                len(fed),
                citizens=_numbers(fed),
            ),
            back=_into_zone(fed),
            short=(_citizens(fed), say("out of the zone")),
            covers=_citizen_covers(player, before, fed),
        )
    if hungry := [number for number in moved if player.citizens[number - 1] == IDLE]:
        step.instruct(
            player.seat,
            _into_zone(hungry),
            back=say_n(
                "Take citizen {citizens} out of your Hungry/New zone.",
                "Take citizens {citizens} out of your Hungry/New zone.",
                len(hungry),
                N_("Out of the zone: {n}"),
                citizens=_numbers(hungry),
            ),
            short=(_citizens(hungry), say("to the zone")),
            covers=_citizen_covers(player, before, hungry),
        )


def _into_zone(numbers: list[int]) -> Message:
    return say_n(
        "Put citizen {citizens} in your Hungry/New zone.",
        "Put citizens {citizens} in your Hungry/New zone.",
        len(numbers),
        N_("To the zone: {n}"),
        citizens=_numbers(numbers),
    )


def _citizens(numbers: list[int]) -> Message:
    return say_n("Citizen {citizens}", "Citizens {citizens}", len(numbers), citizens=_numbers(numbers))


def _moved(player: Player, before: Sequence[int]) -> list[int]:
    return [n for n, (old, new) in enumerate(zip(before, player.citizens, strict=True), 1) if old != new]


def _citizen_covers(player: Player, before: Sequence[int], moved: list[int]) -> list[tuple[str, int]]:
    return [(f"{player.seat}.citizen-{n}", player.citizens[n - 1] - before[n - 1]) for n in moved]


# -- cards that come -------------------------------------------------------------------------------------------------

Source = Literal["row", "stored", "text"]
"""Where a card comes from: the row on the table, a player's stored cards, or the text of a card."""


def instruct_empire_card(step: Step[State], player: Player, key: str, source: Source) -> None:
    """Instruct a seat to add an empire card to its city."""
    card = box.name_of(step.state, "empire", key)
    match source:
        case "row":
            said = say("Take {card} from the row and put it right of your board.", card=card)
            back = _back_in_row(card)
        case "stored":
            said = say("Put {card} from your stored cards right of your board.", card=card)
            back = say("Put {card} back with your stored cards.", short=N_("{card} back"), card=card)
        case "text":
            said, back = say("Put {card} right of your board.", card=card), _away(card)
    step.instruct(player.seat, said, back=back, short=(say("{card}", card=card), say("right of your board")))


def instruct_military_card(step: Step[State], player: Player, key: str, source: Source) -> None:
    """Instruct a seat to add a military card to its player board."""
    card = box.name_of(step.state, "military", key)
    if source == "row":
        said, back = say("Take {card} from the row and put it left of your board.", card=card), _back_in_row(card)
    else:
        said, back = say("Put {card} left of your board.", card=card), _away(card)
    step.instruct(player.seat, said, back=back, short=(say("{card}", card=card),))


def instruct_stored(step: Step[State], player: Player, key: str, looked: int = 1) -> None:
    """Instruct a seat to store one of ``looked`` empire cards, to be built later."""
    card = box.name_of(step.state, "empire", key)
    if looked > 1:
        step.instruct(
            player.seat,
            say("Put {card} at the lower left of your board and the other cards on their discard pile.", card=card),
            back=say("Put {card} and the other cards back on their deck.", short=N_("Cards back"), card=card),
            short=(say("Lower left:"), say("{card}", card=card), say("discard the others")),
        )
        return
    said = say("Put {card} at the lower left of your board.", card=card)
    step.instruct(player.seat, said, back=_away(card), short=(say("Lower left:"), say("{card}", card=card)))


def instruct_district(step: Step[State], player: Player, key: str, *, drawn: bool) -> None:
    """Instruct a seat to take a district; if it was ``drawn``, not given by a text, the next one of the deck is laid
    open.
    """
    card = box.name_of(step.state, "district", key)
    if not drawn:
        said, short = say("Put {card} before you.", card=card), (say("Take"), say("{card}", card=card))
        step.instruct(player.seat, said, back=_away(card), short=short)
        return
    step.instruct(
        player.seat,
        say("Put {card} before you and turn up the next district.", card=card),
        back=say("Put {card} back on top of the districts.", short=N_("{card} back"), card=card),
        short=(say("Take"), say("{card}", card=card), say("turn up the next")),
    )


def _back_in_row(card: Wording) -> Message:
    return say("Put {card} back in the row.", short=N_("{card} back"), card=card)


def _away(card: Wording) -> Message:
    return say("Put {card} away again.", short=N_("{card} away"), card=card)


# -- cards that go, and the coins on armies --------------------------------------------------------------------------


def instruct_discarded(step: Step[State], player: Player, card: Wording) -> None:
    """Instruct a seat to discard a card without compensation."""
    step.instruct(
        player.seat,
        say("Discard {card}.", card=card),
        back=say("Take {card} back.", short=N_("{card} back"), card=card),
        short=(say("Discard"), say("{card}", card=card)),
    )


def instruct_stored_discarded(step: Step[State], player: Player, cards: Wording) -> None:
    """Instruct a seat to discard all its stored empire cards."""
    step.instruct(
        player.seat,
        say("Discard your stored cards: {cards}.", short=N_("Discard stored cards"), cards=cards),
        back=say("Take back your stored cards: {cards}.", short=N_("Stored cards back"), cards=cards),
    )


def instruct_retired_discarded(step: Step[State], player: Player, card: Wording, army: Wording) -> None:
    """Instruct a seat to discard a retired card from the army under which it lies."""
    step.instruct(
        player.seat,
        say("Discard {card} from under {army}.", card=card, army=army),
        back=say("Put {card} back under {army}.", short=N_("{card} back"), card=card, army=army),
        short=(say("Discard"), say("{card}", card=card)),
    )


def instruct_disbanded(step: Step[State], player: Player, army: Army) -> None:
    """Instruct a seat to discard an army with its retired cards and the coins on it."""
    name = words.army_name(step.state, army)
    instruct_coins_off(step, player, army, coins=army.coins, spent=army.spent)
    said = say("Discard {card} and the cards under it.", card=name)
    step.instruct(
        player.seat,
        said if army.retired else say("Discard {card}.", card=name),
        back=say("Take {card} back.", short=N_("{card} back"), card=name),
        short=(say("Discard"), say("{card}", card=name)),
    )


def instruct_retired(step: Step[State], player: Player, army: Army) -> None:
    """Instruct a seat to put an army under the new card, without the coins on it."""
    name = words.army_name(step.state, army)
    instruct_coins_off(step, player, army, coins=army.coins, spent=army.spent)
    step.instruct(
        player.seat,
        say("Slide {card} under it.", card=name),
        back=say("Take {card} out from under it.", short=N_("{card} out"), card=name),
        short=(say("{card}", card=name), say("under it")),
    )


def instruct_coins_off(step: Step[State], player: Player, army: Army, *, coins: int, spent: int = 0) -> None:
    """Instruct a seat to return coins from the picture and the name of an army to the supply."""
    name, n = words.army_name(step.state, army), coins + spent
    if not n:
        return
    step.instruct(
        player.seat,
        say_n("Put back {n} coin from {card}.", "Put back {n} coins from {card}.", n, card=name),
        back=say_n("Put {n} coin back on {card}.", "Put {n} coins back on {card}.", n, N_("{n} on {card}"), card=name),
        short=(say_n("-{n} coin of", "-{n} coins of", n), say("{card}", card=name)),
        covers=_army_covers(player, army, coins=-coins, spent=-spent),
    )


def instruct_loaded(step: Step[State], player: Player, army: Army) -> None:
    """Instruct a seat to put a coin of its own onto the picture of an army."""
    name = words.army_name(step.state, army)
    step.instruct(
        player.seat,
        say("Put 1 coin on the picture of {card}.", card=name),
        back=say("Take 1 coin off the picture of {card}.", short=N_("1 coin off {card}"), card=name),
        short=(say("1 coin on picture"), say("{card}", card=name)),
        covers=((f"{player.seat}.coins", -1), *_army_covers(player, army, coins=1)),
    )


def instruct_sent(step: Step[State], player: Player, sent: Sequence[tuple[Army, int]]) -> None:
    """Instruct a seat to pay the cost of each attacking army onto its name."""
    named = [(words.army_name(step.state, army), cost) for army, cost in sent]
    (first, cost), *others = named
    laid: list[Message] = [
        say_n("{n} coin on the name of {card}", "{n} coins on the name of {card}", cost, card=first),
        *(say("{n} on that of {card}", n=n, card=name) for name, n in others),
    ]
    if others and all(n == cost for _, n in others):
        short: Sequence[Message] = (say_n("{n} coin on each name", "{n} coins on each name", cost),)
    else:
        short = [
            part for name, n in named for part in (say_n("{n} coin on", "{n} coins on", n), say("{card}", card=name))
        ]
    step.instruct(
        player.seat,
        say("Put {coins}.", coins=listed(laid)),
        back=say(
            "Take back the coins on the name of {cards}.",
            short=N_("Coins off the names"),
            cards=listed([name for name, _ in named]),
        ),
        short=short,
        covers=[
            (f"{player.seat}.coins", -sum(n for _, n in sent)),
            *(cover for army, n in sent for cover in _army_covers(player, army, spent=n)),
        ],
    )


def instruct_slide(step: Step[State], player: Player, slid: Sequence[tuple[Army, int]]) -> None:
    """Instruct a seat to slide coins from the name to the picture of each army that has fought. ``slid`` holds the
    number for each.
    """
    if not slid:
        return
    step.instruct(
        player.seat,
        say("Slide the coins on your armies from the name to the picture."),
        back=say("Slide {coins} back to the name.", short=N_("Slide coins back"), coins=_back_to_names(step, slid)),
        short=(say("slide coins"),),
        covers=[cover for army, n in slid for cover in _army_covers(player, army, coins=n, spent=-n)],
        row="same",
    )


def _back_to_names(step: Step[State], slid: Sequence[tuple[Army, int]]) -> Wording:
    return listed(
        [
            say_n("{n} coin of {card}", "{n} coins of {card}", n, card=words.army_name(step.state, army))
            for army, n in slid
        ]
    )


def _army_covers(player: Player, army: Army, *, coins: int = 0, spent: int = 0) -> list[tuple[str, int]]:
    key = f"{player.seat}.army-{army.id}"
    return [cover for cover in ((f"{key}.coins", coins), (f"{key}.spent", spent)) if cover[1]]


# -- titans ----------------------------------------------------------------------------------------------------------


def _to_row(titan: Wording) -> tuple[Message, ...]:
    return say("{titan}", titan=titan), say("to your row")


def instruct_titan_from_deck(step: Step[State], player: Player, titan: Wording, *, more: bool) -> None:
    """Instruct a seat to take the open titan of a deck, and to lay the next one open if there are ``more``."""
    back = say("Put {titan} back on top of its deck.", short=N_("{titan} back"), titan=titan)
    row = _to_row(titan)
    if not more:
        step.instruct(player.seat, say("Put {titan} in your row.", titan=titan), back=back, short=row)
        return
    step.instruct(
        player.seat,
        say("Put {titan} in your row and turn up the next titan of that deck.", titan=titan),
        back=back,
        short=(*row, say("turn up the next")),
    )


def instruct_titan_given(step: Step[State], player: Player, key: str) -> None:
    """Instruct a seat to take a titan that a text gives."""
    titan = box.name_of(step.state, "titan", key)
    said = say("Put {titan} in your row.", titan=titan)
    step.instruct(player.seat, said, back=_away(titan), short=_to_row(titan))


def instruct_titan_from_board(step: Step[State], player: Player, owner: Player, titan: Wording) -> None:
    """Instruct a seat to take the titan of a player board, its own or another's."""
    row = _to_row(titan)
    if owner is player:
        step.instruct(
            player.seat,
            say("Put {titan} from your board in your row.", titan=titan),
            back=say("Put {titan} back on your board.", short=N_("{titan} back"), titan=titan),
            short=row,
        )
        return
    step.instruct(
        player.seat,
        say("Take {titan} off {who}'s board and put it in your row.", titan=titan, who=words.who(owner)),
        back=say("Put {titan} back on {who}'s board.", short=N_("{titan} back"), titan=titan, who=words.who(owner)),
        short=row,
    )
    step.instruct(
        owner.seat,
        say("{who} takes {titan} off your board.", who=words.who(player), titan=titan),
        back=say(
            "{who} puts {titan} back on your board.", short=N_("{titan} is back"), who=words.who(player), titan=titan
        ),
        short=(say("{who} takes", who=words.who(player)), say("{titan}", titan=titan)),
    )
    if step.state.round < ROUNDS:
        step.instruct(owner.seat, say("The space stays empty until the next round."), row="none")


def instruct_won_ambrosia(step: Step[State], player: Player, owner: Player, won: int, left: int) -> None:
    """Instruct players about the ambrosia on a defeated titan: ``won`` goes to the player, ``left`` to the supply."""
    if not won:
        said = say("Put back the {n} ambrosia on it.", n=left)
    elif not left:
        said = say("Take the {n} ambrosia on it.", n=won)
    else:
        said = say("Of the ambrosia on it, take {n} and put back {left}.", n=won, left=left)
    step.instruct(
        player.seat,
        said,
        back=say("Put {n} ambrosia back on the titan.", short=N_("{n} ambrosia back"), n=won + left),
        short=[_ambrosia(sign, n) for sign, n in (("+", won), ("-", left)) if n],
        covers=((f"{owner.seat}.titan.ambrosia", -won - left), (f"{player.seat}.ambrosia", won)),
    )


def instruct_appeased(step: Step[State], player: Player, n: int) -> None:
    """Instruct a seat to put ambrosia onto the titan of its board; nothing for a titan without banners."""
    if not n:
        return
    step.instruct(
        player.seat,
        say("Put {n} ambrosia on your titan.", n=n),
        back=say("Take {n} ambrosia off your titan.", short=N_("{n} ambrosia off titan"), n=n),
        short=(say("{n} ambrosia on titan", n=n),),
        covers=((f"{player.seat}.ambrosia", -n), (f"{player.seat}.titan.ambrosia", n)),
    )


def instruct_drawn_titan(step: Step[State], player: Player, stars: int) -> None:
    """Instruct a seat without a titan to draw one."""
    step.instruct(
        player.seat,
        say_n(
            "Draw a {n}-star titan from the bottom of its deck.",
            "Draw a {n}-star titan from the bottom of its deck.",
            stars,
        ),
        back=say("Put your titan back at the bottom of its deck.", short=N_("Titan to the bottom")),
        short=(say_n("Draw a titan: {n} star", "Draw a titan: {n} stars", stars), say("from the bottom")),
    )


# -- the table at the end and at the beginning of a round ------------------------------------------------------------


def instruct_first_coins(step: Step[State], player: Player, n: int) -> None:
    """Instruct a seat to take its starting coins, whose number depends on the turn order."""
    step.instruct(
        player.seat,
        say("Take {coins} to begin with.", coins=words.coins(n)),
        back=say("Put {coins} back.", short=N_("Put {coins} back"), coins=words.coins(n)),
        short=(say_n("{sign}{n} coin", "{sign}{n} coins", n, sign="+"),),
    )


def instruct_refilled(step: Step[State], spaces: Sequence[str]) -> None:
    """Instruct the table to put an ambrosia onto each of these actions."""
    named = listed([SPACES[space] for space in spaces])  # type: ignore[index]  # keys are spaces
    step.instruct(
        TABLE,
        say_n("Put 1 ambrosia on {spaces}.", "Put 1 ambrosia each on {spaces}.", len(spaces), spaces=named),
        back=say("Take 1 ambrosia off again: {spaces}.", spaces=named),
        covers=[(f"{space}.ambrosia", 1) for space in spaces],
    )


def instruct_token_turned(step: Step[State], player: Player) -> None:
    """Instruct the holder of the first-player token to turn it over."""
    step.instruct(
        player.seat,
        say("Turn the first-player token hand side down."),
        back=say("Turn the first-player token hand side up.", short=N_("Turn it hand side up")),
        short=(say("Turn the token over"),),
    )


def instruct_round(step: Step[State], old: int, before: Player) -> None:
    """Instruct the table to move the round marker, and a new first player to take the token from ``before``."""
    state = step.state
    step.instruct(
        TABLE,
        say("Round marker to {n}.", n=state.round),
        back=say("Round marker back to {n}.", n=old),
    )
    first = state.order()[0]
    if first is not before:
        step.instruct(
            first.seat,
            say("Take the first-player token."),
            back=say("Give the first-player token back to {who}.", short=N_("Token to {who}"), who=words.who(before)),
            short=(say("First-player token"),),
        )


def instruct_opened(step: Step[State], space: Space) -> None:
    """Instruct the table to uncover an action and, in the second edition, to put an ambrosia onto it."""
    covers = [(f"{space}.open", 1)]
    said = say("Uncover {space}.", space=SPACES[space])
    if step.state.second:
        covers.append((f"{space}.ambrosia", 1))
        said = say("Uncover {space}, put 1 ambrosia on it.", space=SPACES[space])
    step.instruct(TABLE, said, back=say("Cover {space} again.", space=SPACES[space]), covers=covers)


def instruct_dealt(step: Step[State]) -> None:
    """Instruct the table to deal new cards into both rows."""
    players, deck = len(step.state.players), deck_letter(step.state.round)
    step.instruct(
        TABLE,
        say("Empire row to the discard pile; deal {n} from deck {deck}.", n=EMPIRE_ROW[players], deck=deck),
        back=say("Lay out the empire row of the round before again."),
    )
    step.instruct(
        TABLE,
        say("Military row under its deck; deal {n}.", n=players),
        back=say("Lay out the military row of the round before again."),
    )


def instruct_counting(step: Step[State]) -> None:
    """Instruct players to count the banners of their damaged cards. Section 9."""
    for player in step.state.players:
        names = [words.card_name(step.state, card) for card in city.damaged(player)]
        if names:
            cards = listed(names)
            step.instruct(
                player.seat,
                say_n(
                    "Turn {cards} face up again: its banners count.",
                    "Turn {cards} face up again: their banners count.",
                    len(names),
                    cards=cards,
                ),
                back=say("Turn {cards} face down again.", short=N_("Cards face down"), cards=cards),
                short=(say("Cards face up"), say("and count")),
            )
