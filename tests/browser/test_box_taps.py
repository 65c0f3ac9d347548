"""The facts of a first evening of Olympos, entered with one thumb: the taps that docs/pace.md says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games.olympos.box import PRACTICE
from companion.games.olympos.tables import DESTINIES, RESOURCES, bonuses_at, row_of
from tests.browser.box_pages import PadThumb, host_of, kept, owners
from tests.browser.conftest import Crowd

PACE = Path(__file__).parents[2] / "docs" / "pace.md"
SEATS = 4
"""At the first evening: the third, grey bonus of a row is not asked, nor more ends than tokens."""

BONUSES = {"A": "1 settler", "B": "2 hourglasses", "C": "1 Gold cube", "D": "2 points"}
SPACES = list(PRACTICE["space"])
ENDS = list(PRACTICE["time"])[:SEATS]


def printed(kind: str, key: str, field: str) -> Any:
    return PRACTICE[kind][key][field]


def bonuses(space: str) -> list[str]:
    found: list[str] = printed("space", space, "bonus")
    return found[: bonuses_at(row_of(space), SEATS)]


def track(thumb: PadThumb) -> None:
    thumb.cell("track", "zeus1")
    for field in (*(f"zeus{n}" for n in range(1, 7)), "cross"):
        thumb.number(printed("track", "track", field), 150)


def ends(thumb: PadThumb) -> None:
    """The number of the first, then points: the next spaces follow by themselves."""
    thumb.tap(thumb.page.locator("input[data-field='']").first)
    thumb.key(*ENDS[0])
    for end in ENDS:
        thumb.key(str(printed("time", end, "points")))


def spaces(thumb: PadThumb) -> None:
    """What is printed is chosen once, then every place that shows it is tapped."""
    thumb.do("brush")
    amounts: dict[str, list[tuple[str, str]]] = {}
    for space in SPACES:
        for good in RESOURCES:
            if n := printed("space", space, good):
                amounts.setdefault(str(n), []).append((space, good))
        if grey := printed("space", space, "grey"):
            amounts.setdefault("".join(map(str, grey)), []).append((space, "grey"))
    for digits, places in amounts.items():
        thumb.key(*digits)
        for place in places:
            thumb.cell(*place)
    thumb.cell(SPACES[0], "bonus")
    for letters in sorted({tuple(bonuses(space)) for space in SPACES if bonuses(space)}):
        thumb.key(*(BONUSES[letter] for letter in letters))
        for space in SPACES:
            if tuple(bonuses(space)) == letters:
                thumb.cell(space, "bonus")
    thumb.do("rest")


def wonders(thumb: PadThumb) -> None:
    """The second row is that of the Stadium, which the rules tell."""
    for n, wonder in enumerate(("lion-gate", "parthenon", "statue", "colossus")):
        if n < 2:
            thumb.cell(wonder, "stars")
        for field in ("stars", "points"):
            thumb.number(printed("wonder", wonder, field), 12)


def tiles(thumb: PadThumb) -> None:
    thumb.cell("money", "resources")
    for tile in ("money", "agriculture"):
        thumb.key(*(str(resource).title() for resource in printed("tile", tile, "resources")))
        if tile == "money":
            thumb.do("next")


def deck(thumb: PadThumb) -> None:
    """The most frequent number all the way down, then those that differ."""
    copies = {face: printed("destiny", face, "copies") for face in DESTINIES}
    first, *_ = copies
    thumb.cell(first, "copies")
    thumb.key(str(copies[first]))
    thumb.do("down")
    for face, n in copies.items():
        if n != copies[first]:
            thumb.cell(face, "copies")
            thumb.key(str(n))


def first_evening() -> dict[str, Any]:
    """Every fact that a play of four may ask."""
    box: dict[str, Any] = {kind: {key: dict(facts) for key, facts in PRACTICE[kind].items()}
                           for kind in ("track", "time", "space", "wonder", "tile", "destiny")}  # fmt: skip
    box["time"] = {end: box["time"][end] for end in ENDS}
    for space, facts in box["space"].items():
        facts["bonus"] = bonuses(space)
    return box


@pytest.mark.long
def test_the_facts_of_a_first_evening_in_their_taps(crowd: Crowd) -> None:
    page = host_of(crowd, "/host").page
    thumb = PadThumb(page)
    thumb.tap(page.locator("a[href='/host/box/olympos']"))
    thumb.tap(page.get_by_role("link", name="Enter what is missing"))
    page.wait_for_url("**/box-table/olympos/track")
    track(thumb)
    for kind, enter in (("time", ends), ("space", spaces), ("wonder", wonders), ("tile", tiles), ("destiny", deck)):
        thumb.next_kind(f"olympos/{kind}")
        enter(thumb)
    kept(page)
    assert owners(crowd, "olympos") == first_evening()
    said = re.search(r"\*\*(\d+) taps\*\*, at most (\d+)", PACE.read_text("utf-8"))
    assert said is not None
    assert thumb.taps == int(said[1])
    assert thumb.taps <= int(said[2]) == 160
