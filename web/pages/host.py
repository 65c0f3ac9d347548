"""The host: choose and begin a game, seats, corrections, score sheets."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.core.chance import By
from companion.core.errors import Refused
from companion.core.game import OptionValue
from companion.service.desk import refused
from companion.service.screens.views import Reply
from web.app_context import asking, table
from web.forms import number, numbers
from web.identity import device
from web.replies import answer_with

pages = Blueprint("host", __name__)


@pages.get("/host")
def page() -> str:
    return asking("host").draw_page("host.html")


@pages.post("/host/pin")
def pin() -> Response:
    """Become host with a PIN."""
    reply = table().host_by_pin(device(), request.form.get("pin", ""))
    return answer_with(reply, "host", goto=url_for("host.page"))


@pages.post("/host/choose")
def choose() -> Response:
    """Choose a game; none takes the choice back."""
    return answer_with(table().choose(device(), request.form.get("game", ""), {}, {}), "host")


@pages.post("/host/begin")
def begin() -> Response:
    """Begin with the options of the form."""
    form = request.form
    game = form.get("game", "")
    options = {key.removeprefix("option-"): _value(form[key]) for key in form if key.startswith("option-")}
    chance = {key.removeprefix("chance-"): cast("By", form[key]) for key in form if key.startswith("chance-")}
    chosen = table().choose(device(), game, options, chance)
    if not chosen.taken:
        return answer_with(chosen, "host")
    try:
        reply = table().begin(device(), numbers(form, "seats"), form.get("level", ""))
    except Refused as refusal:
        reply = refused(refusal)
    return answer_with(reply, "host")


def _value(text: str) -> OptionValue:
    """An option's value as the form wrote it: JSON for truth values and numbers, else a word."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | str) else text


@pages.post("/host/end")
def end() -> Response:
    """Put the play away; the same people sit down for the next."""
    return answer_with(table().again(device()), "host")


@pages.post("/host/add")
def add() -> Response:
    """Seat somebody without a phone."""
    return _with_number("seat", lambda seat: table().add(device(), seat, request.form.get("name", "")))


@pages.post("/host/hand-over")
def hand_over() -> Response:
    """Free a seat of its devices, so that another may take it."""
    return _with_number("seat", lambda seat: table().free(device(), seat))


@pages.post("/host/correct")
def correct() -> Response:
    key, nonce = request.form.get("key", ""), request.form.get("nonce", "")
    return _with_number("value", lambda value: table().correct(device(), key, value, nonce))


@pages.post("/host/language")
def language() -> Response:
    """The language of the table screen and the small displays."""
    return answer_with(table().set_language(device(), request.form.get("language", "en")), "host")


@pages.post("/host/code")
def code() -> Response:
    """A code for a seat whose phone is lost."""
    return _with_number("seat", lambda seat: table().offer_seat(device(), seat))


@pages.post("/host/arrival")
def arrival() -> Response:
    """Whether the phone that waits for a seat gets it."""
    agreed = request.form.get("agreed") == "yes"
    return _with_number("seat", lambda seat: table().confirm_seat(device(), seat, agreed=agreed))


@pages.post("/host/screen")
def screen() -> Response:
    """A table screen gets a place of its own, by the number it shows; without one, all lose theirs."""
    if request.form.get("do") == "forget":
        return answer_with(table().forget_screens(device()), "host")
    return answer_with(table().pair_screen(device(), request.form.get("number", "")), "host")


def _with_number(key: str, act: Callable[[int], Reply]) -> Response:
    try:
        reply = act(number(request.form, key))
    except Refused as refusal:
        reply = refused(refusal)
    return answer_with(reply, "host")
