"""Questions of set-up, of preparing a round, at its end, and before scoring. Sections 2, 3.1, 3.3, 4.2 and 9."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.boxes import Fact
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.wording import N_, Message, Wording, in_a_row, named, say, say_n
from companion.games.ancient_world import (
    agenda,
    asking_entries,
    asking_forms,
    asking_free_actions,
    box,
    box_entries,
    queries_round,
)
from companion.games.ancient_world.asking_attack import ask_titan, titan_line
from companion.games.ancient_world.moves import Begin, Confront, CountPoints, EnterFact, Feed, Move, Prepare, Repair
from companion.games.ancient_world.queries import appease_cost, damaged, hunger, owned_citizens
from companion.games.ancient_world.queries_agenda import TABLE_DUES
from companion.games.ancient_world.reasons import appease_reason
from companion.games.ancient_world.scoring import asked_field, cards_with_text_points
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import FEED_ONE, ROUNDS, TITAN_STARS, TRIBES
from companion.games.ancient_world.words import card_name, text_cards, titan_name


def ask_set_up(state: State, _: agenda.SettingUp) -> Asking[Move]:
    """Ask who begins, and in which round: usually the first."""
    return asking_forms.of_table("set-up", TABLE_DUES[agenda.SettingUp], _ask_set_up(state))


def _ask_set_up(state: State) -> Asking[Move]:
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    first = yield from Pick[int](key="first", prompt=say("Who begins?"), options=seats, default=seats[0].value)
    rounds = tuple(
        Option(n, say("From the start") if n == 1 else say("In round {n}", n=n)) for n in range(1, ROUNDS + 1)
    )
    hint = say(
        "A play that is on already: choose its round, then set the numbers right under corrections.",
        short=N_("Then the numbers"),
    )
    prompt = say("Where does the play begin?", short=N_("Begin in which round?"))
    start = yield from Pick[int](key="round", prompt=prompt, hint=hint, options=rounds, default=1, usual=1)
    return Begin(first=first, round=start)


def ask_prepare(state: State, _: agenda.Preparing) -> Asking[Move]:
    """Ask for the first player, usually the holder of the token, and for the titans left in an uncounted deck, usually
    enough.
    """
    return asking_forms.of_table("prepare", TABLE_DUES[agenda.Preparing], _ask_prepare(state))


def _ask_prepare(state: State) -> Asking[Move]:
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    usual = state.players[(state.claimed or state.first) - 1].seat if _within(state) else seats[0].value
    ordered = sorted(seats, key=lambda option: option.value != usual)
    prompt = say("Round {n}: who is first player?", short=N_("First player?"), n=queries_round.next_round(state))
    first = yield from Pick[int](key="first", prompt=prompt, options=tuple(ordered), default=usual, usual=usual)
    lacking = len(queries_round.players_without_titan(state, queries_round.clockwise_place(state, first)))
    if not lacking or not queries_round.deck_uncounted(state):
        return Prepare(first=first)
    stars = TITAN_STARS[queries_round.next_round(state)]
    options = tuple(Option(given, _draw_line(given, lacking)) for given in range(lacking, -1, -1))
    prompt = say_n(
        "How many titans are left in the deck with {n} star?",
        "How many titans are left in the deck with {n} stars?",
        stars,
        N_("Titans, {n}-star?"),
    )
    given = yield from Pick[int](key="given", prompt=prompt, options=options, default=lacking, usual=lacking)
    return Prepare(first=first, given=given)


def _within(state: State) -> bool:
    return 1 <= (state.claimed or state.first) <= len(state.players)


def _draw_line(given: int, lacking: int) -> Wording:
    if given == lacking:
        return say_n("Enough for the one missing", "Enough for all {n} missing", lacking, N_("Enough for all {n}"))
    if not given:
        return say("None is left", short=N_("None is left"))
    return say("Only {n}, then it is empty", short=N_("Only {n}"), n=given)


# -- the end of a round: section 3.3 -----------------------------------------------------------------------------


def ask_confront(state: State, due: agenda.Confronting) -> Asking[Move]:
    """Ask whether to appease the titan, roll, or spend ambrosia before. Usual is only what alone is in reach."""
    return asking_forms.as_owed(state, _ask_confront(state, state.player(due.seat)))


def _ask_confront(state: State, player: Player) -> Asking[Move]:
    titan, entry = yield from ask_titan(state, f"board-{player.seat}")
    after = box_entries.with_entries(state, entry)
    key = entry.key if entry else titan
    shown = _with_titan(player, key)
    threat = shown.threat
    cost = (appease_cost(after, threat) if threat else None) or 0
    dice = box.banners_of(after, key)
    appease = Option(
        "appease",
        say("Appease it"),
        price=(Amount(cost, "amphora"),),
        reason=appease_reason(after, shown),
        icon="amphora",
        act=say("Appease it"),
    )
    rolls = say_n("Roll {n} damage die", "Roll {n} damage dice", dice, short=N_("Roll: {n}"))
    if not dice:
        rolls = say("Let it strike: it rolls no dice", short=N_("It rolls no dice"))
    roll = Option("roll", rolls, icon="dice", act=rolls)
    repair = asking_free_actions.repair_option(state, player, say("Repair a card"), icon="")
    spending = (asking_free_actions.coin_option(state, player), repair) if state.second and entry is None else ()
    name = titan_name(after, key, threat.stars if threat else 0)
    prompt = say("{titan} threatens you.", short=N_("Your titan strikes"), titan=name)
    usual = asking_forms.only_open((appease, roll))
    options = (appease, roll, *spending)
    # What was just entered on the same form need not be said again.
    hint = None if entry else titan_line(after, key)
    chosen = yield from Pick[str](key="how", prompt=prompt, hint=hint, options=options, default="roll", usual=usual)
    if chosen in ("coin", "repair"):
        return (yield from asking_free_actions.ask_spent_on(state, player, chosen))
    return Confront(titan=titan, entry=entry, how="appease" if chosen == "appease" else "roll")


def _with_titan(player: Player, titan: str) -> Player:
    """A copy of the player with the titan on the board named. Read only."""
    if player.threat is None:
        return player
    return replace(player, threat=replace(player.threat, key=titan))


def ask_repairs(state: State, due: agenda.Repairing) -> Asking[Move]:
    """Ask which cards the repair income turns up, usually those that were damaged first."""
    return asking_forms.as_owed(state, _ask_repairs(state, due))


def _ask_repairs(state: State, due: agenda.Repairing) -> Asking[Move]:
    cards = tuple(Option(card.id, card_name(state, card), icon="card") for card in damaged(state.player(due.seat)))
    n = min(due.left, len(cards))
    usual: list[int | str] = [card.value for card in cards[:n]]
    prompt = say_n("Repair income: repair {n} card.", "Repair income: repair {n} cards.", n, N_("Cards to repair: {n}"))
    chosen = yield from PickMany[int](
        key="cards", prompt=prompt, options=cards, least=n, most=n, default=usual, usual=usual
    )
    return Repair(cards=tuple(chosen))


def ask_feed(state: State, due: agenda.Feeding) -> Asking[Move]:
    """Ask how many citizens ambrosia feeds, and which go hungry. Usually ambrosia is kept, except in the last round,
    where it gains nothing any more; and the lowest citizens go hungry.
    """
    return asking_forms.as_owed(state, _ask_feed(state, state.player(due.seat)))


def _ask_feed(state: State, player: Player) -> Asking[Move]:
    bought = 0
    left = hunger(state, player)
    most = min(left, player.ambrosia // FEED_ONE) if state.second else 0
    if most:
        prompt = say_n(
            "{n} citizen is hungry. Feed how many, for {cost} ambrosia each?",
            "{n} citizens are hungry. Feed how many, for {cost} ambrosia each?",
            left,
            N_("Feed with ambrosia?"),
            cost=FEED_ONE,
        )
        usual = most if queries_round.is_last_round(state) else 0
        bought = yield from Count(key="ambrosia", prompt=prompt, high=most, default=0, usual=usual, icon="amphora")
    left -= bought
    if queries_round.is_last_round(state) or not left:
        if not most:
            yield from _nobody_to_feed(left)
        return Feed(ambrosia=bought, hungry=())
    hungry = yield from _ask_hungry(state, player, left)
    return Feed(ambrosia=bought, hungry=tuple(hungry))


def _nobody_to_feed(left: int) -> Pick[str]:
    """After a correction there may be no choice left, but whoever is awaited has to be asked something."""
    prompt = say_n("{n} citizen is hungry.", "{n} citizens are hungry.", left, N_("{n} hungry"))
    return Pick[str](key="go", prompt=prompt, options=(Option("go", say("Go on"), icon="next"),), default="go")


def _ask_hungry(state: State, player: Player, left: int) -> Asking[list[int]]:
    starving = queries_round.still_hungry(state, player)
    fixed = starving if len(starving) <= left else []
    free = [number for number in (starving or owned_citizens(player)) if number not in fixed]
    if fixed:
        free = [number for number in owned_citizens(player) if number not in fixed]
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
    )
    return [*fixed, *chosen]


def _hungry_prompt(n: int, *, more: bool) -> Message:
    """``more``: beside citizens that are hungry already, who need not be chosen."""
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


# -- before scoring: section 9 -----------------------------------------------------------------------------------


def ask_fact(state: State, due: agenda.EnteringFact) -> Asking[Move]:
    """Ask for a fact that scoring needs."""
    return asking_forms.of_table("facts", TABLE_DUES[agenda.EnteringFact], _ask_fact(state, due))


def _ask_fact(state: State, due: agenda.EnteringFact) -> Asking[Move]:
    field = asked_field(state, due)
    value: Fact
    if field.choices:
        name = box.name_of(state, "empire", due.key)
        prompt = say("Which banners does {card} show?", short=N_("Its banners?"), card=name)
        facts = yield from asking_entries.ask_symbols(TRIBES, prompt)
        value = [*box_entries.symbol_list(facts["symbols"], facts.get("more", ()))]
    else:
        n = int(due.field.removeprefix("n"))
        prompt = say_n(
            "What does {n} banner of a colour score?",
            "What do {n} banners of a colour score?",
            n,
            N_("Banners {n}: points?"),
        )
        value = yield from Count(key="points", prompt=prompt, low=field.low, high=field.high, start=n, default=n)
    keep = False if state.switches.practice else (yield from asking_entries.ask_keep())
    return EnterFact(value=value, keep=keep)


def ask_points(state: State, due: agenda.CountingPoints) -> Asking[Move]:
    """Ask for points by the texts of cards."""
    player = state.player(due.seat)
    prompt = say_n(
        "How many points does the text of {cards} give?",
        "How many points do the texts of {cards} give?",
        len(cards_with_text_points(state, player)),
        N_("Points by texts?"),
        cards=text_cards(state, player),
    )
    return CountPoints(points=(yield from Count(key="points", prompt=prompt, high=99, default=0)))
