"""How a game is explored: many plays in memory in which everything is decided by bytes, and something is checked.

Needs hypothesis: ``pip install 'table-companion[games]'``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.core.chance import ChanceSource
from companion.core.game import AnyGame
from companion.core.setup import MOST_SEATS, Seated, Setup, checked_setup
from companion.game_tests.random_play import RandomPlay

FAST, LONG = 4, 40
"""Evenings that are tried, shared out among the numbers of seats, with at least one for each: in every run the fewest
seats and the most, in the long one every number.
"""

LEAST = 10
"""Moves that all plays of a test together have at least: else it would show nothing."""


def explore(
    game: AnyGame,
    plays: int,
    check: Callable[[RandomPlay], None],
    begun: Callable[[RandomPlay], RandomPlay] = lambda random_play: random_play,
) -> None:
    """Run ``check`` on many plays of ``game``, with every number of seats that the game is for when there are many.
    ``begun`` may change how a play begins.

    Places, options, who draws, how far on, and every decision differ. The few are the same every time, so that a
    change is to blame when one fails; the many are new ones each time.
    """
    least, most = game.meta.seats
    numbers = sorted({least, most}) if plays <= FAST else range(least, most + 1)
    each = max(1, plays // (most - least + 1))
    same = plays <= FAST
    moves = sum(_explored(game, seats, each, check, begun, same=same) for seats in numbers)
    for more in (FAST, 4 * FAST, 16 * FAST):
        # Plays of this game are short, or were far on: more of them are looked at.
        if moves < LEAST:
            moves += sum(_explored(game, seats, more, check, begun, same=same) for seats in numbers)
    assert moves >= LEAST, f"only {moves} moves were looked at"


def _explored(
    game: AnyGame,
    seats: int,
    plays: int,
    check: Callable[[RandomPlay], None],
    begun: Callable[[RandomPlay], RandomPlay],
    *,
    same: bool,
) -> int:
    """The number of moves looked at. ``same``: the same plays every time."""
    moves = 0

    @settings(
        max_examples=plays,
        derandomize=same,
        database=None,
        phases=(Phase.generate,) if same else (Phase.generate, Phase.shrink),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(setups(game, seats), st.binary(min_size=4, max_size=4), AHEAD, DECISIONS)
    def explored(setup: Setup, seed: bytes, ahead: int, decisions: bytes) -> None:
        nonlocal moves
        random_play = begun(RandomPlay(game, setup, seed, decisions))
        try:
            random_play.fast_forward(ahead)
            check(random_play)
        except Exception as error:
            error.add_note(told(random_play))
            raise
        moves += random_play.made

    explored()
    return moves


def told(random_play: RandomPlay) -> str:
    """What was played until something was found."""
    setup = random_play.setup
    asked = ", ".join(f"{key}: {value}" for key, value in {**setup.options, **setup.chance}.items())
    moves = [f"  seat {made.seat}: {made.move}" for made in random_play.journal]
    if (now := random_play.present) is not None:
        moves.append(f"  and here seat {now.seat}: {now.move}")
    seats = ", ".join(map(str, setup.numbers))
    return "\n".join([f"Seats {seats}. {asked}", "Moves:", *(moves or ["  none"])])


AHEAD = st.sampled_from([0, 4, 12, 30])
"""Moves made before anything is looked at, so that later parts of a play have their turn."""

DECISIONS = st.builds(
    lambda seed, number: Random(seed).randbytes(number), st.integers(0, 2**32 - 1), st.integers(60, 100)
)
"""Spread evenly also in the first, simplest example, which would else be a play of first options only."""


@st.composite
def setups(draw: st.DrawFn, game: AnyGame, seats: int) -> Setup:
    """So many seats at any places, any options, and chance from either source."""
    meta = game.meta
    numbers = draw(st.sets(st.integers(1, MOST_SEATS), min_size=seats, max_size=seats))
    seated = tuple(Seated(number, "") for number in sorted(numbers))
    options = {option.key: draw(st.sampled_from([value for value, _ in option.values])) for option in meta.options}
    sources: tuple[ChanceSource, ...] = ("companion", "cardboard")
    chance: dict[str, ChanceSource] = {kind.key: draw(st.sampled_from(sources)) for kind in meta.chance}
    level = draw(st.sampled_from([key for key, _ in meta.levels])) if meta.levels else ""
    return checked_setup(meta, Setup(seated, options, chance, {}, level))
