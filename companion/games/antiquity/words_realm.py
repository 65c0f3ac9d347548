"""Buildings, the zone of control and the sums of famine and pollution in sentences."""

from __future__ import annotations

from companion.core.wording import N_, Message, say, say_n
from companion.games.antiquity.queries_city import has_working, zone_reach
from companion.games.antiquity.queries_phases import famine_graves, fountain_count, pollution_due
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.tables import DUMP_RELIEF
from companion.games.antiquity.words import BUILDING


def famine_words(famine: int, food: int, granary: int) -> Message:
    """The sum of famine graves."""
    graves = famine_graves(famine, food, granary)
    return say_n(
        "famine {famine} - food {food} - granary {granary} = {n} grave",
        "famine {famine} - food {food} - granary {granary} = {n} graves",
        graves,
        famine=famine,
        food=food,
        granary=granary,
    )


def pollution_words(realm: Realm) -> Message:
    """The sum of pollution."""
    return say(
        "{cities} - dump {dump} - fountains {fountains} = {n} pollution",
        cities=say_n("3 for {n} city", "3 each for {n} cities", len(realm.cities)),
        dump=DUMP_RELIEF if has_working(realm, "dump") else 0,
        fountains=fountain_count(realm),
        n=pollution_due(realm),
    )


def building_words(building: Building) -> Message:
    """A building, distinct from others of its kind."""
    if building.kind == "house":
        return say("House {n}", n=building.number)
    if building.kind == "store":
        return say("Store for {n}", n=building.size)
    return BUILDING[building.kind]


def zone_words(realm: Realm) -> Message:
    """The reach of the zone of control. Section 6."""
    if has_working(realm, "harbour"):
        return say(
            "Your zone: {n} steps over land from your cities and inns; by the harbour also the waters beside them with "
            "all their shores.",
            short=N_("Zone: {n}, waters too"),
            n=zone_reach(realm),
        )
    return say(
        "Your zone: {n} steps over land from your cities and inns, no water.",
        short=N_("Zone: {n} over land"),
        n=zone_reach(realm),
    )
