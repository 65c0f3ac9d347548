"""A phone that several share, a seat the table goes on without, who looks on: as sample pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.core.wording import say
from companion.service.agreement.consent import Needed
from companion.service.agreement.votes import VOTE, WITHDRAW, Vote
from companion.service.asking.sender import Person
from companion.service.play.play_now import RULES_BROKE
from companion.service.play.play_views import Dialogue
from companion.service.screens.view_builders import open_vote
from companion.service.screens.views import ScribeView, SeatCode, SeatInfo, SeatView, TableView
from companion.service.seats.seats_state import SeatMoved
from web.http.table_addresses import qr_svg


def vote_samples(table: TableView, seat: SeatView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Open votes and a stumble, as every page has them: above all else."""
    asked = frozenset(each.seat for each in table.seats if each.seat != 1)
    undo = Vote("n1", "undo", Person(1), 7, say("Marco draws a card."), Needed(asked), marked=True, yes=frozenset({3}))
    undo = structs.replace(undo, commits=tuple(say("Undone with it: {line}", line=f"{n}") for n in range(6)))
    leave = Vote("n2", "leave", Person(2), 3, say("going on"), Needed(asked - {3}, every=False))
    swap = Vote("n3", "swap", Person(), 2, say("another phone"), Needed(frozenset({2})), name="Pau")
    votes = tuple(open_vote(vote) for vote in (undo, leave, swap))
    shown = structs.replace(table, votes=votes, problem=RULES_BROKE)
    ballots = tuple(Dialogue(2, vote.question(), vote.id, service=VOTE + vote.id) for vote in (undo, leave, swap))
    own = Dialogue(2, leave.waiting(), leave.id, service=WITHDRAW + leave.id)
    view = structs.replace(seat, table=shown, dialogues=(*seat.dialogues, ballots[0], ballots[2], own))
    yield "seat-votes", "seat.html", {"view": view}
    yield "watch-votes", "watch.html", {"view": shown, "my_seat": None}
    yield "table-votes", "table.html", {"view": shown}
    for_others = tuple(structs.replace(ballots[0], seat=number) for number in (2, 4))
    scribe = ScribeView(version="v", table=shown, dialogues=for_others)
    yield "scribe-votes", "scribe.html", {"view": scribe}


def presence_samples(table: TableView, seat: SeatView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, template, what the template is given)."""
    seats = tuple(structs.replace(each, awake=each.seat != 3, gone=each.seat == 3) for each in table.seats)
    watched = structs.replace(table, seats=seats, watching=2)
    yield "watch", "watch.html", {"view": watched, "my_seat": None}
    yield "seat-shared", "seat.html", {"view": structs.replace(seat, table=watched), "sharers": (2, 3)}
    yield "seat-handed", "seat.html", {"view": structs.replace(seat, table=watched), "sharers": (2,), "handed": 2}
    away = tuple(structs.replace(each, gone=each.seat == seat.seat) for each in table.seats)
    yield "seat-gone", "seat.html", {"view": structs.replace(seat, table=structs.replace(table, seats=away))}
    yield from vote_samples(watched, seat)
    moved = structs.replace(watched, moved=SeatMoved(1, 0.0, (1,)))
    code = structs.replace(seat, table=moved, code=SeatCode("48217730", 1e9))
    yield "seat-code", "seat.html", {"view": code, "code_qr": qr_svg("HTTP://10.42.0.1/T/48217730", mask=0)}
    words = (("en", "Seat 5", "Scan to sit here"), ("es", "Sitio 5", "Escanea para sentarte aquí"))
    stickers = [{"seat": n, "qr": qr_svg(f"http://table.local/?seat={n}"), "words": words} for n in range(1, 9)]
    given = {"stickers": stickers, "printed_address": "http://table.local/"}
    yield "stickers", "stickers.html", {**given, "by_name": True}
    yield "take", "take.html", {"code": "48217730", "mine": ()}
    yield "take-beside", "take.html", {"code": "48217730", "mine": (1,)}
    needed = Needed(frozenset({2}), host=1, beside=frozenset({3}))
    silent = open_vote(Vote("n3", "swap", Person(), 2, say("another phone"), needed))
    for name, wanted in (("pass", seats[:1]), ("pass-two", seats[:2])):
        view = {
            "version": "v",
            "table": watched,
            "title": table.title,
            "sentence": table.sentence,
            "log": table.log[-2:],
            "quiet": None,
            "wanted": wanted,
            "others": seats[2:3],
        }
        yield name, "pass.html", {"view": view, "notices": (), "my_seat": None, "sharers": (1, 2, 3)}
    handed = {**view, "wanted": seats[:1], "others": ()}
    yield "pass-handed", "pass.html", {"view": handed, "notices": (), "my_seat": None, "sharers": (1,), "handed": 1}
    choices = (
        SeatInfo(1, "Marco", taken=True),
        SeatInfo(2, "Lucía", may=True, gone=True),
        SeatInfo(3, "Nuria", open=True),
        SeatInfo(4, "Pau", may=True),
    )
    view = {
        "version": "v",
        "seats": choices,
        "title": table.title,
        "phase": "playing",
        "mine": (),
        "suggested": None,
        "wanted": choices[0],
        "own_name": "",
        "missing": None,
        "proposal": None,
        "wired": False,
        "waits": ((2, silent, False), (3, None, True)),
        "moved": SeatMoved(1, 0.0, (2, 3)),
    }
    yield "join-playing", "join.html", {"view": view, "notices": (), "my_seat": None}
    mine = {**view, "phase": "gathering", "mine": (1,)}
    yield "join-shared", "join.html", {"view": mine, "notices": (), "my_seat": 1}
