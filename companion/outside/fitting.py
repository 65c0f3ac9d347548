"""Whether a package speaks the contract: looked at when the table starts, so that a misfit is left out with a reason
instead of ending an evening.
"""

from __future__ import annotations

import re
from typing import get_args

from companion.core.errors import raised_at
from companion.core.game import AnyGame, Game
from companion.core.game_package import CONTRACT, GamePackage
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import MOST_SEATS, Meta, Seated, Setup, checked_setup
from companion.core.wording import Message, say
from companion.render.canvas.glyphs import icon_names

KEY = re.compile("[a-z][a-z0-9_-]{1,39}")


def misfit(package: object, key: str) -> Message | None:
    """Why what the entry point ``key`` gave cannot be played here; None if it can. Nothing is raised."""
    try:
        return _misfit(package, key)
    except (Exception, SystemExit) as error:
        what = f"{type(error).__name__}: {error}"
        return say("It is not what a game must be: {what} ({where}).", what=what, where=raised_at(error))


def _misfit(package: object, key: str) -> Message | None:
    if not isinstance(package, GamePackage):
        return say("It gives a {what} instead of a GamePackage.", what=type(package).__name__)
    if package.contract > CONTRACT:
        return say(
            "It was written for contract {theirs} and this companion speaks {ours}. A newer companion may know it.",
            theirs=str(package.contract),
            ours=str(CONTRACT),
        )
    if package.contract < 1:
        return say("There is no contract {theirs}.", theirs=str(package.contract))
    game = package.game
    if not isinstance(game, Game) or not isinstance(getattr(game, "meta", None), Meta):
        return say("What it gives as its game is none.")
    return _misfit_of_meta(game.meta, key) or _misfit_of_rules(game) or _misfit_of_a_start(game)


def _misfit_of_meta(meta: Meta, key: str) -> Message | None:
    least, most = meta.seats
    if meta.key != key:
        return say(
            "Its entry point is called {entry} and its game {key}. Both must be the same.", entry=key, key=meta.key
        )
    if not KEY.fullmatch(key):
        return say("The key {key} is not of small letters, digits, _ and -, with a letter first.", key=key)
    if not 1 <= least <= most <= MOST_SEATS:
        return say("Its seats are {least} to {most}; a table has {all}.", least=least, most=most, all=MOST_SEATS)
    if meta.icon not in icon_names():
        return say("There is no icon called {icon}.", icon=meta.icon)
    return None


def _misfit_of_rules(game: AnyGame) -> Message | None:
    moves = get_args(game.move_type) or (game.move_type,)
    missing = [move.__name__ for move in moves if move not in game.rules]
    return say("It has no rule for the move {move}.", move=missing[0]) if missing else None


def _misfit_of_a_start(game: AnyGame) -> Message | None:
    if (failed := failed_start(game)) is None:
        return None
    number, error = failed
    what = f"{type(error).__name__} at {raised_at(error)}"
    return say("A play of {n} seats does not begin: {what}.", n=number, what=what)


def failed_start(game: AnyGame) -> tuple[int, BaseException] | None:
    """Begin a play of the fewest and one of the most seats and look at them, as the table would do it: the number of
    seats and the error of one that fails.
    """
    for number in sorted(set(game.meta.seats)):
        try:
            _begin(game, number)
        except (Exception, SystemExit) as error:
            return number, error
    return None


def _begin(game: AnyGame, number: int) -> None:
    setup = checked_setup(game.meta, Setup(tuple(Seated(seat, f"P{seat}") for seat in range(1, number + 1))))
    state = game.copy(game.new(setup))
    public = seen(state, PUBLIC)
    for seat in game.awaits(public).seats:
        viewer = Viewer(seat)
        next(game.ask(seen(state, viewer), seat))
    for viewer in (PUBLIC, *map(Viewer, setup.numbers)):
        known = seen(state, viewer)
        game.show(known, viewer)
        game.score(known, viewer)
    game.inventory(public)
