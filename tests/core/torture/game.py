"""The Strait: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.boxes import merged
from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer, seal
from companion.core.setup import ChanceKind, GameOption, Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import say
from tests.core.torture import rules
from tests.core.torture.agenda import SettingUp
from tests.core.torture.asking import ask
from tests.core.torture.moves import Move
from tests.core.torture.queries_agenda import waits_for
from tests.core.torture.scoring import score_sheet
from tests.core.torture.showing import show_board, show_hand, show_secrets, show_strip
from tests.core.torture.state import Side, State
from tests.core.torture.tables import CARDS, DECK, SHIPPED
from tests.core.torture.tracked import tracked_numbers


class Torture(Game[State, Move]):
    """Every hard thing at once."""

    meta = Meta(
        key="torture",
        title=say("The Strait"),
        seats=(2, 8),
        options=(
            GameOption("two-sides", say("Two sides a seat"), False, ((False, say("no")), (True, say("yes")))),
            GameOption("rounds", say("Rounds"), 2, ((1, say("one")), (2, say("two")))),
        ),
        chance=(
            ChanceKind("quest", say("Quests")),
            ChanceKind("deck", say("Cards")),
            ChanceKind("weather", say("Weather")),
            ChanceKind("battle", say("Battle dice"), "cardboard"),
        ),
        box=(CARDS,),
        longest=400,
    )
    state_type = State
    move_type = Move
    rules = rules.RULES
    box = SHIPPED

    def new(self, setup: Setup) -> State:
        letters = ("a", "b") if setup.options["two-sides"] else ("",)
        sides = [Side(f"{seat}{letter}", seat) for seat in setup.numbers for letter in letters]
        return State(
            seats=list(setup.numbers),
            sides=sides,
            rounds=int(setup.options["rounds"]),
            bank=8 * len(sides),
            yard=3 * len(sides),
            box=merged(SHIPPED, setup.box),
            deck={face: seal(copies) for face, copies in DECK.items()},
            agenda=[SettingUp()],
        )

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return [*show_board(state), *map(show_hand, state.sides)]

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        hands = {hand.key: hand for hand in map(show_hand, state.sides) if hand.secret}
        return [*(hands.get(widget.key, widget) for widget in public), *show_secrets(state, seat)]

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return show_strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)
