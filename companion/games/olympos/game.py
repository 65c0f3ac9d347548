"""Olympos as a game: the contract of ``companion/core/game.py``, handed on to the chapters of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.core.boxes import Box, FactCorrection, merged, read
from companion.core.errors import Refused, RulesBug
from companion.core.game import Awaited, Game, Meta, Setup
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import (
    asking_cards,
    asking_facts,
    cards,
    developing,
    facts,
    gods,
    order,
    reasons,
    setting_up,
)
from companion.games.olympos.asking import ask_turn
from companion.games.olympos.expanding import expand
from companion.games.olympos.moves import (
    NO_CARD,
    AddZeus,
    Build,
    Close,
    CrossOut,
    Discover,
    Expand,
    Fill,
    KeepCard,
    LookUp,
    Lose,
    Move,
    Pass,
    PlayCard,
    Record,
    SetUp,
    TakeCube,
)
from companion.games.olympos.options import CHANCE, KINDS, LEVELS, OPTIONS, chosen
from companion.games.olympos.pricing import CHEAPER_KEYS
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
from companion.games.olympos.turn import proceed


def _box(name: str) -> Box:
    return read(Path(__file__).with_name(name).read_text("utf-8"), KINDS, name)


SHIPPED = _box("box.toml")
PRACTICE = _box("practice.toml")
NOT_NOW = say("That is not asked for now.")


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

    def awaits(self, state: State) -> Awaited:
        if state.over:
            return Awaited(over=True)
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

    def ask(self, state: State, seat: int) -> Asking[Move]:
        awaited = self.awaits(state)
        if seat not in (*awaited.must, *awaited.may):
            raise Refused("not-awaited", reasons.NOT_AWAITED)
        if not state.agenda:
            if seat in awaited.may:
                return asking_cards.ask_card(state, state.side(seat))
            return asking_facts.ask_close(state) if seat == TABLE else ask_turn(state, state.side(seat))
        return ask_due(state, state.agenda[-1], seat)

    def apply(self, step: Step[State], move: Move) -> None:
        awaited = self.awaits(step.state)
        if step.seat not in (*awaited.must, *awaited.may):
            step.refuse("not-awaited", reasons.NOT_AWAITED)
        if step.seat in awaited.may:
            play_after(step, move)
        elif not step.state.agenda:
            act(step, move)
        else:
            settle(step, move)
        proceed(step)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return widgets(state, viewer)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:  # noqa: ARG002  (the type says what may be seen)
        return score_sheet(state)

    def keeps(self, state: State) -> bool:
        return not state.practice

    def mend(self, step: Step[State], corrections: Sequence[FactCorrection]) -> None:
        super().mend(step, corrections)
        facts.stay_sensible(step, corrections)

    def box_warnings(self, box: Box) -> Sequence[Message]:
        return tuple(facts.box_warnings(box))

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
    side = order.last(state)
    also = order.may_play(state)
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


def act(step: Step[State], move: Move) -> None:
    """Whoever is last acts; when all are done, the table closes the game."""
    state = step.state
    if isinstance(move, LookUp):
        facts.look_up(step, move)
        return
    if isinstance(move, Close):
        facts.close(step, move)
        return
    side = order.last(state)
    if side is None:
        step.refuse("not-now", NOT_NOW)
    if isinstance(move, PlayCard):
        step.require(reasons.card_reason(state, side))
        state.kept = move.handle == NO_CARD
        cards.play_card(step, side, move)
    elif isinstance(move, Pass):
        step.require(reasons.pass_reason(state, side))
        side.done = 1
        state.kept = False
        state.actor = side.seat
        step.tell(say("{seat} passes for good.", N_("{seat} passes"), seat=SeatName(side.seat)))
    else:
        act_on_board(step, side, move)


def play_after(step: Step[State], move: Move) -> None:
    """Any number of cards in one's own turn, also after the action, until the next one acts. Section 6."""
    state = step.state
    if not isinstance(move, PlayCard):
        step.refuse("not-now", NOT_NOW)
    cards.play_card(step, state.side(step.seat), move)
    if move.handle == NO_CARD:
        state.actor = 0


def act_on_board(step: Step[State], side: Side, move: Move) -> None:
    """An action, in the form of the level that is played."""
    match move:
        case Expand():
            expand(step, side, move)
        case Discover() if not step.state.light:
            developing.discover(step, side, move)
        case Record() if step.state.light:
            developing.record(step, side, move)
        case Build():
            developing.build(step, side, move)
        case _:
            step.refuse("not-now", NOT_NOW)


def settle(step: Step[State], move: Move) -> None:
    """What is on top of the agenda."""
    match step.state.agenda[-1], move:
        case SettingUp(), SetUp():
            setting_up.set_up(step, move)
        case Crossing(), CrossOut():
            setting_up.cross(step, move)
        case Facts() as due, Fill():
            facts.fill(step, due, move)
        case Oracle() as due, KeepCard():
            cards.keep_card(step, due, move)
        case Playing() as due, PlayCard():
            cards.play_drawn(step, due, move)
        case Window() as due, AddZeus():
            gods.add_zeus(step, due, move)
        case Cubes() as due, TakeCube():
            gods.take_cube(step, due, move)
        case Hit() as due, Lose():
            gods.lose(step, due, move)
        case _:
            step.refuse("not-now", NOT_NOW)
