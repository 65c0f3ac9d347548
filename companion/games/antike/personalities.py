"""Personalities: what they are won for, the seas, and the extra one of 2006. Sections 1 and 7."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.antike import queries, tables
from companion.games.antike.moves import Choose, Move, Sail
from companion.games.antike.pieces import instruct_cards
from companion.games.antike.state import Extra, Nation, Seas, State
from companion.games.antike.tables import Personality
from companion.games.antike.turn_parts import END
from companion.games.antike.victory import sudden_death
from companion.games.antike.words import NEXT_TEMPLE_WINS


def counted(state: State, nation: Nation, kind: Personality) -> int:
    """How many cities, temples or seas a nation has, for which kings, citizens and navigators are won."""
    match kind:
        case "king":
            return queries.cities(state, nation)
        case "citizen":
            return queries.temples(state, nation)
        case "scholar" | "general" | "navigator":
            return nation.seas


def new_cards(count: int, kind: Personality, rewarded: int) -> int:
    """How many cards are due for ``count`` cities, temples or seas. ``rewarded`` thresholds were paid already and are
    not paid again after a loss.
    """
    return max(0, count // tables.STEPS[kind] - rewarded)


def to_go(state: State, nation: Nation, kind: Personality) -> int:
    """How many cities, temples or seas a nation lacks for its next card."""
    return max(0, tables.STEPS[kind] * (nation.rewarded[kind] + 1) - counted(state, nation, kind))


def award(step: Step[State], nation: Nation) -> None:
    """Give a nation all the cards that it has earned by the end of its turn, as far as the stacks go."""
    state = step.state
    for kind in tables.STEPS:
        earned = new_cards(counted(state, nation, kind), kind, nation.rewarded[kind])
        nation.rewarded[kind] += earned
        hand(step, nation, kind, earned)
    hand(step, nation, "scholar", nation.scholars_due)
    hand(step, nation, "general", nation.generals_due)
    extra = nation.extra_due
    nation.scholars_due = nation.generals_due = nation.extra_due = 0
    if extra:
        give_extra(step, nation)
    if sudden_death(state):
        step.tell(NEXT_TEMPLE_WINS, TABLE)


def hand(step: Step[State], nation: Nation, kind: Personality, n: int) -> None:
    """Give a nation ``n`` cards of a stack, or what is left of it."""
    state = step.state
    won = min(n, state.stacks[kind])
    state.stacks[kind] -= won
    nation.cards[kind] += won
    instruct_cards(step, nation, kind, won)
    if won:
        step.tell_first(
            say(
                "{who}: {kind} +{n} ({total} of {all})",
                short=N_("{kind} +{n} ({total}/{all})"),
                who=nation.name,
                kind=tables.PERSONALITIES[kind],
                total=nation.cards[kind],
                all=tables.STACKS[kind],
                n=won,
            ),
            nation.seat,
        )


# -- seas ------------------------------------------------------------------------------------------------------------


def seas_reason(nation: Nation, seas: int) -> Message | None:
    """Why a nation cannot have galleys in ``seas`` provinces, or None."""
    if 0 <= seas <= nation.galleys:
        return None
    return say("More seas than galleys.", short=N_("More than galleys"))


def say_seas(step: Step[State], move: Sail) -> None:
    """Store in how many provinces a nation has galleys."""
    nation = step.state.nation(step.owed(Seas).nation)
    step.require(seas_reason(nation, move.seas))
    step.state.agenda.pop()
    nation.seas = move.seas
    step.tell(say_n("{who}: galleys in {n} sea", "{who}: galleys in {n} seas", move.seas, who=nation.name), nation.seat)


def ask_seas(nation: Nation) -> Asking[Move]:
    """Ask in how many provinces a nation has galleys. Preselected is the number that it said last; nothing the first
    time.
    """
    start = min(nation.seas, nation.galleys)
    seas = yield from Count(
        key="seas",
        prompt=say("In how many seas?"),
        hint=say("Provinces with a galley of yours.", short=N_("With own galleys")),
        act=None if start else END,
        high=nation.galleys,
        start=start,
        default=start,
        usual=start or None,
        icon="sea",
        meaning=say(
            "How many provinces hold a galley of yours now; several in one count once. Every {n} bring a navigator.",
            n=tables.STEPS["navigator"],
        ),
    )
    return Sail(seas)


# -- the extra personality for all eight know-hows (2006) ------------------------------------------------------------


def choose_reason(state: State, kind: Personality) -> Message | None:
    """Why a stack is not one of the fullest, or None."""
    if state.stacks[kind] == max(state.stacks.values()):
        return None
    return say("Another stack is fuller.", short=N_("Not the fullest"))


def give_extra(step: Step[State], nation: Nation) -> None:
    """Give a nation a card of the fullest stack; it is asked if there are several."""
    state = step.state
    most = max(state.stacks.values())
    fullest: list[Personality] = [kind for kind in tables.STACKS if most and state.stacks[kind] == most]
    if len(fullest) > 1:
        state.agenda.append(Extra(nation.key))
    elif fullest:
        take_extra(step, nation, fullest[0])


def take_extra(step: Step[State], nation: Nation, kind: Personality) -> None:
    """Give a nation the extra card. It does not count towards the thresholds."""
    won = min(1, step.state.stacks[kind])
    step.state.stacks[kind] -= won
    nation.cards[kind] += won
    instruct_cards(step, nation, kind, won)
    step.tell_first(say("{who}: extra {kind}", who=nation.name, kind=tables.PERSONALITIES[kind]), nation.seat)


def choose(step: Step[State], move: Choose) -> None:
    """Give a nation the extra card of the stack that it chose."""
    state = step.state
    nation = state.nation(step.owed(Extra).nation)
    step.require(choose_reason(state, move.kind))
    state.agenda.pop()
    take_extra(step, nation, move.kind)


def ask_extra(state: State, nation: Nation) -> Asking[Move]:
    """Ask for one of the fullest stacks."""
    options = tuple(
        Option[Personality](kind, label, reason=choose_reason(state, kind), icon=tables.PERSONALITY_ICONS[kind])
        for kind, label in tables.PERSONALITIES.items()
    )
    default = next((option.value for option in options if option.reason is None), None)
    prompt = say("{who}: which extra personality?", short=N_("Extra personality"), who=nation.name)
    extra = Pick[Personality](
        key="extra",
        prompt=prompt,
        options=options,
        default=default,
        meaning=say("All eight know-hows bring one more card, from a stack of which the most are left."),
    )
    return Choose((yield from extra))
