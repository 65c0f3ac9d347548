"""The questions of whoever is last on the track: what to do now. Sections 3 and 9."""

from __future__ import annotations

from companion.core.questions import Asking, Option, Pick
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import asking_develop, reasons_cards, reasons_turn
from companion.games.olympos.asking_cards import ask_card
from companion.games.olympos.asking_expand import ask_expansion, from_where
from companion.games.olympos.moves import Move, Pass
from companion.games.olympos.state import Side, State


def ask_turn(state: State, side: Side) -> Asking[Move]:
    """Expansion, development, a card before it, or the end. Sections 3 and 9."""
    chosen = yield from Pick[str](
        key="turn",
        prompt=say("{seat}: what now?", N_("What now?"), seat=SeatName(side.seat)),
        hint=again(state, side),
        options=(
            Option("expand", say("Expansion"), icon="people", reason=from_where(state, side).blocked()),
            _discovery(state, side),
            Option("build", say("Wonder"), icon="temple", reason=asking_develop.building(state, side).blocked()),
            _card(state, side),
            Option("pass", say("Pass for good"), icon="stop", reason=reasons_turn.pass_reason(state, side)),
        ),
    )
    match chosen:
        case "expand":
            return (yield from ask_expansion(state, side))
        case "discover":
            return (yield from asking_develop.ask_discovery(state, side))
        case "record":
            return (yield from asking_develop.ask_record(state, side))
        case "build":
            return (yield from asking_develop.ask_build(state, side))
        case "play-card":
            return (yield from ask_card(state, side))
    return Pass()


def _discovery(state: State, side: Side) -> Option[str]:
    """By the name of the move that the level makes of it."""
    label, icon = say("Discovery"), "scroll"
    if state.light:
        return Option("record", label, icon=icon, reason=asking_develop.recording(state, side).blocked())
    return Option("discover", label, icon=icon, reason=asking_develop.discovering(state, side).blocked())


def _card(state: State, side: Side) -> Option[str]:
    words = say("Play a Destiny card", N_("Play a card"))
    return Option("play-card", words, icon="cards", reason=reasons_cards.card_reason(state, side))


def again(state: State, side: Side) -> Message | None:
    """Whoever is still last after an action wonders: so it is said."""
    return say("You are still last: go again.", N_("Still last: again")) if state.actor == side.seat else None
