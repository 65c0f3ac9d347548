"""Temples, new cities, and provinces that are entered during the game. Sections 6 and 10.2."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, islice

from msgspec import structs

from companion.core.boxes import Learned, put
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Pick, Text
from companion.core.step import Step
from companion.core.wording import N_, Message, Wording, say, verbatim
from companion.games.antike import queries, tables
from companion.games.antike.box import Province
from companion.games.antike.goods import (
    DONE,
    MIX,
    TRADE,
    Price,
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
from companion.games.antike.moves import Build, Found, Move, NewProvince
from companion.games.antike.pieces import instruct_disc, instruct_temple
from companion.games.antike.state import Acting, Founding, Nation, State
from companion.games.antike.tables import Good
from companion.games.antike.turn_parts import acting, end_words
from companion.games.antike.words import split_words

# -- discs and temples on the board ----------------------------------------------------------------------------------


def settle(state: State, nation: Nation, city: str) -> None:
    """Put a disc of the nation on the province ``city``, or on one of that type."""
    if state.switches.mapped:
        state.owners[city] = state.number(nation)
    else:
        nation.plain[queries.type_of(state, city)] += 1


def raze(state: State, nation: Nation, city: str) -> bool:
    """Take the nation's disc off a city and return its temple to the bank. True if there was a temple."""
    temple = queries.has_temple(state, city)
    if state.switches.mapped:
        state.owners[city] = 0
        state.built[city] = 0
    else:
        (nation.temples if temple else nation.plain)[queries.type_of(state, city)] -= 1
    state.bank_temples += temple
    return temple


def consecrate(state: State, nation: Nation, city: str) -> None:
    """Put a temple from the bank in a city that has none."""
    if state.switches.mapped:
        state.built[city] = 1
    else:
        good = queries.type_of(state, city)
        nation.plain[good] -= 1
        nation.temples[good] += 1
    state.bank_temples -= 1


# -- temples ---------------------------------------------------------------------------------------------------------

TEMPLE = Price(marble=tables.TEMPLE_PRICE)
NO_PLAIN_CITY = say("Missing: one without a temple", short=N_("All have a temple"))


def temple_reason(state: State, nation: Nation, city: str) -> Message | None:
    """Why no temple can be built in a city, or None."""
    if not queries.has_city(state, nation, city) or queries.has_temple(state, city):
        return NO_PLAIN_CITY
    return supply_reason(state, nation)


def any_temple_reason(state: State, nation: Nation) -> Message | None:
    """Why a nation can build no temple at all, or None."""
    if not any(queries.cities_by_type(state, nation, temple=False).values()):
        return say("Every city has a temple.", short=N_("No city without one"))
    return supply_reason(state, nation)


def supply_reason(state: State, nation: Nation) -> Message | None:
    """Why a nation cannot get a temple, whatever the city, or None."""
    if not state.bank_temples:
        return say("All temples are on the board.", short=N_("No temples left"))
    return price_reason(nation, TEMPLE)


def build(step: Step[State], move: Build) -> None:
    """Build a temple for 5 marble. A city has at most one. Section 6."""
    state = step.state
    nation = acting(step, "temple")
    step.require(temple_reason(state, nation, move.city))
    label = queries.city_words(state, move.city)
    pay(step, nation, TEMPLE, move.paid)
    consecrate(state, nation, move.city)
    instruct_temple(step, nation, move.city)
    step.tell_first(
        say("{who}: temple in {city}, paid {what}", who=nation.name, city=label, what=split_words(move.paid)),
        nation.seat,
    )


def ask_temples(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """Ask for a temple in an own city that has none. Preselected: the type, if only one is possible; after a temple was
    built, to end.
    """
    picks: dict[Good, Pick[str]] = {}
    for good in tables.GOODS:
        if state.switches.mapped:
            mine = [province.key for province in queries.own(state, nation) if province.good == good]
            bare = [city for city in mine if not state.built.get(city)]
        else:
            bare = [good] if queries.cities_by_type(state, nation, temple=False)[good] else []
        picks[good] = site_pick(state, Build, good, {city: temple_reason(state, nation, city) for city in bare})
    blocked = {good: pick.blocked(NO_PLAIN_CITY) for good, pick in picks.items()}
    possible = [good for good, reason in blocked.items() if reason is None]
    first = possible[0] if len(possible) == 1 else None
    menu = Pick[str](
        key="temple",
        prompt=say("A temple in which city?", short=N_("Temple where?")),
        hint=say("5 marble each; coins count as any.", short=N_("5 marble each")),
        options=(end_option(state, nation, say("No more temples") if acting.done else say("No temple")),),
        default=DONE,
        usual=usual_end(state, nation) if acting.done else first,
        meaning=say(
            "A city with a temple yields and arms as much as {counts}, and is harder to conquer. Every {n} own temples "
            "bring a citizen. A city holds one temple.",
            counts=tables.TEMPLE_COUNTS,
            n=tables.STEPS["citizen"],
        ),
    )
    return (yield from ask_building(state, nation, Build, menu, picks, blocked))


# -- new cities ------------------------------------------------------------------------------------------------------

FOUNDING = Price(marble=1, iron=1, gold=1)
A_UNIT = say("a unit on the board", short=N_("a unit"))
NO_SUCH_CITY = say("There is no such city.", short=N_("No such city"))


def free(state: State) -> list[Province]:
    """The provinces without a city. Only where they are tracked."""
    return [province for key, province in queries.provinces(state).items() if not state.owners.get(key)]


def free_sites(state: State, good: Good) -> int:
    """How many provinces of a type have no city. Of the west side, whose types are not known, provinces of any type."""
    if state.switches.mapped:
        return sum(province.good == good for province in free(state))
    if state.switches.side == "west":
        return tables.PROVINCES - sum(queries.cities(state, nation) for nation in state.nations)
    return tables.EAST_TYPES[good] - sum(nation.plain[good] + nation.temples[good] for nation in state.nations)


def any_found_reason(state: State, nation: Nation) -> Message | None:
    """Why a nation can found no city at all, or None."""
    if queries.discs_left(state, nation) <= 0:
        return say("All 25 city discs are on the board.", short=N_("No discs left"))
    if nation.legions + nation.galleys == 0:
        return missing(A_UNIT)
    return price_reason(nation, FOUNDING)


def type_reason(state: State, good: Good) -> Message | None:
    """Why no city of a type can be founded, or None."""
    if free_sites(state, good) > 0 or may_enter(state):
        return None
    return say("No such province is free.", short=N_("None is free"))


def found_reason(state: State, nation: Nation, city: str) -> Message | None:
    """Why no city can be founded in the province ``city``, or in one of that type, or None.

    Where provinces are tracked, this also checks that a unit of the nation can be in the province. Whether one really
    is there, the players check on the board.
    """
    if reason := any_found_reason(state, nation):
        return reason
    if not state.switches.mapped:
        return type_reason(state, queries.type_of(state, city)) if city in tables.GOODS else NO_SUCH_CITY
    if city not in queries.tracked_provinces(state):
        return NO_SUCH_CITY
    if state.owners.get(city):
        return say("There is a city already.", short=N_("Has a city"))
    if (nation.legions and queries.takes(state, city, "legion")) or (
        nation.galleys and queries.takes(state, city, "galley")
    ):
        return None
    return missing(say("a unit that gets there", short=N_("a unit there")))


def found(step: Step[State], move: Found) -> None:
    """Found a city for 1 marble, 1 iron and 1 gold, and enter its province if it is new. Section 6."""
    state = step.state
    nation = state.nation(step.owed(Founding).nation)
    if move.new is not None:
        enter_province(step, move.new)
    step.require(found_reason(state, nation, move.city))
    pay(step, nation, FOUNDING, move.paid)
    settle(state, nation, move.city)
    state.agenda[-1] = Founding(nation.key, done=True)
    instruct_disc(step, nation, move.city)
    city, paid = queries.city_words(state, move.city), split_words(move.paid)
    if state.switches.mapped:
        step.tell_first(
            say("{who}: new city in {city}, paid {what}", who=nation.name, city=city, what=paid), nation.seat
        )
    else:
        step.tell_first(say("{who}: founded {city}, paid {what}", who=nation.name, city=city, what=paid), nation.seat)


def ask_founding(state: State, nation: Nation, *, again: bool = False) -> Asking[Move]:
    """Ask for a new city, or for another one. Provinces next to own cities come first, where they are tracked."""
    near, unable = queries.near_own(state, nation), any_found_reason(state, nation)
    picks: dict[Good, Pick[str]] = {}
    for good in tables.GOODS:
        sites: list[str] = [good]
        if state.switches.mapped:
            sites = [province.key for province in free(state) if province.good == good]
            sites.sort(key=lambda key: key not in near)
        reasons = {city: found_reason(state, nation, city) for city in sites}
        picks[good] = site_pick(state, Found, good, reasons, *new_option(state, good, unable))
    blocked = {good: unable or type_reason(state, good) or pick.blocked() for good, pick in picks.items()}
    menu = Pick[str](
        key="found",
        prompt=say("Another city?", short=N_("Another city?"))
        if again
        else say("Found a city?", short=N_("Found at own unit?")),
        hint=say("Where you have a unit: 1 marble, 1 iron, 1 gold each, or coins instead.", short=N_("1 of each good")),
        options=(
            end_option(state, nation, say("No other city") if again else say("No new city"), end_words(state, nation)),
        ),
        default=DONE,
        usual=usual_end(state, nation),
        meaning=say(
            "Where a unit of yours stands and nobody has a city, you may found one for a marble, an iron and a gold. "
            "Every {n} cities bring a king.",
            n=tables.STEPS["king"],
        ),
    )
    return (yield from ask_building(state, nation, Found, menu, picks, blocked))


# -- what temples and new cities are asked alike ---------------------------------------------------------------------

CITY_OF: dict[Good, Message] = {good: queries.COUNTED_CITIES[good] for good in tables.GOODS}
"""The labels of types as places; the bare name of a resource would look like a price."""


def act_words(move: type[Build | Found], where: Wording) -> Message:
    """The button that builds a temple or founds a city, with the price."""
    if move is Build:
        return say("Temple in {city}: {n} marble", short=N_("Build temple"), city=where, n=tables.TEMPLE_PRICE)
    return say("Found {city}: 1 of each", short=N_("Found the city"), city=where)


def site_pick(
    state: State, move: type[Build | Found], good: Good, reasons: Mapping[str, Message | None], *more: Option[str]
) -> Pick[str]:
    """The question for a place of one type: the keys of ``reasons`` in their order (those with a reason are shown, but
    cannot be chosen), then the options ``more``.
    """
    known = queries.tracked_provinces(state)
    options = tuple(
        Option(
            city,
            known[city].name if city in known else CITY_OF[good],
            reason=reason,
            icon=good,
            act=act_words(move, known[city].name if city in known else queries.SOME_CITY[good]),
        )
        for city, reason in reasons.items()
    )
    return Pick[str](
        key="province",
        prompt=say("Which province?"),
        options=(*options, *more),
        meaning=say("Where on the board the city lies. What is out of reach says why."),
    )


def ask_building(
    state: State,
    nation: Nation,
    move: type[Build | Found],
    menu: Pick[str],
    picks: Mapping[Good, Pick[str]],
    blocked: Mapping[Good, Message | None],
) -> Asking[Move]:
    """Ask for the type, then for the province where they are tracked, and for the payment.

    ``menu`` has the option to end; the types, another payment and the trade are added here. ``picks`` asks for the
    place of each type, ``blocked`` says why a type is not possible.
    """
    price = TEMPLE if move is Build else FOUNDING
    types = tuple(
        Option[Good](good, label, reason=blocked[good], icon=good, act=act_words(move, queries.SOME_CITY[good]))
        for good, label in CITY_OF.items()
    )
    edit = mix_option(nation, price) if any(option.reason is None for option in types) else ()
    kinds = Pick[Good](
        key="type",
        prompt=say("Of which type?"),
        options=types,
        meaning=say("Which resource the province of that city yields."),
    )
    options: tuple[Option[str], ...] = (*menu.options, *types, *edit, *trade_option(state, nation))
    what = yield from structs.replace(menu, options=options)
    if what in (DONE, TRADE):
        return (yield from ask_done(state, nation, what))
    good = (yield from kinds) if what == MIX else kinds.option(what).value
    city, new = yield from ask_site(state, good, picks[good])
    paid = yield from ask_split(nation, price, edit=what == MIX)
    return Build(city, paid) if move is Build else Found(city, paid, new)


def ask_site(state: State, good: Good, pick: Pick[str]) -> Asking[tuple[str, NewProvince | None]]:
    """Ask for the province, and what it is called if it is not listed. With one option only, nothing is asked."""
    city = pick.options[0].value if len(pick.options) == 1 else (yield from pick)
    if city != NEW:
        return city, None
    new = yield from ask_new(state, good)
    return new.key, new


# -- provinces of the west side that nobody has entered --------------------------------------------------------------


def may_enter(state: State) -> bool:
    """Whether provinces can still be entered during the game: tracked ones of the west side, until all 50 are known."""
    return state.switches.mapped and state.switches.side == "west" and len(queries.provinces(state)) < tables.PROVINCES


def next_number(state: State, ahead: int = 0) -> int:
    """A number that no province has: for the next one to be entered, or for the one ``ahead`` further on."""
    known = queries.provinces(state)
    free = (n for n in count(len(known) + 1) if key_of(n) not in known)
    return next(islice(free, ahead, None))


def key_of(number: int) -> str:
    """The key of the province that is entered with this number."""
    return f"province-{number}"


def new_reason(state: State, new: NewProvince) -> Message | None:
    """Why the province ``new`` cannot be entered, or None."""
    if not may_enter(state) or new.key != key_of(next_number(state)) or new.good not in tables.GOODS:
        return say("There is no such province.", short=N_("No such province"))
    if not new.name.strip() or not new.name.isprintable() or len(new.name) > tables.LONGEST_NAME:
        return say("That is no name.", short=N_("That is no name"))
    if any(new.name == province.name.words[""] for province in queries.provinces(state).values()):
        return say("There is a province of that name.", short=N_("That name is taken"))
    return None


def enter_province(step: Step[State], new: NewProvince) -> None:
    """Add a province to this play, and to the box of the owners if it is kept. Refuses one with a ``new_reason``."""
    state = step.state
    step.require(new_reason(state, new))
    for field, value in (("name", new.name), ("type", new.good)):
        if new.keep:
            step.learn("west", new.key, field, value)
        put(state.box, Learned("west", new.key, field, value))
    state.owners[new.key] = state.built[new.key] = 0


NEW = "new"
"""The answer for a province that is not listed."""


def new_option(state: State, good: Good, reason: Message | None = None) -> tuple[Option[str], ...]:
    """The option for a province that is not listed; none if all are."""
    if not may_enter(state):
        return ()
    return (Option(NEW, say("A province not listed here", short=N_("Another province")), reason=reason, icon=good),)


def ask_new(state: State, good: Good, ahead: int = 0) -> Asking[NewProvince]:
    """Ask for the name of a province: a number, or a name written on a phone. ``ahead`` counts the provinces that the
    same move enters before it.
    """
    number = next_number(state, ahead)
    options = (
        Option("number", say("Call it {name}", name=verbatim(f"#{number}"))),
        Option("write", say("Write its name"), icon="pen"),
    )
    prompt = say("What is it called?", short=N_("Its name?"))
    name = f"#{number}"
    named = Pick[str](
        key="named",
        prompt=prompt,
        options=options,
        default="number",
        usual="number",
        meaning=say("The province is not listed yet. Any name will do by which you find it again on the board."),
    )
    if (yield from named) == "write":
        name = yield from Text(
            key="name",
            prompt=prompt,
            longest=tables.LONGEST_NAME,
            meaning=say("What the province is called on the screens from now on."),
        )
    keep = yield from Confirm(
        key="keep",
        prompt=say("Keep it for other evenings?", N_("Keep for next time?")),
        yes=say("Keep the province", N_("Keep it")),
        no=say("Just this once", N_("Just this once")),
        default=False,
        usual=True,
        meaning=say("If it is kept, the province is offered the next time you play on this board side, too."),
    )
    return NewProvince(key_of(number), name, good, keep)
