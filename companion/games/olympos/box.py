"""Kinds of components of a box, and the shipped ones. Section 12."""

from __future__ import annotations

from pathlib import Path

from companion.core.boxes import Box, BoxField, BoxKind, read
from companion.core.wording import say
from companion.games.olympos import tables
from companion.games.olympos.words import space_label


def zeus_field(number: int) -> str:
    return f"zeus{number}"


TRACK = BoxKind(
    "track",
    say("Time Track"),
    (
        *(BoxField(zeus_field(n), say("Zeus space {n}", n=n), 1, 150) for n in range(1, tables.ZEUS_SPACES + 1)),
        BoxField("cross", say("Cross space"), 1, 160),
    ),
    (("track", say("Time Track")),),
)
TIME = BoxKind(
    "time",
    say("Points at the end of the Time Track"),
    (BoxField("points", say("Points"), 0, 5),),
    most=60,
    numbered=BoxField("space", say("Space"), 1, 160),
)
SPACE = BoxKind(
    "space",
    say("Development board"),
    (
        *(BoxField(resource, label, 0, 9) for resource, label in tables.RESOURCES.items()),
        BoxField("grey", say("Grey groups"), 1, 9, (), many=True),
        BoxField(
            "bonus", say("Bonuses"), 0, 0, tuple((key, label) for key, label in tables.BONUSES.items()), many=True
        ),
    ),
    tuple((space, space_label(space)) for space in tables.SPACES),
)
WONDER = BoxKind(
    "wonder",
    say("Wonder"),
    (BoxField("stars", say("Stars"), 1, 12), BoxField("points", say("Points"), 8, 12)),
    tuple(tables.WONDERS.items()),
)
TILE = BoxKind(
    "tile",
    say("Resources of Money and Agriculture"),
    (BoxField("resources", say("On its two tiles"), 0, 0, tuple(tables.RESOURCES.items()), many=True),),
    tuple((key, tables.DISCOVERIES[key].label) for key in tables.CHEAPENING),
)
DESTINY = BoxKind(
    "destiny",
    say("Destiny card"),
    (BoxField("copies", say("How many"), 0, 22),),
    tuple((key, face.label) for key, face in tables.DESTINIES.items()),
)
PRESTIGE = BoxKind(
    "prestige",
    say("Prestige tokens"),
    (BoxField("values", say("The values of the 28"), 1, 20, (), many=True),),
    (("tokens", say("Prestige tokens")),),
)
DISCOVERY = BoxKind(
    "discovery",
    say("Discovery"),
    (BoxField("row", say("Row"), 1, 5), BoxField("swords", say("Swords"), 0, 3), BoxField("zeus", say("Zeus"), 0, 3)),
    tuple((key, discovery.label) for key, discovery in tables.DISCOVERIES.items()),
)
KINDS = (TRACK, TIME, SPACE, WONDER, TILE, DESTINY, PRESTIGE, DISCOVERY)


def kind_of(key: str) -> BoxKind:
    return next(kind for kind in KINDS if kind.key == key)


def _read(name: str) -> Box:
    return read(Path(__file__).with_name(name).read_text("utf-8"), KINDS, name)


SHIPPED = _read("box.toml")
PRACTICE = _read("practice.toml")
