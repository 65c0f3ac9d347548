"""What is revealed stands on the table screen until the table goes on, in every game that hides something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from companion.core.secrecy import Sealed
from companion.core.widgets import Grid
from companion.core.wording import Message, SeatName, say
from companion.plays.play import Play
from companion.plays.storage.entry import Entry
from companion.service.play.play_now import Reveal, revealing_step
from companion.service.screens.view_builders import table_view
from tests.golden.test_playthroughs import FOLDER
from tests.web.golden_evening import GoldenEvening


class Reveals(GoldenEvening):
    """Every reveal of an evening, with the words of the last line of the log when it stood there."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.found: list[Reveal] = []
        self.positions = 0

    def looks(self) -> None:
        self.positions += 1
        shown = table_view(self.room.moment).reveal
        if shown is not None and shown not in self.found[-1:]:
            self.found.append(shown)


@pytest.fixture
def reveals(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reveals]:
    evening = Reveals(tmp_path)
    evening.runs(FOLDER / f"{request.param}.txt")
    yield evening
    evening.room.close()


def said(shown: Reveal) -> dict[int, list[str]]:
    return {part.seat: [line.text for line in part.lines] for part in shown.parts}


@pytest.mark.parametrize("reveals", ["antiquity/whole"], indirect=True)
def test_all_cities_stand_side_by_side_and_what_is_new_in_them_is_marked(reveals: Reveals) -> None:
    shown = reveals.found[0]
    seats = [part.seat for part in shown.parts if part.seat]
    assert len(seats) > 1
    cities = [widget for part in shown.parts for widget in part.widgets]
    assert all(isinstance(city, Grid) for city in cities)
    assert {city.seat for city in cities} == set(seats)
    assert shown.new
    marked = [cell for city in cities if isinstance(city, Grid) for cell in city.cells if cell.marked]
    assert marked
    assert any("{order}" in line for lines in said(shown).values() for line in lines)


@pytest.mark.parametrize("reveals", ["athens-sparta/amphipolis-rolled"], indirect=True)
def test_cards_and_dice_are_shown_each_to_its_side(reveals: Reveals) -> None:
    cards, *dice = reveals.found
    assert [lines for seat, lines in said(cards).items() if seat] == [
        ["{side} plays {card}."],
        ["{side} plays {card}."],
    ]
    assert [widget.key for part in cards.parts for widget in part.widgets] == ["played"]
    rolled = [shown for shown in dice if any("rolls" in line for lines in said(shown).values() for line in lines)]
    assert rolled
    assert {widget.key for part in rolled[0].parts for widget in part.widgets} == {"battle-athens", "battle-sparta"}


@pytest.mark.parametrize(
    ("reveals", "words"),
    [("olympos/five-mixed", "{god} falls upon {seat}."), ("ancient-world/every-move", "{who} rolls: {face}.")],
    indirect=["reveals"],
)
def test_what_was_hidden_or_rolled_is_told_large(reveals: Reveals, words: str) -> None:
    assert any(words in lines for shown in reveals.found for lines in said(shown).values())
    assert len(reveals.found) < reveals.positions / 2, "until the table goes on, and no longer"
    assert all(no_seal(line) for shown in reveals.found for part in shown.parts for line in part.lines)


def no_seal(line: Message) -> bool:
    return not any(isinstance(arg, Sealed) and arg.known for arg in line.args.values())


@pytest.mark.parametrize("secret", [1, 500])
def test_a_reveal_does_not_tell_how_often_others_act_in_secret(secret: int) -> None:
    entry = Entry(number=1, base=0, stands_for=1, kind="move", seat=2, actor="seat:2")
    told = replace(entry, told=(replace(say("Saint of {who}", who=SeatName(2)), large=True),))
    later = [replace(entry, number=2 + n, closed=True) for n in range(secret)]
    play = cast("Play", SimpleNamespace(effective=[told, *later]))
    step = revealing_step(play)
    assert step is not None
    assert [seat for seat, _ in step.lines] == [2]
