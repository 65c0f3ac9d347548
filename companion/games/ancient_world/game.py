"""The Ancient World: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from companion.core.boxes import Box, merged
from companion.core.errors import Refused
from companion.core.game import Awaited, ChanceKind, Game, GameOption, Meta, OptionValue, Setup
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import Message, SeatName, Wording, say
from companion.games.ancient_world import asking, rules, scoring, showing, tracked, warnings
from companion.games.ancient_world.facts import KINDS, PRACTICE, SHIPPED
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.reasons import NOT_AWAITED
from companion.games.ancient_world.rules_damage import DAMAGE
from companion.games.ancient_world.state import (
    READY,
    Army,
    Built,
    Due,
    Place,
    Player,
    Preparing,
    Reading,
    SettingUp,
    State,
    Supply,
    Switches,
)
from companion.games.ancient_world.tables import (
    AMBROSIA_AT_START,
    CAPITAL,
    CITIZENS,
    OPENS,
    SPACES,
    START_COINS,
    START_EMPIRE,
    START_MILITARY,
    STARTING_CITIZENS,
)

YES_NO: tuple[tuple[OptionValue, Wording], ...] = ((True, say("yes")), (False, say("no")))


def _switch(key: str, label: Wording) -> GameOption:
    return GameOption(key, label, True, YES_NO, "13")


OPTIONS = (
    GameOption(
        "edition",
        say("Edition"),
        "second",
        (("second", say("Second (2019)")), ("first", say("First (2014)"))),
        "12",
        basic=True,
    ),
    GameOption(
        "box", say("Box"), "own", (("own", say("our own cards")), ("practice", say("practice, invented"))), basic=True
    ),
    GameOption("start-coins", say("First edition: starting coins"), START_COINS, ((6, say("6")), (5, say("5"))), "12"),
    _switch("starting-cards-use-capacity", say("Starting empire cards use capacity")),
    _switch("damaged-cards-use-capacity", say("Damaged cards use capacity")),
    _switch("new-citizen-usable-next-round", say("A new citizen is usable next round")),
    _switch("hungry-rechecked", say("Hunger is checked anew each round")),
    _switch("final-repair-income", say("Repair income in the last round")),
    _switch("ambrosia-accumulates", say("Ambrosia accumulates on the board")),
)


class AncientWorld(Game[State, Move]):
    """Open information throughout: the companion does the sums."""

    meta = Meta(
        key="ancient-world",
        title=say("The Ancient World"),
        seats=(2, 4),
        rules_version=2,
        options=OPTIONS,
        chance=(ChanceKind(DAMAGE, say("Damage dice"), "cardboard"),),
        box=KINDS,
        longest=800,
        summary=say("Six rounds of building a city between titans."),
    )
    state_type = State
    move_type = Move
    box = SHIPPED

    def new(self, setup: Setup) -> State:
        switches = _switches(setup)
        laid = merged(SHIPPED, PRACTICE) if switches.practice else SHIPPED
        start = set(AMBROSIA_AT_START) if switches.edition == "second" else set()
        places = {space: Place(int(space in start), int(space not in OPENS)) for space in SPACES}
        state = State(
            switches=switches,
            players=[],
            box=merged(laid, setup.box),
            places=cast("dict[str, Place]", places),
            supply=Supply(ambrosia=-len(start)),
            agenda=[SettingUp()],
            companion_rolls=setup.chance[DAMAGE] == "companion",
        )
        state.players = [_seated(state, seat) for seat in setup.numbers]
        return state

    def awaits(self, state: State) -> Awaited:
        if not state.agenda:
            return Awaited(over=True)
        seat = _asked(state.agenda[-1])
        return Awaited((seat,), why=_why(state.agenda[-1], seat))

    def ask(self, state: State, seat: int) -> Asking[Move]:
        if seat not in self.awaits(state).must:
            raise Refused("not-awaited", NOT_AWAITED)
        return asking.ask(state, state.agenda[-1])

    def apply(self, step: Step[State], move: Move) -> None:
        if step.seat not in self.awaits(step.state).must:
            step.refuse("not-awaited", NOT_AWAITED)
        rules.apply(step, move)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return showing.show(state, viewer)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return scoring.score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return list(tracked.tracked_numbers(state))

    def keeps(self, state: State) -> bool:
        return not state.switches.practice

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Before version 2 only the last chance to repair was asked for, and nobody noted who rolls: the faces of a
        die that are not known are asked for then, whoever does.
        """
        if version < 2:
            for due in raw["agenda"]:
                if due["type"] == "closing":
                    due.update(type="spending", before="scoring")
        return super().upgrade(version, raw)

    def box_warnings(self, box: Box) -> Sequence[Message]:
        return warnings.box_warnings(box)


def _switches(setup: Setup) -> Switches:
    options: dict[str, Any] = setup.options
    first = options["edition"] == "first"
    return Switches(
        edition="first" if first else "second",
        practice=options["box"] == "practice",
        start_coins=options["start-coins"] if first else START_COINS,
        starting_cards_use_capacity=options["starting-cards-use-capacity"],
        damaged_cards_use_capacity=options["damaged-cards-use-capacity"],
        new_citizen_usable_next_round=options["new-citizen-usable-next-round"],
        hungry_rechecked=options["hungry-rechecked"],
        final_repair_income=options["final-repair-income"],
        ambrosia_accumulates=options["ambrosia-accumulates"],
    )


def _seated(state: State, seat: int) -> Player:
    """What every player board begins with. Section 2.2."""
    return Player(
        seat,
        capital={**dict.fromkeys(tracked.CAPITAL, 0), **CAPITAL},
        citizens=[READY if number in STARTING_CITIZENS else 0 for number in range(1, CITIZENS + 1)],
        cards=[Built(state.new_id(), key) for key in START_EMPIRE],
        armies=[Army(state.new_id(), key) for key in START_MILITARY],
    )


def _asked(due: Due) -> int:
    """Who settles a due."""
    return TABLE if isinstance(due, SettingUp | Preparing | Reading) else due.seat


def _why(due: Due, seat: int) -> Message:
    match due:
        case SettingUp():
            return say("Set the table up.")
        case Preparing():
            return say("Prepare the next round.")
        case Reading():
            return say("Look up what scoring needs.")
    return say("{who} is to act.", who=SeatName(seat))
