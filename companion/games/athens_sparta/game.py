"""Athens & Sparta as a ``Game``: whom the play waits for, which question is asked, which function makes a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from companion.core.boxes import Box, FactCorrection, merged
from companion.core.errors import RulesBug
from companion.core.game import Awaited, Colour, Game, Rules
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer, seal
from companion.core.secret_windows import secret_window
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.table_setup import PrintedNeed, SetupStep
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import (
    attack,
    attrition,
    battle,
    cards,
    changing_hands,
    cities,
    combat,
    hits,
    movement,
    moves,
    muster,
    replacements,
    revolts,
    showing,
    sieges,
    start,
    tracked,
)
from companion.games.athens_sparta.attack import ask_next_battle, begin_neutral_attack
from companion.games.athens_sparta.attrition import roll_attrition
from companion.games.athens_sparta.battle import continue_battle
from companion.games.athens_sparta.battlefield import acting_later, turn_words
from companion.games.athens_sparta.box import COMPONENT_KINDS, PRACTICE_BOX, SHIPPED_BOX, box_warnings
from companion.games.athens_sparta.cards import deal
from companion.games.athens_sparta.cities import map_correction_reason
from companion.games.athens_sparta.corrections import apply_corrections
from companion.games.athens_sparta.forecast import forecast
from companion.games.athens_sparta.movement import ask_moving, move_points_words
from companion.games.athens_sparta.moves import MOVES, Move
from companion.games.athens_sparta.options import CHANCE, LEVELS, OPTIONS
from companion.games.athens_sparta.queries import find_unit
from companion.games.athens_sparta.reminders import remind
from companion.games.athens_sparta.replacements import ask_replacements
from companion.games.athens_sparta.scoring import score_sheet
from companion.games.athens_sparta.seats import acting_side
from companion.games.athens_sparta.setup_steps import setup_steps
from companion.games.athens_sparta.state import (
    Assaulting,
    AssigningHits,
    Attrition,
    BattleContinues,
    Besieging,
    CheckingHands,
    ChoosingBattle,
    ChoosingCards,
    CombatTurn,
    Dealing,
    Due,
    HiddenLosses,
    LookingUpCity,
    Moving,
    Mustering,
    NamingGreenBlocks,
    NeutralAttack,
    NeutralJoining,
    PlanningReplacements,
    PlayerTurn,
    Redealing,
    Retreating,
    Sacking,
    SettingUp,
    SettingUpBattle,
    SideDue,
    State,
    SupplyCheck,
    TableDue,
    TurnEnd,
)
from companion.games.athens_sparta.tables import CITY_NAMES, SIDE_COLOURS, SIDE_NAMES, SIDES, Side, other
from companion.games.athens_sparta.turn import begin_olympiad, begin_player_turn, end_game_turn
from companion.games.athens_sparta.words import place_name

# -- whom the play waits for, and the questions ----------------------------------------------------------------------


def waits_for(state: State) -> Awaited:
    """The seats that must or may move, and why. The play must not be over."""
    due = state.agenda[-1]
    match due:
        case SettingUp():
            return Awaited((TABLE,), why=say("Set the table up."))
        case SettingUpBattle():
            return Awaited((TABLE,), why=say("Say what is fought for."))
        case LookingUpCity(city=city):
            why = say("Look {place} up on the map.", short=N_("Look up {place}"), place=place_name(state, city))
            return Awaited((TABLE,), why=why)
        case NamingGreenBlocks(city=city):
            why = say(
                "Say which blocks are those of {place}.", short=N_("Whose are they?"), place=place_name(state, city)
            )
            return Awaited((TABLE,), why=why)
        case CheckingHands():
            return _both(state, say("Both look at their hands.", short=N_("Look at your hand")))
        case ChoosingCards():
            return _both(state, say("Both choose a card in secret.", short=N_("Choose a card")))
        case PlanningReplacements():
            return _both(state, say("Both plan replacements in secret.", short=N_("Replacements")))
        case _:
            if not isinstance(due, SideDue):
                raise RulesBug(f"{due} goes on by itself")
            return Awaited((state.seats[due.side],), _table_may(state), _why(state, due), then=_then(state, due))


def _both(state: State, why: Message) -> Awaited:
    """A decision of both sides in secret. It looks the same whether a side has answered or not."""
    answered = [state.seats[side] for side in state.answered]
    return secret_window([state.seats[side] for side in SIDES], answered, why, also=_table_may(state))


def _table_may(state: State) -> tuple[int, ...]:
    """(TABLE,) while sides decide, if the map can be corrected now. Does not depend on which sides have answered in
    secret.
    """
    return (TABLE,) if state.level != "battle" and map_correction_reason(state) is None else ()


def _then(state: State, due: SideDue) -> int:
    """The seat whose blocks act next in the battle as it stands; 0 if that is not known."""
    battle = state.battle
    if battle is None:
        return 0
    if isinstance(due, Mustering):
        return state.seats[other(due.side)] if due.why == "attack" else 0
    if isinstance(due, CombatTurn) and (later := acting_later(state, battle, due.handles[0])):
        return state.seats[later[0].side]
    return 0


def _why(state: State, due: SideDue) -> Message:
    side = SIDE_NAMES[due.side]
    if isinstance(due, CombatTurn) and len(due.handles) == 1 and (unit := find_unit(state, due.handles[0])):
        return turn_words(state, unit)
    if isinstance(due, AssigningHits):
        short = N_("{side} takes hits")
        return say_n("{side} takes a hit.", "{side} takes {n} hits.", due.left, short=short, side=side)
    if isinstance(due, Besieging):
        place = place_name(state, due.place)
        short = N_("{side}: who stays?")
        return say("{side} says who stays at {place}.", short=short, side=side, place=place)
    if isinstance(due, Sacking):
        place = place_name(state, due.place)
        return say("{side} sacks {place}.", short=N_("{side}: sack"), side=side, place=place)
    reasons: dict[type[SideDue], Message] = {
        Moving: move_points_words(state, due.side),
        ChoosingBattle: say("{side} chooses a battle.", short=N_("{side}: battles"), side=side),
        Mustering: say("{side} says which blocks are there.", short=N_("{side}: which blocks"), side=side),
        Assaulting: say("{side} may storm the walls.", short=N_("{side}: assault?"), side=side),
        CombatTurn: say("A block of {side} acts.", short=N_("{side} acts"), side=side),
        HiddenLosses: say("{side} loses a step.", short=N_("{side} loses a step"), side=side),
        Retreating: say("{side} must retreat.", short=N_("{side} retreats"), side=side),
    }
    return reasons.get(type(due)) or say("{side} decides.", short=N_("{side} decides"), side=side)


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    due = state.agenda[-1]
    if seat == TABLE and not isinstance(due, TableDue):
        return cities.ask_map_correction(state)
    if secret := SECRET_QUESTIONS.get(type(due)):
        return secret(state, acting_side(state, seat))
    return QUESTIONS[type(due)](state, due)


SECRET_QUESTIONS: dict[type, Callable[[State, Side], Asking[Move]]] = {
    CheckingHands: cards.ask_keep_hand,
    ChoosingCards: cards.ask_choose_card,
    PlanningReplacements: ask_replacements,
}
"""The questions that both sides answer in secret, by what is due."""

QUESTIONS: dict[type, Callable[[State, Any], Asking[Move]]] = {
    SettingUp: start.ask_set_up,
    SettingUpBattle: start.ask_set_up_battle,
    LookingUpCity: cities.ask_look_up_city,
    NamingGreenBlocks: changing_hands.ask_green_blocks,
    Redealing: cards.ask_redeal,
    NeutralJoining: cards.ask_neutral_joins,
    Moving: ask_moving,
    ChoosingBattle: ask_next_battle,
    Mustering: muster.ask_muster,
    Assaulting: sieges.ask_assault,
    CombatTurn: combat.ask_combat_action,
    AssigningHits: hits.ask_hit,
    Retreating: battle.ask_forced_retreat,
    Besieging: sieges.ask_besiege,
    Sacking: sieges.ask_sack,
    HiddenLosses: attrition.ask_loss,
    SupplyCheck: attrition.ask_supply,
}
"""The questions for one side or the table, by what is due."""


# -- moves, and what needs no question -------------------------------------------------------------------------------

RULES: Rules[State] = {
    moves.SetUp: start.set_up,
    moves.KeepHand: cards.keep_hand,
    moves.Redeal: cards.redeal,
    moves.ChooseCard: cards.choose_card,
    moves.NeutralJoins: cards.neutral_joins,
    moves.MoveBlock: movement.move_block,
    moves.JoinSiege: movement.join_siege,
    moves.LeaveSiege: movement.leave_siege,
    moves.AcceptPersia: movement.accept_persia,
    moves.EndMoves: movement.end_moves,
    moves.Revolt: revolts.revolt,
    moves.Attack: attack.attack,
    moves.PlaceBlock: attack.place_block,
    moves.EndBattles: attack.end_battles,
    moves.LookUpCity: cities.look_up_city,
    moves.CorrectHolder: cities.correct_holder,
    moves.AddCity: cities.add_city,
    moves.NamePlace: cities.name_place,
    moves.NameGreenBlocks: changing_hands.name_green_blocks,
    moves.SetUpBattle: start.set_up_battle,
    moves.Muster: muster.muster,
    moves.EndMuster: muster.end_muster,
    moves.Assault: sieges.assault,
    moves.CombatAction: combat.combat_action,
    moves.TakeHit: hits.take_hit,
    moves.ForcedRetreat: battle.forced_retreat,
    moves.Besiege: sieges.besiege,
    moves.Sack: sieges.sack,
    moves.LoseHiddenStep: attrition.lose_hidden_step,
    moves.Supply: attrition.supply,
    moves.AddOrder: replacements.add_order,
    moves.RemoveOrder: replacements.remove_order,
    moves.ConfirmPlan: replacements.confirm_plan,
}

AUTOMATIC: dict[type[Due], Callable[[Step[State]], None]] = {
    Dealing: deal,
    PlayerTurn: begin_player_turn,
    BattleContinues: continue_battle,
    NeutralAttack: begin_neutral_attack,
    Attrition: roll_attrition,
    TurnEnd: end_game_turn,
}


def proceed(step: Step[State]) -> None:
    """Carry out what is due without a question, until somebody must decide or the play is over."""
    while step.state.ended is None and (rule := _automatic(step.state)):
        rule(step)


def _automatic(state: State) -> Callable[[Step[State]], None] | None:
    if not state.agenda:
        return begin_olympiad
    return AUTOMATIC.get(type(state.agenda[-1]))


# -- the game --------------------------------------------------------------------------------------------------------


class AthensSparta(Game[State, Move]):
    """The Peloponnesian War for two: light and full tracking, and single battles without any box."""

    meta = Meta(
        key="athens-sparta",
        title=say("Athens & Sparta"),
        seats=(2, 2),
        options=OPTIONS,
        rules_version=2,
        chance=CHANCE,
        box=COMPONENT_KINDS,
        longest=4000,
        levels=LEVELS,
        summary=say("The Peloponnesian War for two: hidden blocks, sealed cards, battles and sieges."),
        icon="helmet",
        unpack=(
            say("Board on the table, the cards beside it"),
            say("One takes the blocks of Athens, the other those of Sparta"),
        ),
    )
    points_sheet = files(__package__).joinpath("points.toml").read_text(encoding="utf-8")
    state_type = State
    move_type = MOVES
    rules = RULES
    box = SHIPPED_BOX
    waits_for = staticmethod(waits_for)
    questions = staticmethod(ask)
    public_widgets = staticmethod(showing.show)
    seat_widgets = staticmethod(showing.with_own)
    strip = staticmethod(showing.strip)
    forecast = staticmethod(forecast)
    inventory = staticmethod(tracked.inventory)
    physical_counts = staticmethod(tracked.cities)

    def new(self, setup: Setup) -> State:
        practice = setup.options["box"] == "practice"
        owners = merged(PRACTICE_BOX, setup.box) if practice else setup.box
        return State(
            chairs=list(setup.numbers),
            level=setup.level or "light",  # type: ignore[arg-type]
            practice=practice,
            options=dict(setup.options),
            box=merged(SHIPPED_BOX, owners),
            agenda=[SettingUp()],
            olympiad=int(setup.options["olympiad"]),
        )

    def proceed(self, step: Step[State]) -> None:
        proceed(step)
        remind(step)

    def on_paper(self, state: State) -> Sequence[str]:
        """The keys of the widgets for a printed record: points, cards played, sieges, face-up blocks, the current
        battle.
        """
        del state
        return ("points", "war", "played", "sieges", "before", "battle", *(f"battle-{side}" for side in SIDES))

    def reveals(self, state: State) -> Sequence[str]:
        worn = any(isinstance(due, Attrition) and due.done for due in state.agenda)
        return () if worn else ("played",)

    def setup_steps(self, state: State) -> Sequence[SetupStep]:
        return tuple(setup_steps(state))

    def printed_needs(self, state: State) -> Sequence[PrintedNeed]:
        if state.practice or state.level == "battle":
            return ()
        return (PrintedNeed("city", tuple(CITY_NAMES)),)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def colours(self, state: State) -> Mapping[int, Colour]:
        return {seat: SIDE_COLOURS[side] for side, seat in state.seats.items()}

    def keeps(self, state: State) -> bool:
        return not state.practice

    def mend(self, step: Step[State], corrections: Sequence[FactCorrection]) -> None:
        super().mend(step, corrections)
        apply_corrections(step.state, corrections)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Version 1 had no facts looked up in secret (``noted``)."""
        state = super().upgrade(version, raw)
        for side, seat in state.seats.items():
            state.noted.setdefault(side, seal([], seat))
        return state

    def box_warnings(self, box: Box) -> Sequence[Message]:
        """Warnings about an edited box."""
        return box_warnings(merged(SHIPPED_BOX, box))
