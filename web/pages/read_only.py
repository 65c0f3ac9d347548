"""Pages that only show: the table screen, the log, the score, earlier evenings; and the scribe's page."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.service.screens.views import PastChance, PastPlay
from companion.service.session.past_plays import EXPORTS, ExportKind
from companion.service.session.statistics import game_records, player_records
from web.app_context import asking, parts, table
from web.charts import chart
from web.fragments import log_up_to
from web.identity import device
from web.replies import answer_with

table_pages = Blueprint("table", __name__)
log_pages = Blueprint("log", __name__)
score_pages = Blueprint("score", __name__)
scribe_pages = Blueprint("scribe", __name__)
history_pages = Blueprint("history", __name__)


@table_pages.get("/table")
def page() -> str:
    """For everybody: a TV, a tablet, a propped-up phone."""
    who = asking("table")
    return who.draw("table.html", **who.fragment().given)


@table_pages.get("/qr.svg")
def qr() -> Response:
    """The address as a QR code by itself."""
    return Response(str(parts().doors.qr()), mimetype="image/svg+xml")


@log_pages.get("/log", endpoint="page")
def log() -> str:
    """The log, newest first; ``?to=`` a line shows the page that ends there, which stands still."""
    who = asking("log")
    to = request.args.get("to", "")
    last = int(to) if to.isascii() and to.isdecimal() and len(to) < 9 else None
    return who.draw("log.html", **log_up_to(who, last).given)


@score_pages.get("/score", endpoint="page")
def score() -> str:
    who = asking("score")
    return who.draw("score.html", **who.fragment().given)


@scribe_pages.get("/scribe", endpoint="page")
def scribe() -> str | AnyResponse:
    """One device writes for everybody: the host's."""
    who = asking("scribe")
    if not who.host:
        return redirect(url_for("host.page"))
    return who.draw_page("scribe.html")


@history_pages.get("/history", endpoint="page")
def history() -> str:
    who = asking("history")
    return who.draw("history.html", plays=[_past(play) for play in table().past()])


@history_pages.get("/history/statistics")
def statistics() -> str:
    """What all finished evenings add up to."""
    plays = table().finished()
    damaged = sum(play.damaged for play in plays)
    given = {"games": game_records(plays), "players": player_records(plays), "damaged": damaged}
    return asking("history").draw("statistics.html", **given)


@history_pages.get("/history/<play>", endpoint="play")
def past_score(play: str) -> str:
    """One evening: the score with every point explained, how the points went, and what to take home."""
    found = table().past_play(play)
    if found is None:
        abort(404)
    who = asking("score")
    given: dict[str, object] = {"score": found.score, "title": found.title, "version": found.id, "live": False}
    given |= {"play": found, "photos": table().photos.of(play)}
    course = table().course(play)
    link = table().bg_stats(found, who.language)
    return who.draw("past.html", found.names, **given, course=course, chart=chart(course), bg_stats=link)


@history_pages.get("/history/<play>/export")
def export(play: str) -> Response:
    """What this device may see of one evening, to keep: ``?kind=`` json, text, log or numbers (both CSV)."""
    kind = request.args.get("kind", "json")
    if kind not in EXPORTS:
        abort(404)
    text = table().export(play, table().viewer_of(device(), play), asking("history").language, kind)
    if text is None:
        abort(404)
    ending, mimetype = FILES[kind]
    headers = {"Content-Disposition": f'attachment; filename="play-{play[:8]}{ending}"'}
    return Response(text, mimetype=mimetype, headers=headers)


@history_pages.get("/history/<play>/chance")
def chance(play: str) -> str:
    """Every roll and draw of one evening, to be redone in the browser."""
    found = table().fairness(play)
    if found is None:
        abort(404)
    return asking("history").draw("chance.html", found.names, chance=found, redo=redo(found))


@history_pages.post("/history/<play>/seed")
def conclude(play: str) -> AnyResponse:
    """Close a finished play for good, and show the seed."""
    table().conclude(device(), play)
    return redirect(url_for("history.chance", play=play), 303)


@history_pages.post("/history/<play>/go-on", endpoint="resume")
def go_on(play: str) -> AnyResponse:
    return answer_with(table().go_on_with(device(), play), "host", goto=url_for("host.page"))


FILES: dict[ExportKind, tuple[str, str]] = {
    "json": (".json", "application/json"),
    "text": (".txt", "text/plain"),
    "log": ("-log.csv", "text/csv"),
    "numbers": ("-numbers.csv", "text/csv"),
}
"""The end of the name, and the type, of what is taken home."""


def redo(chance: PastChance) -> str:
    """What the script needs to redo the draws, as JSON."""
    spins = [[[spin.position, spin.limit, spin.number] for spin in draw.spins] for draw in chance.draws]
    return msgspec.json.encode({"commitment": chance.commitment, "seed": chance.seed, "draws": spins}).decode()


def _past(play: PastPlay) -> dict[str, object]:
    """An evening as the list shows it."""
    sides = {seat: side for side in (play.score.sides if play.score else ()) for seat in side.seats}
    winners = {seat for side in (play.score.winners() if play.score else ()) for seat in side.seats}
    return {
        "id": play.id,
        "title": play.title,
        "when": play.wall,
        "finished": play.score is not None,
        "damaged": play.damaged,
        "seats": [
            {
                "seat": seat,
                "name": name,
                "winner": seat in winners,
                "points": sides[seat].total if seat in sides and play.score and play.score.counted else None,
            }
            for seat, name in sorted(play.names.items())
        ],
    }
