"""Set-up, and preparing a round. Sections 2 and 3.1."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Wording, named, say, say_n
from companion.games.ancient_world import forms, goods, pieces, words
from companion.games.ancient_world.moves import Begin, Move, Prepare
from companion.games.ancient_world.state import Player, Preparing, SettingUp, State, Threat
from companion.games.ancient_world.tables import (
    EMPIRE_ROW,
    EXTRA_COINS,
    OPENING_ROUND,
    ROUNDS,
    SPACES,
    TITAN_STARS,
    deck_letter,
)


def clockwise_place(state: State, seat: int) -> int:
    """A seat's place clockwise from the lowest seat, counted from 1."""
    return [player.seat for player in state.players].index(seat) + 1


# -- set-up -------------------------------------------------------------------------------------------------------


def begin(step: Step[State], move: Begin) -> None:
    """Give out coins by turn order and titans; open the actions of the round."""
    state = step.state
    step.owed(SettingUp)
    if move.first not in [player.seat for player in state.players] or not 1 <= move.round <= ROUNDS:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    state.first = clockwise_place(state, move.first)
    state.round = move.round
    for extra, player in zip(EXTRA_COINS, state.order(), strict=False):
        goods.gain_goods(state, player, "coins", state.switches.start_coins + extra)
        if state.second:
            player.threat = Threat(TITAN_STARS[move.round])
        if move.round == 1:
            pieces.instruct_first_coins(step, player, state.switches.start_coins + extra)
    for space, opens in OPENING_ROUND.items():
        if opens <= move.round:
            _open_space(state, space)
    state.agenda.pop()
    state.stage = "turns"
    step.tell(say("{who} begins.", short=N_("{who} begins"), who=words.who(state.player(move.first))))
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


def ask_set_up(state: State, _: SettingUp) -> Asking[Move]:
    """Ask who begins, and in which round; the first is preselected."""
    return forms.of_table("set-up", words.TABLE_DUES[SettingUp], _ask_set_up(state))


def _ask_set_up(state: State) -> Asking[Move]:
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    first = yield from Pick[int](
        key="first",
        prompt=say("Who begins?"),
        options=seats,
        default=seats[0].value,
        meaning=words.FIRST_PLAYER,
    )
    rounds = tuple(
        Option(n, say("From the start") if n == 1 else say("In round {n}", n=n)) for n in range(1, ROUNDS + 1)
    )
    hint = say(
        "A play that is on already: choose its round, then set the numbers right under corrections.",
        short=N_("Then the numbers"),
    )
    prompt = say("Where does the play begin?", short=N_("Begin in which round?"))
    start = yield from Pick[int](
        key="round",
        prompt=prompt,
        hint=hint,
        options=rounds,
        default=1,
        usual=1,
        meaning=say("A new game begins at the start. A later round is for a game that is on already."),
    )
    return Begin(first=first, round=start)


# -- preparing a round --------------------------------------------------------------------------------------------


def next_round(state: State) -> int:
    """The round that is prepared; never beyond the last."""
    return min(max(state.round + 1, 2), ROUNDS)


def players_without_titan(state: State, first: int) -> list[Player]:
    """The players whose board has no titan, in turn order from place ``first``."""
    if not state.second:
        return []
    return [player for player in state.clockwise(first - 1) if player.threat is None]


def titan_decks(state: State, titans: int, given: int) -> tuple[int, ...]:
    """The deck of each of ``titans`` missing titans when the round's deck still gives ``given``.

    The others come from the next higher deck; 0 stands for none.
    """
    decks = list(state.decks)
    base = TITAN_STARS[next_round(state)]
    if decks[base - 1] < 0:
        decks[base - 1] = given
    found: list[int] = []
    for _ in range(titans):
        stars = deck_for(next_round(state), decks)
        found.append(stars)
        if stars and decks[stars - 1] > 0:
            decks[stars - 1] -= 1
    return tuple(found)


def deck_for(round_: int, decks: Sequence[int]) -> int:
    """The deck (stars) of a missing titan: the round's, or the next higher one that is not empty; 0 for none. Section
    3.1, step 3.
    """
    return next((stars for stars in range(TITAN_STARS[round_], 4) if stars and decks[stars - 1] != 0), 0)


def deck_uncounted(state: State) -> bool:
    """Whether the number of titans left in the deck for missing ones is unknown."""
    return state.decks[TITAN_STARS[next_round(state)] - 1] < 0


def prepare(step: Step[State], move: Prepare) -> None:
    """Begin the next round: marker, opened actions, fresh rows, missing titans."""
    state = step.state
    step.owed(Preparing)
    if move.first not in [player.seat for player in state.players]:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    first = clockwise_place(state, move.first)
    lacking = players_without_titan(state, first)
    if not 0 <= move.given <= len(lacking):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    decks = titan_decks(state, len(lacking), move.given)
    state.agenda.pop()
    ended, before = state.round, state.order()[0]
    state.round, state.first, state.claimed, state.last = next_round(state), first, 0, 0
    state.stage = "turns"
    for player in state.players:
        player.passed = 0
    pieces.instruct_round(step, ended, before)
    step.announce(
        say("Round {n}. {who} is first player.", short=N_("Round {n}"), n=state.round, who=words.who(state.order()[0]))
    )
    _open_actions(step)
    _deal(step)
    _draw_titans(step, lacking, decks)


def _open_actions(step: Step[State]) -> None:
    state = step.state
    for space, opens in OPENING_ROUND.items():
        if opens == state.round and not state.places[space].open:
            _open_space(state, space)
            pieces.instruct_opened(step, space)
            step.tell(say("{space} is open.", short=N_("{space} is open"), space=SPACES[space]), TABLE)


def _deal(step: Step[State]) -> None:
    players = len(step.state.players)
    deck = deck_letter(step.state.round)
    pieces.instruct_dealt(step)
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
            step.tell(say("No titan is left for {who}.", short=N_("No titan left"), who=words.who(player)))
            continue
        base = TITAN_STARS[state.round]
        if stars > base:
            state.decks[base - 1] = 0
        if state.decks[stars - 1] > 0:
            state.decks[stars - 1] -= 1
        player.threat = Threat(stars)
        pieces.instruct_drawn_titan(step, player, stars)
        step.tell(
            say_n(
                "{who} draws a titan from the bottom of the deck with {n} star.",
                "{who} draws a titan from the bottom of the deck with {n} stars.",
                stars,
                N_("{who}: {n}-star titan"),
                who=words.who(player),
            )
        )


def ask_prepare(state: State, _: Preparing) -> Asking[Move]:
    """Ask for the first player (preselected: the holder of the token), and for the titans left in an uncounted deck
    (preselected: enough).
    """
    return forms.of_table("prepare", words.TABLE_DUES[Preparing], _ask_prepare(state))


def _ask_prepare(state: State) -> Asking[Move]:
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    usual = state.players[(state.claimed or state.first) - 1].seat if _within(state) else seats[0].value
    ordered = sorted(seats, key=lambda option: option.value != usual)
    prompt = say("Round {n}: who is first player?", short=N_("First player?"), n=next_round(state))
    first = yield from Pick[int](
        key="first",
        prompt=prompt,
        options=tuple(ordered),
        default=usual,
        usual=usual,
        meaning=words.FIRST_PLAYER,
    )
    lacking = len(players_without_titan(state, clockwise_place(state, first)))
    if not lacking or not deck_uncounted(state):
        return Prepare(first=first)
    stars = TITAN_STARS[next_round(state)]
    options = tuple(Option(given, _draw_line(given, lacking)) for given in range(lacking, -1, -1))
    prompt = say_n(
        "How many titans are left in the deck with {n} star?",
        "How many titans are left in the deck with {n} stars?",
        stars,
        N_("Titans, {n}-star?"),
    )
    given = yield from Pick[int](
        key="given",
        prompt=prompt,
        options=options,
        default=lacking,
        usual=lacking,
        meaning=say(
            "A board without a titan gets one from the bottom of this deck. Where it has too few, the next higher deck "
            "gives the rest."
        ),
    )
    return Prepare(first=first, given=given)


def _within(state: State) -> bool:
    return 1 <= (state.claimed or state.first) <= len(state.players)


def _draw_line(given: int, lacking: int) -> Wording:
    if given == lacking:
        return say_n("Enough for the one missing", "Enough for all {n} missing", lacking, N_("Enough for all {n}"))
    if not given:
        return say("None is left", short=N_("None is left"))
    return say("Only {n}, then it is empty", short=N_("Only {n}"), n=given)
