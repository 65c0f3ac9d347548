"""What is printed and was not in the box: for this evening, and kept for others if the table wants. Section 12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.boxes import Box, BoxField, BoxKind, Fact, FactCorrection, Learned, number, put
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.olympos import box, queries_order
from companion.games.olympos.moves import Close, Fill, LookUp
from companion.games.olympos.options import DESTINY, KINDS, SPACE, TRACK
from companion.games.olympos.reasons import unknown_for
from companion.games.olympos.state import Facts, State
from companion.games.olympos.tables import (
    DESTINIES,
    DESTINY_CARDS,
    PRESTIGE_TOKENS,
    RESOURCES,
    WONDERS,
    bonuses_at,
    row_of,
    space_at,
)

NOT_NEEDED = say("That is known, or not needed.")
NOT_PRINTED = say("It cannot be printed like that.")


def kind_of(key: str) -> BoxKind:
    return next(kind for kind in KINDS if kind.key == key)


def look_up(step: Step[State], move: LookUp) -> None:
    """Somebody wants to take it: the table reads it off the board first."""
    state = step.state
    if state.agenda or step.seat in queries_order.may_play(state):
        step.not_now()
    found = unknown_wonder(state, move.what)
    if move.through == "discover":
        space = space_at(move.what)
        found = unknown_for(state, space) if space in state.piles else None
    if found is None:
        step.refuse("known", NOT_NEEDED)
    state.agenda.append(Facts(*found))


def unknown_wonder(state: State, key: str) -> tuple[str, str] | None:
    """The kind and key of a wonder that nobody has looked up."""
    return ("wonder", key) if key in WONDERS and box.wonder(state.box, key) is None else None


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


def fields_of(due: Facts) -> dict[str, BoxField]:
    """What is to be filled in: the fields of a component, or of all Destiny cards one number each."""
    if due.kind == "destiny":
        return dict.fromkeys(DESTINIES, DESTINY.fields[0])
    return {field.key: field for field in kind_of(due.kind).fields}


def fill(step: Step[State], move: Fill) -> None:
    """All facts of one component at once, or of the whole Destiny deck."""
    due = step.owed(Facts)
    if due.kind == "bonus":
        fill_letters(step, due, move)
        return
    facts = parsed(due, move.printed)
    if facts is None or not all(fits(field, facts[key]) for key, field in fields_of(due).items()):
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
    letters: list[int | str] = [*box.letters(state.box, due.key), *move.printed]
    field = next(field for field in SPACE.fields if field.key == "bonus")
    if not fits(field, letters) or len(letters) != bonuses_at(row_of(due.key), len(state.sides)):
        step.refuse("not-printed", NOT_PRINTED)
    state.agenda.pop()
    write(step, Learned("space", due.key, "bonus", letters), keep=move.keep)


def deck_reason(copies: Mapping[str, Fact]) -> Message | None:
    """Why so many copies of each face are no Destiny deck, or None. Section 1."""
    cards = sum(n for n in copies.values() if isinstance(n, int))
    if cards == DESTINY_CARDS:
        return None
    return say(
        "That would be {n} Destiny cards; the deck has {all}.", N_("{n} cards, not {all}"), n=cards, all=DESTINY_CARDS
    )


def box_warnings(box: Box) -> Iterator[Message]:
    """Sums that cannot be: of the Destiny deck once all faces are entered or there are too many, of prestige tokens."""
    copies = {face: number(box, "destiny", face, "copies") for face in DESTINIES}
    entered: dict[str, Fact] = {face: n for face, n in copies.items() if n is not None}
    warning = deck_reason(entered)
    if warning and (len(entered) == len(DESTINIES) or sum(n or 0 for n in copies.values()) > DESTINY_CARDS):
        yield warning
    values = box.get("prestige", {}).get("tokens", {}).get("values")
    if isinstance(values, list) and len(values) != PRESTIGE_TOKENS:
        yield say("{n} prestige tokens are entered; there are {all}.", n=len(values), all=PRESTIGE_TOKENS)


def write(step: Step[State], fact: Learned, *, keep: bool) -> None:
    if keep and not step.state.practice:
        step.learn(fact.kind, fact.key, fact.field, fact.value)
    put(step.state.box, fact)


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


def fits(field: BoxField, value: Fact) -> bool:
    """Whether a value is one that the field may have."""
    values = value if isinstance(value, list) else [value]
    if field.many != isinstance(value, list):
        return False
    return all(fits_one(field, each) for each in values)


def fits_one(field: BoxField, value: int | str | bool) -> bool:
    if field.choices:
        return isinstance(value, str) and value in dict(field.choices)
    return isinstance(value, int) and not isinstance(value, bool) and field.low <= value <= field.high


def sensible(due: Facts, facts: dict[str, Fact]) -> bool:
    """What the bounds of single fields do not say."""
    match due.kind:
        case "track":
            spaces = [value for field in TRACK.fields if isinstance(value := facts[field.key], int)]
            zeus, cross = spaces[:-1], spaces[-1]
            return zeus == sorted(set(zeus)) and zeus[-1] <= cross
        case "space":
            return sensible_space(due.key, facts)
        case "tile":
            found = facts["resources"]
            return isinstance(found, list) and len(found) == len(set(found)) == 2
    return True


def sensible_space(key: str, facts: dict[str, Fact]) -> bool:
    """Every grey group needs a type of its own beside the explicit ones, and a row has its number of bonuses."""
    explicit = sum(bool(value) for value in facts.values() if isinstance(value, int))
    grey, bonuses = facts["grey"], facts["bonus"]
    if not isinstance(grey, list) or not isinstance(bonuses, list):
        return False
    return explicit + len(grey) <= 4 and len(bonuses) in (bonuses_at(row_of(key), 3), bonuses_at(row_of(key), 5))


def unknown_times(state: State) -> list[int]:
    """Where tokens stand on spaces of which nobody has said what they give."""
    standing = sorted({side.position for side in state.sides})
    return [position for position in standing if box.time_points(state.box, position) is None]


def unknown_wonders(state: State) -> list[str]:
    """Wonders that stand, which somebody has built without their points being known."""
    built = [key for key in WONDERS if any(side.wonders[key] for side in state.sides)]
    return [key for key in built if box.wonder(state.box, key) is None]


def close(step: Step[State], move: Close) -> None:
    """All are done: the last facts, and everything face down is turned over. Section 9.1."""
    state = step.state
    if state.agenda or queries_order.last(state) is not None:
        step.not_now()
    positions = unknown_times(state)
    if len(move.points) != len(positions) or unknown_wonders(state):
        step.refuse("not-printed", NOT_PRINTED)
    for position, points in zip(positions, move.points, strict=True):
        write(step, Learned("time", str(position), "points", points), keep=move.keep)
    state.over = True
    for side in state.sides:
        step.reveal(side.prestige)
        for card in side.hand:
            step.reveal(card.face)
    step.tell(ended())


def ended() -> Message:
    return say("The game is over: prestige tokens and cards are turned over.", short=N_("The game is over"))
