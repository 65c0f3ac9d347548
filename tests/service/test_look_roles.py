"""Who may look at what: every look, made in every role, against a list that is changed by hand only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from companion.core.errors import Refused
from companion.service.seats.evening_host import HostTable
from companion.service.seats.seating import BecomeHost
from companion.service.session.session import BeginPlay, ChooseGame
from tests.core.torture import Torture
from tests.service.at_table import HOST, PIN, Room, token
from tests.service.boxed_game import Boxed
from tests.service.look_calls import every_look, seen_by, takes

LIST = Path(__file__).with_name("look_roles.txt")
WIDTH = 24

CALLERS = {
    "no token": "",
    "guest": token("guest"),
    "seat": token(2),
    "host": token(1),
    "admin": HOST,
    "admin at a seat": token(3),
}
"""The token of each role."""


def calls(room: Room) -> Iterator[tuple[str, Callable[[str], object]]]:
    """Every look by its name, and what it gives whoever has a token."""
    for name in every_look(room):
        for seat in (0, 1, 2) if "seat" in takes(room, name) else (1,):
            at = f" for {seat}" if "seat" in takes(room, name) else ""
            yield name + at, partial(seen_by, room, name, seat=seat)


def outcome(call: Callable[[str], object], secret: str) -> str:
    """What a caller gets, as text, ``nothing`` for None; or the codes of the refusal."""
    try:
        seen = call(secret)
    except Refused as refusal:
        return f"{refusal.code} {refusal.detail}".strip()
    return "nothing" if seen is None else f"seen {seen!r}"


def row(name: str, cells: Iterable[str]) -> str:
    return f"{name.ljust(WIDTH + 3)}{''.join(cell.ljust(WIDTH) for cell in cells)}".rstrip()


def found(room: Room) -> Iterator[str]:
    """A line for each look. Those to whom it shows the same have one letter, so that the list also tells apart whose
    eyes it is made with.
    """
    yield row("", CALLERS)
    for name, call in sorted(calls(room), key=lambda each: each[0]):
        outcomes = [outcome(call, secret) for secret in CALLERS.values()]
        shown = list(dict.fromkeys(each for each in outcomes if each.startswith("seen ")))
        yield row(name, (f"sees {ascii_uppercase[shown.index(each)]}" if each in shown else each for each in outcomes))


def test_every_look_gives_each_role_what_the_list_says(rooms: Any) -> None:
    room = rooms(Torture(), Boxed(), sheets=True)
    room.sit(1, 2, 3)
    assert room.table.ask(token(1), HostTable()).taken
    for admin in (HOST, token(3)):
        assert room.table.ask(admin, BecomeHost(PIN)).taken
    before = [*found(room)]
    assert room.table.ask(token(1), ChooseGame("torture")).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    set_up = [*found(room)]
    room.set_up()
    lines = ["Before a play", *before, "", "When the table sets up", *set_up, "", "When seats plan", *found(room), ""]
    assert "\n".join(lines) == LIST.read_text()
