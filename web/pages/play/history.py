"""Earlier plays: their list, statistics, score and chance; exports; closing one, or going on with it."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import verbatim
from companion.plays.log.imported_plays import ImportedPlay
from companion.service.session.past_plays import EXPORTS, ExportKind, PastChance, PastPlay
from companion.service.session.session import ConcludePlay, ResumePlay
from web.form_replies import send
from web.http.identity import device
from web.page_request import PageRequest, page_request, table
from web.pages.play.points_chart import chart
from web.templating.helpers import day

pages = Blueprint("history", __name__)


@pages.get("/history", endpoint="page")
def history() -> str:
    req = page_request("history")
    past = req.view.past
    plays = [_past(play) for play in past.plays()] + [_imported(play) for play in past.imported()]
    latest = sorted(plays, key=lambda play: str(play["day"]), reverse=True)
    return req.draw("history.html", plays=latest, may_import=past.may_import(), may_go_on=_may_go_on(req))


def _may_go_on(req: PageRequest) -> bool:
    """Whether a play that was put away may be brought back from this page: by the admin, and while nothing is played by
    a person who sits here.
    """
    return req.host or (bool(req.role.seats) and req.view.screens.table().phase != "playing")


@pages.get("/history/statistics")
def statistics() -> str:
    """Show statistics of all finished plays."""
    req = page_request("history")
    found = req.view.past.statistics()
    return req.draw("statistics.html", games=found.games, people=found.people, damaged=found.damaged)


@pages.get("/history/<play>", endpoint="play")
def past_score(play: str) -> str:
    """Show an earlier play: score with explanations, points over time, photos, exports."""
    req = page_request("score")
    found = req.view.past.play(play)
    if found is None:
        abort(404)
    given: dict[str, object] = {"score": found.score, "title": found.title, "version": found.id, "live": False}
    given |= {"play": found, "photos": req.view.photos.of_play(play)}
    course = req.view.past.score_history(play)
    link = req.view.past.bg_stats_link(play, req.language)
    return req.draw("past.html", found.names, **given, course=course, chart=chart(course), bg_stats=link)


@pages.get("/history/<play>/export")
def export(play: str) -> Response:
    """Export what this device may see of a play: ``?kind=`` json, text, log or numbers (both CSV)."""
    kind = request.args.get("kind", "json")
    if kind not in EXPORTS:
        abort(404)
    req = page_request("history")
    text = req.view.past.export(play, req.language, kind)
    if text is None:
        abort(404)
    ending, mimetype = FILES[kind]
    headers = {"Content-Disposition": f'attachment; filename="play-{play[:8]}{ending}"'}
    return Response(text, mimetype=mimetype, headers=headers)


@pages.get("/history/<play>/chance")
def chance(play: str) -> str:
    """Show every roll and draw of a play, for verification in the browser."""
    req = page_request("history")
    found = req.view.past.chance(play)
    if found is None:
        abort(404)
    return req.draw("chance.html", found.names, chance=found, redo=redo(found))


@pages.post("/history/<play>/seed")
def conclude(play: str) -> AnyResponse:
    """Close a finished play for good, which reveals its seed."""
    table().ask(device(), ConcludePlay(play))
    return redirect(url_for("history.chance", play=play), 303)


@pages.post("/history/<play>/go-on", endpoint="resume")
def go_on(play: str) -> AnyResponse:
    role = page_request("history").role
    page = "seat" if role.seats else "host"
    return send(lambda: ResumePlay(play), page, goto=url_for(f"{page}.page"))


FILES: dict[ExportKind, tuple[str, str]] = {
    "json": (".json", "application/json"),
    "text": (".txt", "text/plain"),
    "log": ("-log.csv", "text/csv"),
    "numbers": ("-numbers.csv", "text/csv"),
}
"""File name ending and media type of an export."""


def redo(chance: PastChance) -> str:
    """JSON with which the script verifies the draws."""
    spins = [[[spin.position, spin.limit, spin.number] for spin in draw.spins] for draw in chance.draws]
    return msgspec.json.encode({"commitment": chance.commitment, "seed": chance.seed, "draws": spins}).decode()


def _imported(play: ImportedPlay) -> dict[str, object]:
    """A play that was brought here as the list shows it."""
    seats = [{"seat": 0, "name": each.name, "winner": each.won, "points": each.points} for each in play.players]
    return {"id": "", "title": verbatim(play.game), "day": play.day, "imported": True, "seats": seats}


def _past(play: PastPlay) -> dict[str, object]:
    """An earlier play as the list shows it."""
    sides = {seat: side for side in (play.score.sides if play.score else ()) for seat in side.seats}
    winners = {seat for side in (play.score.winners() if play.score else ()) for seat in side.seats}
    return {
        "id": play.id,
        "title": play.title,
        "day": day(play.wall),
        "imported": False,
        "finished": play.score is not None,
        "damaged": play.damaged,
        "gone": play.gone,
        "unread": play.unread,
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
