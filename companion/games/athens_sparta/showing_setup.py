"""The list of what to set up, shown until the first cards are played. Section 3."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.widgets import AnyWidget, Card, Hand, Note
from companion.core.wording import Message, Wording, say, say_n, verbatim
from companion.games.athens_sparta.queries_box import is_set_aside, printed_body
from companion.games.athens_sparta.queries_cards import hand_size
from companion.games.athens_sparta.state import Body, State
from companion.games.athens_sparta.tables import DECK_SIZE, HOLDER_BY_COLOUR, SIDE_NAMES, SIDES, Side
from companion.games.athens_sparta.words import block_name, place_name

ASIDE, UNKNOWN = "aside", "unknown"
GROUPS = {ASIDE: say("aside"), UNKNOWN: say("not described yet")}
"""Groups of the list: blocks that are set aside, and blocks of which the box lacks a field."""


def setup_list(state: State) -> Iterator[AnyWidget]:
    """What applies to every copy, then the blocks city by city as far as the box knows them."""
    if state.level == "battle" or not is_being_set_up(state):
        return
    lines: tuple[Wording, ...] = (
        say("Every block stands in its home city, upright, at full strength."),
        say("Aside: reserve blocks, Demos, Helot and Tyrant, green blocks, and the Spartan ships with a blue star."),
        say("Potidaea: Spartans inside, an Athenian hoplite and ship before it, face up."),
        say(
            "Marker on Olympiad {n}. Shuffle all {m} cards and deal {k} to each.",
            n=state.olympiad,
            m=DECK_SIZE,
            k=hand_size(state),
        ),
    )
    yield Note(key="setup", title=say("To set up"), lines=lines, icon="log")
    for side in SIDES:
        if places := _blocks_by_city(state, side):
            cards = tuple(Card(f"at-{place}", _title(state, place), tuple(blocks)) for place, blocks in places.items())
            yield Hand(key=f"setup-{side}", title=say("{side} sets up", side=SIDE_NAMES[side]), cards=cards)


def is_being_set_up(state: State) -> bool:
    """Whether no card of the play has been shown yet."""
    return not state.seats or (state.turn <= 1 and state.olympiad == state.began and not state.played)


def _blocks_by_city(state: State, side: Side) -> dict[str, list[Wording]]:
    """The blocks of a side by city; last those set aside and those with missing fields."""
    places: dict[str, list[Wording]] = {}
    later: dict[str, list[Wording]] = {ASIDE: [], UNKNOWN: []}
    for key, facts in sorted(state.box.get("block", {}).items()):
        if HOLDER_BY_COLOUR.get(str(facts.get("colour", ""))) != side:
            continue
        body = printed_body(state.box, key)
        if body is None:
            later[UNKNOWN].append(verbatim(str(facts.get("name") or key)))
        elif is_set_aside(side, body):
            later[ASIDE].append(_block_steps(body))
        else:
            places.setdefault(body.at, []).append(_block_steps(body))
    return dict(sorted(places.items())) | {place: blocks for place, blocks in later.items() if blocks}


def _block_steps(body: Body) -> Message:
    return say_n("{block}, {n} step", "{block}, {n} steps", body.strength, block=block_name(body))


def _title(state: State, place: str) -> Message:
    if place in GROUPS:
        return GROUPS[place]
    return say("{place}", place=place_name(state, place)) if place in state.box["city"] else say("in the open")
