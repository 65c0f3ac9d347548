"""The end of a round: confront, repair, income, reset, feed. Section 3.3."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, in_a_row, listed, say, say_n
from companion.games.ancient_world import attack, box, city, damage, forms, goods, pieces, spending, words
from companion.games.ancient_world.moves import Confront, Feed, Move, Repair
from companion.games.ancient_world.place import citizens_on
from companion.games.ancient_world.state import (
    GAINED,
    HELD_BACK,
    IDLE,
    ON_CARD,
    READY,
    WENT_HUNGRY,
    Confronting,
    Feeding,
    Player,
    Repairing,
    State,
    Threat,
)
from companion.games.ancient_world.tables import (
    FEED_ONE,
    GOODS_SYMBOLS,
    HUNGRY_POINTS,
    MOST_CITIZENS_AT_REFILL,
    ROUNDS,
    SPACES,
)


def is_last_round(state: State) -> bool:
    """Whether this is the last round: titans and feeding, but no income and no reset."""
    return state.round >= ROUNDS


# -- confronting the titan on the seat's board --------------------------------------------------------------------


def appease_cost(state: State, threat: Threat) -> int | None:
    """The titan's banners, or the ambrosia on it and one more; None for an unknown titan. Section 3.3."""
    if threat.ambrosia:
        return threat.ambrosia + 1
    return box.banners_of(state, threat.key) if box.is_known(state, "titan", threat.key) else None


def appease_reason(state: State, player: Player) -> Message | None:
    """Why the titan on a player's board cannot be appeased. Section 3.3."""
    cost = appease_cost(state, player.threat) if player.threat else None
    if cost is None:
        return say("Nobody has entered this titan yet.", short=N_("Unknown titan"))
    return goods.ambrosia_reason(state, player, cost)


def confront(step: Step[State], move: Confront) -> None:
    """Appease the titan in full, or roll a die for each banner. The titan stays. Section 3.3, step 1."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Confronting)
    threat = player.threat
    if threat is None:
        step.not_now()
    threat.key = attack.resolve_titan(step, player, move.titan, move.entry)
    name = words.titan_name(state, threat.key, threat.stars)
    if move.how == "roll":
        state.agenda.pop()
        step.tell(say("{who} faces {titan}.", short=N_("Faces {titan}"), who=words.who(player), titan=name))
        damage.roll_damage(step, player, threat.key)
        return
    step.require(appease_reason(state, player))
    cost = appease_cost(state, threat) or 0
    player.ambrosia -= cost
    threat.ambrosia += cost
    pieces.instruct_appeased(step, player, cost)
    state.agenda.pop()
    step.tell(
        say(
            "{who} appeases {titan} with {n} ambrosia; on it now: {lies}.",
            short=N_("Appeased for {n}"),
            who=words.who(player),
            titan=name,
            n=cost,
            lies=threat.ambrosia,
        )
    )


def ask_confront(state: State, due: Confronting) -> Asking[Move]:
    """Ask whether to appease the titan, roll, or spend ambrosia before. An answer is preselected only if it is the only
    possible one.
    """
    return forms.as_owed(state, _ask_confront(state, state.player(due.seat)))


def _ask_confront(state: State, player: Player) -> Asking[Move]:
    titan, entry = yield from attack.ask_titan(state, f"board-{player.seat}")
    after = box.with_entries(state, entry)
    key = entry.key if entry else titan
    shown = _with_titan(player, key)
    threat = shown.threat
    cost = (appease_cost(after, threat) if threat else None) or 0
    dice = box.banners_of(after, key)
    appease = Option(
        "appease",
        say("Appease it"),
        price=words.price(ambrosia=cost),
        reason=appease_reason(after, shown),
        icon="amphora",
        act=say(
            "Appease {titan}: {n} ambrosia",
            short=N_("Appease"),
            titan=words.titan_name(after, key, threat.stars if threat else 0),
            n=cost,
        ),
    )
    rolls = say_n("Roll {n} damage die", "Roll {n} damage dice", dice, short=N_("Roll: {n}"))
    if not dice:
        rolls = say("Let it strike: it rolls no dice", short=N_("It rolls no dice"))
    roll = Option("roll", rolls, icon="dice", act=rolls)
    repair = spending.repair_option(state, player, say("Repair a card"), icon="")
    before = (spending.coin_option(state, player), repair) if state.second and entry is None else ()
    name = words.titan_name(after, key, threat.stars if threat else 0)
    prompt = say("{titan} threatens you.", short=N_("Your titan strikes"), titan=name)
    usual = forms.only_open((appease, roll))
    options = (appease, roll, *before)
    # what was just entered on the same form need not be repeated
    hint = None if entry else attack.titan_line(after, key)
    chosen = yield from Pick[str](
        key="how",
        prompt=prompt,
        hint=hint,
        options=options,
        default="roll",
        usual=usual,
        settled=True,
        meaning=say(
            "Appeased, it does no harm: as many ambrosia as it shows banners, or one more than lie on it already. "
            "Otherwise roll a damage die for each banner. It stays either way."
        ),
    )
    if chosen in ("coin", "repair"):
        return (yield from spending.ask_spent_on(state, player, chosen))
    return Confront(titan=titan, entry=entry, how="appease" if chosen == "appease" else "roll")


def _with_titan(player: Player, titan: str) -> Player:
    """A copy of the player with the titan on the board named. Read only."""
    if player.threat is None:
        return player
    return replace(player, threat=replace(player.threat, key=titan))


# -- repair income ------------------------------------------------------------------------------------------------


def has_repair_income(state: State) -> bool:
    """Whether this round has a repair income. Section 13."""
    return state.switches.final_repair_income or not is_last_round(state)


def repair_income(state: State, player: Player) -> int:
    """Cards that a player repairs at the end of a round."""
    return city.symbol_total(state, player, "repair-income") if has_repair_income(state) else 0


def repair(step: Step[State], move: Repair) -> None:
    """Repair as many cards as the repair income allows. Section 3.3, step 2."""
    player = goods.acting_player(step)
    due = step.owed(Repairing)
    down = [card.id for card in city.damaged(player)]
    goods.require_exactly(step, min(due.left, len(down)), move.cards, down)
    step.state.agenda.pop()
    goods.repair_cards(step, player, move.cards)


def ask_repairs(state: State, due: Repairing) -> Asking[Move]:
    """Ask which cards the repair income turns up, preselected are those damaged first."""
    return forms.as_owed(state, _ask_repairs(state, due))


def _ask_repairs(state: State, due: Repairing) -> Asking[Move]:
    cards = tuple(
        Option(card.id, words.card_name(state, card), icon="card") for card in city.damaged(state.player(due.seat))
    )
    n = min(due.left, len(cards))
    usual: list[int | str] = [card.value for card in cards[:n]]
    prompt = say_n("Repair income: repair {n} card.", "Repair income: repair {n} cards.", n, N_("Cards to repair: {n}"))
    chosen = yield from PickMany[int](
        key="cards",
        prompt=prompt,
        options=cards,
        least=n,
        most=n,
        default=usual,
        usual=usual,
        act=say("Repair {answer}", short=N_("Repair")),
        meaning=say("Each repair income turns one damaged card up again, before the other income."),
    )
    return Repair(cards=tuple(chosen))


# -- income and reset ---------------------------------------------------------------------------------------------


def gain_income(step: Step[State]) -> None:
    """Gain income; slide the coins on military cards, so that the armies may fight again."""
    state = step.state
    for player in state.order():
        got = {each: city.symbol_total(state, player, f"{GOODS_SYMBOLS[each]}-income") for each in state.goods}
        for each, n in got.items():
            goods.gain_goods(state, player, each, n)
        step.tell(
            say(
                "{who}: income {coins}, {knowledge} knowledge, {ambrosia} ambrosia.",
                short=N_("Coins +{coins}"),
                who=words.who(player),
                coins=words.coins(got["coins"]),
                knowledge=got["knowledge"],
                ambrosia=got.get("ambrosia", 0),
            )
        )
        slid = [(army, army.spent) for army in player.armies if army.spent]
        for army, _ in slid:
            army.coins, army.spent = army.coins + army.spent, 0
        pieces.instruct_slide(step, player, slid)
        step.part()


def reset(step: Step[State]) -> None:
    """Put ambrosia on actions, then bring all citizens back; flip the first-player token."""
    state = step.state
    if state.second:
        _refill(step)
    for player in state.players:
        before = tuple(player.citizens)
        for index, where in enumerate(before):
            if where >= ON_CARD:
                player.citizens[index], player.on[index] = READY, 0
            elif where == IDLE:
                _leave_zone(state, player, index)
        pieces.instruct_taken_back(step, player, before)
    holder = state.order()[0]
    pieces.instruct_token_turned(step, holder)
    who = words.who(holder)
    step.tell(say("{who} turns the first-player token hand side down.", short=N_("Token turned over"), who=who))


def spaces_to_refill(state: State) -> list[str]:
    """The actions that get ambrosia at the reset, before the citizens leave. Section 3.3, step 4."""
    most = MOST_CITIZENS_AT_REFILL[len(state.players)]
    return [
        space
        for space, place in state.places.items()
        if place.open
        and len(citizens_on(state, space)) <= most  # type: ignore[arg-type]  # keys are spaces
        and (state.switches.ambrosia_accumulates or not place.ambrosia)
    ]


def _refill(step: Step[State]) -> None:
    """Put an ambrosia on each action that few citizens stand on. Section 3.3, step 4."""
    state = step.state
    spaces = spaces_to_refill(state)
    for space in spaces:
        state.places[space].ambrosia += 1
        state.supply.ambrosia -= 1
    if not spaces:
        return
    pieces.instruct_refilled(step, spaces)
    labels = [SPACES[space] for space in spaces]  # type: ignore[index]  # keys are spaces
    short = N_("Ambrosia: {spaces}") if len(spaces) == 1 else N_("Ambrosia on {n} spaces")
    step.tell(
        say_n("1 ambrosia on {spaces}.", "1 ambrosia each on {spaces}.", len(spaces), short, spaces=listed(labels)),
        TABLE,
    )


def _leave_zone(state: State, player: Player, index: int) -> None:
    """Bring a citizen back from the Hungry/New zone, unless the options keep it there for another round. Section 13."""
    why = player.zone[index]
    if why == GAINED and not state.switches.new_citizen_usable_next_round:
        player.zone[index] = HELD_BACK
        return
    if why == WENT_HUNGRY and not state.switches.hungry_rechecked:
        return
    player.citizens[index], player.zone[index] = READY, 0


# -- feeding ------------------------------------------------------------------------------------------------------


def still_hungry(state: State, player: Player) -> list[int]:
    """Citizens that must go hungry again first, with the option that hunger is not checked again. Section 13."""
    if state.switches.hungry_rechecked:
        return []
    zone = zip(player.citizens, player.zone, strict=True)
    return [number for number, (at, why) in enumerate(zone, 1) if at == IDLE and why == WENT_HUNGRY]


def is_feeding_right(state: State, player: Player, move: Feed) -> bool:
    """Whether a move lets as many citizens go hungry as are unfed, those of ``still_hungry`` first."""
    left = city.hunger(state, player) - move.ambrosia
    if left < 0 or is_last_round(state):
        return left >= 0 and not move.hungry
    chosen = set(move.hungry)
    starving = set(still_hungry(state, player))
    before = starving <= chosen or chosen <= starving
    return len(chosen) == len(move.hungry) == left and chosen <= set(city.owned_citizens(player)) and before


def feed(step: Step[State], move: Feed) -> None:
    """Feed citizens for two ambrosia each; the unfed ones go to the Hungry/New zone."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Feeding)
    step.require(goods.ambrosia_reason(state, player, move.ambrosia * FEED_ONE))
    if not is_feeding_right(state, player, move):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    state.agenda.pop()
    player.ambrosia -= move.ambrosia * FEED_ONE
    state.supply.ambrosia += move.ambrosia * FEED_ONE
    apply_hunger(step, player, city.hunger(state, player) - move.ambrosia, move.hungry)


def apply_hunger(step: Step[State], player: Player, left: int, hungry: tuple[int, ...]) -> None:
    """Let ``left`` citizens go hungry: those with the numbers in ``hungry``; in the last round they are only
    counted.
    """
    before = tuple(player.citizens)
    _clear_zone(player)
    player.hungry = left
    for number in hungry:
        player.citizens[number - 1], player.zone[number - 1] = IDLE, WENT_HUNGRY
    pieces.instruct_zone(step, player, before)
    short = N_("{n} hungry")
    if is_last_round(step.state) and left:
        step.tell_first(
            say_n(
                "{who}: {n} hungry citizen, {points} points.",
                "{who}: {n} hungry citizens, {points} points.",
                left,
                short=short,
                who=words.who(player),
                points=left * HUNGRY_POINTS,
            )
        )
        return
    step.tell(
        say_n("{who}: {n} hungry citizen.", "{who}: {n} hungry citizens.", left, short=short, who=words.who(player))
    )


def clear_hunger(step: Step[State], player: Player) -> None:
    """Bring hungry citizens back: called when there is food for all."""
    before = tuple(player.citizens)
    player.hungry = 0
    _clear_zone(player)
    pieces.instruct_zone(step, player, before)


def _clear_zone(player: Player) -> None:
    for index, where in enumerate(player.citizens):
        if where == IDLE and player.zone[index] == WENT_HUNGRY:
            player.citizens[index], player.zone[index] = READY, 0


def ask_feed(state: State, due: Feeding) -> Asking[Move]:
    """Ask how many citizens ambrosia feeds, and which go hungry. Preselected: to keep the ambrosia, except in the last
    round, when it is of no further use; and the citizens with the lowest numbers go hungry.
    """
    return forms.as_owed(state, _ask_feed(state, state.player(due.seat)))


def _ask_feed(state: State, player: Player) -> Asking[Move]:
    bought = 0
    left = city.hunger(state, player)
    most = min(left, player.ambrosia // FEED_ONE) if state.second else 0
    if most:
        prompt = say_n(
            "{n} citizen is hungry. Feed how many, for {cost} ambrosia each?",
            "{n} citizens are hungry. Feed how many, for {cost} ambrosia each?",
            left,
            N_("Feed with ambrosia?"),
            cost=FEED_ONE,
        )
        usual = most if is_last_round(state) else 0
        bought = yield from Count(
            key="ambrosia",
            prompt=prompt,
            high=most,
            default=0,
            usual=usual,
            icon="amphora",
            act=say("Feed {answer} with ambrosia", short=N_("Feed {answer}")),
            act_none=say("Feed nobody with ambrosia", short=N_("Feed nobody")),
            meaning=say(
                "Each food symbol feeds a citizen. Those who stay hungry cannot be placed in the next round; after the "
                "last round they cost {n} points each.",
                n=-HUNGRY_POINTS,
            ),
        )
    left -= bought
    if is_last_round(state) or not left:
        if not most:
            yield from _nobody_to_feed(left)
        return Feed(ambrosia=bought, hungry=())
    hungry = yield from _ask_hungry(state, player, left)
    return Feed(ambrosia=bought, hungry=tuple(hungry))


def _nobody_to_feed(left: int) -> Pick[str]:
    """A question with a single option, for a seat that has no choice any more after a correction."""
    prompt = say_n("{n} citizen is hungry.", "{n} citizens are hungry.", left, N_("{n} hungry"))
    return Pick[str](
        key="go",
        prompt=prompt,
        options=(Option("go", say("Nobody is fed", short=N_("Nobody is fed")), icon="next"),),
        default="go",
    )


def _ask_hungry(state: State, player: Player, left: int) -> Asking[list[int]]:
    starving = still_hungry(state, player)
    fixed = starving if len(starving) <= left else []
    free = [number for number in (starving or city.owned_citizens(player)) if number not in fixed]
    if fixed:
        free = [number for number in city.owned_citizens(player) if number not in fixed]
    n = left - len(fixed)
    options = tuple(Option(number, say("Citizen {n}", n=number)) for number in free)
    usual: list[int | str] = list(free[:n])
    still = in_a_row(say("Citizen {n}", n=number) for number in fixed)
    hint = say("Still hungry: {citizens}", short=N_("Some are hungry still"), citizens=still) if fixed else None
    chosen = yield from PickMany[int](
        key="hungry",
        prompt=_hungry_prompt(n, more=bool(fixed)),
        hint=hint,
        options=options,
        least=n,
        most=n,
        default=usual,
        usual=usual,
        act=say("Hungry: {answer}", short=N_("Go hungry")),
        act_none=say("Nobody else goes hungry", short=N_("Nobody else")),
        meaning=say(
            "Those you choose cannot be placed in the next round; after the last round they cost {n} points each.",
            n=-HUNGRY_POINTS,
        ),
    )
    return [*fixed, *chosen]


def _hungry_prompt(n: int, *, more: bool) -> Message:
    """The prompt for ``n`` hungry citizens; ``more``: besides citizens that stay hungry and need not be chosen."""
    if more and not n:
        return say("Nobody else goes hungry.", short=N_("Nobody else"))
    if more:
        return say_n(
            "{n} more citizen goes hungry: which?",
            "{n} more citizens go hungry: which?",
            n,
            N_("Hungry: which {n}?"),
        )
    return say_n("{n} citizen goes hungry: which?", "{n} citizens go hungry: which?", n, N_("Hungry: which {n}?"))
