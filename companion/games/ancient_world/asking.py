"""The question to whoever the agenda waits for."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.boxes import Fact
from companion.core.questions import Amount, Asking, Count, Option, Pick, PickMany
from companion.core.wording import N_, Message, Wording, named, say, say_n
from companion.games.ancient_world.asking_act import ask_acting
from companion.games.ancient_world.asking_attack import ask_titan, titan_line
from companion.games.ancient_world.asking_damage import ask_damage
from companion.games.ancient_world.asking_entry import ask_keep, ask_symbols
from companion.games.ancient_world.asking_turn import ask_repair, ask_turn
from companion.games.ancient_world.derived import (
    appease_cost,
    damaged,
    hunger,
    lowest_free,
    owned_citizens,
    with_text,
)
from companion.games.ancient_world.entries import counted, with_entries
from companion.games.ancient_world.facts import banners_of, name_of
from companion.games.ancient_world.moves import (
    Begin,
    Close,
    Confront,
    Feed,
    Move,
    Prepare,
    Read,
    Repair,
    Spend,
    Tally,
    Upgrade,
)
from companion.games.ancient_world.reasons import appease_reason, spend_coin_reason, spend_repair_reason
from companion.games.ancient_world.rules_close import field_of, final, must_starve
from companion.games.ancient_world.rules_round import needy, next_round, place_of, uncounted
from companion.games.ancient_world.state import (
    Acting,
    Before,
    Confronting,
    Due,
    Feeding,
    Player,
    Preparing,
    Reading,
    Repairing,
    SettingUp,
    Spending,
    State,
    Tallying,
    Turn,
    Upgrading,
)
from companion.games.ancient_world.tables import (
    COIN,
    FEED_ONE,
    REPAIR_ONE,
    ROUNDS,
    TITAN_STARS,
    TRIBES,
)
from companion.games.ancient_world.words import card_name, joined, titan_name


def ask(state: State, due: Due) -> Asking[Move]:
    """What the top of the agenda asks."""
    match due:
        case SettingUp():
            return ask_set_up(state)
        case Preparing():
            return ask_prepare(state)
        case Turn(seat=seat):
            return ask_turn(state, seat)
        case Acting():
            return ask_acting(state, due)
        case Reading():
            return ask_fact(state, due)
        case _:
            return _ask_choice(state, due, state.player(due.seat))


def _ask_choice(state: State, due: Due, player: Player) -> Asking[Move]:
    match due:
        case Upgrading():
            return ask_upgrade(player)
        case Confronting():
            return ask_confront(state, player)
        case Repairing(left=left):
            return ask_repairs(state, player, left)
        case Feeding():
            return ask_feed(state, player)
        case Spending(before=before):
            return ask_spending(state, player, before)
        case Tallying():
            return ask_tally(state, player)
    return ask_damage(state, due, player)


def ask_set_up(state: State) -> Asking[Move]:
    """Who begins, and where the play stands."""
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    first = yield from Pick[int](key="first", prompt=say("Who begins?"), options=seats, default=seats[0].value)
    rounds = tuple(
        Option(n, say("From the start") if n == 1 else say("In round {n}", n=n)) for n in range(1, ROUNDS + 1)
    )
    hint = say("A play that is on already: choose its round, then set the numbers right under corrections.")
    prompt = say("Where does the play begin?", short=N_("Begin in which round?"))
    start = yield from Pick[int](key="round", prompt=prompt, hint=hint, options=rounds, default=1)
    return Begin(first=first, round=start)


def ask_prepare(state: State) -> Asking[Move]:
    """First player, and the decks missing titans come from where nobody has counted them."""
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    usual = state.players[(state.claimed or state.first) - 1].seat if _within(state) else seats[0].value
    ordered = sorted(seats, key=lambda option: option.value != usual)
    prompt = say("Round {n}: who is first player?", short=N_("First player?"), n=next_round(state))
    first = yield from Pick[int](key="first", prompt=prompt, options=tuple(ordered), default=usual)
    lacking = len(needy(state, place_of(state, first)))
    if not lacking or not uncounted(state):
        return Prepare(first=first)
    stars = TITAN_STARS[next_round(state)]
    options = tuple(Option(given, _draw_line(given, lacking)) for given in range(lacking, -1, -1))
    prompt = say_n(
        "Titans left in the deck with {n} star?",
        "Titans left in the deck with {n} stars?",
        stars,
        N_("Titans of {n} stars?"),
    )
    given = yield from Pick[int](key="given", prompt=prompt, options=options, default=lacking)
    return Prepare(first=first, given=given)


def _within(state: State) -> bool:
    return 1 <= (state.claimed or state.first) <= len(state.players)


def _draw_line(given: int, lacking: int) -> Wording:
    if given == lacking:
        return say("Enough for all {n} missing", short=N_("Enough for all {n}"), n=lacking)
    return say("Only {n}, then it is empty", short=N_("Only {n}"), n=given)


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


def ask_fact(state: State, due: Reading) -> Asking[Move]:
    """A fact that scoring needs."""
    field = field_of(state, due)
    value: Fact
    if field.choices:
        name = name_of(state, "empire", due.key)
        prompt = say("Which banners does {card} show?", short=N_("Its banners?"), card=name)
        facts = yield from ask_symbols(TRIBES, prompt)
        value = [*counted(facts["symbols"], facts.get("more", ()))]
    else:
        n = int(due.field.removeprefix("n"))
        prompt = say_n(
            "What does {n} banner of a colour score?",
            "What do {n} banners of a colour score?",
            n,
            N_("{n} banners score?"),
        )
        value = yield from Count(key="points", prompt=prompt, low=field.low, high=field.high, start=n, default=n)
    keep = False if state.switches.practice else (yield from ask_keep())
    return Read(value=value, keep=keep)


def ask_tally(state: State, player: Player) -> Asking[Move]:
    """Points by the texts of cards."""
    names = joined(name_of(state, "empire", key) for key in with_text(state, player))
    prompt = say("How many points do the texts give: {cards}?", short=N_("Points by texts?"), cards=names)
    return Tally(points=(yield from Count(key="points", prompt=prompt, high=99, default=0)))
