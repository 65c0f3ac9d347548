"""Phase 9, pollution. Section 8."""

from __future__ import annotations

from companion.core.questions import Asking, Count
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.antiquity.famine import begin_placing_graves
from companion.games.antiquity.in_turn import acting_reason
from companion.games.antiquity.moves import Move, Pollute
from companion.games.antiquity.pieces import instruct_polluted, instruct_pollution
from companion.games.antiquity.queries import buildings_of_kind, has_grave, has_working, zone_words
from companion.games.antiquity.state import Polluting, Realm, State
from companion.games.antiquity.tables import CITY_POLLUTION, DUMP_RELIEF


def fountain_count(realm: Realm) -> int:
    """How many fountains without a grave a realm has."""
    return sum(not has_grave(realm, fountain) for fountain in buildings_of_kind(realm, "fountain"))


def pollution_due(realm: Realm) -> int:
    """``max(0, 3 for each city - 4 for a working dump - 1 for each fountain)``. Phase 9."""
    dump = DUMP_RELIEF if has_working(realm, "dump") else 0
    return max(0, CITY_POLLUTION * len(realm.cities) - dump - fountain_count(realm))


def protected_zones(state: State) -> list[int]:
    """Seats whose zone others may not pollute."""
    return [seat for seat in state.alive if has_working(state.realm(seat), "dump")]


def pollution_words(realm: Realm) -> Message:
    """The sum of pollution in words."""
    return say(
        "{cities} - dump {dump} - fountains {fountains} = {n} pollution",
        cities=say_n("3 for {n} city", "3 each for {n} cities", len(realm.cities)),
        dump=DUMP_RELIEF if has_working(realm, "dump") else 0,
        fountains=fountain_count(realm),
        n=pollution_due(realm),
    )


def begin_pollution(step: Step[State]) -> None:
    """Begin phase 9: counters for every seat; the zone of a working dump is protected."""
    state = step.state
    for seat in state.alive:
        if n := pollution_due(state.realm(seat)):
            instruct_pollution(step, seat, n)
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=pollution_words(state.realm(seat))))
    for seat in protected_zones(state):
        step.tell(say("The dump of {who} works: nobody else pollutes that zone.", who=SeatName(seat)))
    state.due = Polluting({seat: n for seat in state.alive if (n := pollution_due(state.realm(seat)))})


def left_over_reason(due: Polluting, seat: int, left_over: int) -> Message | None:
    """Why so many counters cannot be left over."""
    return say("There are not that many.") if left_over > due.counters[seat] else None


def pollute(step: Step[State], move: Pollute) -> None:
    """Take the counters as laid; those without a hex become graves once all are done."""
    due, left_over = step.owed(Polluting), move.left_over
    step.require(acting_reason(step.state, step.seat), "not-now")
    step.require(left_over_reason(due, step.seat, left_over))
    n = due.counters.pop(step.seat)
    instruct_polluted(step)
    if n > left_over:
        step.tell(say("{who} lays {n} pollution.", who=SeatName(step.seat), n=n - left_over))
    if left_over:
        step.state.overflow[step.seat] = left_over
        step.tell(
            say_n(
                "{who} has no hex for {n} counter: it becomes a grave.",
                "{who} has no hex for {n} counters: they become graves.",
                left_over,
                who=SeatName(step.seat),
            )
        )


def begin_overflow(step: Step[State]) -> None:
    """Begin the graves of phase 9, which replace pollution counters without a hex."""
    begin_placing_graves(step, {seat: step.state.overflow.get(seat, 0) for seat in step.state.alive}, polluted=True)
    step.state.overflow = {}


def ask_polluting(state: State, due: Polluting, seat: int) -> Asking[Move]:
    """Ask how many counters found no hex on the map."""
    n = due.counters[seat]
    prompt = say_n(
        "Place {n} pollution. Is there no room for it?",
        "Place {n} pollution. For how many is there no room?",
        n,
        short=N_("No hex for how many?"),
    )
    hint = say(
        "Each on a clean free hex of its own in your zone, not in another player's zone whose dump works. {zone}",
        short=N_("Clean, free, yours"),
        zone=zone_words(state.realm(seat)),
    )
    return Pollute(
        (
            yield from Count(
                key="left-over",
                prompt=prompt,
                hint=hint,
                act=say("No hex for {answer}"),
                act_none=say_n("The counter is placed", "All {n} are placed", n),
                low=0,
                high=n,
                start=0,
                default=0,
                usual=0,
                meaning=say(
                    "Every city brings {n} pollution counters; a dump with a man takes {less} off, each fountain one. "
                    "Every counter that finds no hex becomes a grave in your cities.",
                    n=CITY_POLLUTION,
                    less=DUMP_RELIEF,
                ),
            )
        )
    )
