"""Warnings of the box editor: facts that cannot all be right. They never keep anybody from playing. Section 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.boxes import Box, Component
from companion.core.wording import Message, Wording, say, verbatim
from companion.games.ancient_world.box import KINDS
from companion.games.ancient_world.tables import DIE_FACES, FIELDS_ASKED, START_EMPIRE

MOST_BANNERS = 3
"""Three damage dice, one for each banner."""

START_TITANS = 4


def box_warnings(box: Box) -> Sequence[Message]:
    """Warn of sums, names and numbers that cannot all be right, in both editions."""
    return tuple(warning for prefix in ("", "first-") for warning in _of_edition(box, prefix))


def _of_edition(box: Box, prefix: str) -> Iterator[Message]:
    yield from _same_names(box, prefix)
    yield from _empire(box.get(f"{prefix}empire", {}))
    yield from _military(box.get(f"{prefix}military", {}))
    yield from _titans(box.get(f"{prefix}titan", {}))
    yield from _actions(box.get(f"{prefix}action", {}))
    yield from _die(box.get(f"{prefix}die", {}).get("damage", {}))


def _name(key: str, facts: Component) -> Wording:
    return verbatim(str(facts.get("name", key)))


def _same_names(box: Box, prefix: str) -> Iterator[Message]:
    for kind in KINDS:
        if kind.key.startswith("first-") != bool(prefix) or not kind.most:
            continue
        parts = box.get(kind.key, {}).values()
        names = Counter(str(facts["name"]).casefold() for facts in parts if "name" in facts)
        for name, times in names.items():
            if times > 1:
                yield say("{kind}: {n} are called {name}.", kind=kind.label, n=times, name=name)


def _list(facts: Component, field: str) -> list[int | str]:
    found = facts.get(field)
    return found if isinstance(found, list) else []


def _number(facts: Component, field: str) -> int:
    found = facts.get(field)
    return found if isinstance(found, int) else 0


def _empire(parts: dict[str, Component]) -> Iterator[Message]:
    """Every empire card has a banner; the starting cards may have none."""
    for key, facts in parts.items():
        if key not in START_EMPIRE and "banners" in facts and not _list(facts, "banners"):
            yield say("{card} has no banner; every empire card has one.", card=_name(key, facts))


def _military(parts: dict[str, Component]) -> Iterator[Message]:
    for key, facts in parts.items():
        if "swords" in facts and "arrows" in facts and not _number(facts, "swords") + _number(facts, "arrows"):
            yield say("{card} has neither swords nor arrows.", card=_name(key, facts))


def _titans(parts: dict[str, Component]) -> Iterator[Message]:
    for key, facts in parts.items():
        name = _name(key, facts)
        banners = len(_list(facts, "banners"))
        if "banners" in facts and not banners:
            yield say("{card} has no banner: nothing would be rolled for it.", card=name)
        if banners > MOST_BANNERS:
            yield say("{card} has {n} banners, but there are three dice.", card=name, n=banners)
        if facts.get("effect") == "lose-ambrosia" and not _number(facts, "amount"):
            yield say("{card} takes ambrosia, but how much is missing.", card=name)
    starting = sum(facts.get("stars") == 0 for facts in parts.values())
    if starting > START_TITANS:
        yield say("Starting titans: {n}; a copy has four.", n=starting)


def _actions(parts: dict[str, Component]) -> Iterator[Message]:
    for space, fields in FIELDS_ASKED.items():
        facts = parts.get(space, {})
        free = all(not _number(facts, field) for field in ("coins", "knowledge"))
        if any(_number(facts, field) for field in ("coins", "knowledge") if field not in fields):
            yield say("{action} has no such price on the board; it is not taken.", action=verbatim(space))
        if facts.get("either") == "yes" and free:
            yield say("{action} is paid one way or the other, but costs nothing.", action=verbatim(space))
        if "amount" in fields and facts.get("amount") == 0:
            yield say("{action} gives nothing.", action=verbatim(space))


def _die(facts: Component) -> Iterator[Message]:
    faces = sum(_number(facts, face) for face in facts)
    if facts and faces != DIE_FACES:
        yield say("Faces of the damage die here: {n}; a die has {faces}.", n=faces, faces=DIE_FACES)
