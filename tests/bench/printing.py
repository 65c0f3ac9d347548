"""The figures as a table for people, the aims beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.bench.calibration import SINGLE_CORE, SOURCE
from tests.bench.club_printing import club_lines
from tests.bench.positions import EVENINGS, PARTS
from tests.bench.printed_rows import NONE, both, heading, row

MB = 2**20
BOARDS = tuple(SINGLE_CORE)


def table(found: Mapping[str, Any]) -> str:
    """Everything that was found, in lines."""
    return "\n".join(line for part in PRINTED for line in part(found))


def _machine(found: Mapping[str, Any]) -> Iterator[str]:
    of, on = found["machine"], found["disk"]
    runs = f"Python {of['python']}, Linux {of['kernel']}"
    yield f"Machine  {of['processor']}, {of['cores']} cores, {of['memory_gb']} GB; {runs}"
    yield f"Disk     {on['mount']}, {on['file_system']}; a synced write takes {on['fsync_p50_ms']} ms (p50)"
    yield f"Load     {of['load'][0]} before measuring"
    failed = {name: each["failed"] for name, each in found.items() if "failed" in each}
    for name, why in failed.items():
        yield f"FAILED   {name}: {why}"


def _evenings(found: Mapping[str, Any]) -> Iterator[str]:
    factors = found["calibration"].get("factors", {})
    yield from heading("What people play", *(f"on a {board}" for board in BOARDS), here="here")
    yield "most seats, a phone each in two languages, the table screen and all displays; begun from stored positions"
    for game in EVENINGS:
        for part in PARTS:
            if (of := found.get(game, {}).get(part)) is not None:
                yield from _position(game, part, of, factors)
    yield SOURCE


def _position(game: str, part: str, of: Mapping[str, Any], factors: Mapping[str, float]) -> Iterator[str]:
    yield f"{game}, {part} ({of['seats']} seats, {of['moves']} moves)"
    yield _expected("  processor for a move, ms (p50 / p95)", of["processor"], factors, "p50", "p95")
    yield _expected("  to the last screen, ms (p50 / p95 / p99)", of["last_phone"], factors, "p50", "p95", "p99")
    yield _expected("  processor for a look at a form, ms (p50 / p95)", of["looking"], factors, "p50", "p95")
    came = of["bytes"]
    yield row("  bytes a phone and move, kB (p50 / most)", _pair(came, 1000) if came else NONE)
    yield row("  first page of any seat, kB", f"{of['first_page'] / 1000:.1f}")
    if "rate" in of:
        yield row("  durable moves a second, hurried", f"{of['rate']:.1f}")
        yield row("    longest wait of a phone meanwhile, ms", f"{of['longest_wait_ms']:.0f}")
    else:
        yield row("  durable moves a second, hurried", "no moves left")
    yield row("  memory, MB", f"{of['resident'] / MB:.1f}")


def _expected(words: str, of: Mapping[str, float], factors: Mapping[str, float], *names: str) -> str:
    """A figure here, and as it is to be expected on each board."""
    if not of:
        return row(words, NONE)
    here = " / ".join(f"{of[name]:.1f}" for name in names)
    there = (" / ".join(f"{of[name] * factors[board]:.0f}" for name in names) for board in BOARDS if board in factors)
    return row(words, here, *there)


def _pair(came: Mapping[str, float], unit: float) -> str:
    return f"{came['p50'] / unit:.1f} / {came['most'] / unit:.1f}"


def _presses(found: Mapping[str, Any]) -> Iterator[str]:
    tally, rival, factors = found["tally"], found.get("rival", {}), found["calibration"].get("factors", {})
    if "moves" not in tally:
        return
    yield from heading(f"A made-up game, from a key to ... (ms; 8 phones, 6 displays; {tally['moves']} presses)")
    for key, words in (
        ("committed", "move committed"),
        ("commit", "  of it, writing"),
        ("picture", "picture on the seat's display"),
        ("first_phone", "first of 8 phones"),
        ("phones", "all 8 phones (p50 / p99; aim 5 / 15)"),
    ):
        yield _expected(words, tally[key], factors, "p50", "p99")
    yield row("durable moves a second, hurried", f"{tally['rate']:.0f}")
    yield row("  of these, updates of the slowest phone", f"{tally['fewest_updates']:.0f}")
    yield row("  longest wait of a phone for one, ms", f"{tally['longest_wait_ms']:.0f}")
    if "missing" in rival:
        yield f"The rival was not measured: {rival['missing']}."
    elif "moves" in rival:
        yield "The rival, boardgame.io: in memory, without a disk, pages or rules"
        yield _expected("  all 8 clients (p50 / p99)", rival["phones"], {}, "p50", "p99")
        yield row("  processor for a move, ms", f"{rival['processor_ms']:.1f}")
        yield row("  memory, MB", f"{rival['resident'] / MB:.1f}")


def _long(found: Mapping[str, Any]) -> Iterator[str]:
    short, long, replay = found["at 100 entries"], found["long"], found["replay"]
    if "moves" not in short or "moves" not in long:
        return
    yield from heading(f"In a long evening of {long['entries'] - long['moves']} entries  (ms, p50 / p99)")
    for key, words in (("committed", "move committed"), ("phones", "all 8 phones")):
        yield row(f"{words}, at 100 entries", both(short[key]))
        yield row(f"{words}, in the long evening", both(long[key]))
        yield row("  the long over the short, p50", f"{long[key]['p50'] / short[key]['p50']:.2f}")
    if "seconds" in replay:
        yield row(f"replay of {replay['entries']} entries", f"{replay['seconds']} s")


def _pods(found: Mapping[str, Any]) -> Iterator[str]:
    pods = found["pods"]
    if "free" not in pods:
        return
    title = f"From OK at a pod  (ms, p50 / p99; {pods['pods']} model pods, {pods['presses']} presses)"
    yield from heading(title, "115,200 baud", here="no pace")
    runs = (pods["free"], pods["paced"])
    yield row("key to committed move", *(both(run["committed"]) for run in runs))
    yield row("committed move to the display's last byte", *(both(run["shown"]) for run in runs))
    share = f"{pods['idle_percent']} % ({pods['idle_without_percent']} %)"
    yield row(f"processor with {pods['pods']} idle pods (without)", share)
    yield "  A Pico's own time for a picture is not in these figures: unmeasured."


def _lamps(found: Mapping[str, Any]) -> Iterator[str]:
    factors = found["calibration"].get("factors", {})
    yield from heading("Dimmed lamps by gpiod, % of a processor", *(f"on a {board}" for board in BOARDS))
    for of in found["lamps"].get("lamps", ()):
        words = f"{of['lamps']} coloured lamps, {of['wakes']} wakes a second"
        yield _expected(words, {"percent": of["percent"]}, factors, "percent")
    yield "  The chip is a fake one: a kernel's time is not in these figures."


def _brokers(found: Mapping[str, Any]) -> Iterator[str]:
    factors, of = found["calibration"].get("factors", {}), found["brokers"]
    if "brokers" not in of:
        return
    title = f"Telling the room: {of['game']}, {of['part']}"
    yield from heading(title, *(f"on a {board}" for board in BOARDS))
    for name, each in of["brokers"].items():
        yield f"broker: {name} ({each['moves']} moves)"
        yield _expected("  to the last screen, ms (p50 / p95)", each["last_phone"], factors, "p50", "p95")
        yield _expected("  processor for a move, ms (p50 / p95)", each["processor"], factors, "p50", "p95")
        yield row("  memory, MB", f"{each['resident'] / MB:.1f}")


def _memory(found: Mapping[str, Any]) -> Iterator[str]:
    imports, tally = found["imports"], found["tally"]
    if "resident_imports" not in imports or "moves" not in tally:
        return
    yield from heading("Memory, resident  (MB)", here="aim 64")
    yield row(f"made-up game, {tally['entries']} entries, 8 phones", f"{tally['resident'] / MB:.1f}")
    yield row("  of that, imports", f"{imports['resident_imports'] / MB:.1f}")
    yield row("  of those, Python itself", f"{imports['resident_python'] / MB:.1f}")


def _start(found: Mapping[str, Any]) -> Iterator[str]:
    start, imports = found["start"], found["imports"]
    if "ready_ms" not in start or "import_ms" not in imports:
        return
    factors = found["calibration"].get("factors", {})
    yield from heading("Start")
    yield _expected("to the first page, ms (aim 1000)", {"p50": start["ready_ms"]}, factors, "p50")
    yield row("  the very first time, ms", f"{start['ready_first_ms']:.0f}")
    yield row("imports, ms", f"{imports['import_ms']:.0f}")
    for name, took in imports["import_ms_by_package"].items():
        yield row(f"  {name}", f"{took}")
    yield row("first page, all of it, kB (aim 60)", f"{sum(start['first_page'].values()) / 1000:.1f}")
    for path, size in start["first_page"].items():
        yield row(f"  {path}", f"{size / 1000:.1f}")


def _where(found: Mapping[str, Any]) -> Iterator[str]:
    parts = found["where"].get("where")
    if parts is None:
        return
    yield from heading("Where the time of a press goes  (ms)", "by the clock", "times run", here="processor")
    for part in parts:
        clock, calls = part.get("clock", ""), part.get("calls", "")
        yield row(part["part"], f"{part['processor']:.3f}", f"{clock}", f"{calls}")
    yield row("all of it", f"{sum(part['processor'] for part in parts):.3f}")


PRINTED = (_machine, _evenings, _presses, _long, _pods, _lamps, _brokers, _memory, _start, club_lines, _where)
"""In the order in which they are printed."""
