"""Manoeuvres: battles, conquests, and borders counted on the map. Section 6."""

from __future__ import annotations

from collections.abc import Container, Mapping

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, listed, say, say_n
from companion.games.antike import queries, tables
from companion.games.antike.arming import add_units
from companion.games.antike.box import Atlas, distances
from companion.games.antike.cities import A_UNIT, NO_SUCH_CITY, raze, settle
from companion.games.antike.goods import DONE, ask_done, end_option, missing, trade_option, usual_end
from companion.games.antike.moves import Battle, Conquer, Move, Survey
from companion.games.antike.pieces import instruct_battle, instruct_disc, instruct_losses, instruct_razed
from companion.games.antike.state import Acting, Nation, State
from companion.games.antike.tables import Column, Unit
from companion.games.antike.turn_parts import as_rest, on_turn
from companion.games.antike.victory import sudden_death, win
from companion.games.antike.words import action_words, units

# -- the manoeuvre ---------------------------------------------------------------------------------------------------

COLUMN_OF: dict[Unit, Column] = {"legion": "legions", "galley": "galleys"}


def actions(nation: Nation, unit: Unit) -> int:
    """How many actions each unit of a kind has in a manoeuvre: 1, or 2 or 3 with the know-how for this kind."""
    return 1 + nation.know[COLUMN_OF[unit]]


def maneuvering(state: State) -> Acting | None:
    """The manoeuvre that a nation carries out now, or None."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Acting) and top.space.startswith("maneuver") else None


def acts(step: Step[State]) -> None:
    """Mark the manoeuvre as one in which something was done. Refuses the move if there is none."""
    due = maneuvering(step.state)
    if due is None:
        step.not_now()
    step.state.agenda[-1] = structs.replace(due, done=True)


UNIT_ICONS: dict[Unit, str] = {"legion": "spear", "galley": "ship"}
BATTLE = "battle"
SURVEY = "survey"
MEASURE = say("Count borders on the map", short=N_("Count borders"))
SURVEYS = (Option[str](SURVEY, MEASURE, icon="mountain", act=MEASURE),)
ENDS = {
    False: say("No battle, no conquest", short=N_("No fighting")),
    True: say("No more battles or conquests", short=N_("No more fighting")),
}
"""The option that ends the manoeuvre, by whether something was done in it."""


def ask_maneuver(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """Ask what players must enter of a manoeuvre: the end, conquests, battles, borders to be counted on the map.

    The end comes first and is preselected, since most manoeuvres need no entry. Once something was done, more may
    follow, and nothing is preselected. Counting borders is not part of the form.
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
    menu = Pick[str](
        key="maneuver",
        prompt=prompt,
        hint=allowance(nation),
        options=options,
        default=DONE,
        usual=usual,
        meaning=say(
            "Move your units on the board yourselves; nothing of that is entered. Say here only where pieces or cities "
            "are lost: a battle takes one unit of each side, a conquest as many of yours as the city has defence."
        ),
    )
    what = yield from as_rest(state, nation, iter(menu))
    if what == SURVEY:
        return (yield from ask_survey(state, nation))
    if what in cities:
        return (yield from as_rest(state, nation, ask_conquest(state, nation, state.nation(what), cities[what])))
    if what == BATTLE:
        return (yield from as_rest(state, nation, ask_battle(state, nation, battle)))
    return (yield from as_rest(state, nation, ask_done(state, nation, what)))


def allowance(nation: Nation) -> Message:
    """In words, how many actions each unit has."""
    return say(
        "{legions} for each legion, {galleys} for each galley. Each border or conquest takes one.",
        short=N_("Border, conquest: 1"),
        legions=action_words(actions(nation, "legion")),
        galleys=action_words(actions(nation, "galley")),
    )


# -- battles ---------------------------------------------------------------------------------------------------------


def may_battle(state: State) -> bool:
    """Whether a battle is possible now: during a manoeuvre; by the rules of 2006 only before its conquests."""
    acting = maneuvering(state)
    return acting is not None and not (acting.conquered and state.switches.phases)


def demanding(state: State, seat: int) -> list[tuple[Nation, Unit]]:
    """The units with which nations of a seat that is not on turn may demand a battle against the one that is."""
    acting = maneuvering(state)
    if acting is None or not may_battle(state):
        return []
    mover = state.nation(acting.nation)
    others = [] if seat == mover.seat else state.of(seat)
    return [
        (one, unit)
        for one in others
        for unit in tables.UNITS
        if min(queries.on_board(mover, unit), queries.on_board(one, unit)) > 0
    ]


NO_NATION = say("There is no such nation.", short=N_("No such nation"))
NO_BATTLES_LEFT = say("Battles come before conquests.", short=N_("Battles came first"))
UNITS_WORD: dict[Unit, Message] = {"legion": say("legions"), "galley": say("galleys")}
THEIR_NONE: dict[Unit, Message] = {
    "legion": say("They have no legions.", short=N_("They have none")),
    "galley": say("They have no galleys.", short=N_("They have none")),
}
NOT_THAT_MANY = say("There are not that many units.", short=N_("Not that many"))


def battle_reason(state: State, seat: int, move: Battle) -> Message | None:
    """Why a battle is not possible, or None. The nation on turn may demand one, and any other nation against it."""
    acting = maneuvering(state)
    keys = [nation.key for nation in state.nations]
    if acting is None or move.own not in keys or move.other not in keys or move.own == move.other:
        return NO_NATION
    if not may_battle(state):
        return NO_BATTLES_LEFT
    own, other = state.nation(move.own), state.nation(move.other)
    mover = state.nation(acting.nation)
    if own.seat != seat or mover not in (own, other) or (own is not mover and own.seat == mover.seat):
        return NO_NATION
    if own is mover and (reason := met_reason(state, own)):
        return reason
    if not queries.on_board(own, move.unit):
        return missing(UNITS_WORD[move.unit])
    if not queries.on_board(other, move.unit):
        return THEIR_NONE[move.unit]
    most = min(queries.on_board(own, move.unit), queries.on_board(other, move.unit))
    return None if 1 <= move.pairs <= most else NOT_THAT_MANY


def met_reason(state: State, nation: Nation) -> Message | None:
    """Why the nation on turn can fight nobody at all, or None."""
    if nation.legions + nation.galleys == 0:
        return missing(A_UNIT)
    others = [one for one in state.nations if one is not nation]
    if any(queries.on_board(nation, unit) and queries.on_board(one, unit) for one in others for unit in tables.UNITS):
        return None
    return say("No other nation has units of the same kind.", short=N_("No unit like yours"))


def battle(step: Step[State], move: Battle) -> None:
    """Remove the same number of units of one kind from both nations."""
    state = step.state
    acts(step)
    step.require(battle_reason(state, step.seat, move))
    for key in (move.own, move.other):
        add_units(state.nation(key), move.unit, -move.pairs)
    instruct_battle(step, (state.nation(move.own), state.nation(move.other)), move.unit, move.pairs)
    step.announce(
        say(
            "{who} against {other}: each loses {what}",
            who=state.nation(move.own).name,
            other=state.nation(move.other).name,
            what=units(move.unit, move.pairs),
        ),
        state.nation(move.own).seat,
    )


LOSSES: dict[Unit, Message] = {
    "legion": say("How many legions does each side lose?", short=N_("Legions lost each?")),
    "galley": say("How many galleys does each side lose?", short=N_("Galleys lost each?")),
}
WITH: dict[Unit, Message] = {"legion": say("With legions"), "galley": say("With galleys")}


def battle_pick(state: State, nation: Nation) -> Pick[str]:
    """The question which nation the one on turn fights, and with which units."""
    options = tuple(
        Option(
            f"{other.key}-{unit}",
            kind_of(other, unit),
            reason=battle_reason(state, nation.seat, Battle(nation.key, other.key, unit)),
            icon=UNIT_ICONS[unit],
            seat=other.seat,
            act=fight_words(other, unit),
        )
        for other in state.nations
        if other is not nation
        for unit in tables.UNITS
    )
    return Pick[str](
        key="battle",
        prompt=say("Battle against whom?", short=N_("Against whom?")),
        options=options,
        meaning=say(
            "Legions fight legions and galleys fight galleys, where both stand in one province. It costs no action."
        ),
    )


def ask_battle(state: State, nation: Nation, pick: Pick[str]) -> Asking[Move]:
    """Ask the nation on turn whom it fights, by ``pick``, and how many units each side loses."""
    key, unit = fighter((yield from pick))
    return Battle(nation.key, key, unit, (yield from ask_pairs(unit, nation, state.nation(key))))


def ask_pairs(unit: Unit, *fighting: Nation) -> Asking[int]:
    """Ask how many units each side loses; not asked if it can only be one."""
    most = min(queries.on_board(nation, unit) for nation in fighting)
    if most <= 1:
        return 1
    icon = UNIT_ICONS[unit]
    return (
        yield from Count(
            key="pairs",
            prompt=LOSSES[unit],
            low=1,
            high=most,
            start=1,
            usual=1,
            icon=icon,
            meaning=say("Each side loses the same number. The pieces go back to their owners."),
        )
    )


def kind_of(nation: Nation, unit: Unit) -> Message:
    """The label of a nation's units of one kind."""
    if unit == "legion":
        return say("{nation}: legions", nation=nation.name)
    return say("{nation}: galleys", nation=nation.name)


def fight_words(other: Nation, unit: Unit) -> Message:
    """The button that fights a nation's units of one kind."""
    if unit == "legion":
        return say("Fight legions of {nation}", short=N_("Fight legions"), nation=other.name)
    return say("Fight galleys of {nation}", short=N_("Fight galleys"), nation=other.name)


def fighter(value: str) -> tuple[str, Unit]:
    """The key of the nation and the kind of unit that an option of a battle stands for."""
    key, _, unit = value.rpartition("-")
    return key, "legion" if unit == "legion" else "galley"


def ask_demand(state: State, seat: int, mover: Nation) -> Asking[Move]:
    """Ask a seat that is not on turn for a battle against ``mover``, on one form."""
    heading = say("Demand a battle against {who}?", short=N_("Demand a battle?"), who=mover.name)
    return together("demand", heading, _ask_demand(state, seat, mover), say("Fight the battle"))


def _ask_demand(state: State, seat: int, mover: Nation) -> Asking[Move]:
    single = len(state.of(seat)) == 1
    options = tuple(
        Option(
            f"{nation.key}-{unit}",
            WITH[unit] if single else kind_of(nation, unit),
            icon=UNIT_ICONS[unit],
            act=fight_words(mover, unit),
        )
        for nation, unit in demanding(state, seat)
    )
    prompt = say("With which units?", short=N_("Demand a battle?"))
    hint = say(
        "Only in a province with units of both. If you want no battle, do nothing.", short=N_("In the same province")
    )
    demand = Pick[str](
        key="demand",
        prompt=prompt,
        hint=hint,
        options=options,
        meaning=say(
            "When a unit that moves enters a province where yours stand, you may fight it although it is not your "
            "turn. If you want no battle, leave this question alone."
        ),
    )
    key, unit = fighter((yield from demand))
    return Battle(key, mover.key, unit, (yield from ask_pairs(unit, state.nation(key), mover)))


# -- conquests -------------------------------------------------------------------------------------------------------


def defence(nation: Nation, *, temple: bool, legions: int = 0, galleys: int = 0) -> int:
    """The defence of a city: 1, or 3 with temple, its owner's units there, and 1 for Monarchy or 2 for Democracy. Units
    of other nations do not count.
    """
    return (tables.TEMPLE_COUNTS if temple else 1) + legions + galleys + nation.know["defence"]


def units_near(state: State, nation: Nation, city: str, unit: Unit) -> int:
    """How many units of a kind a nation can have at most in the province of a city."""
    return 0 if unit_reason(state, city, unit) else queries.on_board(nation, unit)


def losses(state: State, nation: Nation, city: str, needed: int) -> range:
    """How many legions a nation can give up for a defence of ``needed``, from the fewest to the most; the rest are
    galleys.
    """
    legions = units_near(state, nation, city, "legion")
    return range(max(0, needed - units_near(state, nation, city, "galley")), min(legions, needed) + 1)


def city_reason(state: State, nation: Nation, target: Nation, city: str) -> Message | None:
    """Why a city cannot be conquered, even without units to defend it, or None."""
    if target is nation:
        return NO_NATION
    if not queries.has_city(state, target, city):
        return NO_SUCH_CITY
    if queries.cities(state, target) <= 1:
        return say("The last city of a nation cannot be conquered.", short=N_("Their last city"))
    needed = defence(target, temple=queries.has_temple(state, city))
    return force_reason(state, nation, city, needed)


def force_reason(state: State, nation: Nation, city: str, needed: int) -> Message | None:
    """Why a nation cannot give up ``needed`` units at a city, or None. Where units of one kind would do, but no border
    lets them in, it says that of them.
    """
    short = needed - units_near(state, nation, city, "legion") - units_near(state, nation, city, "galley")
    if short <= 0:
        return None
    if unit_reason(state, city, "legion") and nation.legions:
        return say_n(
            "Only galleys reach it. Missing: {n} galley for defence {sum}",
            "Only galleys reach it. Missing: {n} galleys for defence {sum}",
            short,
            short=N_("Galleys only: -{n}"),
            sum=needed,
        )
    if unit_reason(state, city, "galley") and nation.galleys:
        return say_n(
            "Only legions reach it. Missing: {n} legion for defence {sum}",
            "Only legions reach it. Missing: {n} legions for defence {sum}",
            short,
            short=N_("Legions only: -{n}"),
            sum=needed,
        )
    return say_n(
        "Missing: {n} unit for defence {sum}",
        "Missing: {n} units for defence {sum}",
        short,
        short=N_("Defence {sum}: -{n}"),
        sum=needed,
    )


def conquest_reason(state: State, nation: Nation, move: Conquer) -> Message | None:
    """Why a conquest is not possible, or None."""
    target = next((one for one in state.nations if one.key == move.nation), nation)
    if reason := city_reason(state, nation, target, move.city):
        return reason
    defenders: dict[Unit, int] = {"legion": move.legions, "galley": move.galleys}
    if any(not 0 <= n <= units_near(state, target, move.city, unit) for unit, n in defenders.items()):
        return NOT_THAT_MANY
    needed = defence(target, temple=queries.has_temple(state, move.city), legions=move.legions, galleys=move.galleys)
    if reason := force_reason(state, nation, move.city, needed):
        return reason
    if move.lost_legions not in losses(state, nation, move.city, needed) or (
        move.lost_legions + move.lost_galleys != needed
    ):
        return say("The defence is {n}: give up that many units.", short=N_("Give up {n}"), n=needed)
    return swap_reason(state, nation, move.swap)


def swap_reason(state: State, nation: Nation, swap: str) -> Message | None:
    """Why ``swap`` is not the own city whose disc is taken off, or None. One is taken if all 25 are on the board."""
    if (queries.discs_left(state, nation) <= 0) == bool(swap):
        return None if not swap or queries.has_city(state, nation, swap) else NO_SUCH_CITY
    if swap:
        return say("There are city discs left.", short=N_("Discs are left"))
    return say("All 25 discs are out: take one off a city of yours.", short=N_("Take a disc off"))


def conquer(step: Step[State], move: Conquer) -> None:
    """Conquer a city. The conqueror gives up as many units as the defence; the owner loses the city and what defends
    it. A temple goes back to the bank and wins a general, or the play if all cards are gone. Sections 6 to 8.
    """
    state = step.state
    nation, due = on_turn(step, Acting), step.owed(Acting)
    acts(step)
    step.require(conquest_reason(state, nation, move))
    target = state.nation(move.nation)
    label = queries.city_words(state, move.city)
    place = move.city if state.switches.mapped else queries.type_of(state, move.city)
    needed = defence(target, temple=queries.has_temple(state, move.city), legions=move.legions, galleys=move.galleys)
    if move.swap:
        swapped = queries.city_words(state, move.swap)
        step.tell(say("{who}: a disc taken off {city}", who=nation.name, city=swapped), nation.seat)
        swapped_temple = queries.has_temple(state, move.swap)
        instruct_razed(step, nation, move.swap, temple=swapped_temple, units_there={})
        raze(state, nation, move.swap)
    lost: dict[Unit, int] = {"legion": move.lost_legions, "galley": move.lost_galleys}
    there: dict[Unit, int] = {"legion": move.legions, "galley": move.galleys}
    for side, units_gone in ((nation, lost), (target, there)):
        for unit, n in units_gone.items():
            add_units(side, unit, -n)
    instruct_losses(step, nation, move.city, lost)
    instruct_razed(step, target, move.city, temple=queries.has_temple(state, move.city), units_there=there)
    temple = raze(state, target, move.city)
    settle(state, nation, place)
    instruct_disc(step, nation, place, target)
    state.agenda[-1] = structs.replace(due, done=True, conquered=True)
    step.announce(
        say(
            "{who} conquers {city} of {other} ({loser}), defence {n}: gives up {lost}",
            short=N_("{who} takes {city}"),
            who=nation.name,
            city=label,
            other=target.name,
            loser=SeatName(target.seat),
            n=needed,
            lost=listed([units(unit, n) for unit, n in lost.items() if n]),
        ),
        nation.seat,
    )
    if temple and sudden_death(state):
        win(step, nation, "temple")
    elif temple:
        nation.generals_due += 1


DEFENDERS: dict[Unit, Message] = {
    "legion": say("How many legions defend it?", short=N_("Legions defending?")),
    "galley": say("How many galleys defend it?", short=N_("Galleys defending?")),
}


def city_pick(state: State, nation: Nation, target: Nation, near: set[str]) -> Pick[str]:
    """The question which city of ``target`` is conquered; those in ``near`` come first."""
    names = sorted(queries.city_names(state, target), key=lambda key: key not in near)
    options = tuple(
        Option(
            city,
            queries.city_label(state, city),
            reason=city_reason(state, nation, target, city),
            hint=defence_words(state, target, city),
            icon="temple" if queries.has_temple(state, city) else "city",
            act=conquer_words(state, city, defence(target, temple=queries.has_temple(state, city))),
        )
        for city in names
    )
    prompt = say("{nation}: which city?", short=N_("Which city?"), nation=target.name)
    possible = [option.value for option in options if option.reason is None]
    return Pick[str](
        key="city",
        prompt=prompt,
        options=options,
        usual=possible[0] if len(possible) == 1 else None,
        meaning=say(
            "The city your units have reached. They must stand there with an action left. The last city of a nation is "
            "safe."
        ),
    )


def conquer_words(state: State, city: str, needed: int) -> Message:
    """The button that conquers a city, with what it costs."""
    return say_n(
        "Conquer {city}: {n} unit",
        "Conquer {city}: {n} units",
        needed,
        short=N_("Conquer for {n}"),
        city=queries.city_words(state, city),
    )


def defence_words(state: State, target: Nation, city: str) -> Message:
    """In words, the defence of a city without its units."""
    bare = defence(target, temple=queries.has_temple(state, city))
    return say("Defence {n} and the units there", short=N_("Defence {n} + units"), n=bare)


ALL_UNITS_THERE = say("All units of the owner that stand in the province of the city. Each adds one to its defence.")
NOBODY = -1
"""The answer that no unit of any kind defends a city."""


def ask_conquest(state: State, nation: Nation, target: Nation, pick: Pick[str]) -> Asking[Move]:
    """Ask for the city, by ``pick``, the units that defend it, and the units that are given up for it.

    All units that could defend the city are asked for. A number is refused if the defence is more than the nation has.
    """
    city = yield from pick
    swaps = queries.discs_left(state, nation) <= 0
    there = yield from _ask_defenders(state, nation, target, city, at_once=swaps)
    needed = defence(target, temple=queries.has_temple(state, city), legions=there["legion"], galleys=there["galley"])
    lost = yield from ask_losses(losses(state, nation, city, needed), needed, conquer_words(state, city, needed))
    swap = (yield from ask_swap(state, nation)) if swaps else ""
    return Conquer(target.key, city, there["legion"], there["galley"], lost, max(needed - lost, 0), swap)


AT_ONCE = 16
"""Most possible answers of a question for legions and galleys together."""
LISTED_AT_ONCE = 2 * AT_ONCE
"""Most answers of that question with those that are too strong for the nation, which pages fold."""


def _ask_defenders(
    state: State, nation: Nation, target: Nation, city: str, *, at_once: bool
) -> Asking[dict[Unit, int]]:
    """Ask which units defend the city: by kind, or both kinds ``at_once`` where they are few."""
    needed = defence(target, temple=queries.has_temple(state, city))
    most = {unit: units_near(state, target, city, unit) for unit in tables.UNITS}
    kinds = [unit for unit in tables.UNITS if most[unit]]
    defenders: dict[Unit, int] = dict.fromkeys(tables.UNITS, 0)
    if at_once and len(kinds) > 1:
        together = _defenders_together(state, nation, city, needed, most)
        if len(together) <= LISTED_AT_ONCE and sum(option.reason is None for option in together) <= AT_ONCE:
            prompt = say("Which units defend it?", short=N_("Defending?"))
            pick = Pick[str](key="defending", prompt=prompt, options=together, meaning=ALL_UNITS_THERE)
            return _as_defenders((yield from pick))
    for unit in kinds:
        options = tuple(
            Option(
                n,
                sum_words(unit, n, total, more=unit != kinds[-1]),
                reason=force_reason(state, nation, city, total),
                icon=UNIT_ICONS[unit],
                act=conquer_words(state, city, total),
            )
            for n, total in enumerate(range(needed, needed + most[unit] + 1))
        )
        if unit != kinds[-1]:  # one answer to both questions
            empty = say("No unit there: defence {sum}", short=N_("Nobody: defence {sum}"), sum=needed)
            options = (structs.replace(options[0], value=NOBODY, label=empty, icon="city"), *options)
        n = yield from Pick[int](
            key=f"defending-{unit}", prompt=DEFENDERS[unit], options=options, meaning=ALL_UNITS_THERE
        )
        if n == NOBODY:
            break
        defenders[unit] = n
        needed += n
    return defenders


def _defenders_together(
    state: State, nation: Nation, city: str, bare: int, most: Mapping[Unit, int]
) -> tuple[Option[str], ...]:
    """The legions and galleys that may defend a city, as one option each; without them its defence is ``bare``."""
    found = [f"{legions}-{galleys}" for legions in range(most["legion"] + 1) for galleys in range(most["galley"] + 1)]
    return tuple(
        Option(
            key,
            _together_words(there, bare + sum(there.values())),
            reason=force_reason(state, nation, city, bare + sum(there.values())),
            icon=next((UNIT_ICONS[unit] for unit, n in there.items() if n), "city"),
            act=conquer_words(state, city, bare + sum(there.values())),
        )
        for key in found
        for there in (_as_defenders(key),)
    )


def _as_defenders(key: str) -> dict[Unit, int]:
    """The units of an option of ``_defenders_together``."""
    legions, galleys = key.split("-")
    return {"legion": int(legions), "galley": int(galleys)}


def _together_words(there: Mapping[Unit, int], total: int) -> Message:
    """In words, the units that defend a city and the defence with them."""
    if not any(there.values()):
        return say("No unit there: defence {sum}", short=N_("Nobody: defence {sum}"), sum=total)
    what = listed([units(unit, n) for unit, n in there.items() if n])
    return say("{units}: defence {sum}", short=N_("{units}: defence {sum}"), units=what, sum=total)


def ask_swap(state: State, nation: Nation) -> Asking[str]:
    """Ask for the own city whose disc is put on the conquered one."""
    options = tuple(
        Option(own_city, queries.city_label(state, own_city)) for own_city in queries.city_names(state, nation)
    )
    prompt = say("All 25 discs are out. Take one off which city?", short=N_("Take which disc off?"))
    swap = Pick[str](
        key="swap",
        prompt=prompt,
        options=options,
        usual=options[0].value if len(options) == 1 else None,
        meaning=say("All discs of your nation are on the board. One of them leaves its city, which nobody owns then."),
    )
    return (yield from swap)


def sum_words(unit: Unit, n: int, defence: int, *, more: bool) -> Message:
    """In words, ``n`` defenders and the defence with them; ``more`` says that another kind is asked for next."""
    words = units(unit, n)
    if more:
        return say("{units}: defence {sum} or more", short=N_("{units}: defence {sum}+"), units=words, sum=defence)
    return say("{units}: defence {sum}", short=N_("{units}: defence {sum}"), units=words, sum=defence)


def ask_losses(legions: range, needed: int, act: Message) -> Asking[int]:
    """Ask how many legions are given up; galleys are the rest. Not asked if only one number is possible. ``act`` is the
    button.
    """
    if len(legions) <= 1:
        return legions[0] if legions else 0
    prompt = say("Defence {n}: how many legions of yours go?", short=N_("Defence {n}: lose L?"), n=needed)
    hint = say("Galleys make up the rest.", short=N_("The rest: galleys"))
    low, high = legions[0], legions[-1]
    lost = Count(
        key="lost-legions",
        prompt=prompt,
        hint=hint,
        low=low,
        high=high,
        start=high,
        usual=high,
        icon="spear",
        act=act,
        meaning=say("You give up as many units as the city has defence, and choose how many of them are legions."),
    )
    return (yield from lost)


# -- the map ---------------------------------------------------------------------------------------------------------


def unit_reason(state: State, city: str, unit: Unit) -> Message | None:
    """Why a unit of this kind cannot be in the province of a city, or None."""
    province = queries.tracked_provinces(state).get(city)
    if province is None or province.takes(unit):
        return None
    name = say("{name}", name=province.name)
    if unit == "galley":
        return say("No galley gets to {city}.", short=N_("No galleys there"), city=name)
    return say("No legion gets to {city}.", short=N_("No legions there"), city=name)


def survey_reason(state: State, move: Survey, ways: Mapping[str, int] | None = None) -> Message | None:
    """Why borders cannot be counted, or None. ``ways`` are the distances from the start, if already computed."""
    known = queries.tracked_provinces(state)
    if move.start not in known or move.goal not in known:
        return say("There is no such province.", short=N_("No such province"))
    for city in (move.start, move.goal):
        if reason := unit_reason(state, city, move.unit):
            return reason
    if move.goal not in (distances(known, move.unit, move.start) if ways is None else ways):
        return say("There is no route.", short=N_("No route"))
    return None


def survey(step: Step[State], move: Survey) -> None:
    """Tell how many borders lie between two provinces for a unit, and how many actions it has. Changes nothing."""
    state = step.state
    nation = on_turn(step, Acting)
    if maneuvering(state) is None:
        step.not_now()
    step.require(survey_reason(state, move))
    known = queries.tracked_provinces(state)
    steps = distances(known, move.unit, move.start)[move.goal]
    step.tell(
        say_n(
            "{who} asks, nobody moves: {unit}, {start} to {goal}: {n} border; each has {actions}",
            "{who} asks, nobody moves: {unit}, {start} to {goal}: {n} borders; each has {actions}",
            steps,
            short=N_("{n} of {actions}"),
            who=nation.name,
            unit=tables.UNITS[move.unit],
            start=known[move.start].name,
            goal=known[move.goal].name,
            actions=action_words(actions(nation, move.unit)),
        ),
        nation.seat,
    )


def ask_survey(state: State, nation: Nation) -> Asking[Move]:
    """Ask for the kind of unit, the start and the goal, one after the other. Own provinces come first as the start,
    those that can be reached in one step as the goal.
    """
    kinds = tuple(Option[Unit](unit, label, icon=UNIT_ICONS[unit]) for unit, label in tables.UNITS.items())
    prompt = say("A route for which units?", short=N_("Which units?"))
    unit = yield from Pick[Unit](
        key="unit",
        prompt=prompt,
        options=kinds,
        meaning=say("The companion counts the borders of a way on the map. Nothing in the game changes by that."),
    )
    mine = {province.key for province in queries.own(state, nation)}
    known = queries.provinces(state)
    starts = place_options(known, mine, {key: unit_reason(state, key, unit) for key in known})
    start = yield from Pick[str](
        key="start", prompt=say("From where?"), options=starts, meaning=say("The province where the way begins.")
    )
    near, ways = known[start].reach[unit], distances(known, unit, start)
    reasons = {key: survey_reason(state, Survey(unit, start, key), ways) for key in known}
    goal = yield from Pick[str](
        key="goal",
        prompt=say("To where?"),
        options=place_options(known, near, reasons, goal=True),
        meaning=say("The province where the way ends."),
    )
    return Survey(unit, start, goal)


def place_options(
    known: Atlas, first: Container[str], reasons: Mapping[str, Message | None], *, goal: bool = False
) -> tuple[Option[str], ...]:
    """Options for all provinces, those in ``first`` before the others. To a ``goal`` borders are counted."""
    keys = sorted(known, key=lambda key: key not in first)
    return tuple(
        Option(
            key,
            known[key].name,
            reason=reasons[key],
            icon=known[key].good,
            act=say("Count to {city}", short=N_("Count the borders"), city=known[key].name) if goal else None,
        )
        for key in keys
    )
