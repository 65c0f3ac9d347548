"""The order with the titans, and the strip of a seat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.inventory import Thing, Tracked
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget, Column, Figure, Ledger, Row
from companion.core.wording import N_, Wording, named, say, say_n
from companion.games.titans.attack import ambrosia_key, appease_price
from companion.games.titans.state import (
    HIGHEST_DEFENCE,
    MOST_BANNERS,
    ROUNDS,
    SECOND_DECK_FROM,
    Beginning,
    Confronting,
    Meeting,
    Player,
    State,
    Turn,
)

AMBROSIA = Thing(
    "ambrosia",
    lambda n: say_n("{n} ambrosia", "{n} ambrosia", n),
    lambda n: say("{sign}{n} ambrosia", sign="", n=n),
)
"""The only piece that is counted: what lies on the titans."""


def show(state: State) -> list[AnyWidget]:
    """Everybody by their next turn, with their titans."""
    ahead = state.turns_ahead()
    seats = ahead + [seat for seat in state.seats if seat not in ahead]
    columns = (
        Column(say("When")),
        Column(say("Defence"), "shield"),
        Column(say("Banners"), "flag"),
        Column(say("Appease", short=N_("Appease")), "amphora"),
    )
    return [
        Ledger(
            key="order",
            title=say("Turns and titans"),
            big=True,
            columns=columns,
            rows=tuple(_row(state, seat) for seat in seats),
        )
    ]


def _row(state: State, seat: int) -> Row:
    player = state.player(seat)
    cells = (place_words(state, seat), *_cells(player))
    return Row(cells, seat, named(seat), marked=seat == state.on_turn or player.asked)


def _cells(player: Player) -> tuple[int | Wording | None, ...]:
    """Defence, banners and the price of appeasing; a dash each where there is no titan."""
    titan = player.titan
    if titan is None:
        return (say("-"),) * 3
    return (titan.defence or None, titan.banners or None, appease_price(player, titan.banners) or None)


def place_words(state: State, seat: int) -> Wording:
    """Where a seat is in the order, in one or two words."""
    player = state.player(seat)
    if player.asked:
        return say("now")
    if not state.on_turn:
        return say("waits")
    if player.passed:
        return say("has passed")
    turns = state.turns_ahead().index(seat)
    if turns < 2:
        return say("goes next") if turns else say("now")
    return say_n("in {n} turn", "in {n} turns", turns)


def strip(state: State, seat: int) -> list[Figure]:
    """The round, and the titan of the seat."""
    rounds = Figure(say("Round"), max(state.round, 1), "hourglass")
    if not state.agenda:
        return [rounds]
    defence, banners, price = _cells(state.player(seat))
    return [
        rounds,
        Figure(say("Defence", short=N_("Def.")), defence, "shield"),
        Figure(say("Banners"), banners, "flag"),
        Figure(say("Appease", short=N_("Appease")), price, "amphora"),
    ]


def remind(step: Step[State]) -> None:
    """Hints for what is due now."""
    state = step.state
    match state.agenda[-1] if state.agenda else None:
        case Turn(seat=seat) if state.player(seat).titan is None:
            step.remind(seat, say("No titan on your board until the next round: you need not confront one."))
        case Confronting():
            step.remind(TABLE, say("End of the round: titans, repair, income, ambrosia, citizens, token, food."))
        case Meeting() if state.round > 1:
            step.remind(TABLE, say("New titans come from the bottom of their deck, not the open one on top."))
        case Beginning() if state.round + 1 == SECOND_DECK_FROM:
            step.remind(TABLE, say("Deck B from now on; deck A goes into the box."))
        case _:
            pass


def inventory(state: State) -> Iterator[Tracked]:
    """The numbers that can be corrected."""
    if state.round:
        yield Tracked("round", say("Round"), (state, "round"), low=1, high=ROUNDS, icon="hourglass")
    for player in state.players:
        seat = player.seat
        if (titan := player.titan) is not None:
            rows = (
                ("defence", say("Defence"), HIGHEST_DEFENCE, "shield"),
                ("banners", say("Banners"), MOST_BANNERS, "flag"),
            )
            for key, label, high, icon in rows:
                yield Tracked(f"{seat}.titan.{key}", label, (titan, key), seat, high=high, icon=icon, better="neither")
        yield Tracked(
            ambrosia_key(seat),
            say("Ambrosia on the titan", short=N_("On the titan")),
            (player, "ambrosia"),
            seat,
            icon="amphora",
            thing=AMBROSIA,
            place=say("your titan"),
            better="neither",
        )
