"""Phase 10, the saints' conditions, ties, the last one left. Section 9."""

from __future__ import annotations

from msgspec import Struct

from companion.core.questions import Asking, Confirm, Count
from companion.core.secrecy import BrokenSeal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.antiquity.in_turn import acting_reason
from companion.games.antiquity.moves import CountHexes, JudgeGiorgio, Move
from companion.games.antiquity.queries import has_benefit, has_grave, has_working, houses, owned, zone_words
from companion.games.antiquity.state import CountingHexes, JudgingGiorgio, Over, Realm, State
from companion.games.antiquity.tables import FOODS, HEXES_A_SEAT, HOUSES, LUXURIES, PIECES, SAINT_GOODS, Saint
from companion.games.antiquity.words import SAINT

KIND_COUNT = len(PIECES)
COUNTED_GOODS = (*FOODS, *LUXURIES)
ALL_GOODS = SAINT_GOODS * len(COUNTED_GOODS)
MARIAS_CONDITIONS = 2
CALCULATED: tuple[Saint, ...] = ("nicolo", "barbara", "cristofori")


class Progress(Struct, frozen=True):
    """How far a condition is met; ``have`` is None if only the players can see it on the map."""

    saint: Saint
    have: int | None
    need: int

    @property
    def met(self) -> bool:
        return self.have is not None and self.have >= self.need


def progress(realm: Realm, saint: Saint, conquered: bool | None = None) -> Progress:
    """How far a realm is with a saint's condition, whether or not the saint is its patron."""
    match saint:
        case "nicolo":
            return Progress(saint, len(houses(realm)), HOUSES)
        case "barbara":
            return Progress(saint, len({one.kind for one in realm.buildings if not has_grave(realm, one)}), KIND_COUNT)
        case "cristofori":
            return Progress(saint, sum(min(SAINT_GOODS, owned(realm, good)) for good in COUNTED_GOODS), ALL_GOODS)
        case "giorgio":
            return Progress(saint, None if conquered is None else int(conquered), 1)
        case "maria":
            met = sum(progress(realm, other).met for other in CALCULATED) + bool(conquered)
            return Progress(saint, met, MARIAS_CONDITIONS)


def known_progress(state: State, realm: Realm, saint: Saint) -> Progress | None:
    """How far a realm is with a saint; None if it depends on a hidden stock."""
    try:
        return progress(realm, saint, realm.seat in state.conquered)
    except BrokenSeal:
        return None


def satisfied(realm: Realm, conquered: bool) -> bool:
    """Whether the realm's saint is satisfied; never if the cathedral has a grave. ``conquered``: San Giorgio's
    condition is met.
    """
    if realm.saint is None or realm.out or not has_working(realm, "cathedral"):
        return False
    return progress(realm, realm.saint, conquered).met


def giorgio_decides(realm: Realm) -> bool:
    """Whether the table must judge San Giorgio's condition for a realm: only if the realm would win by it."""
    if realm.out or not has_benefit(realm, "giorgio") or satisfied(realm, conquered=False):
        return False
    return satisfied(realm, conquered=True)


def tie_winners(state: State) -> list[int]:
    """The winners with most hexes; all of them if no hexes were counted."""
    most = max((state.hexes.get(seat, 0) for seat in state.winners), default=0)
    return [seat for seat in state.winners if state.hexes.get(seat, 0) == most]


# -- San Giorgio -----------------------------------------------------------------------------------------------------


def begin_judging_giorgio(step: Step[State]) -> None:
    """Ask the table about San Giorgio's condition for each seat whose victory depends on it."""
    state = step.state
    state.conquered = []
    state.due = JudgingGiorgio([seat for seat in state.alive if giorgio_decides(state.realm(seat))])


def judge_giorgio(step: Step[State], move: JudgeGiorgio) -> None:
    """Store whether a seat reaches every hex that some other seat reaches."""
    due = step.owed(JudgingGiorgio)
    if due.left[0] != move.seat:
        step.not_now()
    due.left.remove(move.seat)
    if move.met:
        step.state.conquered.append(move.seat)
        step.tell(say("{who} reaches all that another player reaches.", who=SeatName(move.seat)))


def ask_giorgio(_state: State, due: JudgingGiorgio, _seat: int) -> Asking[Move]:
    """Ask the table whether San Giorgio's condition is met."""
    seat = due.left[0]
    prompt = say(
        "San Giorgio: does {who} reach all that another player reaches?",
        who=SeatName(seat),
        short=N_("San Giorgio met?"),
    )
    hint = say("Hexes with cities or inns of anyone are left out.")
    yes, no = say("All of it"), say("Not all")
    met = yield from Confirm(
        key="met",
        prompt=prompt,
        hint=hint,
        yes=yes,
        no=no,
        default=False,
        meaning=say("With San Giorgio you win when your zone reaches every hex that the zone of another player does."),
    )
    return JudgeGiorgio(seat, met)


# -- ties ------------------------------------------------------------------------------------------------------------


def begin_counting_hexes(step: Step[State]) -> None:
    """Find the winners; if there are several, ask them to count their hexes."""
    state = step.state
    state.winners = [seat for seat in state.alive if satisfied(state.realm(seat), seat in state.conquered)]
    alone = len(state.winners) == 1
    for seat in state.winners:
        if saint := state.realm(seat).saint:
            name, who = SAINT[saint], SeatName(seat)
            if alone:
                step.tell(say("{saint} is satisfied: {who} wins.", saint=name, who=who))
            else:
                step.tell(say("{saint} of {who} is satisfied.", saint=name, who=who))
    state.due = CountingHexes([] if alone else list(state.winners))


def count_hexes(step: Step[State], move: CountHexes) -> None:
    """Store how many clean free hexes a seat has counted."""
    due = step.owed(CountingHexes)
    step.require(acting_reason(step.state, step.seat), "not-now")
    due.left.remove(step.seat)
    step.state.hexes[step.seat] = move.hexes
    step.tell(say("{who} counts {hexes}.", who=SeatName(step.seat), hexes=_clean_hexes(move.hexes)))


def settle_tie(step: Step[State]) -> None:
    """Most hexes win; equal numbers share the victory. Section 9."""
    state = step.state
    state.winners = tie_winners(state)
    for seat in state.winners:
        step.tell(say("{who} wins with {hexes}.", who=SeatName(seat), hexes=_clean_hexes(state.hexes[seat])))


def _clean_hexes(n: int) -> Message:
    return say_n("{n} clean free hex", "{n} clean free hexes", n)


def ask_hexes(state: State, _due: CountingHexes, seat: int) -> Asking[Move]:
    """Ask for the clean free hexes: the tie-break."""
    prompt = say("Tie: how many clean free hexes in your zone?", short=N_("Clean free hexes?"))
    hint = say(
        "Without hexes that hold a city, your inns, men, goods, fisheries, markers or pollution. {zone}",
        short=N_("Clean, with nothing"),
        zone=zone_words(state.realm(seat)),
    )
    act, most = say("Clean free hexes: {answer}", short=N_("Hexes: {answer}")), HEXES_A_SEAT * len(state.realms)
    return CountHexes(
        (
            yield from Count(
                key="hexes",
                prompt=prompt,
                hint=hint,
                act=act,
                low=0,
                high=most,
                start=0,
                default=0,
                meaning=say("Several have won in the same turn. Whoever has most clean free hexes wins."),
            )
        )
    )


# -- the end ---------------------------------------------------------------------------------------------------------


def end(step: Step[State]) -> None:
    """End the play."""
    step.state.due = Over()
    step.tell(say("The play is over."), TABLE)


def last_left(step: Step[State]) -> bool:
    """End the play if at most one seat is left: it wins, or those who went out together share the victory."""
    state = step.state
    if len(state.alive) > 1:
        return False
    state.survived = True
    state.winners = list(state.alive) or list(state.fallen)
    for seat in state.winners:
        step.tell(say("{who} is the last one left and wins.", who=SeatName(seat)))
    end(step)
    return True
