"""The questions, each of which stands on a form."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.core.widgets import position
from companion.core.wording import named, say, verbatim
from tests.core.colonies.state import (
    FACES,
    GOODS,
    HEIGHT,
    MOST_CARGO,
    MOST_SHIPS,
    OMEN_DICE,
    TURNS,
    WIDTH,
    Colony,
    Found,
    Goods,
    Hide,
    Leave,
    Load,
    Move,
    State,
    harbour_reason,
    load_reason,
    men_for,
)


def ask_load(state: State, seat: int) -> Asking[Move]:
    more = say("Load ships")
    options = (
        Option("load", more, icon="ship", reason=load_reason(state, seat, 1)),
        Option("leave", say("Sail"), icon="check"),
    )
    prompt = say("{who}: load or sail?", who=named(seat))
    if (yield from Pick[str](key="load", prompt=prompt, options=options, usual="leave")) == "leave":
        return Leave()
    left = MOST_SHIPS - state.ships[seat]
    return Load((yield from Count(key="ships", prompt=say("How many ships?"), low=1, high=left, start=1, usual=1)))


def ask_colony(state: State, *, secret: bool) -> Asking[Colony]:
    """Every kind of question there is. ``cargo`` and ``men`` depend on what was answered before."""
    name = yield from Text(
        key="name", prompt=say("What is it called?"), longest=20, secret=secret, default="Colony", usual="Colony"
    )
    goods = yield from Pick[Goods](
        key="goods",
        prompt=say("What grows there?"),
        options=tuple(Option[Goods](key, label) for key, label in GOODS.items()),
        secret=secret,
        default="wine",
    )
    cargo = yield from PickMany[Goods](
        key="cargo",
        prompt=say("What do they bring?"),
        options=tuple(Option[Goods](key, label) for key, label in GOODS.items() if key != goods),
        most=MOST_CARGO,
        secret=secret,
        default=[],
        usual=[],
    )
    squares = [position(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    free = tuple(Option(at, verbatim(at), reason=None if secret else harbour_reason(state, at)) for at in squares)
    default = next(option.value for option in free if option.reason is None)
    harbour = yield from Place[str](
        key="harbour", prompt=say("Where is its harbour?"), widget="sea", options=free, secret=secret, default=default
    )
    ways = tuple(
        Option(f"{x},{y},{turn}", verbatim(f"{x},{y},{turn}"))
        for turn, squares_of in enumerate(TURNS)
        for y in range(HEIGHT)
        for x in range(WIDTH)
        if all(x + right < WIDTH and y + down < HEIGHT for right, down in squares_of)
    )
    field = yield from Fit(
        key="field",
        prompt=say("Where is its field?"),
        widget="sea",
        options=ways,
        turns=TURNS,
        secret=secret,
        default=ways[0].value,
    )
    men = yield from Count(
        key="men", prompt=say("How many men?"), low=1, high=men_for(cargo), start=1, secret=secret, default=1, usual=1
    )
    omen = yield from Dice(
        key="omen", prompt=say("What is the omen?"), dice=OMEN_DICE, faces=FACES, secret=secret, default=[1, 1]
    )
    yes, no = say("With walls"), say("Without walls")
    walled = yield from Confirm(
        key="walled", prompt=say("Has it walls?"), yes=yes, no=no, secret=secret, default=False, usual=False
    )
    return Colony(name, goods, tuple(cargo), harbour, field, men, tuple(omen), walled)


def ask_found(state: State) -> Asking[Move]:
    return Found((yield from ask_colony(state, secret=False)))


def ask_hide(state: State) -> Asking[Move]:
    return Hide((yield from ask_colony(state, secret=True)))


def ask(state: State, seat: int) -> Asking[Move]:
    """What of its turn a seat is at."""
    match state.due:
        case (_, "load"):
            return together("load", say("Ships"), ask_load(state, seat), layout="rows")
        case (_, "found"):
            return together("found", say("A colony"), ask_found(state), act=say("Found it"), layout="dense")
    return together("hide", say("A secret colony"), ask_hide(state), act=say("Found it"))
