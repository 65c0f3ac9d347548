"""What is seen of a damaged log against the truth: the same, or named as damaged; never another number."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any

import msgspec

from companion.plays.reports.export import DAMAGED
from companion.plays.storage.entry import GAP
from tests.damage.stored_table import SECRET

WORDS = {GAP.text, DAMAGED.text}


def lies(truth: dict[str, Any], seen: dict[str, Any]) -> Iterator[str]:
    """Everything that is shown and neither true nor named as damaged."""
    yield from _past(truth["past"], seen["past"])
    yield from _present(truth["present"], seen["present"])


def _past(truth: dict[str, Any], seen: dict[str, Any]) -> Iterator[str]:
    true_plays = {play["id"]: play for play in truth["plays"]}
    if len(seen["plays"]) < len(true_plays):
        yield "an evening is missing from the list"
    for play in seen["plays"]:
        was = true_plays.get(play["id"])
        if was is None:
            if not play["damaged"]:
                yield "an evening that never was"
            continue
        if play["score"] not in (None, was["score"]) and play["names"] == was["names"]:
            yield "another score in the list"
        silent = not play["damaged"] and play["status"] == was["status"]
        if play["score"] is None and was["score"] is not None and silent:
            yield "a score is gone without a word"
        yield from _play(truth[play["id"]], seen[play["id"]], play, was)


def _play(was: dict[str, Any], found: dict[str, Any], play: dict[str, Any], row: dict[str, Any]) -> Iterator[str]:
    gaps = found["course"]["gaps"]
    yield from _course(was["course"], found["course"], play["damaged"])
    if found["photos"] > was["photos"]:
        yield "a photo nobody took"
    if found["names"] != was["names"] or "json for None" not in found:
        return  # names are not vouched for, and they stand in every line
    chance, true_chance = found.get("chance"), was["chance"]
    if chance and chance["draws"] != true_chance["draws"] and play["status"] == row["status"]:
        if not all(draw in true_chance["draws"] for draw in chance["draws"]):
            yield "a draw that never was"
        if chance["seed"] and not chance["gaps"]:
            yield "a draw is missing without a word"
    for viewer in ("None", "2"):
        yield from _json(was[f"json for {viewer}"], found[f"json for {viewer}"], gaps)
        for kind in ("text", "log", "numbers"):
            yield from _lines(kind, was[f"{kind} for {viewer}"], found[f"{kind} for {viewer}"])
    for kind in ("json", "text", "log", "numbers"):
        if str(SECRET) in found[f"{kind} for None"]:
            yield f"a secret in the {kind} for everybody"


def _course(was: dict[str, Any], found: dict[str, Any], damaged: bool) -> Iterator[str]:
    if found["gaps"] or damaged:
        true_curves = {curve["side"]: curve["points"] for curve in was["curves"]}
        for curve in found["curves"]:
            if curve["points"][-1] != true_curves[curve["side"]][-1]:
                yield "another end of the chart"
            yield from _subsequence(true_curves[curve["side"]], curve["points"], True, "the chart")
    elif {**found, "gaps": 0} != was:
        yield "another chart without a word"


def _json(true_text: str, text: str, gaps: int) -> Iterator[str]:
    was, found = msgspec.json.decode(true_text), msgspec.json.decode(text)
    for key in ("inventory", "score"):
        if found[key] != was[key] and found[key] is not None:
            yield f"another {key} in the export"
        if found[key] is None and was[key] is not None and not found["gaps"] and not gaps:
            yield f"{key} is gone from the export without a word"
    for key in ("options", "chance", "commitment"):
        if found[key] != was[key]:
            yield f"another {key} in the export"
    if found["seed"] not in (None, was["seed"]):
        yield "another seed"
    strip = [{**row, "number": 0} for row in was["log"]]
    yield from _subsequence(
        strip,
        [{**row, "number": 0} for row in found["log"] if row["kind"] != "gap"],
        any(row["kind"] == "gap" for row in found["log"]) or found["gaps"] > 0,
        "the log of the export",
    )


def _lines(kind: str, true_text: str, text: str) -> Iterator[str]:
    def plain(whole: str) -> list[tuple[str, ...]]:
        rows = csv.reader(StringIO(whole)) if kind != "text" else ([line] for line in whole.splitlines())
        return [tuple(cell for cell in row[1:]) if kind == "log" else (_unnumbered(row[0]), *row[1:]) for row in rows]

    was, found = plain(true_text), plain(text)
    named = any(words in cell for row in found for cell in row for words in WORDS)
    kept = [row for row in found if not any(words in cell for cell in row for words in WORDS) and any(row)]
    yield from _subsequence([row for row in was if any(row)], kept, named, f"the {kind} export")


def _unnumbered(line: str) -> str:
    number, dot, rest = line.partition(". ")
    return rest if dot and number.isdecimal() else line


def _present(was: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    for key in ("play", "entries", "numbers"):
        if found.get(key) != was[key]:
            yield f"another {key} on the table: {found.get(key)!r}"
    if "lines" not in found:
        return
    if found["names"] == was["names"] and found["score"] != was["score"]:
        yield "another score on the table"
    yield from _subsequence(
        [{**line, "number": 0} for line in was["lines"]],
        [{**line, "number": 0} for line in found["lines"] if line["kind"] != "gap"],
        any(line["kind"] == "gap" for line in found["lines"]),
        "the log on the table",
    )


def _subsequence(was: Sequence[Any], found: Iterable[Any], named: bool, where: str) -> Iterator[str]:
    """Whether nothing was added or changed; and where something is missing, that it is named."""
    left = iter(was)
    count = 0
    for row in found:
        count += 1
        if not any(row == true for true in left):
            yield f"{where} says what never was"
            return
    if count < len(was) and not named:
        yield f"{where} leaves something out without a word"
