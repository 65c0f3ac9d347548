"""The questions of the set-up."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, Message, say
from companion.games.antike.asking_sites import NEW, ask_new, new_option
from companion.games.antike.moves import Begin, Keep, Move, NewProvince, Settle
from companion.games.antike.queries import city_label, in_play, provinces, start_names, type_of
from companion.games.antike.reasons import settle_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, MOST_ROUNDS, NATION_NAMES, STARTERS, Good

START_CITY: dict[Good, Message] = {
    "marble": say("Which marble city?", short=N_("Marble city?")),
    "iron": say("Which iron city?", short=N_("Iron city?")),
    "gold": say("Which gold city?", short=N_("Gold city?")),
}


def ask_begin(state: State) -> Asking[Move]:
    """Who begins; with two seats, who follows whom; and from which round on the companion counts: one form."""
    return together("begin", say("How does it begin?"), _ask_begin(state), say("Begin"))


def _ask_begin(state: State) -> Asking[Move]:
    left = list(in_play(state))
    known = STARTERS.get((state.switches.side, len(left)))
    if known:
        left.sort(key=lambda key: key != known)
    order: list[str] = []
    prompt = say("Which nation begins? A red dot on its card tells.", short=N_("Who begins?"))
    options, usual = nation_options(left), known if known in left else None
    order.append((yield from Pick[str](key="first", prompt=prompt, options=options, default=left[0], usual=usual)))
    left.remove(order[0])
    while len(state.seats) == 2 and len(left) > 1:
        prompt = say("Which nation is number {n}?", short=N_("Place {n}?"), n=len(order) + 1)
        key = f"next-{len(order) + 1}"
        order.append((yield from Pick[str](key=key, prompt=prompt, options=nation_options(left), default=left[0])))
        left.remove(order[-1])
    if len(state.seats) == 2:
        order += left
    prompt = say("Which round is it?", short=N_("Which round is it?"))
    hint = say("1 in a new game. Already under way? Correct the numbers afterwards.", short=N_("Then the numbers"))
    number = yield from Count(
        key="round", prompt=prompt, hint=hint, low=1, high=MOST_ROUNDS, start=1, default=1, usual=1
    )
    return Begin(tuple(order), number)


def nation_options(keys: list[str]) -> tuple[Option[str], ...]:
    return tuple(Option(key, NATION_NAMES[key]) for key in keys)


def ask_settle(state: State, nation: Nation) -> Asking[Move]:
    """The three start cities of a nation, by their names: one form."""
    return together(
        f"settle-{nation.key}",
        say("{who}: start cities", N_("Start cities"), who=nation.name),
        _ask_settle(state),
    )


def _ask_settle(state: State) -> Asking[Move]:
    chosen: dict[Good, str] = {}
    entered: list[NewProvince] = []
    for good in GOODS:
        options = tuple(
            Option(key, province.name, reason=settle_reason(state, key, good), icon=good)
            for key, province in provinces(state).items()
            if province.good == good
        )
        offered = (*options, *new_option(state, good))
        default = next((option.value for option in options if option.reason is None), None)
        chosen[good] = yield from Pick[str](
            key=f"start-{good}", prompt=START_CITY[good], options=offered, default=default
        )
        if chosen[good] == NEW:
            entered.append((yield from ask_new(state, good, len(entered))))
            chosen[good] = entered[-1].key
    return Settle(chosen["marble"], chosen["iron"], chosen["gold"], tuple(entered))


def ask_keep(state: State, nation: Nation) -> Asking[Move]:
    """The one start city of the longer game."""
    names = start_names(state, nation)
    options = tuple(
        Option[Good](good, city_label(state, name), icon=good) for name in names for good in (type_of(state, name),)
    )
    prompt = say("{who}: keep which start city?", short=N_("Keep which city?"), who=nation.name)
    return Keep((yield from Pick[Good](key="keep", prompt=prompt, options=options, default=options[0].value)))
