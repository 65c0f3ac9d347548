"""Olympos as a game: the contract of ``companion/core/game.py``, handed on to the chapters of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.core.boxes import Box, FactCorrection, merged, read
from companion.core.errors import RulesBug
from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import asking_cards, asking_facts, queries_order, rules, rules_facts
from companion.games.olympos.asking import ask_turn
from companion.games.olympos.moves import Move
from companion.games.olympos.options import CHANCE, KINDS, LEVELS, OPTIONS, chosen
from companion.games.olympos.queries_prices import CHEAPER_KEYS
from companion.games.olympos.scoring import score_sheet
from companion.games.olympos.showing import widgets
from companion.games.olympos.state import (
    Crossing,
    Cubes,
    Due,
    Facts,
    Hit,
    Oracle,
    Playing,
    SettingUp,
    Side,
    State,
    Window,
)
from companion.games.olympos.tables import (
    CROSSED_EACH,
    CUBES_EACH,
    DESTINIES,
    DISCOVERIES,
    GODS,
    RESOURCES,
    TOKENS_EACH,
    WONDERS,
)
from companion.games.olympos.tracked import inventory


def _box(name: str) -> Box:
    return read(Path(__file__).with_name(name).read_text("utf-8"), KINDS, name)


SHIPPED = _box("box.toml")
PRACTICE = _box("practice.toml")


class Olympos(Game[State, Move]):
    """The game of Philippe Keyaerts (Ystari, 2011) for three to five."""

    meta = Meta(
        key="olympos",
        title=say("Olympos"),
        seats=(3, 5),
        rules_version=2,
        options=OPTIONS,
        chance=CHANCE,
        box=KINDS,
        longest=3000,
        levels=LEVELS,
        summary=say("Settle Greece, discover, build wonders, and please the gods: whoever is last in time acts."),
    )
    state_type = State
    move_type = Move
    rules = rules.RULES
    box = SHIPPED

    def new(self, setup: Setup) -> State:
        practice = setup.options["box"] == "practice"
        options = chosen(setup)
        return State(
            seats=list(setup.numbers),
            sides=[new_side(seat, prestige_open=options.prestige_open) for seat in setup.numbers],
            options=options,
            box=merged(merged(SHIPPED, PRACTICE if practice else {}), setup.box),
            light=setup.level == "light",
            practice=practice,
            tokens=dict.fromkeys(RESOURCES, TOKENS_EACH - CROSSED_EACH[len(setup.seats)]),
            cubes=dict.fromkeys(RESOURCES, CUBES_EACH),
            gods=dict.fromkeys(GODS, 1),
            discards=dict.fromkeys(DESTINIES, 0),
            companion_draws=setup.chance["destiny"] == "companion",
            agenda=[SettingUp()],
        )

    def is_over(self, state: State) -> bool:
        return state.over

    def waits_for(self, state: State) -> Awaited:
        if not state.agenda:
            return awaits_turn(state)
        match state.agenda[-1]:
            case SettingUp():
                return Awaited((TABLE,), why=say("Set the table up.", short=N_("Set-up")))
            case Facts():
                return Awaited((TABLE,), why=say("Look up what is printed.", short=N_("Look it up")))
            case Window(god=god, seats=seats):
                left = tuple(seat for seat in seats if seat not in state.votes)
                why = say("{god}: all answer in secret.", N_("{god}: in secret"), god=GODS[god].label)
                return Awaited(left, why=why, secret=True)
            case top:
                return Awaited((top.seat,), why=why_asked(top.seat))

    def questions(self, state: State, seat: int) -> Asking[Move]:
        if state.agenda:
            return ask_due(state, state.agenda[-1], seat)
        if seat in queries_order.may_play(state):
            return asking_cards.ask_card(state, state.side(seat))
        return asking_facts.ask_close(state) if seat == TABLE else ask_turn(state, state.side(seat))

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return widgets(state, viewer)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:  # noqa: ARG002  (the type says what may be seen)
        return score_sheet(state)

    def keeps(self, state: State) -> bool:
        return not state.practice

    def mend(self, step: Step[State], corrections: Sequence[FactCorrection]) -> None:
        super().mend(step, corrections)
        rules_facts.stay_sensible(step, corrections)

    def box_warnings(self, box: Box) -> Sequence[Message]:
        return tuple(rules_facts.box_warnings(box))

    def inventory(self, state: State) -> Sequence[Tracked]:
        return list(inventory(state))


def new_side(seat: int, *, prestige_open: bool = False) -> Side:
    """What a seat has at the start. Section 2."""
    return Side(
        seat=seat,
        tiles=dict.fromkeys(DISCOVERIES, 0),
        cheaper=dict.fromkeys(CHEAPER_KEYS, 0),
        wonders=dict.fromkeys(WONDERS, 0),
        prestige=Sealed((seat,), 0, prestige_open) if prestige_open else seal(0, seat),
    )


def awaits_turn(state: State) -> Awaited:
    """Section 3; the table when all are done."""
    side = queries_order.last(state)
    also = queries_order.may_play(state)
    if side is None:
        return Awaited((TABLE,), also, why=say("All are done: count the points.", short=N_("Count the points")))
    if state.actor == side.seat:
        text = say("{seat} is still last: go again.", N_("Still last: {seat}"), seat=SeatName(side.seat))
        return Awaited((side.seat,), why=text)
    text = say("{seat} is last on the Time Track.", N_("{seat} is last"), seat=SeatName(side.seat))
    return Awaited((side.seat,), also, why=text)


def why_asked(seat: int) -> Message:
    return say("{seat} is to choose.", N_("{seat} chooses"), seat=SeatName(seat))


def ask_due(state: State, due: Due, seat: int) -> Asking[Move]:
    """The questions of what is on top of the agenda."""
    match due:
        case SettingUp():
            return asking_facts.ask_set_up(state)
        case Crossing():
            return asking_facts.ask_crossing(state)
        case Facts():
            return asking_facts.ask_facts(state, due)
        case Oracle():
            return asking_cards.ask_oracle(due)
        case Playing():
            return asking_cards.ask_card(state, state.side(seat))
        case Window():
            return asking_cards.ask_window(state, state.side(seat), due)
        case Cubes():
            return asking_cards.ask_cube(state, due)
        case Hit():
            return asking_cards.ask_loss(state, state.side(seat))
    raise RulesBug(f"{due} is worked off without asking")
