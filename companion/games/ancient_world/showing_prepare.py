"""Checklists of what the players do by hand before a round. Sections 2 and 3.1."""

from __future__ import annotations

from companion.core.widgets import Note
from companion.core.wording import Wording, listed, named, say, say_n
from companion.games.ancient_world.queries_round import deck_letter, next_round, players_without_titan
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import (
    AMBROSIA_AT_START,
    CAPITAL,
    EMPIRE_ROW,
    EXTRA_COINS,
    OPENING_ROUND,
    SPACES,
    TITAN_STARS,
)
from companion.games.ancient_world.words import reshuffle


def set_up_list(state: State) -> Note:
    """What to do by hand before the first round. Section 2."""
    players = len(state.players)
    lines: list[Wording] = [
        say("Titan decks and district deck: the top card face up."),
        say("Deal {n} empire cards from deck A; set deck B aside until round 4.", n=EMPIRE_ROW[players]),
        say("Deal {n} military cards.", n=players),
        say("Cover {first} and {second}.", first=SPACES["explore"], second=SPACES["grow"]),
    ]
    if state.second:
        first, second, third = (SPACES[space] for space in AMBROSIA_AT_START)
        lines.append(say("1 ambrosia each on {first}, {second} and {third}.", first=first, second=second, third=third))
        lines.append(say("Each player: a starting titan on the board."))
    lines += [
        say("Each player: Fishing Dock, Wheat Fields, City Guard, Militia, citizens 1, 2 and 3."),
        say(
            "Capacity cube on {capacity}, income cube on {income}.",
            capacity=CAPITAL["capacity"],
            income=CAPITAL["coin-income"],
        ),
        say(
            "Coins in turn order: {coins}.",
            coins=listed([say("{n}", n=state.switches.start_coins + extra) for extra in EXTRA_COINS[:players]]),
        ),
    ]
    return Note(key="checklist", title=say("Set-up"), lines=tuple(lines), icon="log", big=True)


def checklist(state: State) -> Note:
    """What to do by hand before the next round. Section 3.1."""
    round_, players = next_round(state), len(state.players)
    lines: list[Wording] = [
        say("Move the round marker to {n}.", n=round_),
        say(
            "Empire row to the discard pile; deal {n} from deck {deck}.",
            n=EMPIRE_ROW[players],
            deck=deck_letter(round_),
        ),
        reshuffle(deck_letter(round_)),
        say("Military row under its deck; deal {n}.", n=players),
    ]
    if deck_letter(round_) != deck_letter(round_ - 1):
        lines.insert(1, say("From now on deck B."))
    for space, opens in OPENING_ROUND.items():
        if opens == round_:
            label = SPACES[space]
            lines.append(
                say("Uncover {space}, put 1 ambrosia on it.", space=label)
                if state.second
                else say("Uncover {space}.", space=label)
            )
    lines += [
        say_n(
            "{who} draws a titan from the bottom of the deck with {n} star.",
            "{who} draws a titan from the bottom of the deck with {n} stars.",
            TITAN_STARS[round_],
            who=named(player.seat),
        )
        for player in players_without_titan(state, min(max(state.claimed or state.first, 1), players))
    ]
    return Note(key="checklist", title=say("Prepare round {n}", n=round_), lines=tuple(lines), icon="log", big=True)
