"""The course of a turn: coin, rondel, action, founding, awards, the next nation; the end. Sections 4, 7 and 8."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import N_, in_a_row, say, say_n
from companion.games.antike.agenda import Acting, Award, CoinDue, Extra, Founding, GoingOn, Next, Seas, Turn
from companion.games.antike.moves import Choose, Done, Go, PlayOn, Sail, Take
from companion.games.antike.queries import counted, new_cards, personalities, points, sudden_death
from companion.games.antike.queries_production import production, rondel_price
from companion.games.antike.reasons import chips_reason, choose_reason, rondel_reason, seas_reason
from companion.games.antike.rules_cities import pay
from companion.games.antike.state import Ending, Nation, State
from companion.games.antike.tables import PERSONALITIES, ROUNDS_MORE, STACKS, STEPS, Personality
from companion.games.antike.words import NEXT_TEMPLE_WINS, SPACE_NAMES, amount, split_words


def on_turn(step: Step[State], *kinds: type[Turn | Acting | Founding]) -> Nation:
    """The nation on turn, if one of these parts of its turn is on top of the agenda and this seat plays it."""
    nation = step.state.nation(step.owed(*kinds).nation)
    if nation.seat != step.seat:
        step.not_now()
    return nation


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
        seats = {nation.seat for nation in paid}
        told = say("{who}: +1 coin", who=in_a_row([nation.name for nation in paid]))
        step.tell(told, paid[0].seat if len(seats) == 1 else TABLE)


def take_good(step: Step[State], move: Take) -> None:
    """A good instead of the coin."""
    nation = step.state.nation(step.owed(CoinDue).nation)
    step.require(chips_reason(step.state, move.good, 1))
    step.state.agenda.pop()
    nation.goods[move.good] += 1
    step.tell(say("{who}: {what} for the coin", who=nation.name, what=amount(move.good, 1)), nation.seat)


# -- the rondel ----------------------------------------------------------------------------------------------------


def go(step: Step[State], move: Go) -> None:
    """A step on the rondel, paid, and what a production space yields. Section 5."""
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


def finish_part(step: Step[State], _: Done) -> None:
    """A word that this part of the turn is over."""
    on_turn(step, Acting, Founding)
    step.state.agenda.pop()


def say_seas(step: Step[State], move: Sail) -> None:
    """In how many provinces a nation has galleys."""
    nation = step.state.nation(step.owed(Seas).nation)
    step.require(seas_reason(nation, move.seas))
    step.state.agenda.pop()
    nation.seas = move.seas
    step.tell(say_n("{who}: galleys in {n} sea", "{who}: galleys in {n} seas", move.seas, who=nation.name), nation.seat)


def choose(step: Step[State], move: Choose) -> None:
    """The extra personality for all eight know-hows, of one of the fullest stacks (2006)."""
    state = step.state
    nation = state.nation(step.owed(Extra).nation)
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


def win(step: Step[State], nation: Nation, ending: Ending) -> None:
    """The play is over."""
    state = step.state
    state.winner, state.ending = nation.key, ending
    if not state.history or state.history[-1][0] != state.round:  # the unfinished last round in the chart
        state.history.append([state.round, *(personalities(one) for one in state.nations)])
    if ending == "temple":
        step.tell(say("{who}: victory by a temple destroyed after the last card.", who=nation.name), nation.seat)
    else:
        won = say_n(
            "{who}: victory with {n} personality.",
            "{who}: victory with {n} personalities.",
            points(state, nation),
            who=nation.name,
        )
        step.tell(won, nation.seat)


def play_on(step: Step[State], move: PlayOn) -> None:
    """The table goes on for some rounds more, or counts the cards."""
    state = step.state
    step.owed(GoingOn)
    state.agenda.pop()
    if move.on:
        state.ask_after = state.round + ROUNDS_MORE - 1
        begin_turn(step, state.nations[0])
    else:
        state.ending = "counted"
        step.tell(say("The table stops and counts the personalities.", short=N_("The cards count")), TABLE)


def award(step: Step[State], nation: Nation) -> None:
    """At the end of its own turn a nation takes all it has earned, as far as the stacks go."""
    state = step.state
    for kind in STEPS:
        earned = new_cards(counted(state, nation, kind), kind, nation.rewarded[kind])
        nation.rewarded[kind] += earned
        hand(step, nation, kind, earned)
    hand(step, nation, "scholar", nation.scholars_due)
    hand(step, nation, "general", nation.generals_due)
    extra = nation.extra_due
    nation.scholars_due = nation.generals_due = nation.extra_due = 0
    if extra:
        give_extra(step, nation)
    if sudden_death(state):
        step.tell(NEXT_TEMPLE_WINS, TABLE)


def hand(step: Step[State], nation: Nation, kind: Personality, n: int) -> None:
    """So many cards from the stack, or what is left of it."""
    state = step.state
    won = min(n, state.stacks[kind])
    state.stacks[kind] -= won
    nation.cards[kind] += won
    if won:
        step.tell(
            say(
                "{who}: {kind} +{n} ({total} of {all})",
                short=N_("{kind} +{n} ({total}/{all})"),
                who=nation.name,
                kind=PERSONALITIES[kind],
                total=nation.cards[kind],
                all=STACKS[kind],
                n=won,
            ),
            nation.seat,
        )


def give_extra(step: Step[State], nation: Nation) -> None:
    """All eight know-hows (2006): a card of the fullest stack, chosen where several are."""
    state = step.state
    most = max(state.stacks.values())
    fullest: list[Personality] = [kind for kind in STACKS if most and state.stacks[kind] == most]
    if len(fullest) > 1:
        state.agenda.append(Extra(nation.key))
    elif fullest:
        take_extra(step, nation, fullest[0])


def take_extra(step: Step[State], nation: Nation, kind: Personality) -> None:
    """The extra card; it raises no threshold."""
    won = min(1, step.state.stacks[kind])
    step.state.stacks[kind] -= won
    nation.cards[kind] += won
    step.tell(say("{who}: extra {kind}", who=nation.name, kind=PERSONALITIES[kind]), nation.seat)
