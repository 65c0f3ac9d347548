"""Where temples and cities may be put: by type first, then by the name of the province where they are tracked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from companion.core.questions import Asking, Option, Pick
from companion.core.wording import N_, Message, Wording, say
from companion.games.antike.moves import Build, Found, Move, NewProvince, Split
from companion.games.antike.paying import Price
from companion.games.antike.queries_cities import free, near_own, own, plain_cities, provinces
from companion.games.antike.queries_production import TEMPLE, temple_reason
from companion.games.antike.reasons_founding import FOUNDING, any_found_reason, found_reason, type_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.surveying import NEW, ask_new, new_option
from companion.games.antike.tables import GOODS, Good


class Sites(ABC):
    """What is put on the board, at what price, and where."""

    key: str
    price: Price

    @abstractmethod
    def prompt(self, nation: Nation) -> Message:
        """The question for the type."""

    @abstractmethod
    def candidates(self, state: State, nation: Nation, good: Good) -> Sequence[str]:
        """The sites of a type, the likeliest first, also those out of reach."""

    @abstractmethod
    def reason(self, state: State, nation: Nation, city: str) -> Message | None:
        """Why nothing can be put there, or None."""

    @abstractmethod
    def move(self, city: str, paid: Split, new: NewProvince | None) -> Move:
        """Put it there."""

    def more(self, state: State, nation: Nation, good: Good) -> tuple[Option[str], ...]:
        """Sites beside the candidates."""
        del state, nation, good
        return ()

    def pick(self, state: State, nation: Nation, good: Good) -> Pick[str]:
        """The question for the site of a type."""
        options = tuple(
            Option(city, site_name(state, city), reason=self.reason(state, nation, city), icon=good)
            for city in self.candidates(state, nation, good)
        )
        offered = (*options, *self.more(state, nation, good))
        return Pick[str](key="province", prompt=say("Which province?"), options=offered)

    def blocked(self, state: State, nation: Nation, good: Good, pick: Pick[str]) -> Message | None:
        """Why nothing of a type can be put anywhere, or None."""
        return pick.blocked() if pick.options else self.reason(state, nation, good)


class Temples(Sites):
    """Temples in own cities that have none."""

    key = "temple"
    price = TEMPLE

    def prompt(self, nation: Nation) -> Message:
        return say("{who}: a temple where?", short=N_("Temple where?"), who=nation.name)

    def candidates(self, state: State, nation: Nation, good: Good) -> Sequence[str]:
        if state.switches.mapped:
            mine = (province for province in own(state, nation) if province.good == good)
            return [province.key for province in mine if not state.built.get(province.key)]
        return [good] if plain_cities(state, nation)[good] else []

    def reason(self, state: State, nation: Nation, city: str) -> Message | None:
        return temple_reason(state, nation, city)

    def move(self, city: str, paid: Split, new: NewProvince | None) -> Move:
        del new
        return Build(city, paid)


class Cities(Sites):
    """New cities on free sites; those next to own cities first, where provinces are tracked."""

    key = "found"
    price = FOUNDING

    def prompt(self, nation: Nation) -> Message:
        return say("{who}: found a city where you have a unit?", short=N_("Found at own unit?"), who=nation.name)

    def candidates(self, state: State, nation: Nation, good: Good) -> Sequence[str]:
        if not state.switches.mapped:
            return [good]
        near = near_own(state, nation)
        sites = [province.key for province in free(state) if province.good == good]
        return sorted(sites, key=lambda key: key not in near)

    def reason(self, state: State, nation: Nation, city: str) -> Message | None:
        return found_reason(state, nation, city)

    def move(self, city: str, paid: Split, new: NewProvince | None) -> Move:
        return Found(city, paid, new)

    def more(self, state: State, nation: Nation, good: Good) -> tuple[Option[str], ...]:
        return new_option(state, good, any_found_reason(state, nation))

    def blocked(self, state: State, nation: Nation, good: Good, pick: Pick[str]) -> Message | None:
        return any_found_reason(state, nation) or type_reason(state, good) or pick.blocked()


def site_name(state: State, city: str) -> Wording:
    """A province by its name, or a type."""
    return provinces(state)[city].name if state.switches.mapped else GOODS[city]  # type: ignore[index]


def ask_site(state: State, good: Good, pick: Pick[str]) -> Asking[tuple[str, NewProvince | None]]:
    """The province, entered now if it is not listed; not asked where there is only one."""
    city = pick.options[0].value if len(pick.options) == 1 else (yield from pick)
    if city != NEW:
        return city, None
    new = yield from ask_new(state, good)
    return new.key, new


TEMPLES = Temples()
CITIES = Cities()
