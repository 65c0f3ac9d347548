"""Looking up printed values that the box lacks, during the game; correcting values of the box. Section 12."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from companion.core.box_kinds import fact_problem
from companion.core.boxes import Fact, FactCorrection, Learned, number, put
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Confirm, Count, Pick, PickMany, Question
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.olympos import box, tables, time_track, words
from companion.games.olympos.moves import Fill, LookUp, Move
from companion.games.olympos.state import Facts, Sought, State
from companion.games.olympos.tables import Bonus

LOOK_UP_FIRST = say("That has to be looked up first.")
NOT_NEEDED = say("That is known, or not needed.")
NOT_PRINTED = say("It cannot be printed like that.")


def look_up(step: Step[State], move: LookUp) -> None:
    """Have the table look up printed values that a discovery, a wonder or the end needs. Section 12."""
    state = step.state
    if state.agenda or step.seat in time_track.may_play(state):
        step.not_now()
    found = box.unknown_wonder(state, move.what)
    if move.through == "discover":
        space = tables.space_at(move.what)
        found = box.unknown_for(state, space) if space in state.piles else None
    if found is None:
        step.refuse("known", NOT_NEEDED)
    state.agenda.append(Facts(*found))
    if move.through != "look-up":
        state.sought = Sought(step.seat, move.through, move.what)


def fill(step: Step[State], move: Fill) -> None:
    """Enter the printed values of one component, or of the whole Destiny deck. Section 12."""
    due = step.owed(Facts)
    if due.kind == "bonus":
        fill_letters(step, due, move)
        return
    facts = parsed(due, move.printed)
    if facts is None or any(fact_problem(field, facts[key]) for key, field in box.fields_of(due).items()):
        step.refuse("not-printed", NOT_PRINTED)
    step.require(box.deck_reason(facts) if due.kind == "destiny" else None, "not-printed")
    if not box.is_printable(due, facts):
        step.refuse("not-printed", NOT_PRINTED)
    step.state.agenda.pop()
    for key, value in facts.items():
        fact = Learned(due.kind, due.key, key, value)
        if due.kind == "destiny":
            fact = Learned(due.kind, key, "copies", value)
        save_value(step, fact, keep=move.keep)


def fill_letters(step: Step[State], due: Facts, move: Fill) -> None:
    """Enter the bonuses of a space that the box lacks because it was learned with fewer players."""
    state = step.state
    letters: list[int | str] = [*box.letters(state.box, due.key), *move.printed]
    field = next(field for field in box.SPACE.fields if field.key == "bonus")
    if fact_problem(field, letters) or len(letters) != tables.bonuses_at(tables.row_of(due.key), len(state.sides)):
        step.refuse("not-printed", NOT_PRINTED)
    state.agenda.pop()
    save_value(step, Learned("space", due.key, "bonus", letters), keep=move.keep)


def parsed(due: Facts, found: tuple[int | str, ...]) -> dict[str, Fact] | None:
    """The fields of a component from the values in the order in which they are asked; None if their number is wrong.

    For the Destiny deck: the number of cards of each face.
    """
    match due.kind:
        case "tile":
            return {"resources": list(found)}
        case "space":
            return parsed_space(found)
        case "destiny":
            keys = list(tables.DESTINIES)
        case _:
            keys = [field.key for field in box.kind_of(due.kind).fields]
    return dict(zip(keys, found, strict=True)) if len(keys) == len(found) else None


def parsed_space(found: tuple[int | str, ...]) -> dict[str, Fact] | None:
    """The fields of a space: four numbers, the number of grey groups, their sizes, the letters of the bonuses."""
    counts = found[: len(tables.RESOURCES)]
    groups = found[len(tables.RESOURCES)] if len(found) > len(tables.RESOURCES) else None
    if not isinstance(groups, int) or not 0 <= groups <= len(tables.RESOURCES):
        return None
    rest = found[len(tables.RESOURCES) + 1 :]
    return {
        **dict(zip(tables.RESOURCES, counts, strict=True)),
        "grey": list(rest[:groups]),
        "bonus": list(rest[groups:]),
    }


def save_value(step: Step[State], fact: Learned, *, keep: bool) -> None:
    """Save a value in this game and, if ``keep``, in the box."""
    if keep and not step.state.practice:
        step.learn(fact.kind, fact.key, fact.field, fact.value)
    put(step.state.box, fact)


# -- corrections --------------------------------------------------------------------------------------------------


def check_corrections(step: Step[State], corrections: Sequence[FactCorrection]) -> None:
    """Refuse corrections that would make a complete component impossible."""
    for correction in corrections:
        due = Facts(correction.kind, correction.key)
        found = step.state.box.get(due.kind, {}).get(due.key, {})
        complete = all(field.key in found for field in box.kind_of(due.kind).fields)
        if due.kind != "destiny" and complete and not box.is_printable(due, found):
            step.refuse("not-printed", NOT_PRINTED)
    adjust_deck(step, [correction for correction in corrections if correction.kind == "destiny"])


def adjust_deck(step: Step[State], corrections: Sequence[FactCorrection]) -> None:
    """Change the number of cards of each face in the deck by as much as its number was corrected."""
    state = step.state
    copies = {face: number(state.box, "destiny", face, "copies") for face in tables.DESTINIES}
    if corrections and None not in copies.values():
        step.require(box.deck_reason({face: n for face, n in copies.items() if n is not None}), "not-printed")
    for correction in corrections:
        if correction.key in state.deck and isinstance(correction.old, int) and isinstance(correction.new, int):
            left = state.deck[correction.key]
            left.value = max(0, left.value + correction.new - correction.old)


# -- the questions ------------------------------------------------------------------------------------------------

USUAL_COPIES = 2
"""Where the input for the number of cards of a face begins."""

NOTED = say("Write it down", N_("Write it down"))
Found = Generator[Question, Answer, list[int | str]]


def ask_facts(state: State, due: Facts) -> Asking[Move]:
    """The printed values of one component and whether to keep them, on one form. Section 12."""
    return together(f"facts-{due.key}", _component(state, due), _ask_found(state, due), NOTED)


def _component(state: State, due: Facts) -> Message:
    """The component that is looked up, in words."""
    match due.kind:
        case "space" | "bonus":
            return words.space_under(due.key, state.piles[due.key].tile)
        case "tile":
            return tables.DISCOVERIES[due.key].label
        case "wonder":
            return tables.WONDERS[due.key]
        case "track":
            return say("Time Track")
        case _:
            return say("The Destiny deck: how many of each card?", N_("The Destiny deck"))


def _ask_found(state: State, due: Facts) -> Asking[Move]:
    match due.kind:
        case "track":
            found = yield from ask_track()
        case "space":
            found = yield from ask_space(state, due.key)
        case "bonus":
            found = yield from ask_letters(state, due.key, box.letters(state.box, due.key))
        case "wonder":
            found = yield from ask_wonder()
        case "tile":
            found = yield from ask_tile(due.key)
        case _:
            found = yield from ask_destiny(state)
    return Fill(tuple(found), (yield from ask_keep(state)))


def ask_keep(state: State) -> Generator[Question, Answer, bool]:
    """Ask whether to save values in the box; not asked with the practice box, whose values are invented."""
    if state.practice:
        return False
    return (
        yield from Confirm(
            key="keep",
            prompt=say("Keep it for other evenings?", N_("Keep for next time?")),
            yes=say("Keep it", N_("Keep it")),
            no=say("Just this once", N_("Just this once")),
            default=False,
            usual=True,
            meaning=say("If it is kept, nobody is asked for it again when you play with this box."),
        )
    )


def ask_track() -> Found:
    """Where the Zeus spaces and the Cross are, counted from the start space, which is 0."""
    found: list[int | str] = []
    low = 1
    for n in range(1, tables.ZEUS_SPACES + 1):
        prompt = say("Zeus space {n}: where?", N_("Zeus space {n} at?"), n=n)
        hint = say("Count from the start space, which is 0.", N_("The start is 0"))
        key = box.zeus_field(n)
        at = yield from Count(key=key, prompt=prompt, hint=hint, low=low, high=140 + n, start=low, icon="temple")
        found.append(at)
        low = at + 1
    prompt = say("The Cross: where?", N_("The Cross at?"))
    cross = yield from Count(key="cross", prompt=prompt, low=low - 1, high=160, start=low, icon="close")
    return [*found, cross]


def ask_space(state: State, space: str) -> Found:
    """The price printed on a space of the development board, and its bonuses. Section 5.1."""
    found: list[int | str] = []
    for each, label in tables.RESOURCES.items():
        prompt = say("Price in {resource}", N_("How many {resource}?"), resource=label)
        count = Count(
            key=each,
            prompt=prompt,
            high=6,
            usual=0,
            icon=tables.RESOURCE_ICONS[each],
            meaning=say(
                "What this space of the development board prints: the price belongs to the space, whatever tile lies "
                "there tonight."
            ),
        )
        found.append((yield from count))
    most = sum(n == 0 for n in found)
    groups = 0
    if most:
        prompt = say("How many grey groups?", N_("Grey groups?"))
        # no discovery is free: without named resources there is at least one grey group
        least = 0 if any(found) else 1
        usual = None if least else 0
        hint = say("A grey group: so many of one resource, whichever.", N_("Any one resource"))
        icon = "shuffle"
        groups = yield from Count(
            key="groups", prompt=prompt, hint=hint, low=least, high=most, start=least, usual=usual, icon=icon
        )
    found.append(groups)
    for n in range(1, groups + 1):
        prompt = say("Size of grey group {n}", N_("Grey group {n}: size?"), n=n)
        found.append(
            (yield from Count(key=f"grey-{n}", prompt=prompt, low=1, high=6, start=1, usual=1, icon="shuffle"))
        )
    return [*found, *(yield from ask_letters(state, space, ()))]


def ask_letters(state: State, space: str, known: tuple[Bonus, ...]) -> Found:
    """The letters of the bonuses under a space that are not ``known``. The third, grey one is for five players. Section
    5.1.
    """
    options = tuple(
        Option[Bonus](each, words.bonus_label(each), icon=tables.BONUS_ICONS[each]) for each in tables.BONUSES
    )
    found: list[int | str] = []
    for n in range(len(known) + 1, tables.bonuses_at(tables.row_of(space), len(state.sides)) + 1):
        what = say("Bonus {n}: letter?", N_("Bonus {n}: letter?"), n=n)
        if n == tables.GREY_BONUS:
            what = say("Grey bonus: letter?", N_("Grey bonus: letter?"))
        letter = Pick[Bonus](
            key=f"bonus-{n}",
            prompt=what,
            options=options,
            meaning=say(
                "The letters below this space: A brings a settler, B {glasses} hourglasses, C a Gold cube, D {points} "
                "prestige points.",
                glasses=tables.BONUS_HOURGLASSES,
                points=tables.BONUS_PRESTIGE,
            ),
        )
        found.append((yield from letter))
    return found


def ask_wonder() -> Found:
    """The stars that a wonder needs, and its points. Section 5.2."""
    prompt = say("Stars it needs", N_("How many stars?"))
    stars = yield from Count(key="stars", prompt=prompt, low=1, high=12, start=5, icon="medal")
    prompt = say("Points it is worth", N_("How many points?"))
    points = yield from Count(key="points", prompt=prompt, low=8, high=12, start=10, icon="point")
    return [stars, points]


def ask_tile(key: str) -> Found:
    """The resources on the two tiles of Money or Agriculture."""
    options = tuple(Option(each, label, icon=tables.RESOURCE_ICONS[each]) for each, label in tables.RESOURCES.items())
    what = tables.DISCOVERIES[key].label
    prompt = say("Which resources do the two tiles of {what} show?", N_("On its two tiles?"), what=what)
    resources = PickMany(
        key="resources",
        prompt=prompt,
        options=options,
        least=2,
        most=2,
        meaning=say("Each of its two tiles shows one resource. The companion makes discoveries cheaper by it."),
    )
    return [*(yield from resources)]


def ask_destiny(state: State) -> Found:
    """How many cards of each face are in the deck, needed if the companion draws. The last face gets the rest and is
    not asked for.
    """
    found: list[int | str] = []
    left = tables.DESTINY_CARDS
    *faces, _ = tables.DESTINIES.items()
    for face, destiny in faces:
        prompt = say("{card}", N_("{card}?"), card=destiny.label)
        hint = say("Cards left: {n} of {all}.", N_("{n} of {all} left"), all=tables.DESTINY_CARDS, n=left)
        known = number(state.box, "destiny", face, "copies")
        start = min(known or USUAL_COPIES, left)
        usual = start if known else None
        copies = yield from Count(
            key=f"copies-{face}",
            prompt=prompt,
            hint=hint,
            high=left,
            start=start,
            usual=usual,
            icon="cards",
            meaning=say(
                "So many of the {n} Destiny cards are of this kind. It is counted once, with all cards face up.",
                n=tables.DESTINY_CARDS,
            ),
        )
        found.append(copies)
        left -= copies
    return [*found, left]
