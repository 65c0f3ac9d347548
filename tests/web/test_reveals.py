"""What is revealed stands on the table screen until the table goes on, in every game that hides something."""

from __future__ import annotations

import re
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
from companion.plays.reports.announcements import Announcement, last_step
from companion.plays.reports.slips import ReadEntry
from companion.plays.storage.entry import Entry
from companion.service.play.play_now import Reveal, revealing_step
from companion.service.screens.view_builders import table_view
from tests.golden.test_playthroughs import FOLDER
from tests.web.flask_site import Site
from tests.web.golden_evening import GoldenEvening
from web.templating.helpers import most_important_first, steps_of


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
def test_cards_are_shown_each_to_its_side(reveals: Reveals) -> None:
    cards, *_ = reveals.found
    assert [lines for seat, lines in said(cards).items() if seat] == [
        ["{side} plays {card}."],
        ["{side} plays {card}."],
    ]
    assert [widget.key for part in cards.parts for widget in part.widgets] == ["played"]
    assert not any("rolls" in line for shown in reveals.found for lines in said(shown).values() for line in lines), (
        "what dice showed covers no blocks"
    )


class Announced(GoldenEvening):
    """What was announced in an evening, and the lines of each step as the story has them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.found: list[Announcement] = []
        self.steps: list[list[str]] = []

    def looks(self) -> None:
        view = table_view(self.room.moment)
        if view.last_step is not None:
            self.found += [one for one in view.last_step.announced if one not in self.found[-2:]]
        last = steps_of(view.log)[-1]
        self.steps.append([line.told.text for line in most_important_first(last) if isinstance(line.told, Message)])


def announced(path: str, folder: Path) -> Announced:
    evening = Announced(folder)
    evening.runs(FOLDER / f"{path}.txt")
    evening.room.close()
    return evening


@pytest.mark.parametrize(
    ("path", "text", "others"),
    [
        ("olympos/five-mixed", "{seat} conquers a {resource} territory of {loser}.", 1),
        ("antike/defended", "{who} conquers {city} of {other} ({loser}), defence {n}: gives up {lost}", 1),
        (
            "ancient-world/every-move",
            "{who} defeats {titan}, the titan of {owner}, with an attack of {value}, defence {defence}.",
            1,
        ),
        ("ancient-world/every-move", "Round {n}. {who} is first player.", 0),
        ("athens-sparta/amphipolis-rolled", "{side} attacks at {place}.", 0),
        ("antiquity/whole", "Turn {n}. All rise.", 0),
    ],
)
def test_attacks_and_new_rounds_are_announced(tmp_path: Path, path: str, text: str, others: int) -> None:
    found = [one for one in announced(path, tmp_path).found if one.told.text == text]
    assert found
    assert len(found[0].others) == others
    assert found[0].seat not in found[0].others


class SlipsOfMoments(GoldenEvening):
    """Whose shapes stand over the slips of each moment of the table screen, and whose slips, in their order."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.found: list[tuple[list[str], list[str]]] = []

    def sits_down(self, play: Play, site: Site) -> None:
        self._screen = site.browser("screen", "en")

    def looks(self) -> None:
        view = table_view(self.room.moment)
        if view.last_step is None or not any(one.others for one in view.last_step.announced):
            return
        page = self._screen.get("/table").text
        moment = page[page.index('<article class="moment apart"') :].partition("</article>")[0]
        shapes = re.findall(r'class="moment-who">.*?<span>([^<]+)</span></p>', moment, re.DOTALL)
        slips = re.findall(r'class="slip-who">.*?</svg>(.+?), now</p>', moment, re.DOTALL)
        self.found.append((shapes, slips))


def test_slips_stand_under_the_shapes_of_those_who_have_them(tmp_path: Path) -> None:
    evening = SlipsOfMoments(tmp_path)
    evening.runs(FOLDER / "antike/six-seats.txt")
    evening.room.close()
    both = [(shapes, slips) for shapes, slips in evening.found if set(shapes) == set(slips)]
    assert both
    assert all(shapes == slips for shapes, slips in both)


def test_who_lost_something_stands_before_what_the_dice_showed(tmp_path: Path) -> None:
    steps = announced("athens-sparta/amphipolis-rolled", tmp_path).steps
    hits = [step for step in steps if any("goes down from" in line for line in step)]
    assert hits
    assert all("goes down from" in step[0] for step in hits)
    assert any("rolls" in line for step in hits for line in step[1:])


def test_two_things_of_one_step_are_announced_and_the_third_is_not() -> None:
    told = tuple(replace(say(words), large=True, first=True) for words in ("One", "Two", "Three"))
    entry = Entry(number=1, base=0, stands_for=1, kind="move", seat=2, actor="seat:2", told=told)
    step = last_step([ReadEntry(entry, 3)])
    assert step is not None
    assert [one.told.text for one in step.announced] == ["One", "Two"]


@pytest.mark.parametrize(
    ("reveals", "words"),
    [
        ("olympos/five-mixed", "{god} falls upon {seat}. {effect}."),
        ("ancient-world/every-move", "{who} rolls: {face}."),
    ],
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


class RevealPages(GoldenEvening):
    """The part of the table screen with each reveal."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.drawn: list[str] = []
        self.twice: set[str] = set()

    def looks(self) -> None:
        if table_view(self.room.moment).reveal is not None and self.site is not None:
            html = self.site.browser("screen").get("/table").text
            ids = re.findall(r'(?<= id=")[^"]+', html)
            self.twice |= {one for one in ids if ids.count(one) > 1}
            self.drawn.append(html.partition('<section class="reveal ')[2].partition('id="story"')[0])


def test_a_list_does_not_repeat_the_name_above_it_and_the_slip_stands_beside(tmp_path: Path) -> None:
    evening = RevealPages(tmp_path)
    evening.runs(FOLDER / "antiquity/whole.txt")
    evening.room.close()
    first = evening.drawn[0]
    assert "<li>House 1</li>" in first
    assert "<li>Ana: " not in first
    assert 'class="reveal-time"' in first, "a bar shows how long it stays"
    assert any("Ana, now" in each and "put back" in each for each in evening.drawn)
    assert evening.twice == set(), "an update would put the board's picture, where nothing is marked, in its place"


def test_without_pictures_a_seat_has_one_row_that_names_it_once(tmp_path: Path) -> None:
    evening = RevealPages(tmp_path)
    evening.runs(FOLDER / "olympos/five-mixed.txt")
    evening.room.close()
    words = next(each for each in evening.drawn if "falls upon Anna." in each)
    assert "in-words" in words
    assert 'class="reveal-time"' not in words
