"""The questions of a manoeuvre, as far as the companion must know of it: battles, conquests, a look at the map."""

from __future__ import annotations

from collections.abc import Container, Mapping

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, Message, say
from companion.games.antike import queries
from companion.games.antike.agenda import Acting
from companion.games.antike.asking_forms import as_rest
from companion.games.antike.asking_payments import DONE, ask_done, end_option, trade_option, usual_end
from companion.games.antike.box import Atlas, distances
from companion.games.antike.moves import Battle, Conquer, Move, Survey
from companion.games.antike.queries_war import actions, defence, demanding, losses, units_near
from companion.games.antike.reasons import unit_reason
from companion.games.antike.reasons_war import (
    battle_reason,
    city_reason,
    force_reason,
    survey_reason,
)
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import UNITS, Unit
from companion.games.antike.words import action_words, units

BATTLE = "battle"
SURVEY = "survey"
MEASURE = say("Count borders on the map", short=N_("Count borders"))
SURVEYS = (Option[str](SURVEY, MEASURE, icon="mountain", act=MEASURE),)
DEFENDERS: dict[Unit, Message] = {
    "legion": say("How many legions defend it?", short=N_("Legions defending?")),
    "galley": say("How many galleys defend it?", short=N_("Galleys defending?")),
}
LOSSES: dict[Unit, Message] = {
    "legion": say("How many legions does each side lose?", short=N_("Legions lost each?")),
    "galley": say("How many galleys does each side lose?", short=N_("Galleys lost each?")),
}
ENDS = {
    False: say("No battle, no conquest", short=N_("No fighting")),
    True: say("No more battles or conquests", short=N_("No more fighting")),
}
"""The words for the end of a manoeuvre, by whether something was done."""
WITH: dict[Unit, Message] = {"legion": say("With legions"), "galley": say("With galleys")}
UNIT_ICONS: dict[Unit, str] = {"legion": "spear", "galley": "ship"}


def ask_maneuver(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """The end on top, and usual, since most manoeuvres need no word; then whose city falls, battles, the map. Once
    something was done nobody knows whether more follows, and nothing is usual. A way on the map is no part of the form.
    """
    near = queries.near_own(state, nation)
    cities = {other.key: city_pick(state, nation, other, near) for other in state.nations if other is not nation}
    conquests = tuple(
        Option[str](
            key,
            say("Take a city: {nation}", short=N_("City: {nation}"), nation=state.nation(key).name),
            reason=pick.blocked(),
            icon="city",
            seat=state.nation(key).seat,
            act=say("Conquer the city"),
        )
        for key, pick in cities.items()
    )
    battle = battle_pick(state, nation)
    options: tuple[Option[str], ...] = (
        end_option(state, nation, ENDS[acting.done]),
        *conquests,
        Option(BATTLE, say("Battle"), reason=battle.blocked(), icon="sword", act=say("Fight the battle")),
        *trade_option(state, nation),
        *(SURVEYS if state.switches.mapped else ()),
    )
    numbers = {"l": actions(nation, "legion"), "g": actions(nation, "galley")}
    prompt = say("Battles, conquests?", short=N_("Leg. {l}, galleys {g}"), **numbers)
    usual = None if acting.done else usual_end(state, nation)
    menu = Pick[str](key="maneuver", prompt=prompt, hint=allowance(nation), options=options, default=DONE, usual=usual)
    what = yield from as_rest(state, nation, iter(menu))
    if what == SURVEY:
        return (yield from ask_survey(state, nation))
    if what in cities:
        return (yield from as_rest(state, nation, ask_conquest(state, nation, state.nation(what), cities[what])))
    if what == BATTLE:
        return (yield from as_rest(state, nation, ask_battle(state, nation, battle)))
    return (yield from as_rest(state, nation, ask_done(state, nation, what)))


def allowance(nation: Nation) -> Message:
    """What the manoeuvre allows each unit. Section 6."""
    return say(
        "{legions} for each legion, {galleys} for each galley. Each border or conquest takes one.",
        short=N_("Border, conquest: 1"),
        legions=action_words(actions(nation, "legion")),
        galleys=action_words(actions(nation, "galley")),
    )


# -- battles -------------------------------------------------------------------------------------------------------


def battle_pick(state: State, nation: Nation) -> Pick[str]:
    """Whom the nation on turn fights, and with what."""
    options = tuple(
        Option(
            f"{other.key}-{unit}",
            kind_of(other, unit),
            reason=battle_reason(state, nation.seat, Battle(nation.key, other.key, unit)),
            icon=UNIT_ICONS[unit],
            seat=other.seat,
        )
        for other in state.nations
        if other is not nation
        for unit in UNITS
    )
    return Pick[str](key="battle", prompt=say("Battle against whom?", short=N_("Against whom?")), options=options)


def ask_battle(state: State, nation: Nation, pick: Pick[str]) -> Asking[Move]:
    """The nation on turn fights whom it picks."""
    key, unit = fighter((yield from pick))
    return Battle(nation.key, key, unit, (yield from ask_pairs(unit, nation, state.nation(key))))


def ask_pairs(unit: Unit, *fighting: Nation) -> Asking[int]:
    """How many each side loses."""
    most = min(queries.on_board(nation, unit) for nation in fighting)
    if most <= 1:
        return 1
    icon = UNIT_ICONS[unit]
    return (yield from Count(key="pairs", prompt=LOSSES[unit], low=1, high=most, start=1, usual=1, icon=icon))


def kind_of(nation: Nation, unit: Unit) -> Message:
    """Units of one kind of a nation."""
    if unit == "legion":
        return say("{nation}: legions", nation=nation.name)
    return say("{nation}: galleys", nation=nation.name)


def fighter(value: str) -> tuple[str, Unit]:
    """Nation and unit of a battle's option."""
    key, _, unit = value.rpartition("-")
    return key, "legion" if unit == "legion" else "galley"


def ask_demand(state: State, seat: int, mover: Nation) -> Asking[Move]:
    """A nation that is not on turn demands a battle against the one that manoeuvres: one form."""
    heading = say("Demand a battle against {who}?", short=N_("Demand a battle?"), who=mover.name)
    return together("demand", heading, _ask_demand(state, seat, mover), say("Fight the battle"))


def _ask_demand(state: State, seat: int, mover: Nation) -> Asking[Move]:
    single = len(state.of(seat)) == 1
    options = tuple(
        Option(f"{nation.key}-{unit}", WITH[unit] if single else kind_of(nation, unit), icon=UNIT_ICONS[unit])
        for nation, unit in demanding(state, seat)
    )
    prompt = say("With which units?", short=N_("Demand a battle?"))
    hint = say(
        "Only in a province with units of both. If you want no battle, do nothing.", short=N_("In the same province")
    )
    key, unit = fighter((yield from Pick[str](key="demand", prompt=prompt, hint=hint, options=options)))
    return Battle(key, mover.key, unit, (yield from ask_pairs(unit, state.nation(key), mover)))


# -- conquests -----------------------------------------------------------------------------------------------------


def city_pick(state: State, nation: Nation, target: Nation, near: set[str]) -> Pick[str]:
    """Which city of a nation; those next to own ones first, where provinces are tracked."""
    names = sorted(queries.city_names(state, target), key=lambda key: key not in near)
    options = tuple(
        Option(
            city,
            queries.city_label(state, city),
            reason=city_reason(state, nation, target, city),
            hint=defence_words(state, target, city),
            icon="temple" if queries.has_temple(state, city) else "city",
        )
        for city in names
    )
    prompt = say("{nation}: which city?", short=N_("Which city?"), nation=target.name)
    return Pick[str](key="city", prompt=prompt, options=options)


def defence_words(state: State, target: Nation, city: str) -> Message:
    """The defence of a city before its units are counted."""
    bare = defence(target, temple=queries.has_temple(state, city))
    return say("Defence {n} and the units there", short=N_("Defence {n} + units"), n=bare)


def ask_conquest(state: State, nation: Nation, target: Nation, pick: Pick[str]) -> Asking[Move]:
    """The city, what defends it, and which units are given up for it.

    Whatever could defend it is asked about, also where fewer already are too many: the sum is what refuses.
    """
    city = yield from pick
    needed = defence(target, temple=queries.has_temple(state, city))
    kinds = [unit for unit in UNITS if units_near(state, target, city, unit)]
    defenders: dict[Unit, int] = dict.fromkeys(UNITS, 0)
    for unit in kinds:
        sums = range(needed, needed + units_near(state, target, city, unit) + 1)
        options = tuple(
            Option(
                n,
                sum_words(unit, n, total, more=unit != kinds[-1]),
                reason=force_reason(state, nation, city, total),
                icon=UNIT_ICONS[unit],
            )
            for n, total in enumerate(sums)
        )
        defenders[unit] = yield from Pick[int](key=f"defending-{unit}", prompt=DEFENDERS[unit], options=options)
        needed += defenders[unit]
    lost = yield from ask_losses(losses(state, nation, city, needed), needed)
    swap = (yield from ask_swap(state, nation)) if queries.discs_left(state, nation) <= 0 else ""
    return Conquer(target.key, city, defenders["legion"], defenders["galley"], lost, max(needed - lost, 0), swap)


def ask_swap(state: State, nation: Nation) -> Asking[str]:
    """The own city whose disc is used again when all are out."""
    options = tuple(
        Option(own_city, queries.city_label(state, own_city)) for own_city in queries.city_names(state, nation)
    )
    prompt = say("All 25 discs are out. Take one off which city?", short=N_("Take which disc off?"))
    return (yield from Pick[str](key="swap", prompt=prompt, options=options))


def sum_words(unit: Unit, n: int, defence: int, *, more: bool) -> Message:
    """So many defenders and the defence they make; ``more`` of another kind are still to be asked about."""
    words = units(unit, n)
    if more:
        return say("{units}: defence {sum} or more", short=N_("{units}: defence {sum}+"), units=words, sum=defence)
    return say("{units}: defence {sum}", short=N_("{units}: defence {sum}"), units=words, sum=defence)


def ask_losses(legions: range, needed: int) -> Asking[int]:
    """How many legions go; galleys make up the rest. Not asked where only one number is possible."""
    if len(legions) <= 1:
        return legions[0] if legions else 0
    prompt = say("Defence {n}: how many legions of yours go?", short=N_("Defence {n}: lose L?"), n=needed)
    hint = say("Galleys make up the rest.", short=N_("The rest: galleys"))
    low, high = legions[0], legions[-1]
    lost = Count(key="lost-legions", prompt=prompt, hint=hint, low=low, high=high, start=high, usual=high, icon="spear")
    return (yield from lost)


# -- the map -------------------------------------------------------------------------------------------------------


def ask_survey(state: State, nation: Nation) -> Asking[Move]:
    """From where to where, and with what: own provinces first. In steps, since each list of provinces fills a page."""
    kinds = tuple(Option[Unit](unit, label, icon=UNIT_ICONS[unit]) for unit, label in UNITS.items())
    prompt = say("A route for which units?", short=N_("Which units?"))
    unit = yield from Pick[Unit](key="unit", prompt=prompt, options=kinds)
    mine = {province.key for province in queries.own(state, nation)}
    known = queries.provinces(state)
    starts = place_options(known, mine, {key: unit_reason(state, key, unit) for key in known})
    start = yield from Pick[str](key="start", prompt=say("From where?"), options=starts)
    near, ways = known[start].reach[unit], distances(known, unit, start)
    reasons = {key: survey_reason(state, Survey(unit, start, key), ways) for key in known}
    goals = place_options(known, near, reasons)
    return Survey(unit, start, (yield from Pick[str](key="goal", prompt=say("To where?"), options=goals)))


def place_options(
    known: Atlas, first: Container[str], reasons: Mapping[str, Message | None]
) -> tuple[Option[str], ...]:
    """All provinces, the ``first`` ones on top."""
    keys = sorted(known, key=lambda key: key not in first)
    return tuple(Option(key, known[key].name, reason=reasons[key], icon=known[key].good) for key in keys)
