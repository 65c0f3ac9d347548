"""Sample pages of counting the table together, and of starting from what lies on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.core.wording import say, verbatim
from companion.service.audit.audit import Audit, AuditedNumber, Discrepancy, PartCount
from companion.service.audit.audit_questions import urgent_dialogues
from companion.service.audit.audit_views import Uneven, audit_view, counted_parts, own_rows, public_parts, whole_sheet
from companion.service.play.notices import Notice
from companion.service.play.play_views import PhotoView
from companion.service.screens.views import SeatView, TableView
from web.pages.play.audit_form import SubmittedNumbers

LONG = verbatim("Monedas de oro guardadas en el templo")
LIES = {
    (0, False): (AuditedNumber("bank", verbatim("Banca"), 18, 0, 99, "coin", seat=0, conserved="gold"),),
    (1, False): (AuditedNumber("1.gold", verbatim("Oro"), 5, 0, 99, "gold", (1,), seat=1, conserved="gold"),),
    (2, False): (
        *(
            AuditedNumber(f"2.{word}", verbatim(word), n, 0, 999 if n % 2 else 8, icon, (2,), seat=2, conserved=same)
            for n, (word, icon, same) in enumerate(
                (
                    ("Oro", "gold", "gold"),
                    ("Mármol", "marble", ""),
                    ("Hierro", "iron", ""),
                    ("Barcos", "ship", ""),
                    ("Templos", "temple", ""),
                )
            )
        ),
        AuditedNumber("2.long", LONG, 120, 0, 999, "", (1, 2), seat=2),
    ),
    (2, True): (AuditedNumber("2.quest", verbatim("Oráculo"), 2, 0, 3, seats=(2,), seat=2),),
}
COUNTING = Audit(
    "a1",
    2,
    (
        PartCount(0),
        PartCount(1, done=True, said={"1.gold": Discrepancy(5, 7)}),
        PartCount(2, said={"2.Oro": Discrepancy(0, 3)}),
        PartCount(2, secret=True),
    ),
)
COUNTED = structs.replace(
    COUNTING,
    parts=(
        PartCount(0, done=True),
        COUNTING.parts[1],
        PartCount(2, done=True, said={"2.Barcos": Discrepancy(3, 4)}),
        PartCount(2, secret=True, done=True, said={"2.quest": Discrepancy(2, 1)}),
    ),
)
ODD = (Uneven(verbatim("Oro"), 2), Uneven(verbatim("Hierro"), -1))


def audit_samples(table: TableView, seat: SeatView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, template, what the template is given); ``table`` and ``seat`` are views without an audit."""
    counting = structs.replace(table, audit=audit_view(COUNTING, LIES, (1, 2)))
    counted = structs.replace(table, audit=structs.replace(audit_view(COUNTED, LIES, (1, 2)), uneven=ODD))
    given: dict[str, Any] = {
        "view": table,
        "version": "v-audit",
        "notices": (Notice(say("Counted: everything is right.")),),
        "parts": (),
        "dialogue": None,
        "votes": (),
        "rows": (),
        "written": SubmittedNumbers(),
        "playing": True,
        "may_start": True,
        "asks": True,
        "unfolded": 2,
        "my_seat": 2,
    }
    yield "audit-none", "audit.html", given
    parts = counted_parts(COUNTING, LIES, 2)
    wrong = {
        "2.Oro": say("{answer} is not a number.", answer="tres"),
        "2.quest": say("{n} is not between {low} and {high}.", n=9, low=0, high=3),
    }
    written = SubmittedNumbers({"2.Oro": "tres", "2.quest": "9", "2.Barcos": "4"}, wrong)
    yield "audit-counting", "audit.html", {**given, "view": counting, "parts": parts, "notices": (), "written": written}
    (agree,) = urgent_dialogues(COUNTED, LIES, 2, (1, 2))
    rows = own_rows(COUNTED, LIES, 2)
    proposal = {**given, "view": counted, "dialogue": agree, "rows": rows, "notices": ()}
    yield "audit-proposal", "audit.html", proposal
    host = {**given, "view": counting, "parts": public_parts(COUNTING, LIES), "my_seat": None, "unfolded": 1}
    yield "audit-host", "audit.html", host
    public = counted.audit.rows if counted.audit is not None else ()
    yield "audit-waiting", "audit.html", {**proposal, "dialogue": None, "rows": public, "my_seat": None}
    asked = tuple(urgent_dialogues(COUNTING, LIES, 2, (1, 2)))
    yield (
        "seat-audit",
        "seat.html",
        {"view": structs.replace(seat, table=counting, counting=parts, dialogues=(*asked, *seat.dialogues))},
    )
    yield (
        "seat-audit-proposal",
        "seat.html",
        {"view": structs.replace(seat, table=counted, differing=rows, dialogues=(agree, *seat.dialogues))},
    )
    yield "table-audit", "table.html", {"view": counted}
    sheet = {"parts": whole_sheet(LIES, 2), "written": SubmittedNumbers(), "notices": (), "view": table}
    yield "start", "start.html", sheet
    word = (Notice(say("Nothing was taken over yet: look at what is marked."), "warning"),)
    yield "start-wrong", "start.html", {**sheet, "written": written, "notices": word}
    yield "start-odd", "start.html", {**sheet, "written": SubmittedNumbers({"2.Oro": "4"}, {}, ODD)}
    photo = PhotoView("p1", 2, 1_700_000_000.0, 1600, 1200)
    both = (photo, structs.replace(photo, number=1, wall=None))
    photos = {"photos": both, "may": True, "notices": word, "view": table}
    yield "photo", "photo.html", photos
    yield "photo-none", "photo.html", {**photos, "photos": (), "may": False, "notices": ()}
    yield "seat-photo", "seat.html", {"view": structs.replace(seat, table=structs.replace(table, photo=photo))}
    yield "start-none", "start.html", {**sheet, "parts": ()}
