"""The score: each line with its reason. Section 9.1."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import named, say, say_n
from companion.games.olympos import box, expand
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import (
    ABSOLUTISM_POINTS,
    ATLANTIS_POINTS,
    ENGINEERING_POINTS,
    KERES_POINTS,
    PHILOSOPHY_POINTS,
    POETRY_POINTS,
    TILE_POINTS,
    WONDERS,
)


def score_sheet(state: State) -> ScoreSheet:
    """The score of all seats; ties go to the most discovery and wonder tiles. Section 9.1."""
    ladder = (TieBreak(say("Most discovery and wonder tiles")),)
    return ScoreSheet(tuple(side_score(state, side) for side in state.sides), state.over, ladder=ladder)


def side_score(state: State, side: Side) -> SideScore:
    lines = (*board_lines(state, side), *tile_lines(state, side), *hidden_lines(side))
    ties = (owned(side.tiles) + owned(side.wonders),)
    return SideScore(str(side.seat), (side.seat,), named(side.seat), lines, ties)


def owned(tiles: dict[str, int]) -> int:
    """The number of tiles that a seat owns."""
    return sum(1 for n in tiles.values() if n)


def visible_points(state: State, side: Side) -> int:
    """Points that everybody sees: all but prestige tokens and the hand. Section 11."""
    return sum(line.points or 0 for line in (*board_lines(state, side), *tile_lines(state, side)))


def final_points(state: State, side: Side) -> int:
    """All points of a seat, once the game is over. Section 9.1."""
    return sum(line.points or 0 for line in side_score(state, side).lines)


def board_lines(state: State, side: Side) -> list[Line]:
    """The lines for Time Track, territories, wonders and Keres."""
    atlantis = min(side.atlantis, side.controlled)
    normal = side.controlled - atlantis
    time = box.time_points(state.box, side.position) if side.done else None
    end = say("On space {n}", n=side.position) if side.done else say("Counted when the seat is done")
    keres = -KERES_POINTS * side.marks["keres"]
    return [
        Line("time", time or 0, say("Time Track"), end),
        Line("territories", normal, say("Territories"), say("{n} under control, 1 each", n=normal)),
        Line("atlantis", ATLANTIS_POINTS * atlantis, say("Atlantis"), say("{n} under control, 2 each", n=atlantis)),
        *(
            Line("wonders", (box.wonder(state.box, key) or (0, 0))[1], label, say("Wonder, as printed"), say("Wonders"))
            for key, label in WONDERS.items()
            if side.wonders[key]
        ),
        *([Line("keres", keres, say("Keres"), say("2 less each time"))] if keres else []),
    ]


def tile_lines(state: State, side: Side) -> list[Line]:
    """The lines for discoveries, and for the six that count extra points."""
    tiles, swords = owned(side.tiles), expand.tile_swords(state, side)
    settlers = side.controlled + side.covered
    extra = [
        ("poetry", POETRY_POINTS, say("Poetry"), say("3 more")),
        ("philosophy", PHILOSOPHY_POINTS, say("Philosophy"), say("5 more")),
        ("science", tiles, say("Science"), say_n("1 for {n} discovery", "1 for each of {n} discoveries", tiles)),
        (
            "absolutism",
            ABSOLUTISM_POINTS * swords,
            say("Absolutism"),
            say_n("2 for {n} sword", "2 for each of {n} swords", swords),
        ),
        (
            "city",
            settlers,
            say("City"),
            say_n("1 for {n} settler on the map", "1 for each of {n} settlers on the map", settlers),
        ),
        (
            "engineering",
            ENGINEERING_POINTS * side.stars,
            say("Engineering"),
            say_n("3 for {n} Star token", "3 for each of {n} Star tokens", side.stars),
        ),
    ]
    first = Line(
        "discoveries",
        TILE_POINTS * tiles,
        say("Discoveries"),
        say_n("{n} tile, 2 each", "{n} tiles, 2 each", tiles),
    )
    return [first, *(Line(key, points, label, why) for key, points, label, why in extra if side.has(key))]


def hidden_lines(side: Side) -> list[Line]:
    """The lines for prestige tokens and Destiny cards; without points where they are hidden."""
    prestige = side.prestige.value if side.prestige.known else None
    hand = len(side.hand) if all(card.face.known for card in side.hand) else None
    return [
        Line("prestige", prestige, say("Prestige tokens"), say("Face value")),
        Line("destiny", hand, say("Destiny cards"), say("1 for each in hand")),
    ]
