"""The course of a turn: the coin, the rondel, the action, the next nation. Sections 4, 5 and 8."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick, Place
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, Wording, in_a_row, say, say_n
from companion.games.antike import queries, tables
from companion.games.antike.arming import arming_most, ask_arming
from companion.games.antike.cities import any_temple_reason, ask_temples
from companion.games.antike.goods import (
    FREE,
    TRADE,
    Price,
    amounts,
    ask_payment,
    ask_trade,
    chips_reason,
    may_trade,
    missing,
    pay,
    price_reason,
    production,
    trading,
)
from companion.games.antike.know_how import ask_know, learn_reason
from companion.games.antike.moves import Done, Go, Move, PlayOn, Take
from companion.games.antike.state import Acting, Award, CoinDue, Founding, GoingOn, Nation, Next, Seas, State, Turn
from companion.games.antike.tables import Good, Where
from companion.games.antike.turn_parts import as_rest, nation_on_turn, on_turn
from companion.games.antike.victory import personalities, points, win
from companion.games.antike.war import ask_maneuver
from companion.games.antike.words import SPACE_NAMES, amount, split_words


def begin_turn(step: Step[State], nation: Nation) -> None:
    """Put the parts of a turn on the agenda and give the coin: to this nation, or at the start of a round to all
    nations, as the option ``coin-timing`` says.
    """
    state = step.state
    key = nation.key
    state.agenda += [Next(key), Award(key), Seas(key), Founding(key), Turn(key)]
    if not state.switches.coins_each_round:
        give_coins(step, [nation])
    elif nation is state.nations[0]:
        give_coins(step, state.nations)


# -- the coin --------------------------------------------------------------------------------------------------------


def give_coins(step: Step[State], nations: list[Nation]) -> None:
    """Give a coin to each nation, in turn order. Where the bank has none left, a nation takes a good. Section 4."""
    state = step.state
    paid = nations[: state.bank_coins]
    for nation in paid:
        state.bank_coins -= 1
        nation.coins += 1
    state.agenda += reversed([CoinDue(nation.key) for nation in nations[len(paid) :]])
    if paid:
        seats = {nation.seat for nation in paid}
        told = say("{who}: +1 coin", who=in_a_row([nation.name for nation in paid]))
        step.tell(told, paid[0].seat if len(seats) == 1 else TABLE)


def coins_before_turn(state: State, nation: Nation) -> int:
    """The coins that a nation gets before its next turn: 1, unless the bank has none, or where all got theirs at the
    start of the round and its turn is still to come.
    """
    acting = nation_on_turn(state)
    given = state.switches.coins_each_round and acting is not None and state.number(nation) > state.number(acting)
    return 0 if given else min(1, state.bank_coins)


def take_good(step: Step[State], move: Take) -> None:
    """Give a nation the good that it takes instead of the coin."""
    nation = step.state.nation(step.owed(CoinDue).nation)
    step.require(chips_reason(step.state, move.good, 1))
    step.state.agenda.pop()
    nation.goods[move.good] += 1
    step.tell(say("{who}: {what} for the coin", who=nation.name, what=amount(move.good, 1)), nation.seat)


def ask_take(state: State, nation: Nation) -> Asking[Move]:
    """Ask which good a nation takes, because the bank has no coin."""
    options = tuple(
        Option[Good](good, label, icon=good, reason=chips_reason(state, good, 1))
        for good, label in tables.GOODS.items()
    )
    usual = next(good for good in ("gold", *tables.GOODS) if chips_reason(state, good, 1) is None)
    prompt = say("{who}: the bank has no coins. What do you take?", short=N_("No coin: take what?"), who=nation.name)
    good = yield from Pick[Good](
        key="take",
        prompt=prompt,
        options=options,
        default=usual,
        meaning=say("A turn begins with a coin. The bank has none, so you take one resource instead."),
    )
    return Take(good)


# -- the rondel ------------------------------------------------------------------------------------------------------


def steps(start: Where, goal: Where) -> int:
    """How many steps clockwise from one space to another: 1 to 8, and 8 to the same space again."""
    return (tables.SPACES.index(goal) - tables.SPACES.index(start) - 1) % len(tables.SPACES) + 1


def rondel_price(state: State, nation: Nation, goal: Where) -> Price:
    """The price of a move on the rondel: three steps are free, each further one costs 1. The first move of a nation is
    free wherever it goes. Section 5.
    """
    if nation.space == "":
        return FREE
    if nation.space == goal and state.switches.same_space:
        return Price(any=state.switches.same_space)
    return Price(any=max(0, steps(nation.space, goal) - tables.FREE_STEPS))


def needed(state: State, nation: Nation, space: Where) -> dict[Good, int]:
    """The goods that a nation can use on a space now, so that it does not pay the rondel with them."""
    have = nation.goods
    match space:
        case "temple":
            bare = min(sum(queries.cities_by_type(state, nation, temple=False).values()), state.bank_temples)
            built = min(bare, (have["marble"] + nation.coins) // tables.TEMPLE_PRICE)
            return {"marble": min(have["marble"], tables.TEMPLE_PRICE * built)}
        case "arming":
            return {"iron": min(have["iron"], arming_most(state, nation))}
        case "know-how":
            return {"gold": have["gold"]}
        case "marble" | "iron" | "gold" | "maneuver-a" | "maneuver-b":
            return {}


def rondel_reason(state: State, nation: Nation, goal: Where) -> Message | None:
    """Why a nation cannot move to a space, or None."""
    if reason := price_reason(nation, rondel_price(state, nation, goal)):
        return reason
    if not state.switches.empty_action and not usable(state, nation, goal):
        return missing(say("what is used there", short=N_("its goods")))
    return None


def usable(state: State, nation: Nation, goal: Where) -> bool:
    """Whether a space has an effect with what the nation has; production and manoeuvres always have."""
    match goal:
        case "temple":
            return any_temple_reason(state, nation) is None
        case "arming":
            return arming_most(state, nation) > 0
        case "know-how":
            return any(learn_reason(state, nation, know) is None for know in tables.KNOW)
        case "marble" | "iron" | "gold" | "maneuver-a" | "maneuver-b":
            return True


def has_effect(state: State, nation: Nation, goal: Where) -> bool:
    """Whether a space brings a nation anything now. A manoeuvre may be chosen without units, but brings nothing."""
    if goal in ("maneuver-a", "maneuver-b"):
        return nation.legions + nation.galleys > 0
    return usable(state, nation, goal)


def go(step: Step[State], move: Go) -> None:
    """Move on the rondel, pay for it, and produce on a production space. Sections 5 and 6."""
    state = step.state
    nation = state.nation(step.owed(Turn).nation)
    step.require(rondel_reason(state, nation, move.to))
    price = rondel_price(state, nation, move.to)
    pay(step, nation, price, move.paid)
    state.agenda.pop()
    nation.space = move.to
    space = SPACE_NAMES[state.switches.profile][move.to]
    if price.total:
        step.tell(
            say("{who}: {space}, paid {what}", who=nation.name, space=space, what=split_words(move.paid)), nation.seat
        )
    if move.to in ("marble", "iron", "gold"):
        good = move.to
        made = production(state, nation, good)
        nation.goods[good] += made
        step.tell(say("{who}: {space} +{n}", who=nation.name, space=space, n=made), nation.seat)
        return
    if not price.total:
        step.tell(say("{who}: {space}", who=nation.name, space=space), nation.seat)
    state.agenda.append(Acting(nation.key, move.to))


NO_EFFECT = say("No effect with what you have now.", short=N_("No effect now"))


def around(nation: Nation) -> list[Where]:
    """The spaces clockwise, beginning with the one after the nation's own."""
    start = tables.SPACES.index(nation.space) + 1 if nation.space else 0
    return [*tables.SPACES[start:], *tables.SPACES[:start]]


def space_label(state: State, nation: Nation, space: Where) -> Wording:
    """The label of a space, with what it yields now."""
    name = SPACE_NAMES[state.switches.profile][space]
    if space in ("marble", "iron", "gold"):
        return say("{space} +{n}", space=name, n=production(state, nation, space))
    if space == "arming":
        most = arming_most(state, nation)
        if not most:
            return name
        return say_n("{space}: up to {n} unit", "{space}: up to {n} units", most, short=N_("{space} {n}"), space=name)
    return name


def ask_turn(state: State, nation: Nation) -> Asking[Move]:
    """Ask where a nation moves on the rondel, the nearest space first, and how it pays. A nation that may trade is
    asked first whether it does.
    """
    if may_trade(state, nation) is None:
        todo = (
            Option("go", say("Move on the rondel"), icon="next"),
            trading(),
        )
        prompt = say("What do you do?")
        first = Pick[str](
            key="turn",
            prompt=prompt,
            options=todo,
            default="go",
            usual="go",
            meaning=say(
                "Before you move you may exchange resources with the bank, since your nation has all eight know-hows."
            ),
        )
        if (yield from first) == TRADE:
            return (yield from ask_trade(state, nation))
    options = tuple(
        Option[Where](
            space,
            space_label(state, nation, space),
            price=amounts(rondel_price(state, nation, space)),
            reason=rondel_reason(state, nation, space),
            icon=tables.SPACE_ICONS[space],
            hint=None if has_effect(state, nation, space) else NO_EFFECT,
            act=say("Go to {space}", short=N_("To {space}"), space=SPACE_NAMES[state.switches.profile][space]),
        )
        for space in around(nation)
    )
    default = next((option.value for option in options if option.reason is None), None)
    prompt = say("Where on the rondel?", short=N_("{who}: rondel"), who=nation.name)
    to = yield from Place[Where](
        key="rondel",
        prompt=prompt,
        widget="rondel",
        options=options,
        default=default,
        meaning=say(
            "Your marker moves clockwise to the space whose action you want. {n} steps are free, each further one "
            "costs a resource or a coin. The very first move is free wherever it goes.",
            n=tables.FREE_STEPS,
        ),
    )
    return Go(to, (yield from ask_payment(nation, rondel_price(state, nation, to), needed(state, nation, to))))


# -- the action ------------------------------------------------------------------------------------------------------


def ask_acting(state: State, nation: Nation, acting: Acting) -> Asking[Move]:
    """Ask what a nation does on its space; asked again until it ends the action."""
    match acting.space:
        case "temple":
            return as_rest(state, nation, ask_temples(state, nation, acting))
        case "arming":
            return as_rest(state, nation, ask_arming(state, nation), arming_most(state, nation, "galley"))
        case "know-how":
            return as_rest(state, nation, ask_know(state, nation, acting))
        case "marble" | "iron" | "gold" | "maneuver-a" | "maneuver-b":
            return ask_maneuver(state, nation, acting)


def finish_part(step: Step[State], _: Done) -> None:
    """End the action, or the founding of cities."""
    on_turn(step, Acting, Founding)
    step.state.agenda.pop()


# -- the next nation, and the end ------------------------------------------------------------------------------------


def next_nation(step: Step[State], nation: Nation) -> None:
    """End the turn of a nation: it wins if it has enough points, else the next nation is on turn."""
    state = step.state
    if points(state, nation) >= state.switches.target:
        win(step, nation, "cards")
        return
    number = state.number(nation)
    if number < len(state.nations):
        begin_turn(step, state.nations[number])
        return
    state.history.append([state.round, *(personalities(one) for one in state.nations)])
    state.round += 1
    if state.round > state.ask_after:
        state.agenda.append(GoingOn())
    else:
        begin_turn(step, state.nations[0])


def play_on(step: Step[State], move: PlayOn) -> None:
    """Go on for some more rounds, or end the play and count the personalities."""
    state = step.state
    step.owed(GoingOn)
    state.agenda.pop()
    if move.on:
        state.ask_after = state.round + tables.ROUNDS_MORE - 1
        begin_turn(step, state.nations[0])
    else:
        state.ending = "counted"
        step.tell(say("The table stops and counts the personalities.", short=N_("The cards count")), TABLE)


def ask_going_on(state: State) -> Asking[Move]:
    """Ask the table whether it plays on after the limit of rounds."""
    options = (
        Option("count", say("Stop and count"), icon="score"),
        Option("on", say("Play on"), icon="play"),
    )
    prompt = say("Round {n}: play on?", short=N_("Round {n}: play on?"), n=state.round)
    going_on = Pick[str](
        key="play-on",
        prompt=prompt,
        options=options,
        default="count",
        meaning=say("The game has gone on for very long. You may stop and count what everybody has, or play on."),
    )
    return PlayOn((yield from going_on) == "on")
