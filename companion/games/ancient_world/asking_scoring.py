"""Questions before scoring. Section 9."""

from __future__ import annotations

from companion.core.boxes import Fact
from companion.core.questions import Asking, Count
from companion.core.wording import N_, in_a_row, say, say_n
from companion.games.ancient_world.agenda import CountingPoints, EnteringFact
from companion.games.ancient_world.asking_entries import ask_keep, ask_symbols
from companion.games.ancient_world.box import name_of
from companion.games.ancient_world.box_entries import symbol_list
from companion.games.ancient_world.moves import CountPoints, EnterFact, Move
from companion.games.ancient_world.queries_scoring import asked_field, cards_with_text_points
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import TRIBES


def ask_fact(state: State, due: EnteringFact) -> Asking[Move]:
    """Ask for a fact that scoring needs."""
    field = asked_field(state, due)
    value: Fact
    if field.choices:
        name = name_of(state, "empire", due.key)
        prompt = say("Which banners does {card} show?", short=N_("Its banners?"), card=name)
        facts = yield from ask_symbols(TRIBES, prompt)
        value = [*symbol_list(facts["symbols"], facts.get("more", ()))]
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
    return EnterFact(value=value, keep=keep)


def ask_points(state: State, due: CountingPoints) -> Asking[Move]:
    """Ask for points by the texts of cards."""
    names = in_a_row(name_of(state, "empire", key) for key in cards_with_text_points(state, state.player(due.seat)))
    prompt = say("How many points do the texts give: {cards}?", short=N_("Points by texts?"), cards=names)
    return CountPoints(points=(yield from Count(key="points", prompt=prompt, high=99, default=0)))
