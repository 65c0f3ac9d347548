"""Olympos as a ``Game``: which rule takes which move, whom the game waits for, what it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from msgspec import structs

from companion.core.boxes import Box, FactCorrection, merged
from companion.core.errors import RulesBug
from companion.core.forms import together
from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Pick
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.secret_windows import open_answers, secret_window
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.table_setup import PrintedNeed, SetupStep
from companion.core.widgets import AnyWidget, Figure, ForecastLine
from companion.core.wording import N_, Message, say, say_n
from companion.games.olympos import (
    cards,
    discover,
    end,
    expand,
    facts,
    gains,
    gods,
    moves,
    pieces,
    scoring,
    showing,
    start,
    tables,
    time_track,
    tracked,
    wonders,
)
from companion.games.olympos.box import KINDS, PRACTICE, SHIPPED, box_warnings, printed_needs
from companion.games.olympos.forecast import forecast
from companion.games.olympos.moves import Move
from companion.games.olympos.options import CHANCE, LEVELS, OPTIONS, chosen
from companion.games.olympos.reminders import remind
from companion.games.olympos.setup_steps import setup_steps
from companion.games.olympos.state import (
    MOST_SEATS,
    Arrival,
    Crossing,
    Cubes,
    Draw,
    Facts,
    Hit,
    Oracle,
    Playing,
    SettingUp,
    Side,
    State,
    Window,
)

RULES: Rules[State] = {
    moves.SetUp: start.set_up,
    moves.CrossOut: start.cross_out,
    moves.Fill: facts.fill,
    moves.LookUp: facts.look_up,
    moves.Close: end.close,
    moves.KeepCard: cards.keep_card,
    moves.PlayCard: cards.play_card,
    moves.AddZeus: gods.add_zeus,
    moves.TakeCube: gains.take_cube,
    moves.Lose: gods.lose,
    moves.Expand: expand.expand,
    moves.Discover: discover.discover,
    moves.Record: discover.record,
    moves.Build: wonders.build,
    moves.Pass: end.pass_for_good,
}


def proceed(step: Step[State]) -> None:
    """Carry out draws and arrivals, which need no decision, until a seat or the table must decide."""
    state = step.state
    while True:
        match state.agenda:
            case [*_, Draw() as due]:
                if not cards.draw(step, due):
                    return
            case [*_, Arrival(seat=seat, space=space)]:
                state.agenda.pop()
                gods.arrive(step, seat, space)
            case [] if state.moved:
                gods.look_at_zeus_spaces(state, state.moved)
            case _:
                return


# -- whom the game waits for --------------------------------------------------------------------------------------


WHY: dict[type, Message] = {
    Playing: say("may play a Destiny card", short=N_("may play a card")),
    Oracle: say("keeps one Destiny card", short=N_("keeps one card")),
    Cubes: say("chooses a cube"),
    Hit: say("takes a settler off the map", short=N_("takes a settler off")),
}
"""Why the game waits for a seat, if not for its action, by what is due."""


def waits_for(state: State) -> Awaited:
    """The seats that must or may answer now, and why, in a game that is not over."""
    if not state.agenda:
        return _turn(state)
    match state.agenda[-1]:
        case SettingUp():
            return Awaited((TABLE,), why=say("Set the table up.", short=N_("Set-up")))
        case Facts():
            return Awaited((TABLE,), why=say("Look up what is printed.", short=N_("Look it up")))
        case Window(god=god, seats=seats):
            why = say("{god}, in secret", N_("{god}: in secret"), god=tables.GODS[god].label)
            return secret_window(seats, (), why, progress=False)
        case due:
            return Awaited((due.seat,), why=WHY.get(type(due)))


def _turn(state: State) -> Awaited:
    """The seat that is last on the Time Track, or the table if all have finished. Section 3."""
    side = time_track.last(state)
    also = time_track.may_play(state)
    if side is None:
        return Awaited((TABLE,), also, why=say("All are done: count the points.", short=N_("Count the points")))
    follows = [other.seat for other in time_track.in_order(state) if not other.done and other is not side]
    then = follows[0] if follows else 0
    if state.actor == side.seat:
        why = say("still last on the Time Track, space {n}", N_("still last: {n}"), n=side.position)
        return Awaited((side.seat,), why=why, then=then)
    why = say("last on the Time Track, space {n}", N_("last: space {n}"), n=side.position)
    return Awaited((side.seat,), also, why=why, then=then)


# -- its questions ------------------------------------------------------------------------------------------------


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions for a seat that the game waits for."""
    if not state.agenda:
        return _ask_in_turn(state, seat)
    match due := state.agenda[-1]:
        case SettingUp():
            return start.ask_set_up(state)
        case Crossing():
            return start.ask_crossing(state)
        case Facts():
            return facts.ask_facts(state, due)
        case Oracle():
            return cards.ask_oracle(due)
        case Playing():
            return cards.ask_more(state, state.side(seat))
        case Window():
            return gods.ask_window(state, state.side(seat), due)
        case Cubes():
            return gains.ask_cube(state, due)
        case Hit():
            return gods.ask_loss(state, state.side(seat))
        case _:
            raise RulesBug(f"{due} is worked off without asking")


def _ask_in_turn(state: State, seat: int) -> Asking[Move]:
    """The questions while the agenda is empty: an action, more Destiny cards, or closing the game."""
    if seat in time_track.may_play(state):
        return cards.ask_more(state, state.side(seat))
    return end.ask_close(state) if seat == TABLE else ask_turn(state, state.side(seat))


def ask_turn(state: State, side: Side) -> Asking[Move]:
    """Ask for the action: expansion, development, a card before it, or passing. Sections 3 and 9.

    What the seat just looked up is preselected, on a form where it can choose anything else instead.
    """
    if at := discover.looked_up(state, side):
        return _ask_looked_up(state, side, "discover", tables.DISCOVERIES[state.piles[tables.space_at(at)].tile].label)
    if wonder := wonders.looked_up(state, side):
        return _ask_looked_up(state, side, "build", tables.WONDERS[wonder])
    return _ask_action(state, side, _actions(state, side))


def _ask_looked_up(state: State, side: Side, through: str, what: Message) -> Asking[Move]:
    """The question for an action, with ``through`` preselected and ``what`` as its hint.

    With the layout in rows a preselected choice with a hint is folded, so that the other fields stay visible.
    """
    actions = tuple(
        structs.replace(action, hint=what) if action.value == through else action for action in _actions(state, side)
    )
    return together(through, what, _ask_action(state, side, actions, usual=through), layout="rows")


def _actions(state: State, side: Side) -> tuple[Option[str], ...]:
    """Every action, with the reason why it is not possible."""
    return (
        _expansion(state, side),
        _discovery(state, side),
        Option("build", say("Wonder"), icon="temple", reason=wonders.building_reason(state, side)),
        _card(state, side),
        Option(
            "pass",
            say("Pass for good"),
            icon="stop",
            reason=end.pass_reason(state, side),
            hint=end.pass_hint(state, side),
        ),
    )


def _expansion(state: State, side: Side) -> Option[str]:
    """The action that takes a territory, with the lowest price of a possible one."""
    reason = expand.which_settler(state, side).blocked()
    least = expand.least(state, side) if reason is None and not state.light else None
    hint = (
        say_n(
            "Take a territory, from {n} action point.",
            "Take a territory, from {n} action points.",
            least,
            N_("From {n}"),
        )
        if least is not None
        else None
    )
    return Option("expand", say("Expansion"), icon="people", hint=hint, reason=reason)


def _discovery(state: State, side: Side) -> Option[str]:
    """The action that takes a discovery, with the name of the move at this level."""
    label, icon = say("Discovery"), "scroll"
    if state.light:
        return Option("record", label, icon=icon, reason=discover.recording_reason(state, side))
    reason = discover.discovering_reason(state, side)
    if reason is not None:
        return Option("discover", label, icon=icon, reason=reason)
    price = time_track.total(discover.price(side, set()))
    cost = (Amount(price, "clock", say("action points")),)
    return Option("discover", label, price=cost, icon=icon, hint=discover.in_reach(state, side))


def _card(state: State, side: Side) -> Option[str]:
    words = say("Play a Destiny card", N_("Play a card"))
    return Option("play-card", words, icon="cards", reason=cards.card_reason(state, side))


def _ask_action(state: State, side: Side, actions: tuple[Option[str], ...], usual: str | None = None) -> Asking[Move]:
    prompt = say("What do you do?")
    chosen = yield from Pick[str](
        key="turn",
        prompt=prompt,
        hint=again(state, side),
        options=actions,
        usual=usual,
        meaning=say(
            "Whoever is furthest back on the Time Track acts, again and again as long as that is so. Destiny cards "
            "cost no points; passing ends the game for you."
        ),
    )
    return moves.Pass() if chosen == "pass" else (yield from TURN[chosen](state, side))


TURN: dict[str, Callable[[State, Side], Asking[Move]]] = {
    "expand": expand.ask_expansion,
    "discover": discover.ask_discovery,
    "record": discover.ask_record,
    "build": wonders.ask_build,
    "play-card": cards.ask_card,
}


def again(state: State, side: Side) -> Message | None:
    """A hint for a seat that is still last after its action."""
    return say("You are still last: go again.", N_("Still last: again")) if state.actor == side.seat else None


# -- the contract -------------------------------------------------------------------------------------------------


class Olympos(Game[State, Move]):
    """The game of Philippe Keyaerts (Ystari, 2011) for three to five."""

    meta = Meta(
        key="olympos",
        title=say("Olympos"),
        seats=(3, MOST_SEATS),
        rules_version=5,
        options=OPTIONS,
        chance=CHANCE,
        box=KINDS,
        longest=3000,
        levels=LEVELS,
        summary=say("Settle Greece, discover, build wonders, and please the gods: whoever is last in time acts."),
        icon="mountain",
        unpack=(
            say("Board and development board on the table"),
            say("Each takes 5 settlers of one colour, the rest stays beside the board"),
        ),
    )
    points_sheet = files(__package__).joinpath("points.toml").read_text(encoding="utf-8")
    state_type = State
    move_type = Move
    rules = RULES
    from_the_start: ClassVar = {"start": "beginning"}
    box = SHIPPED

    def new(self, setup: Setup) -> State:
        practice = setup.options["box"] == "practice"
        options = chosen(setup)
        return State(
            seats=list(setup.numbers),
            sides=[start.new_side(seat, prestige_open=options.prestige_open) for seat in setup.numbers],
            options=options,
            box=merged(merged(SHIPPED, PRACTICE if practice else {}), setup.box),
            light=setup.level == "light",
            practice=practice,
            tokens=dict.fromkeys(tables.RESOURCES, tables.TOKENS_EACH - tables.CROSSED_EACH[len(setup.seats)]),
            cubes=dict.fromkeys(tables.RESOURCES, tables.CUBES_EACH),
            gods=dict.fromkeys(tables.GODS, 1),
            discards=dict.fromkeys(tables.DESTINIES, 0),
            companion_draws=setup.chance["destiny"] == "companion",
            agenda=[SettingUp()],
        )

    def is_over(self, state: State) -> bool:
        return state.over

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        proceed(step)
        remind(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return showing.widgets(state)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return showing.with_own(state, seat, public)

    def on_paper(self, state: State) -> Sequence[str]:
        """The keys of the widgets for a printed record: the order within a stack, the last god, and pending marks."""
        del state
        return ("order", "zeus", "gods")

    def setup_steps(self, state: State) -> Sequence[SetupStep]:
        return tuple(setup_steps(state))

    def printed_needs(self, state: State) -> Sequence[PrintedNeed]:
        return tuple(printed_needs(state))

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing.strip(state, seat)

    def forecast(self, state: State, seat: int) -> Sequence[ForecastLine]:
        return forecast(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:  # noqa: ARG002  (the type says what may be seen)
        return scoring.score_sheet(state)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Read an older state. Until version 3 a laid Star card was on the discard pile, or shuffled into the deck;
        until version 4 a ``Window`` held only the answers given so far.
        """
        state = super().upgrade(version, raw)
        if version < 4:
            cards.take_back_laid_stars(state)
        if state.agenda and isinstance(state.agenda[-1], Window):
            state.votes = {**open_answers(state.agenda[-1].seats), **state.votes}
        return state

    def keeps(self, state: State) -> bool:
        return not state.practice

    def mend(self, step: Step[State], corrections: Sequence[FactCorrection]) -> None:
        super().mend(step, corrections)
        facts.check_corrections(step, corrections)

    def box_warnings(self, box: Box) -> Sequence[Message]:
        return tuple(box_warnings(box))

    def inventory(self, state: State) -> Sequence[Tracked]:
        return list(tracked.inventory(state))

    def physical_counts(self, state: State) -> Sequence[Tracked]:
        return list(pieces.counts(state))
