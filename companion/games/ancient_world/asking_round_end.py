"""Questions at the end of a round, and citizen upgrades. Sections 3.3, 4.2 and 4.3."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.questions import Amount, Asking, Count, Option, Pick, PickMany
from companion.core.wording import N_, Message, say, say_n
from companion.games.ancient_world.agenda import Before
from companion.games.ancient_world.asking_attack import ask_titan, titan_line
from companion.games.ancient_world.asking_turn import ask_repair
from companion.games.ancient_world.box import banners_of
from companion.games.ancient_world.box_entries import with_entries
from companion.games.ancient_world.moves import Close, Confront, Feed, Move, Repair, Spend, Upgrade
from companion.games.ancient_world.queries import appease_cost, damaged, hunger, lowest_free, owned_citizens
from companion.games.ancient_world.queries_round import final, must_starve
from companion.games.ancient_world.reasons import appease_reason, spend_coin_reason, spend_repair_reason
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import COIN, FEED_ONE, REPAIR_ONE
from companion.games.ancient_world.words import card_name, titan_name


def ask_upgrade(player: Player) -> Asking[Move]:
    """Which citizen is swapped."""
    numbers = [number for number in owned_citizens(player) if lowest_free(player, number)]
    options = tuple(
        Option(number, say("{old} becomes {new}", old=number, new=lowest_free(player, number))) for number in numbers
    )
    prompt = say("Swap which citizen for the next number?", short=N_("Upgrade which?"))
    none = Option(0, say("None of them"))
    return Upgrade(citizen=(yield from Pick[int](key="citizen", prompt=prompt, options=(*options, none), default=0)))


def ask_confront(state: State, player: Player) -> Asking[Move]:
    """Appease the titan, roll, or spend ambrosia otherwise before."""
    titan, entry = yield from ask_titan(state, f"board-{player.seat}")
    after = with_entries(state, entry)
    key = entry.key if entry else titan
    shown = _facing(player, key)
    threat = shown.threat
    cost = (appease_cost(after, threat) if threat else None) or 0
    dice = banners_of(after, key)
    appease = Option(
        "appease",
        say("Appease it"),
        price=(Amount(cost, "amphora"),),
        reason=appease_reason(after, shown),
        icon="amphora",
    )
    roll = Option(
        "roll", say_n("Roll {n} damage die", "Roll {n} damage dice", dice, short=N_("Roll: {n}")), icon="dice"
    )
    mend = Option(
        "repair",
        say("Repair a card"),
        price=(Amount(REPAIR_ONE, "amphora"),),
        reason=spend_repair_reason(state, player),
    )
    spending = (coin_option(state, player), mend) if state.second and entry is None else ()
    name = titan_name(after, key, threat.stars if threat else 0)
    prompt = say("{titan} threatens you.", short=N_("Your titan strikes"), titan=name)
    chosen = yield from Pick[str](
        key="how", prompt=prompt, hint=titan_line(after, key), options=(appease, roll, *spending), default="roll"
    )
    if chosen == "coin":
        return Spend(on="coin")
    if chosen == "repair":
        return (yield from ask_repair(state, player))
    return Confront(titan=titan, entry=entry, how="appease" if chosen == "appease" else "roll")


def _facing(player: Player, titan: str) -> Player:
    """The player as if the titan on the board had been named. Only for reading."""
    if player.threat is None:
        return player
    return replace(player, threat=replace(player.threat, key=titan))


def ask_repairs(state: State, player: Player, left: int) -> Asking[Move]:
    """Which cards the repair income turns up."""
    cards = tuple(Option(card.id, card_name(state, card), icon="card") for card in damaged(player))
    n = min(left, len(cards))
    usual: list[int | str] = [card.value for card in cards[:n]]
    prompt = say_n("Repair income: repair {n} card.", "Repair income: repair {n} cards.", n, N_("Repair {n} cards"))
    chosen = yield from PickMany[int](key="cards", prompt=prompt, options=cards, least=n, most=n, default=usual)
    return Repair(cards=tuple(chosen))


def ask_feed(state: State, player: Player) -> Asking[Move]:
    """Ambrosia for the hungry, and who goes without."""
    left = hunger(state, player)
    bought = 0
    most = min(left, player.ambrosia // FEED_ONE) if state.second else 0
    if most:
        prompt = say_n(
            "{n} is hungry. Feed how many with ambrosia?",
            "{n} are hungry. Feed how many with ambrosia?",
            left,
            N_("Feed with ambrosia?"),
        )
        bought = yield from Count(key="ambrosia", prompt=prompt, high=most, default=0, icon="amphora")
    left -= bought
    if final(state) or not left:
        return Feed(ambrosia=bought, hungry=())
    hungry = yield from _ask_hungry(state, player, left)
    return Feed(ambrosia=bought, hungry=tuple(hungry))


def _ask_hungry(state: State, player: Player, left: int) -> Asking[list[int]]:
    starving = must_starve(state, player)
    fixed = starving if len(starving) <= left else []
    free = [number for number in (starving or owned_citizens(player)) if number not in fixed]
    if fixed:
        free = [number for number in owned_citizens(player) if number not in fixed]
    n = left - len(fixed)
    options = tuple(Option(number, say("Citizen {n}", n=number)) for number in free)
    usual: list[int | str] = list(free[:n])
    prompt = say_n("{n} citizen goes hungry: which?", "{n} citizens go hungry: which?", n, N_("Hungry: which {n}?"))
    chosen = yield from PickMany[int](key="hungry", prompt=prompt, options=options, least=n, most=n, default=usual)
    return [*fixed, *chosen]


SPEND_BEFORE: dict[Before, Message] = {
    "strike": say("Spend ambrosia before the titan takes it?", short=N_("Spend ambrosia now?")),
    "repair": say("Repair before the repair income?", short=N_("Repair before?")),
    "income": say("Repair before the income?", short=N_("Repair now?")),
    "feeding": say("Repair before feeding?", short=N_("Repair for food?")),
    "scoring": say("Repair before scoring?", short=N_("Repair any more?")),
}


def ask_spending(state: State, player: Player, before: Before) -> Asking[Move]:
    """The chance to repair, or to take coins, before something that makes a difference. Section 4.3."""
    reason = spend_repair_reason(state, player)
    cards = tuple(
        Option(
            str(card.id), card_name(state, card), price=(Amount(REPAIR_ONE, "amphora"),), reason=reason, icon="hammer"
        )
        for card in damaged(player)
    )
    done = Option("close", say("Nothing more"), icon="check")
    coin = coin_option(state, player)
    prompt = SPEND_BEFORE[before]
    chosen = yield from Pick[str](key="card", prompt=prompt, options=(done, *cards, coin), default="close")
    if chosen == coin.value:
        return Spend(on="coin")
    return Close() if chosen == done.value else Spend(on="repair", card=int(chosen))


def coin_option(state: State, player: Player) -> Option[str]:
    """A coin for ambrosia. Section 4.3."""
    label = say("2 ambrosia for a coin", short=N_("Ambrosia for a coin"))
    reason = spend_coin_reason(state, player)
    return Option("coin", label, price=(Amount(COIN, "amphora"),), reason=reason, icon="coin")
