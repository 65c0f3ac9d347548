"""Parser and writer of the playthrough format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import cast

import msgspec
from msgspec.structs import replace

from companion.core.boxes import Fact, Learned
from companion.core.chance import ChanceSource
from companion.core.suggestions import near_or_known
from companion.playthroughs.header import HeaderReader, header_lines
from companion.playthroughs.lines import (
    Act,
    Correct,
    Deed,
    Given,
    Look,
    Number,
    Pieces,
    Playthrough,
    PlaythroughError,
    PlaythroughLine,
    Redo,
    Refusal,
    Remark,
    Score,
    Undo,
)

INDENT = "  "
"""Indentation of the rows under ``?`` and ``score``."""

FORMS = {
    "table": "table: QUESTION=ANSWER | QUESTION=ANSWER ~ CHANCE=ANSWER@cardboard",
    "correct": "correct [KIND.KEY.FIELD=JSON ...] [KEY NUMBER ...] [by SEAT]",
    "undo": "undo [N steps] [by SEAT]",
    "redo": "redo [of ENTRY] [by SEAT]",
    "=": "= KEY NUMBER",
    "!": "! CODE",
    "?": "? SEAT (or public) [WIDGET ...]",
    "score": "score [SEAT]",
    ">": "> SEAT (or table): WHAT IT DOES WITH THE PIECES",
}
"""Form of every body line, by its first word; a seat number may replace ``table``."""

LONGEST, WIDEST = 1_000_000, 4000
"""Limits of a file and of a line, in characters: twenty times a long evening."""

_BY = r"(?: +by (?P<seat>[1-8]))?"
_ACT = re.compile(r"(?P<seat>table|[1-8]):(?: +(?P<what>.*))?")
_CHANCE = re.compile(r"(?P<key>[^\s=]+)=(?P<answer>.*)@(?P<by>companion|cardboard)")
_FACT = r"[^\s.=]+\.[^\s=]+\.[^\s.=]+=\S+"
_OTHERS = {
    "correct": re.compile(r"correct(?P<facts>(?: +" + _FACT + r")*)(?P<numbers>(?: +(?!by )\S+ +-?[0-9]+)*)" + _BY),
    "undo": re.compile(r"undo(?: +(?P<steps>[1-9][0-9]*) steps?)?" + _BY),
    "redo": re.compile(r"redo(?: +of +(?P<of>[1-9][0-9]*))?" + _BY),
    "=": re.compile(r"= +(?P<key>\S+) +(?P<value>-?[0-9]+|\?)"),
    "!": re.compile(r"! +(?P<code>\S+)"),
    "?": re.compile(r"\? +(?P<viewer>public|[1-8])(?P<widgets>(?: +\S+)*)"),
    "score": re.compile(r"score(?: +(?P<viewer>[1-8]))?"),
    ">": re.compile(r"> +(?P<row>(?:table|[1-8]): .+)"),
}


def parse(text: str, name: str = "playthrough") -> Playthrough:
    """Parse a file; ``name`` is used in errors. Raises ``PlaythroughError`` with file, line and what was expected."""
    if len(text) > LONGEST:
        raise PlaythroughError(name, 1, f"the file is longer than {LONGEST // 1000} kB")
    reader = _Reader(name)
    number = 0
    for number, row in enumerate(text.removeprefix("\ufeff").rstrip().split("\n"), 1):
        if len(row) > WIDEST:
            raise PlaythroughError(name, number, f"the line is longer than {WIDEST} signs")
        reader.take(number, row.rstrip())
    return reader.finish(number)


class _Reader:
    """Line-by-line parser."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._header = HeaderReader(name)
        self._remarks: list[Remark] = []
        self._waiting: list[Remark] = []
        self._lines: list[PlaythroughLine] = []

    def take(self, number: int, row: str) -> None:
        if row.startswith(INDENT):
            self._take_indented(number, row.removeprefix(INDENT))
        elif not row or row.startswith("#"):
            self._waiting.append(Remark(number, row))
        elif line := self._line(number, row):
            self._lines += [*self._waiting, line]
            self._waiting.clear()
        elif not self._lines:
            self._header.take(number, row)
            self._remarks += self._waiting
            self._waiting.clear()
        else:
            near = near_or_known(re.split(r"[\s:]", row)[0], list(FORMS))
            raise self._error(number, f"found {row!r}{near}" if "mean" in near else f"found {row!r}; {_all_forms()}")

    def finish(self, number: int) -> Playthrough:
        header = self._header.finish(number)
        lines = (*self._lines, *self._waiting)
        return Playthrough(self._name, header, lines, tuple(remark.text for remark in self._remarks if remark.text))

    def _take_indented(self, number: int, row: str) -> None:
        last = self._lines[-1] if self._lines and not self._waiting else None
        if not isinstance(last, Look | Score):
            raise self._error(number, "an indented row stands only right under ? or score")
        self._lines[-1] = replace(last, rows=(*last.rows, row))

    def _line(self, number: int, row: str) -> PlaythroughLine | None:
        """Decode a line; None if no form matches."""
        act = _ACT.fullmatch(row)
        if act is not None:
            return self._act(number, act)
        word = row.split(" ")[0]
        if word not in _OTHERS:
            return None
        found = _OTHERS[word].fullmatch(row)
        if found is None:
            raise self._error(number, f"expected {FORMS[word]}; found {row!r}")
        return self._other(number, word, found.groupdict())

    def _act(self, number: int, found: re.Match[str]) -> Act:
        seat, what = 0 if found["seat"] == "table" else int(found["seat"]), (found["what"] or "").strip()
        raw = ""
        if what.startswith("{"):
            try:
                _, end = json.JSONDecoder().raw_decode(what)
            except ValueError as error:
                raise self._error(number, f"expected a move as JSON; found {what!r}: {error}") from None
            raw, what = what[:end], what[end:]
        parts = [part.strip() for part in _split(what, "~")]
        answers = tuple(answer.strip() for answer in _split(parts[0], "|")) if parts[0] else ()
        if raw and answers:
            raise self._error(number, f"expected nothing but chance after the JSON of a move; found {parts[0]!r}")
        return Act(number, seat, answers, raw, tuple(self._given(number, part) for part in parts[1:]))

    def _given(self, number: int, part: str) -> Given:
        found = _CHANCE.fullmatch(part)
        if found is None:
            raise self._error(number, f"expected CHANCE=ANSWER@companion or @cardboard after ~; found {part!r}")
        return Given(found["key"], found["answer"].strip(), cast("ChanceSource", found["by"]))

    def _other(self, number: int, word: str, found: dict[str, str | None]) -> PlaythroughLine:
        seat, key, value = int(found.get("seat") or 0), found.get("key") or "", found.get("value") or ""
        viewer = found.get("viewer") or "public"
        watching = 0 if viewer == "public" else int(viewer)
        match word:
            case "correct":
                words = (found.get("numbers") or "").split()
                pairs = zip(words[::2], map(int, words[1::2]), strict=True)
                facts = tuple(self._fact(number, row) for row in (found.get("facts") or "").split())
                if not words and not facts:
                    raise self._error(number, f"expected {FORMS['correct']}")
                return Correct(number, tuple(pairs), seat, facts)
            case "undo":
                return Undo(number, int(found["steps"] or 1), seat)
            case "redo":
                return Redo(number, seat, int(found["of"] or 0))
            case "=":
                return Number(number, key, None if value == "?" else int(value))
            case "?":
                return Look(number, watching, tuple((found["widgets"] or "").split()))
            case "score":
                return Score(number, watching)
            case ">":
                return self._pieces(number, found["row"] or "")
            case _:
                pass
        last = self._lines[-1] if self._lines else None
        if not isinstance(last, Deed):
            raise self._error(number, "! stands right after the line that is refused")
        return Refusal(number, found["code"] or "")

    def _pieces(self, number: int, row: str) -> Pieces:
        """One row; rows right under each other are one expectation."""
        last = self._lines[-1] if self._lines and not self._waiting else None
        if isinstance(last, Pieces):
            self._lines.pop()
            return replace(last, rows=(*last.rows, row))
        if not isinstance(last, Deed):
            raise self._error(number, "> stands right after the line that is carried out")
        return Pieces(number, (row,))

    def _fact(self, number: int, text: str) -> Learned:
        """Decode a corrected box fact; spaces in it are written as ``\\u0020``."""
        name, _, value = text.partition("=")
        kind, _, rest = name.partition(".")
        key, _, field = rest.rpartition(".")
        try:
            return Learned(kind, key, field, msgspec.json.decode(value, type=Fact | None))
        except msgspec.MsgspecError:
            raise self._error(number, f"{value} is no fact; expected JSON without blanks") from None

    def _error(self, number: int, problem: str) -> PlaythroughError:
        return PlaythroughError(self._name, number, problem)


def _split(text: str, mark: str) -> list[str]:
    """Split at marks surrounded by spaces, except inside double quotes, which open only where an answer may begin."""
    parts, start, place, may_open = [], 0, 0, True
    while place < len(text):
        if text[place] == '"' and may_open:
            place = _end_of_quote(text, place)
            may_open = False
            continue
        if text[place] == mark and text[max(0, place - 1) : place] in ("", " ") and text[place + 1 : place + 2] == " ":
            parts.append(text[start:place])
            start = place + 1
        may_open = text[place] in "|~=" or (may_open and text[place] == " ")
        place += 1
    return [*parts, text[start:]]


def _end_of_quote(text: str, place: int) -> int:
    try:
        return json.JSONDecoder().raw_decode(text, place)[1]
    except ValueError:
        return place + 1


def _all_forms() -> str:
    return f"expected one of {', '.join(FORMS.values())}"


# -- writing -------------------------------------------------------------------------------------------------------


def write(playthrough: Playthrough) -> str:
    """Text of a file; ``parse`` returns the same playthrough, apart from line numbers."""
    rows = [*playthrough.remarks, *header_lines(playthrough.header)]
    for line in playthrough.lines:
        rows += _rows(line)
    return "\n".join(rows).rstrip() + "\n"


def line_of(line: PlaythroughLine) -> str:
    """First row of a line."""
    return next(_rows(line))


def _rows(line: PlaythroughLine) -> Iterator[str]:
    match line:
        case Remark(text=text):
            yield text
        case Act():
            yield _act_row(line)
        case Correct(numbers=numbers, seat=seat, facts=facts):
            rows = [*map(_fact_row, facts), *(f"{key} {value}" for key, value in numbers)]
            yield f"correct {' '.join(rows)}{_by(seat)}"
        case Undo(steps=steps, seat=seat):
            yield f"undo{f' {steps} steps' if steps > 1 else ''}{_by(seat)}"
        case Redo(seat=seat, of=of):
            yield f"redo{f' of {of}' if of else ''}{_by(seat)}"
        case Number(key=key, value=number):
            yield f"= {key} {'?' if number is None else number}"
        case Refusal(code=code):
            yield f"! {code}"
        case Look() | Score() | Pieces():
            yield from _expected_rows(line)


def _expected_rows(line: Look | Score | Pieces) -> Iterator[str]:
    match line:
        case Look(seat=seat, widgets=widgets, rows=rows):
            yield " ".join(("?", str(seat or "public"), *widgets))
            yield from (INDENT + row for row in rows)
        case Score(seat=seat, rows=rows):
            yield f"score {seat}" if seat else "score"
            yield from (INDENT + row for row in rows)
        case Pieces(rows=rows):
            yield from (f"> {row}" for row in rows)


def _fact_row(fact: Learned) -> str:
    value = msgspec.json.encode(fact.value).decode().replace(" ", "\\u0020")
    return f"{fact.kind}.{fact.key}.{fact.field}={value}"


def _act_row(act: Act) -> str:
    parts = [act.raw or " | ".join(act.answers)]
    parts += [f"{given.key}={given.answer}@{given.by}" for given in act.chance]
    return f"{act.seat or 'table'}: {' ~ '.join(parts)}".rstrip()


def _by(seat: int) -> str:
    return f" by {seat}" if seat else ""
