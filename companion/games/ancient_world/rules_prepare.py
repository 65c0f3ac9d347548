"""Set-up and preparing a round. Sections 2 and 3.1."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.step import TABLE, Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world import queries_round, reasons, rules_gains
from companion.games.ancient_world.agenda import Preparing, SettingUp
from companion.games.ancient_world.moves import Begin, Prepare
from companion.games.ancient_world.state import Player, State, Threat
from companion.games.ancient_world.tables import EMPIRE_ROW, EXTRA_COINS, OPENING_ROUND, ROUNDS, SPACES, TITAN_STARS
from companion.games.ancient_world.words import who


def begin(step: Step[State], move: Begin) -> None:
    """Give out coins by turn order and titans; open the actions of the round."""
    state = step.state
    step.owed(SettingUp)
    if move.first not in [player.seat for player in state.players] or not 1 <= move.round <= ROUNDS:
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    state.first = queries_round.clockwise_place(state, move.first)
    state.round = move.round
    for extra, player in zip(EXTRA_COINS, state.order(), strict=False):
        rules_gains.gain_goods(state, player, "coins", state.switches.start_coins + extra)
        if state.second:
            player.threat = Threat(TITAN_STARS[move.round])
    for space, opens in OPENING_ROUND.items():
        if opens <= move.round:
            _open_space(state, space)
    state.agenda.pop()
    state.stage = "turns"
    step.tell(say("{who} begins.", short=N_("{who} begins"), who=who(state.player(move.first))))
    if move.round > 1:
        step.tell(
            say("The play begins in round {n}: set right what lies on the table.", short=N_("Round {n}"), n=move.round),
            TABLE,
        )


def _open_space(state: State, space: str) -> None:
    """Uncover an action and put one ambrosia on it. Section 3."""
    place = state.places[space]
    place.open = 1
    if state.second:
        place.ambrosia += 1
        state.supply.ambrosia -= 1


def prepare(step: Step[State], move: Prepare) -> None:
    """Begin the next round: marker, opened actions, fresh rows, missing titans."""
    state = step.state
    step.owed(Preparing)
    if move.first not in [player.seat for player in state.players]:
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    first = queries_round.clockwise_place(state, move.first)
    lacking = queries_round.players_without_titan(state, first)
    if not 0 <= move.given <= len(lacking):
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    decks = queries_round.titan_decks(state, len(lacking), move.given)
    state.agenda.pop()
    state.round, state.first, state.claimed, state.last = queries_round.next_round(state), first, 0, 0
    state.stage = "turns"
    for player in state.players:
        player.passed = 0
    step.tell(say("Round {n}. {who} is first player.", short=N_("Round {n}"), n=state.round, who=who(state.order()[0])))
    _open_actions(step)
    _deal(step)
    _draw_titans(step, lacking, decks)


def _open_actions(step: Step[State]) -> None:
    state = step.state
    for space, opens in OPENING_ROUND.items():
        if opens == state.round and not state.places[space].open:
            _open_space(state, space)
            step.tell(say("{space} is open.", short=N_("{space} is open"), space=SPACES[space]), TABLE)


def _deal(step: Step[State]) -> None:
    players = len(step.state.players)
    deck = queries_round.deck_letter(step.state.round)
    step.tell(
        say(
            "Deal {empire} empire cards from deck {deck} and {military} military cards.",
            short=N_("Deal {empire} {deck}, {military} armies"),
            empire=EMPIRE_ROW[players],
            deck=deck,
            military=players,
        ),
        TABLE,
    )


def _draw_titans(step: Step[State], lacking: Sequence[Player], decks: Sequence[int]) -> None:
    state = step.state
    for player, stars in zip(lacking, decks, strict=True):
        if not stars:
            step.tell(say("No titan is left for {who}.", short=N_("No titan left"), who=who(player)))
            continue
        base = TITAN_STARS[state.round]
        if stars > base:
            state.decks[base - 1] = 0
        if state.decks[stars - 1] > 0:
            state.decks[stars - 1] -= 1
        player.threat = Threat(stars)
        step.tell(
            say_n(
                "{who} draws a titan from the bottom of the deck with {n} star.",
                "{who} draws a titan from the bottom of the deck with {n} stars.",
                stars,
                N_("{who}: {n}-star titan"),
                who=who(player),
            )
        )
