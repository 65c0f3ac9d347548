"""Every tracked number."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.inventory import Choice, Tracked
from companion.core.wording import Message, say
from companion.games.athens_sparta import pieces
from companion.games.athens_sparta.box import MOST_POINTS, written
from companion.games.athens_sparta.seats import seat_of, side_on_turn
from companion.games.athens_sparta.state import OUT_OF_PLAY, Block, State
from companion.games.athens_sparta.tables import LAST_OLYMPIAD, MOST_STEPS, SIDE_NAMES, SIDES
from companion.games.athens_sparta.words import block_name, location_words, place_name

HELP = {"none": say("not yet"), "allied": say("Persia helps Sparta"), "ended": say("over")}
NO_YES = (say("no"), say("yes"))


def inventory(state: State) -> list[Tracked]:
    """All tracked numbers, with the same names for every viewer: hidden blocks are named by their keys in the box."""
    found = [
        Tracked(
            "olympiad",
            say("Olympiad"),
            (state, "olympiad"),
            low=83,
            high=LAST_OLYMPIAD,
            thing=pieces.OLYMPIAD,
            places=pieces.olympiad_places(83, LAST_OLYMPIAD),
        ),
        Tracked("turn", say("Game Turn"), (state, "turn"), low=0, high=6),
        _move_points(state),
        Tracked(
            "first",
            say("Player 1"),
            (Choice(state, "first", SIDES), "number"),
            high=1,
            meanings=tuple(SIDE_NAMES[side] for side in SIDES),
        ),
        Tracked(
            "persia",
            say("Help of Persia"),
            (Choice(state, "persia", tuple(HELP)), "number"),
            high=2,
            meanings=tuple(HELP.values()),
        ),
        Tracked(
            "helot",
            say("The Helots have risen"),
            (Choice(state, "helot", (False, True)), "number"),
            high=1,
            meanings=NO_YES,
        ),
    ]
    for side in SIDES:
        if side in state.extra:
            label = say("{side}: points added or taken off", side=SIDE_NAMES[side])
            found.append(Tracked(f"{side}.extra", label, (state.extra, side), seat_of(state, side), low=-48, high=48))
    for one in state.garrisons:
        label = say("{side}: hidden blocks in {place}", side=SIDE_NAMES[one.side], place=place_name(state, one.place))
        owner = seat_of(state, one.side)
        place = place_name(state, one.place)
        found.append(
            Tracked(
                pieces.inside_key(one.place, one.side),
                label,
                (one, "count"),
                owner,
                low=1,
                high=12,
                thing=pieces.INSIDE,
                place=place,
            )
        )
    for key, block, called in _named_blocks(state):
        label = say("{side}: steps of {block}", side=SIDE_NAMES[block.side], block=called)
        seat = seat_of(state, block.side) or None
        thing = pieces.block_thing(block_name(block.body.value) if block.body.known else called)
        found.append(
            Tracked(
                pieces.block_key(key), label, (Strength(block), "strength"), seat, low=0, high=MOST_STEPS, thing=thing
            )
        )
    return found


def cities(state: State) -> list[Tracked]:
    """A tracked number for each city that a side holds. It tells that side when it loses the city."""
    return [
        Tracked(
            f"holder.{key}",
            say("{place}", place=place_name(state, key)),
            (Choice(city, "holder", SIDES), "number"),
            high=1,
            icon="tower",
            meanings=tuple(SIDE_NAMES[side] for side in SIDES),
            held_by=(state.seats[side],),
        )
        for key, city in state.cities.items()
        for side in SIDES
        if city.holder == side and side in state.seats
    ]


def _move_points(state: State) -> Tracked:
    """Move points of the side on turn."""
    side = side_on_turn(state)
    label = say("{side}: move points", side=SIDE_NAMES[side]) if side else say("Move points of this turn")
    owner = seat_of(state, side) if side else None
    return Tracked("mp", label, (state, "points"), owner, low=0, high=MOST_POINTS)


def _named_blocks(state: State) -> Iterator[tuple[str, Block, Message]]:
    """(key, block, name) of every block; blocks of a side with the same name are numbered."""
    names = {key: _block_label(state, key) for key in sorted(state.blocks)}
    alike: dict[bytes, list[str]] = {}
    for key, name in names.items():
        alike.setdefault(msgspec.json.encode((state.blocks[key].side, name)), []).append(key)
    numbers = {key: n for keys in alike.values() if len(keys) > 1 for n, key in enumerate(keys, 1)}
    for key, name in names.items():
        yield key, state.blocks[key], say("{what} {n}", what=name, n=numbers[key]) if key in numbers else name


def _block_label(state: State, key: str) -> Message:
    """The name of a block: with place if the viewer knows it, else its name in the box, else its key."""
    block = state.blocks[key]
    if block.body.known:
        body = block.body.value
        place = say("aside") if body.at == OUT_OF_PLAY else location_words(state, body.at)
        return say("{block}, {place}", block=block_name(body), place=place)
    facts = state.box.get("block", {}).get(key, {})
    if name := str(facts.get("name", "")).strip():
        return say("{name}", name=written(name))
    return say("hidden block {key}", key=key)


class Strength:
    """The steps of a block, sealed in its body: reading raises ``BrokenSeal`` for a viewer who may not know them."""

    def __init__(self, block: Block) -> None:
        self._block = block

    @property
    def strength(self) -> int:
        return self._block.body.value.strength

    @strength.setter
    def strength(self, value: int) -> None:
        self._block.body.value.strength = value
