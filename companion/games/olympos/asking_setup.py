"""Questions of set-up. Section 2."""

from __future__ import annotations

from companion.core.questions import Asking, Count, Option, Pick
from companion.core.wording import N_, SeatName, say, say_n
from companion.games.olympos.moves import CrossOut, Move, SetUp, Start
from companion.games.olympos.state import State
from companion.games.olympos.tables import CROSSED_EACH, DESTINY_CARDS, MOST_CROSSED_STARS, MOST_IN_HAND


def ask_set_up(state: State) -> Asking[Move]:
    options = (
        Option[Start]("beginning", say("At the beginning", N_("At the beginning")), icon="play"),
        Option[Start]("middle", say("In the middle: numbers are set right by hand", N_("In the middle")), icon="edit"),
    )
    prompt = say("Where does the game begin?", N_("Where to begin?"))
    start = yield from Pick[Start](key="start", prompt=prompt, options=options, default="beginning")
    hands: dict[str, int] = {}
    for seat in state.seats if start == "middle" else ():
        prompt = say("How many Destiny cards has {seat}?", N_("Cards of {seat}?"), seat=SeatName(seat))
        most = min(MOST_IN_HAND, DESTINY_CARDS - sum(hands.values()))
        hands[str(seat)] = yield from Count(key=f"hand-{seat}", prompt=prompt, high=most, icon="cards")
    return SetUp(start, hands)


def ask_crossing(state: State) -> Asking[Move]:
    each = CROSSED_EACH[len(state.seats)]
    stars = yield from Count(
        key="stars",
        prompt=say_n(
            "Cross out {n} territory of each type. How many are starred?",
            "Cross out {n} territories of each type. How many are starred?",
            each,
            N_("Starred, crossed out?"),
        ),
        hint=say(
            "At most one starred territory of each type. Fewer of them make wonders harder.", N_("One star a type")
        ),
        high=MOST_CROSSED_STARS,
        icon="medal",
    )
    return CrossOut(stars)
