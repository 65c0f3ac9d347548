"""Corrections of tracked numbers and printed facts: stored form, and applying them to a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.boxes import BoxField, BoxKind, FactCorrection, Learned, fact, fact_problem, kind_called
from companion.core.chance import NoChance
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.inventory import compensations, find, sum_changes
from companion.core.secrecy import PUBLIC, seen
from companion.core.step import TABLE, Step
from companion.core.wording import N_, say


class Correction(Struct, frozen=True):
    """Tracked number ``key`` changed from ``old`` to ``new``."""

    key: str
    old: int
    new: int


class Corrections(Struct, frozen=True, omit_defaults=True):
    """One entry's corrections: tracked numbers, and box facts that were mistyped."""

    numbers: tuple[Correction, ...]
    facts: tuple[FactCorrection, ...] = ()


_several = msgspec.json.Decoder(Corrections)
_single = msgspec.json.Decoder(Correction)


def corrections_json(done: Corrections) -> str:
    """Move of a correction entry, as JSON; a single number has a short form."""
    alone = len(done.numbers) == 1 and not done.facts
    return msgspec.json.encode(done.numbers[0] if alone else done).decode()


def corrections_of(move: str) -> Corrections:
    """Decode the move of a correction entry."""
    return _several.decode(move) if move.startswith('{"numbers"') else Corrections((_single.decode(move),))


def apply_corrections(
    game: AnyGame, state: Any, numbers: Mapping[str, int], facts: Iterable[Learned] = ()
) -> Corrections:
    """Set facts and then numbers of ``state``, all or none.

    Raises ``Refused`` for an unknown key, a value out of bounds, an impossible fact, or if nothing changes.
    """
    mended = tuple(_checked(game, state, learned) for learned in facts)
    if not numbers and not mended:
        raise Refused("nothing-to-correct", say("There is nothing to correct.", short=N_("Nothing to correct")))
    if mended:
        game.mend(Step(state, TABLE, NoChance()), mended)
    inventory = {tracked.key: tracked for tracked in game.inventory(state)}
    found = [inventory[key] if key in inventory else find((), key) for key in numbers]
    for tracked in found:
        if not tracked.known:
            raise Refused("not-there", say("That number is not there yet.", short=N_("Not there yet")))
    done = tuple(Correction(tracked.key, tracked.value, numbers[tracked.key]) for tracked in found)
    for tracked in found:
        tracked.put(numbers[tracked.key])
    return Corrections(done, mended)


def with_supplies(game: AnyGame, state: Any, numbers: Mapping[str, int]) -> dict[str, int]:
    """``numbers`` plus the shared supplies that balance them. Hidden numbers are not balanced: their supply would
    reveal them.
    """
    known = [tracked for tracked in game.inventory(seen(state, PUBLIC)) if tracked.known]
    shared = [tracked for tracked in known if tracked.owner is None]
    supplies = compensations(shared, sum_changes(known, numbers), numbers)
    return {**numbers, **{supply.key: value for supply, value in supplies.values()}}


def as_numbers(corrections: Corrections) -> dict[str, int]:
    """New values by key."""
    return {correction.key: correction.new for correction in corrections.numbers}


def as_facts(corrections: Corrections) -> tuple[Learned, ...]:
    """The corrected facts, with their new values."""
    return tuple(correction.learned for correction in corrections.facts)


def field_of(game: AnyGame, kind_key: str, field_key: str) -> tuple[BoxKind, BoxField]:
    """Kind and field of a box fact. Raises ``Refused``."""
    kind = kind_called(game.meta.box, kind_key)
    field = kind.field(field_key) if kind is not None else None
    if kind is None or field is None:
        raise Refused("no-fact", say("There is no such thing in the box of this game."))
    return kind, field


def _checked(game: AnyGame, state: Any, learned: Learned) -> FactCorrection:
    """Correction of a fact known to the play. Raises ``Refused``."""
    kind, field = field_of(game, learned.kind, learned.field)
    box = game.box_of(state)
    if learned.key not in kind.listed and learned.key not in box.get(kind.key, {}):
        raise Refused("no-component", say("There is no such component."))
    old = fact(box, learned.kind, learned.key, learned.field)
    if learned.value == old and type(learned.value) is type(old):
        raise Refused("nothing-to-correct", say("There is nothing to correct.", short=N_("Nothing to correct")))
    if learned.value is None:
        shipped = fact(game.box, learned.kind, learned.key, learned.field)
        if not field.optional or shipped is not None:
            raise Refused("unfit", say("Something is printed there: say what."))
    elif (wrong := fact_problem(field, learned.value)) is not None:
        raise Refused("unfit", say("That cannot be printed there: {expected}.", expected=wrong.expected))
    return FactCorrection(learned.kind, learned.key, learned.field, old, learned.value)
