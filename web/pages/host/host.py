"""The host's page: choose and begin a game, manage seats, correct numbers, pair table screens."""

from __future__ import annotations

import json
from typing import cast

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.chance import ChanceSource
from companion.core.errors import Refused
from companion.core.setup import Meta, OptionValue
from companion.core.wording import say
from companion.service.agreement.proposals import SayFine, SayWait
from companion.service.agreement.secret_time import SetSecretTime
from companion.service.panel.wiring.wiring_status import complaint
from companion.service.play.answers import CorrectNumber
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import TableView
from companion.service.seats.evening_host import HostTable, ShowAddress, StopHosting
from companion.service.seats.seat_transfer import ConfirmSeat
from companion.service.seats.seating import AddPlayer, BecomeHost, FreeSeat, OfferSeat
from companion.service.seats.seats_state import Gathering
from companion.service.seats.table_setup import SetUpTable
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain, ResumePlay
from companion.service.session.table_settings import ForgetScreens, PairScreen, SetLanguage
from web.form_replies import answer_with, asked, send, sent_from
from web.form_values import number, numbers
from web.http.identity import device
from web.page_request import Fragment, PageRequest, library, page_request, table

pages = Blueprint("host", __name__)


@pages.get("/host")
def page() -> str:
    return page_request("host").draw_page("host.html")


def host_page(name: str) -> str | Response:
    """A page of the host alone; others come to the page where one becomes host."""
    req = page_request(name)
    return req.draw_page(f"{name}.html") if req.host else redirect(url_for("host.page"))


@pages.post("/host/pin")
def pin() -> Response:
    """Become host with a PIN."""
    reply = table().ask(device(), BecomeHost(request.form.get("pin", "")))
    return answer_with(reply, "host", goto=url_for("host.page"))


@pages.post("/host/set-up")
def set_up() -> Response:
    """Set up a new table without a PIN, or stop another device that does."""
    return answer_with(asked(SetUpTable), "host", goto="" if "stop" in request.form else url_for("host.page"))


@pages.post("/host/offer")
def offer() -> Response:
    """Host: choose the game."""
    return answer_with(asked(HostTable), "seat", goto=url_for("game.page"))


@pages.post("/host/fine")
def fine() -> Response:
    """What counts down need not wait for this seat."""
    return send(SayFine, sent_from("seat"))


@pages.post("/host/wait")
def wait() -> Response:
    """Stop what counts down."""
    return send(SayWait, sent_from("seat"))


@pages.post("/host/resume")
def resume() -> Response:
    """Go on with the play that was put away."""
    return answer_with(asked(lambda: ResumePlay(request.form.get("play", ""))), "game", goto=_to_seat())


def _to_seat() -> str:
    return url_for("seat.page") if page_request("host").role.seats else ""


@pages.post("/host/stop")
def stop() -> Response:
    """Host no more."""
    return send(StopHosting, sent_from("seat"))


@pages.post("/host/address")
def show_address() -> Response:
    """Show the table's address on the table screen in a play, or no more."""
    return send(lambda: ShowAddress(on=bool(request.form.get("on"))), sent_from("game"))


@pages.post("/host/choose")
def choose() -> Response:
    """Choose a game; an empty value cancels the choice."""
    page = sent_from("host")
    # The next step of a phone begins at the top.
    goto = url_for("game.page") if page == "game" else ""
    return send(lambda: ChooseGame(request.form.get("game", ""), {}, {}), page, goto=goto)


@pages.post("/host/begin")
def begin() -> Response:
    """Begin with the options of the form; a host who plays is at the own seat then."""
    form = request.form
    game = form.get("game", "")
    options = {key.removeprefix("option-"): _value(form[key]) for key in form if key.startswith("option-")}
    chance = {key.removeprefix("chance-"): cast("ChanceSource", form[key]) for key in form if key.startswith("chance-")}
    if form.get("set_up") == "no":
        chance |= _as_it_lies(game)
    chosen = table().ask(device(), ChooseGame(game, options, chance))
    if not chosen.taken:
        return answer_with(chosen, sent_from("host"))
    # Without a choice of seats all play, also those who sat down since the page was drawn.
    seats = numbers(form, "seats") if "seats" in form else None
    set_up = form.get("set_up") == "yes"
    return send(lambda: BeginPlay(seats, form.get("level", ""), set_up), sent_from("host"), goto=_to_seat())


def _as_it_lies(game: str) -> dict[str, ChanceSource]:
    """For a table that people have laid out already: the chances that decide what lies there, to be entered by them."""
    found = page_request("host").view.session.games().get(game)
    kinds = found.meta.chance if found is not None else ()
    return {kind.key: "cardboard" for kind in kinds if kind.laid}


def _value(text: str) -> OptionValue:
    """Parse an option's value: JSON for booleans and numbers, else a word."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | str) else text


@pages.post("/host/end")
def end() -> Response:
    """Put the play away; everybody stays seated for the next."""
    return send(PlayAgain, sent_from("host"), goto=_to_seat())


@pages.post("/host/again")
def again() -> Response:
    """Play the game that is over once more."""
    return send(_again, sent_from("seat"), goto=_to_seat())


def _again() -> PlayAgain:
    if page_request("host").view.screens.table().phase != "over":
        raise Refused("playing", say("The play is not over."))
    return PlayAgain()


@pages.post("/host/add")
def add() -> Response:
    """Seat somebody without a phone."""
    return send(lambda: AddPlayer(number(request.form, "seat"), request.form.get("name", "")), "host")


@pages.post("/host/hand-over")
def hand_over() -> Response:
    """Remove the devices of a seat, so that another may take it."""
    return send(lambda: FreeSeat(number(request.form, "seat")), "host")


@pages.post("/host/correct")
def correct() -> Response:
    key, nonce = request.form.get("key", ""), request.form.get("nonce", "")
    return send(lambda: CorrectNumber(key, number(request.form, "value"), nonce), "host")


@pages.post("/host/language")
def language() -> Response:
    """The language of the table screen and the small displays."""
    return send(lambda: SetLanguage(request.form.get("language", "")), sent_from("host"))


@pages.post("/host/secret-time")
def secret_time() -> Response:
    """The time for secret answers: 0, 20 or 60 seconds."""
    seconds = request.form.get("seconds", type=int, default=-1)
    return send(lambda: SetSecretTime(seconds), "host")


@pages.post("/host/code")
def code() -> Response:
    """Show a code for a seat whose phone is lost."""
    return send(lambda: OfferSeat(number(request.form, "seat")), "host")


@pages.post("/host/arrival")
def arrival() -> Response:
    """Accept or refuse the phone that waits for a seat."""
    agreed = request.form.get("agreed") == "yes"
    return send(lambda: ConfirmSeat(number(request.form, "seat"), agreed=agreed), "host")


@pages.post("/host/screen")
def screen() -> Response:
    """Reserve a stream for a table screen, by the number it shows, or forget all of them."""
    if request.form.get("do") == "forget":
        return send(ForgetScreens, "host")
    return send(lambda: PairScreen(request.form.get("number", "")), "host")


def fragment(req: PageRequest) -> Fragment:
    view = req.view.screens.table()
    role = req.role
    choosing = choosing_of(req, view)
    spoken = req.view.settings.language()
    if not role.host:
        mistakes, ways = req.view.settings.setup_mistakes(), req.view.seats.pin_ways().words
        version = version_of((view.version, role.seat, mistakes, spoken, ways))
        given = {"view": view, "version": version, "notices": (), "table_language": spoken, "pin_ways": ways}
        return Fragment("host_fragment.html", version, given)
    games = req.view.session.games()
    numbers = req.view.play.public_numbers()
    owners = dict.fromkeys(number.owner for number in numbers)
    sheets = [
        {"key": key, "title": game.meta.title, "own": key in library().own()}
        for key, game in games.items()
        if library().sheet(key) is not None
    ]
    complaints = [complaint(wire) for wire in req.view.panel.wires() if wire.fault is not None]
    arrivals = req.view.panel.hardware().arrivals
    keeping, screens = req.view.settings.keeping(), req.view.screens.paired_screens()
    given = {
        "view": view,
        "notices": (),
        **choosing,
        "corrections": [(owner, [number for number in numbers if number.owner == owner]) for owner in owners],
        "outside": library().outside,
        "left_out": library().left_out,
        "sheets": sheets,
        "complaints": complaints,
        "arrivals": arrivals,
        "keeping": keeping,
        "screens": screens,
        "table_language": spoken,
    }
    keys = [str(sheet["key"]) for sheet in sheets]
    kept = (keeping.complaints, screens, req.view.settings.setup_mistakes(), spoken)
    shown = (view.version, numbers, role.seat, chosen_of(req), keys, complaints, arrivals, *kept)
    return Fragment("host_fragment.html", version_of(shown), {**given, "version": version_of(shown)})


def chosen_of(req: PageRequest) -> tuple[object, ...]:
    """What was chosen for the next play, for the version of the page."""
    chosen = req.view.session.chosen_game()
    return chosen.game, chosen.options, chosen.chance


def choosing_of(req: PageRequest, view: TableView) -> dict[str, object]:
    """What the wizard needs: all games, those begun lately first, sheets by name; and the one that was chosen."""
    games = req.view.session.games()
    choice = req.view.session.chosen_game() if view.phase == "gathering" else Gathering("")
    chosen = games.get(choice.game)
    counting = {game.meta.points_of: game.meta for game in games.values() if game.meta.points_of in games}
    helping = {game.meta.helps: game.meta for game in games.values() if game.meta.helps in games}
    begun = [games[key].meta for key in req.view.session.games_begun() if key in games]
    order = [meta.points_of or meta.helps or meta.key for meta in begun]
    on_cards = (*counting.values(), *helping.values())
    shelf = [game.meta for game in games.values() if game.meta not in on_cards]
    played = games[view.game].meta if view.game in games else None
    words = req.speaker

    def place(meta: Meta) -> tuple[int, bool, str]:
        is_sheet = meta.key.startswith("sheet:")
        lately = order.index(meta.key) if meta.key in order else len(order)
        return lately, is_sheet, words.say(meta.title).casefold() if is_sheet else ""

    return {
        "games": sorted(shelf, key=place),
        "counting": counting.get(choice.game),
        "helping": helping.get(choice.game),
        "its_points": counting.get(played.helps) if played else None,
        "pictured": library().pictures.keys(),
        "chosen": chosen.meta if chosen else None,
        "choice": choice,
        "guided": chosen is not None and chosen.lays_out,
        "to_ask": req.view.session.asked_of_box() if chosen else (),
    }
