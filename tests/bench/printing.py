"""The figures as a table for people, the aims beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

RIVAL = {"p50": 0.9, "p99": 7.5}
"""A bare Node program in memory, without rules, pages or a disk: milliseconds, with 8 clients; it weighs 80 MB."""
MB = 2**20


def table(found: Mapping[str, Any]) -> str:
    """Everything that was found, in lines."""
    return "\n".join(line for part in PARTS for line in part(found))


def _machine(found: Mapping[str, Any]) -> Iterator[str]:
    of, on = found["machine"], found["disk"]
    runs = f"Python {of['python']}, Linux {of['kernel']}"
    yield f"Machine  {of['processor']}, {of['cores']} cores, {of['memory_gb']} GB; {runs}"
    yield f"Disk     {on['mount']}, {on['file_system']}; a synced write takes {on['fsync_p50_ms']} ms (p50)"
    yield f"Load     {of['load'][0]} before measuring"


def _presses(found: Mapping[str, Any]) -> Iterator[str]:
    runs = {
        "with the commit": found["tally"],
        "without it": found["tally, not waiting for the disk"],
        "score sheet (yacht)": found["yacht"],
    }
    yield from _heading(f"From a key to ...  (ms; 8 phones, 6 displays; {found['tally']['moves']} presses)", *runs)
    for key, words in (
        ("committed", "move committed"),
        ("picture", "picture on the seat's display"),
        ("first_phone", "first of 8 phones"),
        ("phones", "all 8 phones"),
    ):
        yield _row(words, *(_both(run[key]) for run in runs.values()))
    yield _row("  aim for all of it", "5 / 15")
    yield _row("  the Node rival", _both(RIVAL))
    yield _row("moves a second, sustained", f"{found['tally']['rate']:.0f}")


def _long(found: Mapping[str, Any]) -> Iterator[str]:
    runs = {name: found[name] for name in ("at 100 entries", "at 10,000 entries")}
    yield from _heading("In a long evening  (ms, p50 / p99)", *runs)
    yield _row("move committed", *(_both(run["committed"]) for run in runs.values()))
    yield _row("all 8 phones", *(_both(run["phones"]) for run in runs.values()))
    replay = found["replay"]
    yield _row(f"replay of {replay['entries']} entries", f"{replay['seconds']} s")


def _pods(found: Mapping[str, Any]) -> Iterator[str]:
    pods = found["pods"]
    yield from _heading(
        f"From OK at a pod  (ms, p50 / p99; {pods['pods']} model pods, {pods['presses']} presses)",
        "no pace",
        "115,200 baud",
    )
    runs = (pods["free"], pods["paced"])
    yield _row("key to committed move", *(_both(run["committed"]) for run in runs))
    yield _row("committed move to the display's last byte", *(_both(run["shown"]) for run in runs))
    yield _row(f"processor with {pods['pods']} idle pods (without)", _share(pods))
    yield "  A Pico's own time for a picture is not in these figures: unmeasured."


def _share(pods: Mapping[str, Any]) -> str:
    return f"{pods['idle_percent']} % ({pods['idle_without_percent']} %)"


def _memory(found: Mapping[str, Any]) -> Iterator[str]:
    imported, bare = found["imports"]["resident_imports"], found["imports"]["resident_python"]
    yield from _heading("Memory, resident  (MB)", "aim 64, Node 80")
    yield _row(f"after {found['tally']['entries']} entries, 8 phones", f"{found['tally']['resident'] / MB:.1f}")
    yield _row("  of that, imports", f"{imported / MB:.1f}")
    yield _row("  of those, Python itself", f"{bare / MB:.1f}")


def _start(found: Mapping[str, Any]) -> Iterator[str]:
    start, imports = found["start"], found["imports"]
    yield from _heading("Start", "", "aim")
    yield _row("to the first page", f"{start['ready_ms']:.0f} ms", "1000 ms")
    yield _row("  the very first time", f"{start['ready_first_ms']:.0f} ms")
    yield _row("imports", f"{imports['import_ms']:.0f} ms")
    for name, took in imports["import_ms_by_package"].items():
        yield _row(f"  {name}", f"{took} ms")
    for words, sizes in (("first page", start["first_page"]), ("first page of a seat", found["tally"]["page"])):
        yield _row(f"{words}, all of it", f"{sum(sizes.values()) / 1000:.1f} kB", "60 kB")
        for path, size in sizes.items():
            yield _row(f"  {path}", f"{size / 1000:.1f} kB")


def _where(found: Mapping[str, Any]) -> Iterator[str]:
    synced, unsynced = found["tally"]["commit"]["p50"], found["tally, not waiting for the disk"]["commit"]["p50"]
    parts = found["where"]["where"]
    yield from _heading("Where the time of a press goes  (ms)", "processor", "by the clock", "times run")
    for part in parts:
        clock, calls = part.get("clock", ""), part.get("calls", "")
        yield _row(part["part"], f"{part['processor']:.3f}", f"{clock}", f"{calls}")
    yield _row("all of it", f"{sum(part['processor'] for part in parts):.3f}")
    yield _row("commit by the clock (p50)", f"{synced:.3f}", f"of it fsync {max(synced - unsynced, 0):.3f}")


def _heading(title: str, *columns: str) -> Iterator[str]:
    yield ""
    yield _row(title, *columns)
    yield "-" * 112


def _row(words: str, *columns: str) -> str:
    return f"{words:<52}" + "".join(f"{column:>20}" for column in columns)


def _both(spread: Mapping[str, float]) -> str:
    return f"{spread['p50']:.1f} / {spread['p99']:.1f}" if spread else "-"


PARTS = (_machine, _presses, _long, _pods, _memory, _start, _where)
"""In the order in which they are printed."""
