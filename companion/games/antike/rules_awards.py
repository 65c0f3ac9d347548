"""Personalities won at the end of a turn. Section 7."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.antike.agenda import Extra
from companion.games.antike.queries_awards import counted, new_cards, sudden_death
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import KINDS, STACKS, STEPS, Kind


def award(step: Step[State], nation: Nation) -> None:
    """At the end of its own turn a nation takes all it has earned, as far as the stacks go."""
    state = step.state
    for kind in STEPS:
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
        step.tell(say("All personalities are gone: the next temple destroyed wins.", short=N_("Next temple wins")))


def hand(step: Step[State], nation: Nation, kind: Kind, n: int) -> None:
    """So many cards from the stack, or what is left of it."""
    state = step.state
    won = min(n, state.stacks[kind])
    state.stacks[kind] -= won
    nation.cards[kind] += won
    if won:
        step.tell(
            say(
                "{who}: {kind} +{n} ({total} of {all})",
                short=N_("{kind} +{n} ({total}/{all})"),
                who=nation.name,
                kind=KINDS[kind],
                total=nation.cards[kind],
                all=STACKS[kind],
                n=won,
            )
        )


def give_extra(step: Step[State], nation: Nation) -> None:
    """All eight know-hows (2006): a card of the fullest stack, chosen where several are."""
    state = step.state
    most = max(state.stacks.values())
    fullest: list[Kind] = [kind for kind in STACKS if most and state.stacks[kind] == most]
    if len(fullest) > 1:
        state.agenda.append(Extra(nation.key))
    elif fullest:
        take_extra(step, nation, fullest[0])


def take_extra(step: Step[State], nation: Nation, kind: Kind) -> None:
    """The extra card; it raises no threshold."""
    won = min(1, step.state.stacks[kind])
    step.state.stacks[kind] -= won
    nation.cards[kind] += won
    step.tell(say("{who}: extra {kind}", who=nation.name, kind=KINDS[kind]))
