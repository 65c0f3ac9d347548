"""A game in which everybody lays buildings on a grid: in secret on a city of the own, or openly on the common one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.options import Option
from companion.core.questions import Asking, Fit, Pick
from companion.core.scoring import ScoreSheet, SideScore
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Cell, Grid, LegendEntry, position
from companion.core.wording import Message, named, say

SIZE = 7
COMMON = 0
"""Whose the common city is."""

BUILDINGS: dict[str, tuple[tuple[tuple[int, int], ...], ...]] = {
    "stable": (
        ((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (-1, 1)), ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (0, 1)),
    ),
    "well": (((0, 0),),),
}  # fmt: skip
"""How each lies in every direction it can be turned to."""

NAMES = {"stable": say("Stable"), "well": say("Well")}
ACTS = {"stable": say("Build the stable here"), "well": say("Dig the well here")}
HILL = (position(3, 0), position(6, 6))
"""Squares on which nobody builds."""


class Lay(Struct, frozen=True, tag="lay"):
    """Lay a building; ``at`` as ``Fit`` answers."""

    building: str
    at: str


class Laid(Struct, frozen=True):
    """A building that stands."""

    building: str
    squares: tuple[str, ...]


class State(Struct):
    """Cities by seat, or the common one; who has built how often."""

    seats: list[int]
    cities: dict[int, Sealed[list[Laid]]]
    built: dict[int, int]


class LayingGame(Game[State, Lay]):
    """The game of this module: seats build with pieces. Everybody builds ``rounds`` times."""

    state_type = State
    move_type = Lay

    def __init__(self, key: str = "laying", *, secret: bool = False, rounds: int = 2) -> None:
        self.meta = Meta(key=key, title=say("The Laying"), seats=(1, 8))
        self.secret = secret
        self.rounds = rounds
        self.rules: Rules[State] = {Lay: self._lay}

    def new(self, setup: Setup) -> State:
        seats = list(setup.numbers)
        cities: dict[int, Sealed[list[Laid]]] = {}
        for owner in seats if self.secret else [COMMON]:
            cities[owner] = seal([], owner) if self.secret else Sealed((), [], revealed=True)
        return State(seats, cities, dict.fromkeys(seats, 0))

    def is_over(self, state: State) -> bool:
        return not self._builders(state)

    def waits_for(self, state: State) -> Awaited:
        return Awaited(self._builders(state), secret=self.secret)

    def _builders(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in state.seats if state.built[seat] < self.rounds)

    def questions(self, state: State, seat: int) -> Asking[Lay]:
        buildings = tuple(Option(key, name) for key, name in NAMES.items())
        prompt = say("What do you build?")
        building = yield from Pick[str](
            key="building", prompt=prompt, options=buildings, secret=self.secret, default="well"
        )
        turns, city = BUILDINGS[building], self._city(state, seat)
        ways = [way for turn in range(len(turns)) for way in self._ways(city, building, turn)]
        first = next((way.value for way in ways if way.reason is None), None)
        return Lay(
            building,
            (
                yield from Fit(
                    key="where",
                    prompt=say("Where does it stand?"),
                    act=ACTS[building],
                    widget="city",
                    turns=turns,
                    icon="horse" if building == "stable" else "",
                    options=tuple(ways),
                    secret=self.secret,
                    default=first,
                )
            ),
        )

    def _ways(self, city: list[Laid], building: str, turn: int) -> list[Option[str]]:
        found = []
        for y in range(SIZE):
            for x in range(SIZE):
                at = f"{x},{y},{turn}"
                label = say("Column {x}, row {y}", x=x + 1, y=y + 1)
                if all(0 <= each < SIZE for square in covered(building, at) for each in square):
                    found.append(Option(at, label, reason=lay_reason(city, building, at)))
        return found

    def _lay(self, step: Step[State], move: Lay) -> None:
        city = self._city(step.state, step.seat)
        step.require(lay_reason(city, move.building, move.at))
        city.append(Laid(move.building, tuple(position(*square) for square in covered(move.building, move.at))))
        step.state.built[step.seat] += 1
        told = say("{who} has built.", who=named(step.seat))
        step.tell(seal(told, step.seat) if self.secret else told)

    def _city(self, state: State, seat: int) -> list[Laid]:
        return state.cities[seat if self.secret else COMMON].value

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return [] if self.secret else self._picture(state.cities[COMMON])

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return self._picture(state.cities[seat]) if self.secret else public

    def _picture(self, city: Sealed[list[Laid]]) -> list[AnyWidget]:
        hill = tuple(_cell(at, "hill", "mountain") for at in HILL)
        built = tuple(_cell(at, laid.building) for laid in city.value for at in laid.squares)
        legend = (
            *(LegendEntry(key, name) for key, name in NAMES.items()),
            LegendEntry("hill", say("Hill"), "mountain"),
        )
        return [
            Grid(
                key="city",
                title=say("Your city") if self.secret else say("The city"),
                width=SIZE,
                height=SIZE,
                cells=(*hill, *built),
                legend=legend,
                secret=self.secret,
            )
        ]

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return ScoreSheet(tuple(SideScore(str(seat), (seat,), named(seat), ()) for seat in state.seats))

    def inventory(self, state: State) -> Sequence[Tracked]:
        return []


def _cell(at: str, fill: str, icon: str = "") -> Cell:
    x, y = map(int, at.split(","))
    return Cell(x, y, fill, icon)


def covered(building: str, at: str) -> tuple[tuple[int, int], ...]:
    """The squares of a building that lies like this."""
    x, y, turn = map(int, at.split(","))
    return tuple((x + right, y + down) for right, down in BUILDINGS[building][turn])


def lay_reason(city: Sequence[Laid], building: str, at: str) -> Message | None:
    """Why a building may not lie like this."""
    squares = {position(*square) for square in covered(building, at)}
    if squares & set(HILL):
        return say("Nobody builds on a hill.")
    if any(squares & set(laid.squares) for laid in city):
        return say("Something stands there already.")
    return None
