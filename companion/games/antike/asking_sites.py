"""Where temples and cities may be put: by type first, then by the name of the province where they are tracked."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Pick, Text
from companion.core.wording import N_, Message, say, verbatim
from companion.games.antike import queries
from companion.games.antike.agenda import Acting
from companion.games.antike.asking_forms import end_words
from companion.games.antike.asking_payments import (
    DONE,
    MIX,
    TRADE,
    ask_done,
    ask_split,
    end_option,
    mix_option,
    trade_option,
    usual_end,
)
from companion.games.antike.moves import Build, Found, Move, NewProvince
from companion.games.antike.queries_production import TEMPLE
from companion.games.antike.reasons import (
    FOUNDING,
    NO_PLAIN_CITY,
    any_found_reason,
    found_reason,
    temple_reason,
    type_reason,
)
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, LONGEST_NAME, Good

COSTS: dict[type[Build | Found], Message] = {
    Build: say("5 marble each; coins count as any.", short=N_("5 marble each")),
    Found: say("Where you have a unit: 1 marble, 1 iron, 1 gold each, or coins instead.", short=N_("1 of each good")),
}
CITY_OF: dict[Good, Message] = {good: queries.COUNTED_CITIES[good] for good in GOODS}
"""Where something is put: the good alone would read as what is paid."""
NEW = "new"
"""The answer that stands for a province nobody has entered."""


def new_option(state: State, good: Good, reason: Message | None = None) -> tuple[Option[str], ...]:
    """A province that is not listed, while there may be one."""
    if not queries.may_enter(state):
        return ()
    return (Option(NEW, say("A province not listed here", short=N_("Another province")), reason=reason, icon=good),)


def ask_new(state: State, good: Good, ahead: int = 0) -> Asking[NewProvince]:
    """What it is called: its number, or a name written on a phone. ``ahead`` are entered in the same move before it."""
    number = queries.next_number(state, ahead)
    options = (
        Option("number", say("Call it {name}", name=verbatim(f"#{number}"))),
        Option("write", say("Write its name"), icon="pen"),
    )
    prompt = say("What is it called?", short=N_("Its name?"))
    name = f"#{number}"
    if (yield from Pick[str](key="named", prompt=prompt, options=options, default="number", usual="number")) == "write":
        name = yield from Text(key="name", prompt=prompt, longest=LONGEST_NAME)
    keep = yield from Confirm(
        key="keep",
        prompt=say("Keep it for other evenings?", N_("Keep for next time?")),
        yes=say("Keep the province", N_("Keep it")),
        no=say("Just this once", N_("Just this once")),
        default=False,
        usual=True,
    )
    return NewProvince(queries.key_of(number), name, good, keep)


# -- temples and cities --------------------------------------------------------------------------------------------


def ask_temples(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """Temples in own cities that have none; usually at least one, and no more once there is one."""
    picks: dict[Good, Pick[str]] = {}
    for good in GOODS:
        if state.switches.mapped:
            mine = [province.key for province in queries.own(state, nation) if province.good == good]
            bare = [city for city in mine if not state.built.get(city)]
        else:
            bare = [good] if queries.cities_by_type(state, nation, temple=False)[good] else []
        picks[good] = site_pick(state, good, {city: temple_reason(state, nation, city) for city in bare})
    blocked = {good: pick.blocked(NO_PLAIN_CITY) for good, pick in picks.items()}
    prompt = say("A temple in which city?", short=N_("Temple where?"))
    end = end_option(state, nation, say("No more temples") if acting.done else say("No temple"))
    possible = [good for good, reason in blocked.items() if reason is None]
    first = possible[0] if len(possible) == 1 else None
    usual = usual_end(state, nation) if acting.done else first
    return (yield from ask_building(state, nation, Build, prompt, picks, blocked, end, usual))


def ask_founding(state: State, nation: Nation) -> Asking[Move]:
    """New cities on free sites; those next to own cities first, where provinces are tracked."""
    near, unable = queries.near_own(state, nation), any_found_reason(state, nation)
    picks: dict[Good, Pick[str]] = {}
    for good in GOODS:
        sites: list[str] = [good]
        if state.switches.mapped:
            sites = [province.key for province in queries.free(state) if province.good == good]
            sites.sort(key=lambda key: key not in near)
        reasons = {city: found_reason(state, nation, city) for city in sites}
        picks[good] = site_pick(state, good, reasons, *new_option(state, good, unable))
    blocked = {good: unable or type_reason(state, good) or pick.blocked() for good, pick in picks.items()}
    prompt = say("Found a city?", short=N_("Found at own unit?"))
    end = end_option(state, nation, say("No new city"), end_words(state, nation))
    return (yield from ask_building(state, nation, Found, prompt, picks, blocked, end, usual_end(state, nation)))


def site_pick(state: State, good: Good, reasons: Mapping[str, Message | None], *more: Option[str]) -> Pick[str]:
    """The question for the site of a type: the likeliest first, also those out of reach, and ``more``."""
    known = queries.tracked_provinces(state)
    options = tuple(
        Option(city, known[city].name if city in known else CITY_OF[good], reason=reason, icon=good)
        for city, reason in reasons.items()
    )
    return Pick[str](key="province", prompt=say("Which province?"), options=(*options, *more))


def ask_building(
    state: State,
    nation: Nation,
    move: type[Build | Found],
    prompt: Message,
    picks: Mapping[Good, Pick[str]],
    blocked: Mapping[Good, Message | None],
    end: Option[str],
    usual: str | None,
) -> Asking[Move]:
    """One after the other: the type, then the province where they are tracked."""
    key, price = ("temple", TEMPLE) if move is Build else ("found", FOUNDING)
    act = say("Build the temple") if move is Build else say("Found the city")
    types = tuple(
        Option[Good](good, label, reason=blocked[good], icon=good, act=act) for good, label in CITY_OF.items()
    )
    edit = mix_option(nation, price) if any(option.reason is None for option in types) else ()
    kinds = Pick[Good](key="type", prompt=say("Of which type?"), options=types)
    options: tuple[Option[str], ...] = (end, *types, *edit, *trade_option(state, nation))
    hint = COSTS[move]
    what = yield from Pick[str](key=key, prompt=prompt, hint=hint, options=options, default=DONE, usual=usual)
    if what in (DONE, TRADE):
        return (yield from ask_done(state, nation, what))
    good = (yield from kinds) if what == MIX else kinds.option(what).value
    city, new = yield from ask_site(state, good, picks[good])
    paid = yield from ask_split(nation, price, edit=what == MIX)
    return Build(city, paid) if move is Build else Found(city, paid, new)


def ask_site(state: State, good: Good, pick: Pick[str]) -> Asking[tuple[str, NewProvince | None]]:
    """The province, entered now if it is not listed; not asked where there is only one."""
    city = pick.options[0].value if len(pick.options) == 1 else (yield from pick)
    if city != NEW:
        return city, None
    new = yield from ask_new(state, good)
    return new.key, new
