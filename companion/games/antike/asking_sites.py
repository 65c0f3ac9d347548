"""Where temples and cities may be put: by type first, then by the name of the province where they are tracked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from companion.core.questions import Asking, Confirm, Option, Pick, Text
from companion.core.wording import N_, Message, Wording, say, verbatim
from companion.games.antike.moves import Build, Found, Move, NewProvince, Split
from companion.games.antike.queries import free, key_of, may_enter, near_own, next_number, own, plain_cities, provinces
from companion.games.antike.queries_production import TEMPLE, Price
from companion.games.antike.reasons import FOUNDING, any_found_reason, found_reason, temple_reason, type_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, LONGEST_NAME, Good

NEW = "new"
"""The answer that stands for a province nobody has entered."""


def new_option(state: State, good: Good, reason: Message | None = None) -> tuple[Option[str], ...]:
    """A province that is not listed, while there may be one."""
    if not may_enter(state):
        return ()
    return (Option(NEW, say("A province not listed here", short=N_("Another province")), reason=reason, icon=good),)


def ask_new(state: State, good: Good, ahead: int = 0) -> Asking[NewProvince]:
    """What it is called: its number, or a name written on a phone. ``ahead`` are entered in the same move before it."""
    number = next_number(state, ahead)
    options = (
        Option("number", say("Call it {name}", name=verbatim(f"#{number}"))),
        Option("write", say("Write its name"), icon="pen"),
    )
    prompt = say("What is it called?", short=N_("Its name?"))
    name = f"#{number}"
    if (yield from Pick[str](key="named", prompt=prompt, options=options, default="number")) == "write":
        name = yield from Text(key="name", prompt=prompt, longest=LONGEST_NAME)
    keep = yield from Confirm(
        key="keep",
        prompt=say("Keep it for other evenings?", N_("Keep for next time?")),
        yes=say("Keep it", N_("Keep it")),
        no=say("Just this once", N_("Just this once")),
        default=True,
    )
    return NewProvince(key_of(number), name, good, keep)


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
