"""Questions of set-up and of preparing a round. Sections 2 and 3.1."""

from __future__ import annotations

from companion.core.questions import Asking, Option, Pick
from companion.core.wording import N_, Wording, named, say, say_n
from companion.games.ancient_world import queries_round
from companion.games.ancient_world.agenda import Preparing, SettingUp
from companion.games.ancient_world.moves import Begin, Move, Prepare
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import ROUNDS, TITAN_STARS


def ask_set_up(state: State, _: SettingUp) -> Asking[Move]:
    """Ask who begins, and in which round."""
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    first = yield from Pick[int](key="first", prompt=say("Who begins?"), options=seats, default=seats[0].value)
    rounds = tuple(
        Option(n, say("From the start") if n == 1 else say("In round {n}", n=n)) for n in range(1, ROUNDS + 1)
    )
    hint = say(
        "A play that is on already: choose its round, then set the numbers right under corrections.",
        short=N_("Then the numbers"),
    )
    prompt = say("Where does the play begin?", short=N_("Begin in which round?"))
    start = yield from Pick[int](key="round", prompt=prompt, hint=hint, options=rounds, default=1)
    return Begin(first=first, round=start)


def ask_prepare(state: State, _: Preparing) -> Asking[Move]:
    """Ask for the first player, and for the titans left in an uncounted deck."""
    seats = tuple(Option(player.seat, named(player.seat), seat=player.seat) for player in state.players)
    usual = state.players[(state.claimed or state.first) - 1].seat if _within(state) else seats[0].value
    ordered = sorted(seats, key=lambda option: option.value != usual)
    prompt = say("Round {n}: who is first player?", short=N_("First player?"), n=queries_round.next_round(state))
    first = yield from Pick[int](key="first", prompt=prompt, options=tuple(ordered), default=usual)
    lacking = len(queries_round.players_without_titan(state, queries_round.clockwise_place(state, first)))
    if not lacking or not queries_round.deck_uncounted(state):
        return Prepare(first=first)
    stars = TITAN_STARS[queries_round.next_round(state)]
    options = tuple(Option(given, _draw_line(given, lacking)) for given in range(lacking, -1, -1))
    prompt = say_n(
        "Titans left in the deck with {n} star?",
        "Titans left in the deck with {n} stars?",
        stars,
        N_("Titans of {n} stars?"),
    )
    given = yield from Pick[int](key="given", prompt=prompt, options=options, default=lacking)
    return Prepare(first=first, given=given)


def _within(state: State) -> bool:
    return 1 <= (state.claimed or state.first) <= len(state.players)


def _draw_line(given: int, lacking: int) -> Wording:
    if given == lacking:
        return say("Enough for all {n} missing", short=N_("Enough for all {n}"), n=lacking)
    return say("Only {n}, then it is empty", short=N_("Only {n}"), n=given)
