"""The asking game with a picture to walk on: a track, a rondel, a grid, a hand, or one without positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.options import Amount, Option
from companion.core.questions import Asking, Place
from companion.core.widgets import AnyWidget, Card, Cell, Grid, Hand, Note, Rondel, Space, Track
from companion.core.wording import say
from tests.service.asking_game import Answered, AskingGame, State

CITIES = {"ostia": say("Ostia"), "cumae": say("Cumae"), "tarent": say("Tarent"), "veii": say("Veii")}
REASON = say("Too far.")
SQUARES = {"ostia": "0,0", "cumae": "2,0", "tarent": "1,2", "veii": "4,3"}
PRICES = {"tarent": (Amount(3, "coin"),)}
OUT = ("cumae",)


def where(kind: str, out: Sequence[str] = OUT) -> Place[str]:
    """The question; Cumae is out of reach, Tarent costs something."""
    options = tuple(
        Option(
            SQUARES[key] if kind == "grid" else key,
            words,
            price=() if kind == "hand" else PRICES.get(key, ()),
            reason=REASON if key in out else None,
        )
        for key, words in CITIES.items()
    )
    return Place(key=kind, prompt=say("Where to?"), options=options, widget="picture")


def picture(kind: str, *, secret: bool = False) -> AnyWidget:
    """What the question is asked on."""
    given: dict[str, Any] = {"key": "picture", "title": say("The coast"), "secret": secret}
    spaces = tuple(Space(key, words) for key, words in CITIES.items())
    match kind:
        case "track":
            return Track(spaces=spaces, **given)
        case "rondel":
            return Rondel(spaces=spaces, **given)
        case "grid":
            cells = tuple(Cell(*map(int, spot.split(",")), icon="city") for spot in SQUARES.values())
            return Grid(width=6, height=5, cells=cells, **given)
        case "hand":
            return Hand(cards=tuple(Card(key, words) for key, words in CITIES.items()), **given)
    return Note(lines=(say("One"),), **given)


class WalkingGame(AskingGame):
    """The game of this module: seats walk over its map. ``out`` are the positions out of reach."""

    def __init__(self, kind: str, *, out: Sequence[str] = OUT, secret: bool = False) -> None:
        super().__init__("pick", secret=secret)
        self.on = kind
        self.out = out

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        answer = yield from replace(where(self.on, self.out), secret=self.secret)
        return Answered(f"{len(state.said)}:{answer}")

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return () if self.secret else (picture(self.on, secret=False),)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return (picture(self.on, secret=True),) if self.secret else public
