"""Guided set-up: what people lay out before a game. Section 2."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table_setup import Laid, SetupStep, with_names
from companion.core.wording import N_, Message, in_a_row, named, say, say_n
from companion.games.ancient_world import tables
from companion.games.ancient_world.state import SettingUp, State

NAMES: dict[str, Message] = {
    "middle": say("As it lies", N_("As it lies")),
    "sort": say("Board and supply", N_("Board and supply")),
    "districts": say("Districts", N_("Districts")),
    "titans": say("Titan decks", N_("Titan decks")),
    "spaces": say("Actions", N_("Actions")),
    "military": say("Military row", N_("Military row")),
    "empire": say("Empire row", N_("Empire row")),
    "cities": say("Player boards", N_("Player boards")),
    "coins": say("First coins", N_("First coins")),
    "rest": say("Into the box", N_("Into the box")),
}
"""What each step is called, by its key."""


def setup_steps(state: State) -> Iterator[SetupStep]:
    """All steps for this number of players, in the order of the rule book."""
    yield from with_names(_steps(state), NAMES)


def _steps(state: State) -> Iterator[SetupStep]:
    players = len(state.players)
    begun = not any(isinstance(due, SettingUp) for due in state.agenda)
    if begun and state.round > 1:
        yield SetupStep("middle", "all", say("Nothing is moved: set right what lies there."))
        return
    yield SetupStep(
        "sort",
        "host",
        say(
            "The board in the middle, cards sorted by their backs, coins, knowledge and ambrosia beside it; the round "
            "marker on the start."
        )
        if state.second
        else say(
            "The board in the middle, cards sorted by their backs, coins and knowledge beside it; the round marker on "
            "the start."
        ),
        lies=(Laid(say("Beside the board"), say("3 damage dice")),),
    )
    yield SetupStep("districts", "neighbours", say("Shuffle the districts, face down; turn the top one up."))
    yield SetupStep(
        "titans",
        "neighbours",
        say("Three titan decks by their stars: shuffle each, face down; turn the top ones up."),
        lies=tuple(Laid(say_n("{n} star", "{n} stars", n), say("deck with the top card open")) for n in (1, 2, 3)),
    )
    yield SetupStep(
        "spaces",
        "nearest",
        say("Covers on the actions that are not open yet, and 1 ambrosia on those marked with it.")
        if state.second
        else say("Covers on the actions that are not open yet."),
        lies=(
            *(Laid(tables.SPACES[space], say("a cover")) for space in tables.OPENING_ROUND),
            *(Laid(tables.SPACES[space], say("1 ambrosia")) for space in tables.AMBROSIA_AT_START if state.second),
        ),
    )
    yield SetupStep(
        "military",
        "nearest",
        say("Shuffle the military deck and deal a row of {n}, face up.", n=players),
    )
    yield SetupStep(
        "empire",
        "nearest",
        say("Shuffle the empire decks. Deal a row of {n} from deck A, face up.", n=tables.EMPIRE_ROW[players]),
        lies=(
            Laid(say("Deck A"), say("beside the row, face down")),
            Laid(say("Deck B"), say("aside until round {n}", n=tables.SECOND_DECK_FROM)),
            Laid(say("Deck C"), say("beside the board, face up")),
        ),
    )
    yield SetupStep(
        "cities",
        "each",
        say("A player board before you, with the starting titan of the same picture on it.")
        if state.second
        else say("A player board before you."),
        lies=(
            Laid(say("to the right"), in_a_row(tables.START_EMPIRE.values())),
            Laid(say("to the left"), in_a_row(tables.START_MILITARY.values())),
            Laid(
                say("before the board"),
                say("citizens {numbers}", numbers=in_a_row(say("{n}", n=n) for n in tables.STARTING_CITIZENS)),
            ),
            Laid(say("capacity {n}", n=tables.CAPITAL["capacity"]), say("a cube")),
            Laid(say("income {n}", n=tables.CAPITAL["coin-income"]), say("a cube")),
        ),
    )
    order = state.order() if begun else []
    yield SetupStep(
        "coins",
        "each",
        say("The first player takes the token, hand side up. Take your coins in turn order.")
        if order
        else say(
            "Agree who begins: the first player takes the token, hand side up. Take these coins when you have said it "
            "here."
        ),
        lies=tuple(
            Laid(
                named(order[place].seat) if order else say("Player {n}", n=place + 1),
                say_n("{n} coin", "{n} coins", state.switches.start_coins + extra),
            )
            for place, extra in enumerate(tables.EXTRA_COINS[:players])
        ),
    )
    yield SetupStep(
        "rest",
        "each",
        _rest_words(state),
    )


def _rest_words(state: State) -> Message:
    """The words for what goes back into the box."""
    if state.second:
        return say(
            "Citizens 4 and 5 apart; boards, titans, cubes, citizens and starting cards that nobody plays go into the "
            "box."
        )
    return say("Citizens 4 and 5 apart; boards, cubes, citizens and starting cards that nobody plays go into the box.")
