"""The torture game: every hard thing a board game asks of the companion, in the shape a real game should have.

A strait, some cities on it. Each round every seat plans up to two orders behind its hand; when the last is ready, all
are revealed and carried out. Then every side in turn sails round the rondel, attacks, or plays a card. Whoever is hit
chooses what to lose. The senate lets all seats vote in secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.boxes import merged
from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer, seal
from companion.core.setup import ChanceKind, GameOption, Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import say
from tests.core.torture import rules
from tests.core.torture.asking import ask_hit, ask_plan, ask_set_up, ask_turn, ask_value, ask_vote
from tests.core.torture.moves import Move
from tests.core.torture.scoring import score_sheet, tracked_numbers
from tests.core.torture.showing import show_board, show_hand, show_secrets
from tests.core.torture.state import Hits, Planning, SettingUp, Side, State, Turn, Valuing, Voting, called
from tests.core.torture.tables import CARDS, DECK, FACES, SHIPPED


class Torture(Game[State, Move]):
    """Every hard thing at once. See the top of this file."""

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
        match state.agenda:
            case [*_, SettingUp()]:
                return Awaited((TABLE,), why=say("Set the table up."))
            case [*_, Valuing(face=face)]:
                return Awaited((TABLE,), why=say("Look up what {card} is worth.", card=FACES[face]))
            case [*_, Planning()]:
                planning = tuple(seat for seat in state.seats if seat not in state.ready)
                return Awaited(planning, tuple(state.ready), say("All plan in secret."), secret=True)
            case [*_, Voting()]:
                voting = tuple(seat for seat in state.seats if seat not in state.votes)
                return Awaited(voting, why=say("The senate votes in secret."), secret=True)
            case [*_, Turn(side=key) | Hits(side=key)]:
                side = state.side(key)
                return Awaited((side.seat,), why=say("{who} is to act.", who=called(side)))
        raise AssertionError("every kind of due is above")

    def questions(self, state: State, seat: int) -> Asking[Move]:
        match state.agenda[-1]:
            case SettingUp():
                return ask_set_up(state)
            case Planning():
                return ask_plan(state, seat)
            case Turn(side=key):
                return ask_turn(state, state.side(key))
            case Hits(side=key):
                return ask_hit(state.side(key))
            case Voting():
                return ask_vote(state)
            case Valuing(face=face):
                return ask_value(face)

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return [*show_board(state), *map(show_hand, state.sides), *show_secrets(state, viewer)]

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)
