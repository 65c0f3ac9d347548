"""Blocks as the box describes them at the start of the war. Section 3."""

from __future__ import annotations

from companion.core.boxes import Box, number
from companion.games.athens_sparta.queries_city import city_key
from companion.games.athens_sparta.state import OPEN_GROUND, Body
from companion.games.athens_sparta.tables import REVOLT_KINDS, Holder, Kind, Letter


def is_set_aside(owner: Holder, body: Body) -> bool:
    """Reserves, revolt blocks, neutrals and the Spartan ships of rebel cities are not set up."""
    return body.reserve or body.kind in REVOLT_KINDS or owner == "neutral" or (owner == "sparta" and bool(body.twin))


def printed_body(box: Box, key: str) -> Body | None:
    """A block of the box at full strength in its starting place; None while one of its fields is missing."""
    facts = box["block"][key]
    if not all(field in facts for field in ("kind", "letter", "rate", "steps")):
        return None
    kind: Kind = str(facts["kind"])  # type: ignore[assignment]
    letter: Letter = str(facts["letter"])  # type: ignore[assignment]
    rate, most = number(box, "block", key, "rate") or 0, number(box, "block", key, "steps") or 0
    home = city_key(box, str(facts.get("home", "")))
    return Body(
        kind,
        letter,
        rate,
        most,
        most,
        name=str(facts.get("name", "")),
        home=home,
        at=city_key(box, str(facts.get("start", ""))) or home or OPEN_GROUND,
        reserve=facts.get("reserve") == "yes",
        twin=str(facts.get("twin", "")),
    )
