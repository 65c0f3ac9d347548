"""What is looked up in mid-play, for this evening or for others too; facts put right. Section 12."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.box_kinds import fact_problem
from companion.core.boxes import Fact, FactCorrection, Learned, number, put
from companion.core.step import Step
from companion.core.wording import say
from companion.games.olympos import box_facts, queries
from companion.games.olympos.agenda import Facts
from companion.games.olympos.box import SPACE, kind_of
from companion.games.olympos.box_warnings import deck_reason, sensible
from companion.games.olympos.moves import Fill, LookUp
from companion.games.olympos.state import Sought, State
from companion.games.olympos.tables import DESTINIES, RESOURCES, bonuses_at, row_of, space_at

NOT_NEEDED = say("That is known, or not needed.")
NOT_PRINTED = say("It cannot be printed like that.")


def look_up(step: Step[State], move: LookUp) -> None:
    """Somebody wants to take it: the table reads it off the board first."""
    state = step.state
    if state.agenda or step.seat in queries.may_play(state):
        step.not_now()
    found = box_facts.unknown_wonder(state, move.what)
    if move.through == "discover":
        space = space_at(move.what)
        found = box_facts.unknown_for(state, space) if space in state.piles else None
    if found is None:
        step.refuse("known", NOT_NEEDED)
    state.agenda.append(Facts(*found))
    if move.through != "look-up":
        state.sought = Sought(step.seat, move.through, move.what)


def parsed(due: Facts, found: tuple[int | str, ...]) -> dict[str, Fact] | None:
    """The fields of a component from what was entered, in the order in which it is asked; None if that is no such list.

    Of the Destiny deck, the number of each face.
    """
    match due.kind:
        case "tile":
            return {"resources": list(found)}
        case "space":
            return parsed_space(found)
        case "destiny":
            keys = list(DESTINIES)
        case _:
            keys = [field.key for field in kind_of(due.kind).fields]
    return dict(zip(keys, found, strict=True)) if len(keys) == len(found) else None


def parsed_space(found: tuple[int | str, ...]) -> dict[str, Fact] | None:
    """Four numbers, the number of grey groups, their sizes, then the letters of the bonuses."""
    counts = found[: len(RESOURCES)]
    groups = found[len(RESOURCES)] if len(found) > len(RESOURCES) else None
    if not isinstance(groups, int) or not 0 <= groups <= len(RESOURCES):
        return None
    rest = found[len(RESOURCES) + 1 :]
    return {**dict(zip(RESOURCES, counts, strict=True)), "grey": list(rest[:groups]), "bonus": list(rest[groups:])}


def fill(step: Step[State], move: Fill) -> None:
    """All facts of one component at once, or of the whole Destiny deck."""
    due = step.owed(Facts)
    if due.kind == "bonus":
        fill_letters(step, due, move)
        return
    facts = parsed(due, move.printed)
    if facts is None or any(fact_problem(field, facts[key]) for key, field in box_facts.fields_of(due).items()):
        step.refuse("not-printed", NOT_PRINTED)
    step.require(deck_reason(facts) if due.kind == "destiny" else None, "not-printed")
    if not sensible(due, facts):
        step.refuse("not-printed", NOT_PRINTED)
    step.state.agenda.pop()
    for key, value in facts.items():
        fact = Learned(due.kind, due.key, key, value)
        if due.kind == "destiny":
            fact = Learned(due.kind, key, "copies", value)
        write(step, fact, keep=move.keep)


def fill_letters(step: Step[State], due: Facts, move: Fill) -> None:
    """The bonuses that are missing of a space learned with fewer players."""
    state = step.state
    letters: list[int | str] = [*box_facts.letters(state.box, due.key), *move.printed]
    field = next(field for field in SPACE.fields if field.key == "bonus")
    if fact_problem(field, letters) or len(letters) != bonuses_at(row_of(due.key), len(state.sides)):
        step.refuse("not-printed", NOT_PRINTED)
    state.agenda.pop()
    write(step, Learned("space", due.key, "bonus", letters), keep=move.keep)


def write(step: Step[State], fact: Learned, *, keep: bool) -> None:
    if keep and not step.state.practice:
        step.learn(fact.kind, fact.key, fact.field, fact.value)
    put(step.state.box, fact)


# -- corrections -------------------------------------------------------------------------------------------------


def stay_sensible(step: Step[State], corrections: Sequence[FactCorrection]) -> None:
    """A component of which all is known must be one that can be printed, also after a correction in mid-play."""
    for correction in corrections:
        due = Facts(correction.kind, correction.key)
        found = step.state.box.get(due.kind, {}).get(due.key, {})
        complete = all(field.key in found for field in kind_of(due.kind).fields)
        if due.kind != "destiny" and complete and not sensible(due, found):
            step.refuse("not-printed", NOT_PRINTED)
    recount(step, [correction for correction in corrections if correction.kind == "destiny"])


def recount(step: Step[State], corrections: Sequence[FactCorrection]) -> None:
    """The Destiny deck that the companion draws from has as many more or fewer cards of a face as were corrected."""
    state = step.state
    copies = {face: number(state.box, "destiny", face, "copies") for face in DESTINIES}
    if corrections and None not in copies.values():
        step.require(deck_reason({face: n for face, n in copies.items() if n is not None}), "not-printed")
    for correction in corrections:
        if correction.key in state.deck and isinstance(correction.old, int) and isinstance(correction.new, int):
            left = state.deck[correction.key]
            left.value = max(0, left.value + correction.new - correction.old)
