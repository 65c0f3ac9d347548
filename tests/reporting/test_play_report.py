"""The document of a result: what travels, and what a club does not take for one."""

from __future__ import annotations

from hashlib import sha256

import msgspec
import pytest
from msgspec import structs

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import Wording, named, say, verbatim
from companion.reporting.play_report import (
    FORMAT,
    PlayReport,
    ReportedSeat,
    ReportError,
    read_report,
    report_document,
)


def side(seat: int, points: int | None) -> SideScore:
    return SideScore(str(seat), (seat,), verbatim(f"Seat {seat}"), (Line("all", points, verbatim("All")),))


REPORT = PlayReport(
    play="ab12",
    version=3,
    game="antike",
    title=verbatim({"en": "Antike", "es": "Antike"}),
    rules_version=1,
    options={"edition": 2, "map": "east"},
    seats=(ReportedSeat(1, "p-7"), ReportedSeat(4)),
    score=ScoreSheet((side(1, 9), side(4, 7)), final=True),
    began=1_700_000_000.0,
    ended=1_700_007_200.0,
    minutes=118,
)


def travelled(raw: bytes) -> bytes:
    return msgspec.json.encode({"report": msgspec.Raw(raw), "digest": sha256(raw).hexdigest()})


def changed(**fields: object) -> bytes:
    plain = msgspec.to_builtins(REPORT)
    plain.update(fields)
    return travelled(msgspec.json.encode(plain))


def scored(*sides: SideScore) -> bytes:
    return changed(score=msgspec.to_builtins(ScoreSheet(sides, final=True)))


def labelled(label: Wording) -> bytes:
    return scored(structs.replace(side(1, 9), lines=(Line("all", 9, label),)), side(4, 7))


def nested(depth: int) -> object:
    return msgspec.Raw(b"[" * depth + b"]" * depth)


@pytest.mark.parametrize("report", [REPORT, structs.replace(REPORT, score=None, ended=None, minutes=None)])
def test_what_is_sent_is_what_is_read(report: PlayReport) -> None:
    document, digest = report_document(report)
    assert read_report(document) == (report, digest)
    assert report.withdrawn == (report.score is None)


def test_the_most_points_that_a_database_keeps_are_taken() -> None:
    report, _ = read_report(scored(side(1, 2**31 - 1), side(4, 1 - 2**31)))
    assert report.score is not None
    assert [each.total for each in report.score.sides] == [2**31 - 1, 1 - 2**31]


def test_a_backslash_before_digits_is_a_text_like_others() -> None:
    assert read_report(changed(game="\\u0000"))[0].game == "\\u0000"


def test_a_digest_is_of_the_document_and_of_nothing_else() -> None:
    document, digest = report_document(REPORT)
    assert report_document(REPORT)[1] == digest != report_document(structs.replace(REPORT, version=4))[1]
    with pytest.raises(ReportError, match="of another document"):
        read_report(document.replace(b'"minutes":118', b'"minutes":119'))


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (b"", "truncated"),
        (b"\xff", "JSON"),
        (b"[]", "object"),
        (b"{}", "report"),
        (travelled(b"7"), "object"),
        (travelled(b"{}"), "format"),
        (changed(format=FORMAT + 1), "update the club"),
        (changed(seats=[]), "seats are different numbers"),
        (changed(seats=[{"seat": 4}, {"seat": 1}]), "seats are different numbers"),
        (changed(seats=[{"seat": 1}, {"seat": 1}]), "seats are different numbers"),
        (changed(seats=[{"seat": 1}, {"seat": 9}]), "seats are different numbers"),
        (changed(seats=[{"seat": 1}]), "not the final one of these seats"),
        (changed(version=0), "version is 0"),
        (changed(version=2**31), "version is 2147483648"),
        (scored(side(1, 2**31), side(4, 7)), "more than 2147483647 points"),
        (scored(side(1, 9), side(4, -(2**31))), "more than 2147483647 points"),
        (scored(structs.replace(side(1, 2**30), lines=side(1, 2**30).lines * 2), side(4, 7)), "more than"),
        (changed(game="anti\0ke"), "the sign 0"),
        (changed(game="anti\\\0ke"), "the sign 0"),
        (changed(log="everything"), "log"),
        (travelled(b"[" * 50_000 + b"]" * 50_000), "recursion"),
        (changed(options=nested(5_000)), "recursion"),
        (labelled(say("{nothere}")), "not spelled out"),
        (labelled(say("{n:>300000000}", n=1)), "not spelled out"),
        (labelled(named(1)), "not spelled out"),
        (labelled(verbatim("x" * 301)), "longer than 300"),
        (labelled(verbatim({f"l{number}": "x" for number in range(21)})), "languages"),
        (labelled(verbatim({"x" * 13: "x"})), "languages"),
        (scored(structs.replace(side(1, 9), won=say("{nothere}")), side(4, 7)), "not spelled out"),
        (changed(title={"type": "verbatim", "words": {"en": "x" * 301}}), "longer than 300"),
        (changed(score=msgspec.to_builtins(ScoreSheet((side(1, 9), side(4, 7))))), "not the final one"),
        (changed(score=msgspec.to_builtins(ScoreSheet((side(1, 9), side(4, None)), final=True))), "hidden"),
    ],
)
def test_what_is_no_report_is_said(document: bytes, why: str) -> None:
    with pytest.raises(ReportError, match=why):
        read_report(document)
