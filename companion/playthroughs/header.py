"""Parser and writer of the playthrough header: ``key: value`` lines, and a play's set-up from and to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args

import msgspec
from msgspec.structs import replace

from companion.core.boxes import Box, Fact, Learned, put
from companion.core.chance import ChanceSource
from companion.core.game import AnyGame
from companion.core.setup import MOST_SEATS, Meta, OptionValue, Seated, Setup, SetupError, checked_setup
from companion.core.suggestions import near_or_known
from companion.playthroughs.lines import Header, Playthrough, PlaythroughError

FORMS = {
    "game": "game: KEY",
    "rules": "rules: VERSION",
    "level": "level: KEY",
    "seat": "seat NUMBER: NAME",
    "sides": "sides NUMBER: KEY KEY ...",
    "option": "option KEY: VALUE",
    "chance": "chance KEY: companion (or cardboard)",
    "box": "box KIND KEY FIELD: VALUE",
    "seed": "seed: HEXADECIMAL",
}
"""Form of every header line, by its first word."""

MOST = 4000
"""Maximum number of header lines, more than any box has facts."""

_LINE = re.compile(r"(?P<word>[^\s:]+)(?: +(?P<which>[^:]*[^:\s]))? *:(?: +(?P<value>.*))?")


class HeaderReader:
    """Line-by-line parser of the header."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._header = Header(game="")
        self._box: Box = {}

    def take(self, number: int, text: str) -> None:
        """Decode one line. Raises ``PlaythroughError``."""
        if len(self._header.at) >= MOST:
            raise PlaythroughError(self._name, number, f"the header has more than {MOST} lines")
        found = _LINE.fullmatch(text)
        if found is None:
            raise PlaythroughError(self._name, number, f"{text!r} is no header line; expected {_choice(FORMS)}")
        word, which, value = found["word"], found["which"] or "", (found["value"] or "").strip()
        if word not in FORMS:
            raise PlaythroughError(self._name, number, f"unknown header key {word}{near_or_known(word, list(FORMS))}")
        key = f"{word} {which}".strip()
        if key in self._header.at:
            raise PlaythroughError(self._name, number, f"{key} stands already in line {self._header.at[key]}")
        try:
            changed = self._changed(word, which.split(), value)
        except (ValueError, msgspec.DecodeError):
            problem = f"expected {FORMS[word]}, found {text!r}"
            raise PlaythroughError(self._name, number, problem) from None
        self._header = replace(self._header, at=self._header.at | {key: number}, **changed)

    def finish(self, number: int) -> Header:
        """The complete header. ``number`` is the line after it."""
        if not self._header.game:
            raise PlaythroughError(self._name, number, f"the header names no game; expected {FORMS['game']}")
        if not self._header.seats:
            raise PlaythroughError(self._name, number, f"the header names no seat; expected {FORMS['seat']}")
        return self._header

    def _changed(self, word: str, which: list[str], value: str) -> dict[str, Any]:
        """Header fields set by a line. Raises ``ValueError`` for a wrong form."""
        header = self._header
        match word, which:
            case "seat", [number]:
                return {"seats": (*header.seats, Seated(_seat(number), value))}
            case "sides", [number]:
                return {"seats": _with_sides(header.seats, _seat(number), tuple(value.split()))}
            case "box", [kind, key, field]:
                put(self._box, Learned(kind, key, field, msgspec.json.decode(value, type=Fact)))
                return {"box": self._box}
            case "chance", [key] if value in get_args(ChanceSource):
                return {"chance": header.chance | {key: cast("ChanceSource", value)}}
            case "option", [key] if value:
                return {"options": header.options | {key: value}}
            case "rules", []:
                return {"rules": int(value)}
            case "seed", [] if value:
                return {"seed": bytes.fromhex(value).hex()}
            case (("game" | "level"), []) if value:
                return {word: value}
        raise ValueError(word)


def header_lines(header: Header) -> Iterator[str]:
    """Lines of a header, in fixed order."""
    yield f"game: {header.game}"
    if header.rules:
        yield f"rules: {header.rules}"
    if header.level:
        yield f"level: {header.level}"
    for seated in header.seats:
        yield f"seat {seated.seat}: {' '.join(seated.name.split())}".rstrip()
        if seated.sides:
            yield f"sides {seated.seat}: {' '.join(seated.sides)}"
    for key, value in header.options.items():
        yield f"option {key}: {value}"
    for key, by in header.chance.items():
        yield f"chance {key}: {by}"
    yield from _box_lines(header.box)
    if header.seed:
        yield f"seed: {header.seed}"


def _box_lines(box: Box) -> Iterator[str]:
    for kind, parts in box.items():
        for key, facts in parts.items():
            for field, fact in facts.items():
                yield f"box {kind} {key} {field}: {json.dumps(fact, ensure_ascii=False)}"


def _choice(forms: dict[str, str]) -> str:
    return " or ".join(forms.values())


def _seat(text: str) -> int:
    seat = int(text)
    if not 1 <= seat <= MOST_SEATS:
        raise ValueError(text)
    return seat


def _with_sides(seats: tuple[Seated, ...], seat: int, sides: tuple[str, ...]) -> tuple[Seated, ...]:
    if all(seated.seat != seat for seated in seats):
        raise ValueError(seat)
    return tuple(replace(seated, sides=sides) if seated.seat == seat else seated for seated in seats)


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
