"""Questions about what is printed where the box says nothing. Section 12."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.boxes import number
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Confirm, Count, Pick, PickMany, Question
from companion.core.wording import N_, Message, say
from companion.games.olympos import box_facts, tables
from companion.games.olympos.agenda import Facts
from companion.games.olympos.box import zeus_field
from companion.games.olympos.moves import Close, Fill, LookUp, Move
from companion.games.olympos.state import State
from companion.games.olympos.words import bonus_label, space_under

USUAL_COPIES = 2
"""Where the dial for the cards of a face begins."""

NOTED = say("Write it down", N_("Write it down"))
ALL_DONE = say("All are done.", N_("All are done"))

Found = Generator[Question, Answer, list[int | str]]


def ask_facts(state: State, due: Facts) -> Asking[Move]:
    """The fields of one component, then whether to keep them, on one form."""
    return together(f"facts-{due.key}", _component(state, due), _ask_found(state, due), NOTED)


def _component(state: State, due: Facts) -> Message:
    match due.kind:
        case "space" | "bonus":
            return space_under(due.key, state.piles[due.key].tile)
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
            found = yield from ask_letters(state, due.key, box_facts.letters(state.box, due.key))
        case "wonder":
            found = yield from ask_wonder()
        case "tile":
            found = yield from ask_tile(due.key)
        case _:
            found = yield from ask_destiny(state)
    return Fill(tuple(found), (yield from keep(state)))


def keep(state: State) -> Generator[Question, Answer, bool]:
    """Practice never teaches the box anything."""
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
        )
    )


def ask_track() -> Found:
    """The spaces are counted from the start, which is 0."""
    found: list[int | str] = []
    low = 1
    for n in range(1, tables.ZEUS_SPACES + 1):
        prompt = say("Zeus space {n}: where?", N_("Zeus space {n} at?"), n=n)
        hint = say("Count from the start space, which is 0.", N_("The start is 0"))
        key = zeus_field(n)
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
        found.append((yield from Count(key=each, prompt=prompt, high=6, usual=0, icon=tables.RESOURCE_ICONS[each])))
    most = sum(n == 0 for n in found)
    groups = 0
    if most:
        prompt = say("How many grey groups?", N_("Grey groups?"))
        # No discovery is free: without resources there is a grey group.
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


def ask_letters(state: State, space: str, known: tuple[tables.Bonus, ...]) -> Found:
    """The bonuses under a space that nobody has entered; the third, grey one counts with five players. Section 5.1."""
    options = tuple(
        Option[tables.Bonus](each, bonus_label(each), icon=tables.BONUS_ICONS[each]) for each in tables.BONUSES
    )
    found: list[int | str] = []
    for n in range(len(known) + 1, tables.bonuses_at(tables.row_of(space), len(state.sides)) + 1):
        what = say("Bonus {n}: letter?", N_("Bonus {n}: letter?"), n=n)
        if n == tables.GREY_BONUS:
            what = say("Grey bonus: letter?", N_("Grey bonus: letter?"))
        found.append((yield from Pick[tables.Bonus](key=f"bonus-{n}", prompt=what, options=options)))
    return found


def ask_wonder() -> Found:
    prompt = say("Stars it needs", N_("How many stars?"))
    stars = yield from Count(key="stars", prompt=prompt, low=1, high=12, start=5, icon="medal")
    prompt = say("Points it is worth", N_("How many points?"))
    points = yield from Count(key="points", prompt=prompt, low=8, high=12, start=10, icon="point")
    return [stars, points]


def ask_tile(key: str) -> Found:
    options = tuple(Option(each, label, icon=tables.RESOURCE_ICONS[each]) for each, label in tables.RESOURCES.items())
    what = tables.DISCOVERIES[key].label
    prompt = say("Which resources do the two tiles of {what} show?", N_("On its two tiles?"), what=what)
    return [*(yield from PickMany(key="resources", prompt=prompt, options=options, least=2, most=2))]


def ask_destiny(state: State) -> Found:
    """How often each face is in the deck; asked only when the companion is to draw. The last face is the rest."""
    found: list[int | str] = []
    left = tables.DESTINY_CARDS
    *faces, _ = tables.DESTINIES.items()
    for face, destiny in faces:
        prompt = say("{card}", N_("{card}?"), card=destiny.label)
        hint = say("Cards left: {n} of {all}.", N_("{n} of {all} left"), all=tables.DESTINY_CARDS, n=left)
        known = number(state.box, "destiny", face, "copies")
        start = min(known or USUAL_COPIES, left)
        usual = start if known else None
        key = f"copies-{face}"
        copies = yield from Count(key=key, prompt=prompt, hint=hint, high=left, start=start, usual=usual, icon="cards")
        found.append(copies)
        left -= copies
    return [*found, left]


def ask_close(state: State) -> Asking[Move]:
    """The end: what the spaces give where tokens stand, as far as it is not known. Section 9.1.

    A wonder is looked up before, on the form of its own that this leads to.
    """
    for key in box_facts.unknown_wonders(state):
        prompt = say("{what} is not known yet.", N_("Look it up"), what=tables.WONDERS[key])
        options = (Option("look-up", say("Look it up", N_("Look it up")), icon="temple"),)
        yield from Pick[str](key="look-up", prompt=prompt, options=options, default="look-up")
        return LookUp("look-up", key)
    return (yield from together("close", ALL_DONE, _ask_end(state), say("Count the points", N_("Count the points"))))


def _ask_end(state: State) -> Asking[Move]:
    points: list[int] = []
    for position in box_facts.unknown_times(state):
        prompt = say("Points on space {n}?", N_("Points on {n}?"), n=position)
        hint = say("As printed on the Time Track.", N_("On the Time Track"))
        ask = Count(key=f"time-{position}", prompt=prompt, hint=hint, high=tables.MOST_TIME_POINTS, icon="point")
        points.append((yield from ask))
    kept = (yield from keep(state)) if points else False
    options = (Option("close", say("Turn over prestige tokens and cards", N_("Turn all over")), icon="score"),)
    act = say("Count the points", N_("Count the points"))
    hint = say("Prestige tokens and Destiny cards are turned over.", N_("All is turned over"))
    prompt = say("What is left to do?", N_("All are done"))
    yield from Pick[str](key="close", prompt=prompt, hint=hint, options=options, act=act, default="close")
    return Close(tuple(points), kept)
