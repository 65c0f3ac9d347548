"""The questions, picked by what is due: of set-up, and of whoever is last on the track. Sections 2, 3 and 9."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from companion.core.errors import RulesBug
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos import asking_cards, asking_develop, asking_expand, asking_facts, queries, reasons
from companion.games.olympos.agenda import Crossing, Cubes, Facts, Hit, Oracle, Playing, SettingUp, Window
from companion.games.olympos.moves import CrossOut, Move, Pass, SetUp, Start
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import (
    CROSSED_EACH,
    DESTINY_CARDS,
    DISCOVERIES,
    MOST_CROSSED_STARS,
    MOST_IN_HAND,
    WONDERS,
    space_at,
)

HANDS = say("How many Destiny cards does each hold?", N_("Destiny cards"))


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    if not state.agenda:
        return _ask_in_turn(state, seat)
    match due := state.agenda[-1]:
        case SettingUp():
            return ask_set_up(state)
        case Crossing():
            return ask_crossing(state)
        case Facts():
            return asking_facts.ask_facts(state, due)
        case Oracle():
            return asking_cards.ask_oracle(due)
        case Playing():
            return asking_cards.ask_more(state, state.side(seat))
        case Window():
            return asking_cards.ask_window(state, state.side(seat), due)
        case Cubes():
            return asking_cards.ask_cube(state, due)
        case Hit():
            return asking_cards.ask_loss(state, state.side(seat))
    raise RulesBug(f"{due} is worked off without asking")


def _ask_in_turn(state: State, seat: int) -> Asking[Move]:
    """Of whoever is last, of whoever has acted and may still play cards, of the table when all are done."""
    if seat in queries.may_play(state):
        return asking_cards.ask_more(state, state.side(seat))
    return asking_facts.ask_close(state) if seat == TABLE else ask_turn(state, state.side(seat))


# -- set-up: section 2 -------------------------------------------------------------------------------------------


def ask_set_up(state: State) -> Asking[Move]:
    options = (
        Option[Start]("beginning", say("At the beginning", N_("At the beginning")), icon="play"),
        Option[Start]("middle", say("In the middle: numbers are set right by hand", N_("In the middle")), icon="edit"),
    )
    prompt = say("Where does the game begin?", N_("Where to begin?"))
    start = yield from Pick[Start](key="start", prompt=prompt, options=options, default="beginning")
    if start == "beginning":
        return SetUp(start)
    return SetUp(start, (yield from together("hands", HANDS, _ask_hands(state), asking_facts.NOTED)))


def _ask_hands(state: State) -> Asking[dict[str, int]]:
    """How many cards each seat holds, on one form. It begins after the choice that nearly always leaves it out."""
    hands: dict[str, int] = {}
    for seat in state.seats:
        prompt = say("{seat}", N_("Cards of {seat}?"), seat=SeatName(seat))
        most = min(MOST_IN_HAND, DESTINY_CARDS - sum(hands.values()))
        hands[str(seat)] = yield from Count(key=f"hand-{seat}", prompt=prompt, high=most, usual=0, icon="cards")
    return hands


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
        act=say("Crossed out, {answer} starred", N_("Starred: {answer}")),
        hint=say(
            "At most one starred territory of each type. The fewer are left, the harder the wonders.",
            N_("One star a type"),
        ),
        high=MOST_CROSSED_STARS,
        icon="medal",
    )
    return CrossOut(stars)


# -- a turn: sections 3 and 9 ------------------------------------------------------------------------------------


def ask_turn(state: State, side: Side) -> Asking[Move]:
    """Expansion, development, a card before it, or the end. Sections 3 and 9.

    What this seat had looked up is not chosen once more: it stands on a form, where anything else can be chosen.
    """
    if at := asking_develop.sought(state, side, "discover"):
        return _ask_looked_up(state, side, "discover", DISCOVERIES[state.piles[space_at(at)].tile].label)
    if wonder := asking_develop.sought(state, side, "build"):
        return _ask_looked_up(state, side, "build", WONDERS[wonder])
    return _ask_action(state, side, _actions(state, side))


def _ask_looked_up(state: State, side: Side, through: str, what: Message) -> Asking[Move]:
    """The actions with one as usual. In rows, a usual choice with a hint is folded: in sight is what is not chosen."""
    actions = tuple(
        structs.replace(action, hint=what) if action.value == through else action for action in _actions(state, side)
    )
    return together(through, what, _ask_action(state, side, actions, usual=through), layout="rows")


def _actions(state: State, side: Side) -> tuple[Option[str], ...]:
    return (
        Option("expand", say("Expansion"), icon="people", reason=asking_expand.from_where(state, side).blocked()),
        _discovery(state, side),
        Option("build", say("Wonder"), icon="temple", reason=reasons.building_reason(state, side)),
        _card(state, side),
        Option("pass", say("Pass for good"), icon="stop", reason=reasons.pass_reason(state, side)),
    )


def _ask_action(state: State, side: Side, actions: tuple[Option[str], ...], usual: str | None = None) -> Asking[Move]:
    prompt = say("{seat}: what now?", N_("What now?"), seat=SeatName(side.seat))
    chosen = yield from Pick[str](key="turn", prompt=prompt, hint=again(state, side), options=actions, usual=usual)
    return Pass() if chosen == "pass" else (yield from TURN[chosen](state, side))


TURN: dict[str, Callable[[State, Side], Asking[Move]]] = {
    "expand": asking_expand.ask_expansion,
    "discover": asking_develop.ask_discovery,
    "record": asking_develop.ask_record,
    "build": asking_develop.ask_build,
    "play-card": asking_cards.ask_card,
}


def _discovery(state: State, side: Side) -> Option[str]:
    """By the name of the move that the level makes of it."""
    label, icon = say("Discovery"), "scroll"
    if state.light:
        return Option("record", label, icon=icon, reason=reasons.recording_reason(state, side))
    return Option("discover", label, icon=icon, reason=reasons.discovering_reason(state, side))


def _card(state: State, side: Side) -> Option[str]:
    words = say("Play a Destiny card", N_("Play a card"))
    return Option("play-card", words, icon="cards", reason=reasons.card_reason(state, side))


def again(state: State, side: Side) -> Message | None:
    """Whoever is still last after an action wonders: so it is said."""
    return say("You are still last: go again.", N_("Still last: again")) if state.actor == side.seat else None
