"""The figures as tables for people, the aims beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tests.bench.club_printing import club_lines
from tests.bench.device_printing import device_lines
from tests.bench.figures import p50_p95
from tests.bench.growth import SUBJECTS
from tests.bench.positions import EVENINGS
from tests.bench.printed_rows import NONE, heading, row

MB = 2**20
KB = 1000
WORST = 5
"""Waits that are named."""
PAINTING = "painting "
"""What the step is called that a game's phones paint in, before the game."""
Figures = Mapping[str, Any]
Cell = Callable[[Figures], str]


def table(found: Figures) -> str:
    """Everything that was found, in lines."""
    return "\n".join(line for part in PRINTED for line in part(found))


def _machine(found: Figures) -> Iterator[str]:
    of, on = found["machine"], found["disk"]
    if found.get("busy"):
        yield f"BUSY MACHINE: a load of {of['load'][0]} before measuring. Times are longer than on a quiet one."
        yield ""
    server = found.get("prepared", {}).get("python", of["python"])
    yield f"Machine  {of['processor']}, {of['cores']} cores, {of['memory_gb']} GB; Linux {of['kernel']}"
    yield f"Python   {server} for the server, {of['python']} for what measures it"
    yield f"Disk     {on['mount']}, {on['file_system']}; a synced write takes {on['fsync_p50_ms']} ms (p50)"
    yield f"Load     {of['load'][0]} before measuring"
    failed = {name: each["failed"] for name, each in found.items() if isinstance(each, dict) and "failed" in each}
    for name, why in failed.items():
        yield f"FAILED   {name}: {why}"


def _pair(name: str, form: str = ".0f") -> Cell:
    def cell(of: Figures) -> str:
        values = [value for value in of.get(name, ()) if value]
        return " / ".join(f"{one:{form}}" for one in p50_p95(values)) if values else NONE

    return cell


def _bytes(of: Figures) -> str:
    came = of.get("bytes")
    return f"{came['mean'] / KB:.1f} / {came['most'] / KB:.0f}" if came else NONE


def _number(*path: str, unit: float = 1.0, form: str = ".1f") -> Cell:
    def cell(of: Figures) -> str:
        value: Any = of
        for name in path:
            value = value.get(name) if isinstance(value, Mapping) else None
        return NONE if value is None else f"{value / unit:{form}}"

    return cell


def _memory(when: str) -> Cell:
    def cell(of: Figures) -> str:
        at = of.get(when)
        return f"{at['pss'] / MB:.1f} ({at['moves']})" if at else NONE

    return cell


ROWS: tuple[tuple[str, str, Cell], ...] = (
    ("tap to last paint, 4 phones, ms *", "60 / 120", _pair("painted")),
    ("phone: main thread a move, ms *", "30", _pair("main_thread")),
    ("phone: style passes a move *", "", _pair("style_passes")),
    ("server: CPU of the whole move, ms *", "18", _pair("processor")),
    ("tap to last byte of all streams, ms *", "10 / 25", _pair("last_stream")),
    ("hurried: durable moves a second", "60", _number("hurried", "rate")),
    ("  longest a phone has no update, ms", "300", _number("hurried", "longest_wait_ms", form=".0f")),
    ("memory, PSS, MB (after moves)", "", _memory("halfway")),
    ("  after 200 moves, or at the end", "66", _memory("whole")),
    ("bytes a phone a move, kB (mean / most)", "2.5", _bytes),
    ("written to the disk a move, kB", "", _number("written", unit=KB)),
    ("idle: % of a core", "", _number("idle_percent", form=".2f")),
)
POOLED = ("painted", "main_thread", "style_passes", "processor", "last_stream")


def _people(found: Figures) -> Iterator[str]:
    games = {game: _game(found, game) for game in EVENINGS}
    if not any(games.values()):
        return
    pooled = {name: [one for of in games.values() for one in of.get(name, ())] for name in POOLED}
    columns = [pooled, *games.values(), rival := _usable(found.get("rival", {}))]
    yield from heading("What people feel", "all games", *EVENINGS, "boardgame.io", here="aim")
    for words, aim, cell in ROWS:
        yield row(words, aim, *map(cell, columns))
    yield "* p50 / p95"
    if "missing" in rival:
        yield f"boardgame.io was not measured: {rival['missing']}."
    elif rival:
        yield f"boardgame.io {RIVAL.format(game=rival['game'], memory=rival['pss'] / MB)}"
    yield from _worst(games)


RIVAL = (
    "with React shows the public tables of {game}, in memory: no rules, disk, questions, words or displays;\n"
    "  its Node takes {memory:.0f} MB (PSS)."
)


def _usable(of: Figures) -> Figures:
    return {} if "failed" in of else of


def _game(found: Figures, game: str) -> Figures:
    """What both steps found of a game."""
    return {**_usable(found.get(game, {})), **_usable(found.get(PAINTING + game, {}))}


def _worst(games: Mapping[str, Figures]) -> Iterator[str]:
    waits = [
        (waited, f"{game}: {name}")
        for game, of in games.items()
        for waited, name in zip(of.get("painted", ()), of.get("names", ()), strict=True)
        if waited
    ]
    for waited, name in sorted(waits, reverse=True)[:WORST]:
        yield f"  waited {waited:.0f} ms for the last paint of {name}"


def _start(found: Figures) -> Iterator[str]:
    start = _usable(found.get("start", {}))
    if start:
        yield from heading("Start", here="aim")
        yield row("to the first page, ms", "1000", f"{start['ready_ms']:.0f}")
        yield row("  the very first time, ms", "", f"{start['ready_first_ms']:.0f}")
        yield row("first page, all of it, kB", "60", f"{start['first_page'] / KB:.1f}")


GROWTH: Sequence[tuple[str, Cell]] = (
    ("CPU a move, ms *", _pair("processor")),
    ("to the last byte, ms *", _pair("last_stream")),
    ("bytes a phone, kB", _bytes),
    ("PSS, MB", _number("pss", unit=MB)),
    ("start, ms", _number("ready_ms", form=".0f")),
)


def _growth(found: Figures) -> Iterator[str]:
    subjects = [of for subject in (*SUBJECTS, *EVENINGS) if (of := _usable(found.get(f"growth {subject}", {})))]
    if not subjects:
        return
    columns = [words for words, _ in GROWTH]
    yield from heading("How cost grows", *columns[1:], here=columns[0])
    for subject in subjects:
        for words, of in subject.items():
            yield row(words, *(cell(of) for _, cell in GROWTH))
    yield "* p50 / p95"


PRINTED = (_machine, _people, _start, _growth, device_lines, club_lines)
"""In the order in which they are printed."""
