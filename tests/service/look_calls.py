"""Every look there is, and one call of each."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from inspect import signature
from typing import Any, get_type_hints

from companion.core.score_pad import Typed
from companion.service.asking.looking import Looks, roles
from companion.service.asking.requests import Role
from companion.service.screens.streams import OpenPage
from tests.service.at_table import Room


def every_look(room: Room) -> dict[str, type[Looks]]:
    """The subject of each look, by the look's name, as in ``seats.own_role``."""
    subjects = {subject: type(looks) for subject, looks in vars(room.table.view("")).items()}
    return {f"{subject}.{name}": kind for subject, kind in subjects.items() for name in roles(kind)}


def method_of(room: Room, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(every_look(room)[name], name.split(".")[1])
    return found


def role_of(room: Room, name: str) -> Role:
    return roles(every_look(room)[name])[name.split(".")[1]]


def takes(room: Room, name: str) -> Mapping[str, Any]:
    """The parameters of a look, as its caller gives them, by name; with their types."""
    hints = get_type_hints(method_of(room, name))
    return {key: hints[key] for key in [*signature(method_of(room, name)).parameters][2:]}


def gives(room: Room, name: str) -> Any:
    """The type of what a look gives."""
    return get_type_hints(method_of(room, name))["return"]


def arguments(room: Room, seat: int, parameters: Container[str]) -> dict[str, Any]:
    """Of what looks take, what is in ``parameters``, for something that is there; a question is one of ``seat``, 0: the
    table.
    """
    play = room.moment.gathering.play_id
    asked = [ask for ask in room.asked(seat or 1) if ask.seat == seat] if room.moment.phase == "playing" else []
    given: Mapping[str, Any] = {
        "play": play,
        "language": "en",
        "number": 1,
        "game": "boxed",
        "numbers": {},
        "printed": "card",
        "seat": seat,
        "digest": asked[0].digest if asked else "x",
        "answers": ("1",),
        "given": {},
        "typed": Typed("points", 0, (1,)),
        "widget": "hand",
        "card": "card",
        "page": OpenPage("192.0.2.1"),
        "code": "ab23cd45",
        "name": "Ana",
        "plays": (),
    }
    return {key: value for key, value in given.items() if key in parameters}


def seen_by(room: Room, name: str, secret: str, seat: int = 1) -> Any:
    """What a device sees. Raises ``Refused``."""
    subject, look = name.split(".")
    return getattr(getattr(room.table.view(secret), subject), look)(**arguments(room, seat, takes(room, name)))
