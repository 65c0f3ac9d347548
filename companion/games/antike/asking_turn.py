"""The questions of a turn: coin, rondel, temples, arming, know-how, founding, seas, the extra card."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, Place
from companion.core.wording import N_, Wording, say, say_n
from companion.games.antike import tables
from companion.games.antike.agenda import Acting
from companion.games.antike.asking_forms import END, as_rest
from companion.games.antike.asking_payments import (
    DONE,
    MIX,
    TRADE,
    amounts,
    ask_done,
    ask_payment,
    ask_split,
    ask_trade,
    ask_with_coins,
    end_option,
    mix_option,
    trade_option,
    trading,
    usual_end,
)
from companion.games.antike.asking_sites import ask_temples
from companion.games.antike.asking_war import ask_maneuver
from companion.games.antike.moves import Arm, Choose, Done, Go, Learn, Move, PlayOn, Sail, Take
from companion.games.antike.queries_production import (
    Price,
    arming_most,
    know_price,
    needed,
    production,
    rondel_price,
)
from companion.games.antike.reasons import chips_reason, choose_reason, learn_reason, may_trade, rondel_reason, usable
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import Good, Know, Personality, Where
from companion.games.antike.words import KNOW_EFFECTS, KNOW_NAMES, SPACE_NAMES

NO_EFFECT = say("No effect with what you have now.", short=N_("No effect now"))


def ask_take(state: State, nation: Nation) -> Asking[Move]:
    """The bank has no coin. Section 4.1."""
    options = tuple(
        Option[Good](good, label, icon=good, reason=chips_reason(state, good, 1))
        for good, label in tables.GOODS.items()
    )
    usual = next(good for good in ("gold", *tables.GOODS) if chips_reason(state, good, 1) is None)
    prompt = say("{who}: the bank has no coins. What do you take?", short=N_("No coin: take what?"), who=nation.name)
    return Take((yield from Pick[Good](key="take", prompt=prompt, options=options, default=usual)))


# -- the rondel ----------------------------------------------------------------------------------------------------


def around(nation: Nation) -> list[Where]:
    """The spaces clockwise from the one after where the nation stands."""
    start = tables.SPACES.index(nation.space) + 1 if nation.space else 0
    return [*tables.SPACES[start:], *tables.SPACES[:start]]


def space_label(state: State, nation: Nation, space: Where) -> Wording:
    """A space and what it yields now."""
    name = SPACE_NAMES[state.switches.profile][space]
    if space in ("marble", "iron", "gold"):
        return say("{space} +{n}", space=name, n=production(state, nation, space))
    if space == "arming":
        most = arming_most(state, nation)
        if not most:
            return name
        return say_n("{space}: up to {n} unit", "{space}: up to {n} units", most, short=N_("{space} {n}"), space=name)
    return name


def ask_turn(state: State, nation: Nation) -> Asking[Move]:
    """Where to on the rondel; the nearest space first. Whoever has all eight know-hows may trade before."""
    if may_trade(state, nation) is None:
        todo = (
            Option("go", say("Move on the rondel"), icon="next"),
            trading(),
        )
        prompt = say("{who}: what now?", who=nation.name)
        if (yield from Pick[str](key="turn", prompt=prompt, options=todo, default="go", usual="go")) == TRADE:
            return (yield from ask_trade(state, nation))
    options = tuple(
        Option[Where](
            space,
            space_label(state, nation, space),
            price=amounts(rondel_price(state, nation, space)),
            reason=rondel_reason(state, nation, space),
            icon=tables.SPACE_ICONS[space],
            hint=None if usable(state, nation, space) else NO_EFFECT,
            act=say("Go to {space}", short=N_("To {space}"), space=SPACE_NAMES[state.switches.profile][space]),
        )
        for space in around(nation)
    )
    default = next((option.value for option in options if option.reason is None), None)
    prompt = say("Where on the rondel?", short=N_("{who}: rondel"), who=nation.name)
    to = yield from Place[Where](key="rondel", prompt=prompt, widget="rondel", options=options, default=default)
    return Go(to, (yield from ask_payment(nation, rondel_price(state, nation, to), needed(state, nation, to))))


# -- the action ----------------------------------------------------------------------------------------------------


def ask_acting(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """What the space offers, until the nation is done."""
    match acting.space:
        case "temple":
            return as_rest(state, nation, ask_temples(state, nation, acting))
        case "arming":
            return as_rest(state, nation, ask_arming(state, nation), arming_most(state, nation, "galley"))
        case "know-how":
            return as_rest(state, nation, ask_know(state, nation, acting))
    return ask_maneuver(state, nation, acting)


def ask_arming(state: State, nation: Nation) -> Asking[Move]:
    """Legions, then galleys; nothing armed ends the space. Usually all iron becomes units: galleys, as far as they may
    be armed, and legions the rest.
    """
    most = arming_most(state, nation)
    usual = min(most, max(1, nation.goods["iron"]))
    if nation.all_eight:
        todo = (
            Option("arm", say("Arm units"), icon="spear", act=say("Arm units")),
            end_option(state, nation, say("No units")),
            *trade_option(state, nation),
        )
        prompt = say("{who}: what now?", who=nation.name)
        chosen = yield from Pick[str](key="arming", prompt=prompt, options=todo, default=DONE, usual="arm")
        if chosen != "arm":
            return (yield from ask_done(state, nation, chosen))
    legions = galleys = 0
    if high := min(most, arming_most(state, nation, "legion")):
        prompt = say("How many legions?", short=N_("How many legions?"))
        rest = max(0, usual - arming_most(state, nation, "galley"))
        legions = yield from Count(key="legions", prompt=prompt, high=high, default=0, usual=rest, icon="spear")
    if high := min(most - legions, arming_most(state, nation, "galley")):
        prompt = say("How many galleys?", short=N_("How many galleys?"))
        rest = min(high, max(0, usual - legions))
        galleys = yield from Count(
            key="galleys", prompt=prompt, high=high, start=high, default=0, usual=rest, icon="ship"
        )
    if legions + galleys == 0:
        return Done()
    return Arm(legions, galleys, (yield from ask_with_coins(nation, Price(iron=legions + galleys))))


def ask_know(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """One know-how after the other; who has bought something finds the end on top."""
    knows = tuple(
        Option[Know](
            know,
            KNOW_NAMES[know],
            amounts(know_price(state, know)),
            learn_reason(state, nation, know),
            hint=KNOW_EFFECTS[know],
            icon=tables.COLUMN_ICONS[column],
            act=say("Acquire {know}", short=N_("Get {know}"), know=KNOW_NAMES[know]),
        )
        for know, (column, level) in tables.KNOW.items()
        if nation.know[column] < level
    )
    prices = [know_price(state, option.value) for option in knows if option.reason is None]
    rest = (*mix_option(nation, *prices), *trade_option(state, nation))
    end = end_option(state, nation, say("No more know-how") if acting.done else say("No know-how"))
    options: tuple[Option[str], ...] = (end, *knows, *rest) if acting.done else (*knows, end, *rest)
    prompt = say("Which know-how?", short=N_("Which know-how?"))
    usual = usual_end(state, nation) if acting.done else None
    what = yield from Pick[str](key="know", prompt=prompt, options=options, default=DONE, usual=usual)
    if what in (DONE, TRADE):
        return (yield from ask_done(state, nation, what))
    which = Pick[Know](key="know-paid", prompt=prompt, options=knows)
    know = (yield from which) if what == MIX else which.option(what).value
    return Learn(know, (yield from ask_split(nation, know_price(state, know), edit=what == MIX)))


# -- the end of the turn -------------------------------------------------------------------------------------------


def ask_seas(nation: Nation) -> Asking[Move]:
    """Only when it can win a navigator. It begins at what was there last time: how galleys are spread nobody knows, so
    the first time nothing is usual.
    """
    prompt, hint = say("In how many seas?"), say("Provinces with a galley of yours.", short=N_("With own galleys"))
    start = min(nation.seas, nation.galleys)
    usual, high = start or None, nation.galleys
    act = None if usual else END
    return Sail(
        (
            yield from Count(
                key="seas",
                prompt=prompt,
                hint=hint,
                act=act,
                high=high,
                start=start,
                default=start,
                usual=usual,
                icon="sea",
            )
        )
    )


def ask_extra(state: State, nation: Nation) -> Asking[Move]:
    """The extra personality of one of the fullest stacks."""
    options = tuple(
        Option[Personality](kind, label, reason=choose_reason(state, kind), icon=tables.PERSONALITY_ICONS[kind])
        for kind, label in tables.PERSONALITIES.items()
    )
    default = next((option.value for option in options if option.reason is None), None)
    prompt = say("{who}: which extra personality?", short=N_("Extra personality"), who=nation.name)
    return Choose((yield from Pick[Personality](key="extra", prompt=prompt, options=options, default=default)))


def ask_going_on(state: State) -> Asking[Move]:
    """After very many rounds: the table may stop and count."""
    options = (
        Option("count", say("Stop and count"), icon="score"),
        Option("on", say("Play on"), icon="play"),
    )
    prompt = say("Round {n}: play on?", short=N_("Round {n}: play on?"), n=state.round)
    return PlayOn((yield from Pick[str](key="play-on", prompt=prompt, options=options, default="count")) == "on")
