"""Guided set-up: what people lay out before a war or a battle. Section 3."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table_setup import Laid, SetupStep, with_names
from companion.core.wording import N_, Message, in_a_row, listed, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.cards import hand_size
from companion.games.athens_sparta.showing import blocks_by_city, blocks_title
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDES, Side
from companion.games.athens_sparta.words import place_name

NAMES: dict[str, Message] = {
    "middle": say("As it lies", N_("As it lies")),
    "armies": say("Armies", N_("Armies")),
    "map": say("Map", N_("Map")),
    "aside": say("Set aside", N_("Set aside")),
    "blocks-athens": say("Blocks of Athens", N_("Blue blocks")),
    "blocks-sparta": say("Blocks of Sparta", N_("Red blocks")),
    "potidaea": say("Siege of Potidaea", N_("Siege of Potidaea")),
    "marker": say("Olympiad marker", N_("Olympiad marker")),
    "cards": say("Cards", N_("Cards")),
    "syracuse": say("Card at Syracuse", N_("Card at Syracuse")),
    "hands": say("Own hand", N_("Own hand")),
}
"""What each step is called, by its key."""


def setup_steps(state: State) -> Iterator[SetupStep]:
    """All steps of a war, or of a single battle, in the order of the rule book."""
    yield from with_names(_steps(state), NAMES)


def _steps(state: State) -> Iterator[SetupStep]:
    if state.level == "battle":
        yield SetupStep("armies", "each", say("The blocks of your army upright before you, full steps on top."))
        return
    if state.began and state.began > int(state.options["olympiad"]):
        yield SetupStep("middle", "all", say("Nothing is moved: set right what lies there."))
        return
    yield SetupStep(
        "map",
        "all",
        say("The map between you, with Athens on one side; blue, red and green blocks apart."),
        lies=(Laid(say("Beside the map"), say("the dice")),),
    )
    yield SetupStep(
        "aside",
        "all",
        say("Aside, not on the map:"),
        lies=(
            Laid(ASIDE, say("all reserve blocks")),
            Laid(ASIDE, say("Demos, Helot and Tyrant")),
            Laid(
                ASIDE,
                say(
                    "the Spartan ships with a blue star: {cities}",
                    cities=in_a_row(place_name(state, city) for city in tables.REBEL_CITIES),
                ),
            ),
            Laid(ASIDE, say("green blocks")),
        ),
    )
    yield from _own_blocks(state)
    yield SetupStep(
        "potidaea",
        "all",
        say("The siege of Potidaea: Spartans inside, upright; an Athenian hoplite and ship before it, face up."),
    )
    yield SetupStep("marker", "seats" if state.seats else "all", _marker(state), seats=_seat(state, "athens"))
    yield SetupStep("cards", "seats" if state.seats else "all", _cards(state), seats=_seat(state, "sparta"))
    if state.options["syracuse"]:
        yield SetupStep("syracuse", "each", say("Lay one card of your hand face down at Syracuse."))
    yield SetupStep(
        "hands",
        "each",
        say("Look at your hand: with fewer than {n} move points you may ask for a new one.", n=tables.REDEAL_BELOW),
    )


ASIDE = say("Aside")
HOME: dict[Side, Message] = {
    "athens": say("The blue blocks in their home cities, upright towards Athens, full steps on top."),
    "sparta": say("The red blocks in their home cities, upright towards Sparta, full steps on top."),
}


def _seat(state: State, side: Side) -> tuple[int, ...]:
    return (state.seats[side],) if state.seats else ()


def _own_blocks(state: State) -> Iterator[SetupStep]:
    """The blocks of each side in their home cities: city by city, as far as the box knows them."""
    for side in SIDES:
        words = HOME[side]
        if not state.seats:
            yield SetupStep(f"blocks-{side}", "all", words)
            continue
        places = blocks_by_city(state, side) if state.level == "full" else {}
        yield SetupStep(
            f"blocks-{side}",
            "seats",
            words,
            seats=_seat(state, side),
            lies=tuple(Laid(blocks_title(state, place), listed(blocks)) for place, blocks in places.items()),
            widget=f"setup-{side}" if places else "",
            private=True,
        )


def _marker(state: State) -> Message:
    return say("The marker on Olympiad {n}.", n=state.began or state.olympiad)


def _cards(state: State) -> Message:
    if not state.hands:
        return say(
            "Cards: shuffle all {m} and deal {k} to each; where the companion deals, leave them in the box.",
            m=tables.DECK_SIZE,
            k=hand_size(state),
        )
    if state.real_hands:
        return say("Shuffle all {m} cards and deal {k} to each.", m=tables.DECK_SIZE, k=hand_size(state))
    return say("Leave the cards in the box: the companion deals them.")
