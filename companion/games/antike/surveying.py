"""Provinces of the west side that nobody has entered yet: read off the board when a city is to stand there. 10.2."""

from __future__ import annotations

from itertools import count, islice

from companion.core.boxes import Learned, put
from companion.core.questions import Asking, Confirm, Option, Pick, Text
from companion.core.step import Step
from companion.core.wording import N_, Message, say, verbatim
from companion.games.antike.moves import NewProvince
from companion.games.antike.queries_cities import may_enter, provinces
from companion.games.antike.state import State
from companion.games.antike.tables import GOODS, Good

NEW = "new"
"""The answer that stands for a province nobody has entered."""

LONGEST = 40


def next_number(state: State, ahead: int = 0) -> int:
    """The number of the next province to be entered, or of one so many ahead; no two have the same."""
    known = provinces(state)
    free = (n for n in count(len(known) + 1) if key_of(n) not in known)
    return next(islice(free, ahead, None))


def key_of(number: int) -> str:
    """The key of the province with a number."""
    return f"province-{number}"


def new_option(state: State, good: Good, reason: Message | None = None) -> tuple[Option[str], ...]:
    """A province that is not listed, while there may be one."""
    if not may_enter(state):
        return ()
    return (Option(NEW, say("A province not listed here", short=N_("Another province")), reason=reason, icon=good),)


def ask_new(state: State, good: Good, ahead: int = 0) -> Asking[NewProvince]:
    """What it is called: its number, or a name written on a phone. ``ahead`` are entered in the same move before it."""
    number = next_number(state, ahead)
    options = (
        Option("number", say("Call it {name}", name=verbatim(f"#{number}"))),
        Option("write", say("Write its name"), icon="pen"),
    )
    prompt = say("What is it called?", short=N_("Its name?"))
    name = f"#{number}"
    if (yield from Pick[str](key="named", prompt=prompt, options=options, default="number")) == "write":
        name = yield from Text(key="name", prompt=prompt, longest=LONGEST)
    keep = yield from Confirm(
        key="keep",
        prompt=say("Keep it for other evenings?", N_("Keep for next time?")),
        yes=say("Keep it", N_("Keep it")),
        no=say("Just this once", N_("Just this once")),
        default=True,
    )
    return NewProvince(key_of(number), name, good, keep)


def new_reason(state: State, new: NewProvince) -> Message | None:
    """Why there can be no such new province, or None."""
    if not may_enter(state) or new.key != key_of(next_number(state)) or new.good not in GOODS:
        return say("There is no such province.", short=N_("No such province"))
    if not new.name.strip() or not new.name.isprintable() or len(new.name) > LONGEST:
        return say("That is no name.", short=N_("That is no name"))
    if any(new.name == province.name.words[""] for province in provinces(state).values()):
        return say("There is a province of that name.", short=N_("That name is taken"))
    return None


def enter(step: Step[State], new: NewProvince) -> None:
    """It is known from now on, and kept for other evenings if wished."""
    state = step.state
    step.require(new_reason(state, new))
    for field, value in (("name", new.name), ("type", new.good)):
        if new.keep:
            step.learn("west", new.key, field, value)
        put(state.box, Learned("west", new.key, field, value))
    state.owners[new.key] = state.built[new.key] = 0
