"""The course of a turn: coin, rondel, action, founding, awards, the next nation; the end. Sections 4 and 8."""

from __future__ import annotations

from typing import TypeVar

from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.antike.awards import award, personalities, points, take_extra
from companion.games.antike.founding import any_found_reason, may_trade
from companion.games.antike.moves import Choose, Go, PlayOn, Sail, Take
from companion.games.antike.paying import pay, split_reason, split_words
from companion.games.antike.production import chips_reason, production, rondel_price, rondel_reason, usable
from companion.games.antike.state import (
    Acting,
    Award,
    CoinDue,
    Due,
    Extra,
    Founding,
    GoingOn,
    Nation,
    Next,
    Seas,
    State,
    Turn,
)
from companion.games.antike.tables import GOODS, ROUNDS_MORE, SPACES, STEPS, Kind
from companion.games.antike.words import SPACE_NAMES, amount, listed

D = TypeVar("D", bound=Due)

NOT_NOW = say("That is not asked for now.", short=N_("Not now"))


def owed(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, if it is what this move settles."""
    top = step.state.agenda[-1] if step.state.agenda else None
    if not isinstance(top, kind):
        step.refuse("not-now", NOT_NOW)
    return top


# -- the coin ------------------------------------------------------------------------------------------------------


def begin_turn(step: Step[State], nation: Nation) -> None:
    """Put a turn on the agenda; the coin comes first, for all of them at once where the table plays it so."""
    state = step.state
    key = nation.key
    state.agenda += [Next(key), Award(key), Seas(key), Founding(key), Turn(key)]
    if not state.switches.coins_each_round:
        give_coins(step, [nation])
    elif nation is state.nations[0]:
        give_coins(step, state.nations)


def give_coins(step: Step[State], nations: list[Nation]) -> None:
    """A coin each, in turn order; whoever finds the bank empty takes a good instead. Section 4.1."""
    state = step.state
    paid = nations[: state.bank_coins]
    for nation in paid:
        state.bank_coins -= 1
        nation.coins += 1
    state.agenda += reversed([CoinDue(nation.key) for nation in nations[len(paid) :]])
    if paid:
        step.tell(say("{who}: +1 coin", who=listed([nation.name for nation in paid])))


def take_good(step: Step[State], move: Take) -> None:
    """A good instead of the coin."""
    nation = step.state.nation(owed(step, CoinDue).nation)
    step.require(chips_reason(step.state, move.good, 1))
    step.state.agenda.pop()
    nation.goods[move.good] += 1
    step.tell(say("{who}: {what} for the coin", who=nation.name, what=amount(move.good, 1)))


# -- the rondel ----------------------------------------------------------------------------------------------------


def go(step: Step[State], move: Go) -> None:
    """A step on the rondel, paid, and what a production space yields. Section 5."""
    state = step.state
    nation = state.nation(owed(step, Turn).nation)
    step.require(rondel_reason(state, nation, move.to))
    price = rondel_price(state, nation, move.to)
    step.require(split_reason(nation, price, move.paid))
    state.agenda.pop()
    pay(state, nation, move.paid)
    nation.space = move.to
    space = SPACE_NAMES[state.switches.profile][move.to]
    if price.total:
        step.tell(say("{who}: {space}, paid {what}", who=nation.name, space=space, what=split_words(move.paid)))
    if move.to in ("marble", "iron", "gold"):
        good = move.to
        made = production(state, nation, good)
        nation.goods[good] += made
        step.tell(say("{who}: {space} +{n}", who=nation.name, space=space, n=made))
        return
    if not price.total:
        step.tell(say("{who}: {space}", who=nation.name, space=space))
    state.agenda.append(Acting(nation.key, move.to))


# -- what settles itself -------------------------------------------------------------------------------------------


def proceed(step: Step[State]) -> None:
    """Work off whatever needs nobody's word, until somebody must decide again or the play is over."""
    while step.state.agenda and not step.state.ending and settles(step):
        pass
    if step.state.ending:
        step.state.agenda.clear()


def settles(step: Step[State]) -> bool:
    """Whether the top of the agenda needed nobody; then it is done."""
    state = step.state
    match state.agenda[-1]:
        case CoinDue() if all(chips_reason(state, good, 1) for good in GOODS):
            state.agenda.pop()
        case Acting(nation=key, space=space) if not may_act(state, state.nation(key), space):
            state.agenda.pop()
        case Founding(nation=key) if idle(state, state.nation(key)):
            state.agenda.pop()
        case Seas(nation=key) if not seas_matter(state, state.nation(key)):
            state.agenda.pop()
        case Award(nation=key):
            state.agenda.pop()
            award(step, state.nation(key))
        case Next(nation=key):
            state.agenda.pop()
            next_nation(step, state.nation(key))
        case _:
            return False
    return True


def may_act(state: State, nation: Nation, space: str) -> bool:
    """Whether a space still offers anything; manoeuvres end by a word."""
    if space.startswith("maneuver") or may_trade(state, nation) is None:
        return True
    return any(goal == space and usable(state, nation, goal) for goal in SPACES)


def idle(state: State, nation: Nation) -> bool:
    """Whether nothing can be founded, nor traded for."""
    return any_found_reason(state, nation) is not None and may_trade(state, nation) is not None


def seas_matter(state: State, nation: Nation) -> bool:
    """Whether a navigator may be won: enough galleys for the next step, and a card left. Section 12."""
    return bool(state.stacks["navigator"]) and nation.galleys >= STEPS["navigator"] * (nation.rewarded["navigator"] + 1)


def finish_part(step: Step[State]) -> None:
    """A word that this part of the turn is over."""
    state = step.state
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Acting | Founding):
        step.refuse("not-now", NOT_NOW)
    state.agenda.pop()


# -- the end of a turn ---------------------------------------------------------------------------------------------


def seas_reason(nation: Nation, seas: int) -> Message | None:
    """Why a nation cannot be in so many seas, or None."""
    if 0 <= seas <= nation.galleys:
        return None
    return say("More seas than galleys.", short=N_("More than galleys"))


def say_seas(step: Step[State], move: Sail) -> None:
    """In how many provinces a nation has galleys."""
    nation = step.state.nation(owed(step, Seas).nation)
    step.require(seas_reason(nation, move.seas))
    step.state.agenda.pop()
    nation.seas = move.seas
    step.tell(say_n("{who}: galleys in {n} sea", "{who}: galleys in {n} seas", move.seas, who=nation.name))


def choose_reason(state: State, kind: Kind) -> Message | None:
    """Why a stack is none of the fullest, or None."""
    if state.stacks[kind] == max(state.stacks.values()):
        return None
    return say("Another stack is fuller.", short=N_("Not the fullest"))


def choose(step: Step[State], move: Choose) -> None:
    """The extra personality for all eight know-hows, of one of the fullest stacks (2006)."""
    state = step.state
    nation = state.nation(owed(step, Extra).nation)
    step.require(choose_reason(state, move.kind))
    state.agenda.pop()
    take_extra(step, nation, move.kind)


def next_nation(step: Step[State], nation: Nation) -> None:
    """Victory, or the next turn; after the last nation the next round."""
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


def win(step: Step[State], nation: Nation, ending: str) -> None:
    """The play is over."""
    state = step.state
    state.winner = nation.key
    state.ending = "temple" if ending == "temple" else "cards"
    last_row(state)
    if ending == "temple":
        step.tell(say("{who} destroys a temple after the last card and wins.", who=nation.name))
    else:
        step.tell(say("{who} wins with {n} personalities.", who=nation.name, n=points(state, nation)))


def last_row(state: State) -> None:
    """The unfinished last round in the chart."""
    if not state.history or state.history[-1][0] != state.round:
        state.history.append([state.round, *(personalities(one) for one in state.nations)])


def play_on(step: Step[State], move: PlayOn) -> None:
    """The table goes on for some rounds more, or counts the cards."""
    state = step.state
    owed(step, GoingOn)
    state.agenda.pop()
    if move.on:
        state.ask_after = state.round + ROUNDS_MORE - 1
        begin_turn(step, state.nations[0])
    else:
        state.ending = "counted"
        step.tell(say("The table stops and counts the personalities.", short=N_("The cards count")))
