"""Buildings, the zone of control and the sums of famine and pollution in sentences."""

from __future__ import annotations

from companion.core.wording import Message, say, say_n
from companion.games.antiquity.queries_city import reach, working
from companion.games.antiquity.queries_phases import famine_graves, fountains_of, pollution
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.tables import DUMP_RELIEF
from companion.games.antiquity.words import BUILDING


def famine_words(famine: int, food: int, granary: int) -> Message:
    """The calculation."""
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
    """The calculation."""
    return say(
        "{cities} - dump {dump} - fountains {fountains} = {n} pollution",
        cities=say_n("3 for {n} city", "3 each for {n} cities", len(realm.cities)),
        dump=DUMP_RELIEF if working(realm, "dump") else 0,
        fountains=fountains_of(realm),
        n=pollution(realm),
    )


def building_words(building: Building) -> Message:
    """A building, told apart from others of its kind."""
    if building.kind == "house":
        return say("House {n}", n=building.number)
    if building.kind == "store":
        return say("Store for {n}", n=building.size)
    return BUILDING[building.kind]


def zone_words(realm: Realm) -> Message:
    """The zone of control as the cities stand now; where its hexes lie, the map shows. Section 6."""
    if working(realm, "harbour"):
        return say(
            "Your zone: {n} steps over land from your cities and inns; by the harbour also the waters beside them with "
            "all their shores.",
            n=reach(realm),
        )
    return say("Your zone: {n} steps over land from your cities and inns, no water.", n=reach(realm))
