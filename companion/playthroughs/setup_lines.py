"""Convert between a playthrough header and a play's set-up."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import AnyGame
from companion.core.setup import Meta, OptionValue, Setup, SetupError, checked_setup, near_or_known
from companion.playthroughs.lines import Header, Playthrough, PlaythroughError

NO_SEED = bytes(32)
"""Seed of a play in which the companion draws nothing."""


def game_of(playthrough: Playthrough, games: Mapping[str, AnyGame]) -> AnyGame:
    """Game of a playthrough. Raises ``PlaythroughError``."""
    header = playthrough.header
    if header.game not in games:
        problem = f"unknown game {header.game}{near_or_known(header.game, sorted(games))}"
        raise PlaythroughError(playthrough.name, header.at.get("game", 1), problem)
    return games[header.game]


def setup_of(playthrough: Playthrough, game: AnyGame) -> tuple[Setup, bytes]:
    """Set-up and seed of the play. Raises ``PlaythroughError``."""
    header, meta = playthrough.header, game.meta
    options = {key: _option(playthrough, meta, key, text) for key, text in header.options.items()}
    setup = Setup(header.seats, options, dict(header.chance), header.box, header.level)
    try:
        setup = checked_setup(meta, setup)
    except SetupError as error:
        raise PlaythroughError(playthrough.name, _line(header, str(error)), str(error)) from None
    drawn = [key for key, by in setup.chance.items() if by == "companion"]
    if drawn and not header.seed:
        problem = f"expected seed: HEXADECIMAL, because the companion draws {', '.join(drawn)}"
        raise PlaythroughError(playthrough.name, header.at.get("game", 1), problem)
    return setup, bytes.fromhex(header.seed) if header.seed else NO_SEED


def header_of(game: AnyGame, setup: Setup, seed: bytes) -> Header:
    """Header of a play that began like this."""
    return Header(
        game=game.meta.key,
        rules=game.meta.rules_version,
        seats=setup.seats,
        options={key: option_text(value) for key, value in setup.options.items()},
        chance=dict(setup.chance),
        box=setup.box,
        level=setup.level,
        seed=seed.hex() if "companion" in setup.chance.values() else "",
    )


def option_text(value: OptionValue) -> str:
    """Option value as text."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _option(playthrough: Playthrough, meta: Meta, key: str, text: str) -> OptionValue:
    line = playthrough.header.at.get(f"option {key}", 1)
    known = {option.key: option for option in meta.options}
    if key not in known:
        raise PlaythroughError(playthrough.name, line, f"unknown option {key}{near_or_known(key, list(known))}")
    values = {option_text(value): value for value, _ in known[key].values}
    if text not in values:
        problem = f"option {key} is {text}; expected one of {', '.join(values)}"
        raise PlaythroughError(playthrough.name, line, problem)
    return values[text]


def _line(header: Header, problem: str) -> int:
    """Header line that a set-up problem is about, else the game's."""
    named = [line for key, line in header.at.items() if key.startswith(("chance ", "level")) and key in problem]
    return named[0] if named else header.at.get("game", 1)
