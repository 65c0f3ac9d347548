"""Know-how: its prices, and who has it. Section 6."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.antike import tables
from companion.games.antike.goods import (
    DONE,
    MIX,
    TRADE,
    Price,
    amounts,
    ask_done,
    ask_split,
    end_option,
    missing,
    mix_option,
    pay,
    price_reason,
    trade_option,
    usual_end,
)
from companion.games.antike.moves import Learn, Move
from companion.games.antike.state import Acting, Nation, State
from companion.games.antike.tables import Know
from companion.games.antike.turn_parts import acting
from companion.games.antike.words import KNOW_EFFECTS, KNOW_NAMES, split_words


def is_known(state: State, know: Know) -> bool:
    """Whether any nation has this know-how."""
    column, level = tables.KNOW[know]
    return any(nation.know[column] >= level for nation in state.nations)


def know_price(state: State, know: Know) -> Price:
    """The price in gold, for the first nation to have it or for the others. Section 6."""
    _, level = tables.KNOW[know]
    return Price(gold=(tables.LATER_PRICE if is_known(state, know) else tables.FIRST_PRICE)[level])


def learn_reason(state: State, nation: Nation, know: Know) -> Message | None:
    """Why a nation cannot acquire a know-how now, or None."""
    column, level = tables.KNOW[know]
    if nation.know[column] >= level:
        return say("You have that already.", short=N_("You have it"))
    if nation.know[column] < level - 1:
        basic = next(key for key, step in tables.KNOW.items() if step == (column, level - 1))
        return missing(KNOW_NAMES[basic])
    return price_reason(nation, know_price(state, know))


def learn(step: Step[State], move: Learn) -> None:
    """Buy a know-how. The first nation to have it wins a scholar, and with all eight an extra personality (2006)."""
    state = step.state
    nation = acting(step, "know-how")
    step.require(learn_reason(state, nation, move.know))
    pay(step, nation, know_price(state, move.know), move.paid)
    first = not is_known(state, move.know)
    column, level = tables.KNOW[move.know]
    nation.know[column] = level
    name, paid = KNOW_NAMES[move.know], split_words(move.paid)
    if first:
        nation.scholars_due += 1
        state.firsts[move.know] = state.number(nation)
        step.tell_first(
            say("{who}: {know}, as the first, paid {what}", who=nation.name, know=name, what=paid), nation.seat
        )
    else:
        step.tell_first(say("{who}: {know}, paid {what}", who=nation.name, know=name, what=paid), nation.seat)
    if nation.all_eight and state.switches.extra_card:
        nation.extra_due = 1


def ask_know(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """Ask for one know-how after the other. Once something was bought, the end of the action is the first option."""
    knows = tuple(
        Option[Know](
            know,
            KNOW_NAMES[know],
            amounts(know_price(state, know)),
            learn_reason(state, nation, know),
            hint=KNOW_EFFECTS[know],
            icon=tables.COLUMN_ICONS[column],
            act=say(
                "Acquire {know}: {n} gold",
                short=N_("Get {know}"),
                know=KNOW_NAMES[know],
                n=know_price(state, know).goods["gold"],
            ),
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
    what = yield from Pick[str](
        key="know",
        prompt=prompt,
        options=options,
        default=DONE,
        usual=usual,
        meaning=say(
            "Paid with gold, and cheaper once another nation has it. Whoever is first to have one wins a scholar for "
            "it. The second of a kind needs the first, and takes its place."
        ),
    )
    if what in (DONE, TRADE):
        return (yield from ask_done(state, nation, what))
    which = Pick[Know](
        key="know-paid",
        prompt=prompt,
        options=knows,
        meaning=say("Which one you buy with the payment that you put together yourself."),
    )
    know = (yield from which) if what == MIX else which.option(what).value
    return Learn(know, (yield from ask_split(nation, know_price(state, know), edit=what == MIX)))
