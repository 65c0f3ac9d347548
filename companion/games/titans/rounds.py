"""A round: who begins, new titans, turns, and what is done at its end, told with its numbers."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, named, say, say_n
from companion.games.titans import attack
from companion.games.titans.state import (
    EMPIRE_ROW,
    HIGHEST_DEFENCE,
    MOST_BANNERS,
    MOST_CITIZENS_AT_REFILL,
    OPENING,
    ROUNDS,
    SECOND_DECK_FROM,
    TITAN_STARS,
    Attack,
    Begin,
    Beginning,
    Confronting,
    Done,
    Finish,
    Meet,
    Meeting,
    Pass,
    SetTurn,
    State,
    Titan,
    Turn,
)

# -- who moves -------------------------------------------------------------------------------------------------------


def for_the_table(step: Step[State]) -> None:
    """Refuse a move that a seat makes instead of the table."""
    if step.seat != TABLE:
        step.refuse("not-the-table", say("Only the table answers that."))


def seat_reason(state: State, seat: int) -> Message | None:
    """Why it cannot be about this seat, or None."""
    return None if seat in state.seats else say("Nobody sits there.")


# -- a round begins --------------------------------------------------------------------------------------------------


def begin(step: Step[State], move: Begin) -> None:
    """Begin the next round: what is prepared is told, and who has no titan gets one."""
    state = step.state
    for_the_table(step)
    step.owed(Beginning)
    step.require(seat_reason(state, move.seat), "no-seat")
    moved = move.seat != state.first
    state.round, state.first = state.round + 1, move.seat
    step.announce(say("Round {n}: {who} begins.", n=state.round, who=SeatName(move.seat)))
    if moved:
        step.instruct(move.seat, say("Take the first-player token.", short=N_("First-player token")))
    if state.round > 1:
        _tell_preparing(step)
    for player in state.players:
        player.passed = False
        if player.titan is None:
            player.titan, player.asked = Titan(), True
            _tell_titan(step, player.seat)
    state.agenda = [Meeting()] if state.asked else [Turn(state.first)]


def _tell_preparing(step: Step[State]) -> None:
    n, players = step.state.round, len(step.state.players)
    deck = "B" if n >= SECOND_DECK_FROM else "A"
    step.instruct(TABLE, say("Round marker to {n}.", n=n))
    step.instruct(
        TABLE,
        say(
            "Empire row to the discard pile; deal {n} from deck {deck}.",
            short=N_("Empire {deck}: deal {n}"),
            n=EMPIRE_ROW[players],
            deck=deck,
        ),
    )
    step.instruct(TABLE, say("Military row under its deck; deal {n}.", short=N_("Military: deal {n}"), n=players))
    if n in OPENING:
        step.instruct(
            TABLE, say("Uncover {action} and put 1 ambrosia on it.", short=N_("Uncover {action}"), action=OPENING[n])
        )


def _tell_titan(step: Step[State], seat: int) -> None:
    stars = TITAN_STARS.get(step.state.round)
    if stars is None:
        step.instruct(seat, say("Put your starting titan on your board.", short=N_("Starting titan")))
        return
    step.instruct(
        seat,
        say_n(
            "Draw a {n}-star titan from the bottom of its deck.",
            "Draw a {n}-star titan from the bottom of its deck.",
            stars,
            N_("Draw a titan: {n}"),
        ),
    )


def ask_begin(state: State) -> Asking[Begin]:
    """Who begins the round that comes."""
    seat = yield from Pick[int](
        key="first",
        prompt=say("Who begins round {n}?", n=state.round + 1),
        options=tuple(Option(one, named(one), seat=one) for one in state.seats),
        act=say("{answer} begins"),
        default=state.first or state.seats[0],
        large=True,
        meaning=say("Whoever took the first-player token in this round begins the next one; else it stays."),
    )
    return Begin(seat)


# -- new titans ------------------------------------------------------------------------------------------------------


def meet(step: Step[State], move: Meet) -> None:
    """Note what is printed on the new titan of a seat."""
    step.owed(Meeting)
    player = step.state.player(step.seat)
    player.titan, player.asked = Titan(move.defence, move.banners), False
    who = SeatName(step.seat)
    if (words := attack.titan_words(player.titan)) is not None:
        step.tell(say("{who}: titan with {words}.", who=who, words=words))
    else:
        step.tell(say("{who} has a titan.", who=who))
    if not step.state.asked:
        step.state.agenda = [Turn(step.state.first)]


def ask_meet() -> Asking[Meet]:
    """What is printed on the new titan."""
    return together("titan", say("Your titan"), _ask_meet(), say("This is my titan"))


def _ask_meet() -> Asking[Meet]:
    leave = say("Leave it out")
    defence = yield from Count(
        key="defence",
        prompt=say("Its defence?"),
        hint=say("0 leaves it out"),
        high=HIGHEST_DEFENCE,
        default=0,
        usual=0,
        act_none=leave,
        icon="shield",
        meaning=say("What an attack must reach. Typed once, everybody sees what is missing."),
    )
    banners = yield from Count(
        key="banners",
        prompt=say("Its banners?"),
        hint=say("0 leaves it out"),
        high=MOST_BANNERS,
        default=0,
        usual=0,
        act_none=leave,
        icon="flag",
        likely=True,
        meaning=say("For each of them a die is rolled; so much ambrosia appeases it the first time."),
    )
    return Meet(defence, banners)


# -- a turn ----------------------------------------------------------------------------------------------------------


def own_turn(step: Step[State]) -> int:
    """The seat whose turn it is, which makes the move. Refuses it to the table."""
    due = step.owed(Turn)
    if step.seat != due.seat:
        step.not_now()
    return due.seat


def done(step: Step[State], _: Done) -> None:
    """End the turn."""
    seat = own_turn(step)
    step.tell(say("{who} is done.", who=SeatName(seat)))
    go_on(step, seat)


def pass_round(step: Step[State], _: Pass) -> None:
    """End the turn, and have no more in this round."""
    seat = own_turn(step)
    step.state.player(seat).passed = True
    step.tell(say("{who} passes.", who=SeatName(seat)))
    go_on(step, seat)


def attack_titan(step: Step[State], move: Attack) -> None:
    """Defeat a titan; that was the turn."""
    seat = own_turn(step)
    attack.defeat(step, seat, move)
    go_on(step, seat)


def following(state: State, seat: int) -> int:
    """The seat that acts after ``seat`` in this round; 0 if the round is over then."""
    at = state.seats.index(seat)
    ring = state.players[at + 1 :] + state.players[: at + 1]
    return next((player.seat for player in ring if not player.passed), 0)


def go_on(step: Step[State], seat: int) -> None:
    """Go on after the turn of ``seat``."""
    state = step.state
    follower = following(state, seat)
    if follower:
        state.agenda = [Turn(follower)]
        return
    step.announce(say("Everybody has passed: the end of round {n}.", n=state.round), TABLE)
    for player in state.players:
        player.asked = player.titan is not None
    if state.asked:
        state.agenda = [Confronting()]
    else:
        end_round(step)


def ask_turn(state: State, seat: int) -> Asking[Done | Pass | Attack]:
    """Done, an attack, or pass."""
    way = yield from Pick[str](
        key="turn",
        prompt=say("Tap Done when your turn is over, {who}.", short=N_("Your turn, {who}"), who=SeatName(seat)),
        options=(
            Option("done", say("Done"), hint=_after_words(state, seat), act=say("Done")),
            Option("attack", say("Attack a titan", short=N_("Attack a titan")), icon="sword"),
            Option("pass", say("Pass this round", short=N_("Pass")), icon="next", act=say("Pass this round")),
        ),
        done="done",
        large=True,
        default="pass",
        meaning=say("A citizen, a stored card, an attack or passing: one of them is a turn."),
    )
    if way == "attack":
        return (yield from attack.ask_attack(state, seat))
    return Pass() if way == "pass" else Done()


def _after_words(state: State, seat: int) -> Message:
    follower = following(state, seat)
    if follower == seat:
        return say("then it is your turn again", short=N_("then you again"))
    return say("then it is {who}'s turn", short=N_("then {who}"), who=SeatName(follower))


# -- the end of a round ----------------------------------------------------------------------------------------------


def end_round(step: Step[State]) -> None:
    """Tell what all do at the end of the round; the last one ends the game."""
    state = step.state
    last = state.round >= ROUNDS
    for seat in state.seats:
        step.instruct(seat, say("Repair a card for each of your repair symbols.", short=N_("Repair cards")))
        if not last:
            step.instruct(seat, say("Take your income: coins, knowledge, ambrosia.", short=N_("Take your income")))
            step.instruct(
                seat,
                say("Slide the coins on your armies from the name to the picture."),
                short=(say("slide coins"),),
            )
    if not last:
        step.instruct(TABLE, _refill_words(MOST_CITIZENS_AT_REFILL[len(state.players)]))
        step.instruct(
            state.first,
            say("Turn the first-player token hand side down."),
            short=(say("Turn the token over"),),
        )
    for seat in state.seats:
        if not last:
            step.instruct(seat, say("Take back all your citizens."), short=(say("Citizens back"),))
        step.instruct(
            seat,
            say(
                "1 food for each citizen, or 2 ambrosia; the others go to the Hungry/New zone.",
                short=N_("Feed the citizens"),
            ),
        )
    if last:
        close(step)
    else:
        state.agenda = [Beginning()]


def _refill_words(most: int) -> Message:
    if not most:
        return say("1 ambrosia on each open action without citizens.", short=N_("Ambrosia: none there"))
    return say_n(
        "1 ambrosia on each open action with at most {n} citizen.",
        "1 ambrosia on each open action with at most {n} citizens.",
        most,
        N_("Ambrosia: at most {n}"),
    )


def close(step: Step[State]) -> None:
    """The game on the table is over."""
    step.tell(say("The game is over. Now count the points."), TABLE)
    for player in step.state.players:
        player.asked = False
    step.state.agenda = []


# -- what the table decides ------------------------------------------------------------------------------------------


def set_turn(step: Step[State], move: SetTurn) -> None:
    """It is this seat's turn now, whatever came before."""
    state = step.state
    for_the_table(step)
    step.owed(Turn)
    step.require(seat_reason(state, move.seat), "no-seat")
    state.player(move.seat).passed = False
    step.tell(say("The table says: it is {who}'s turn.", who=SeatName(move.seat)))
    state.agenda = [Turn(move.seat)]


def finish(step: Step[State], _: Finish) -> None:
    """End the game before its last round is over."""
    for_the_table(step)
    step.owed(Turn)
    close(step)


def ask_table(state: State) -> Asking[SetTurn | Finish]:
    """What the table may change while somebody is on turn."""
    way = yield from Pick[str](
        key="table",
        prompt=say("Change the turn or end the game", short=N_("The table")),
        options=(
            Option("turn", say("It is somebody else's turn", short=N_("Whose turn")), icon="hand"),
            Option("finish", say("The game is over", short=N_("Game over")), apart=True),
        ),
    )
    if way == "finish":
        return Finish()
    others = tuple(Option(seat, named(seat), seat=seat) for seat in state.seats if seat != state.on_turn)
    return SetTurn((yield from Pick[int](key="whose", prompt=say("Whose turn is it?"), options=others)))
