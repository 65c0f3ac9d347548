"""Placing a citizen on an action or a card. Section 4."""

from __future__ import annotations

import re

from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.ancient_world import actions, armies, box, city, entries, goods, pieces, words
from companion.games.ancient_world.box import Entry
from companion.games.ancient_world.moves import Move, Place, PlaceAgain
from companion.games.ancient_world.state import ON_CARD, Acting, EmpireCard, Player, State, Turn, where_on
from companion.games.ancient_world.tables import OPENING_ROUND, PLACE_AGAIN, SPACE_ICONS, SPACES, Space


def citizens_on(state: State, space: Space) -> list[int]:
    """The numbers of all citizens on an action, of every seat."""
    there = where_on(space)
    return [
        number
        for player in state.players
        if there in player.citizens
        for number, where in enumerate(player.citizens, 1)
        if where == there
    ]


def highest_on(state: State, space: str) -> int:
    """The highest citizen on an action; 0 on an empty one and on a card."""
    return max(citizens_on(state, space), default=0) if space in SPACES else 0


def citizen_on_card(player: Player, card: int) -> bool:
    """Whether a citizen stands on this card: each card takes one a round."""
    return any(at == ON_CARD and on == card for at, on in zip(player.citizens, player.on, strict=True))


def skill_options(state: State, space: str, number: int) -> tuple[int, ...]:
    """The skill that can be bought for a placement: 0, or what is needed to save the fee."""
    if not state.second:
        return (0,)
    missing = highest_on(state, space) - number
    return (0, missing) if missing > 0 else (0,)


def placing_fee(state: State, space: str, skill: int) -> int:
    """1 coin if a citizen with a higher number stands there, else 0. Section 4."""
    if not state.second:
        return 0
    return int(highest_on(state, space) > skill)


# -- why it is not possible ---------------------------------------------------------------------------------------


def space_reason(state: State, player: Player, space: str, *, again: bool = False) -> Message | None:
    """Why no citizen can go to an action or to a card of the player."""
    if space in SPACES:
        return _open_reason(state, space) or citizens_reason(state, player, space, again=again)
    card = words.card_of(player, space)
    if card is None:
        return say("You have no such card.", short=N_("No such card"))
    return card_action_reason(state, player, card) or citizens_reason(state, player, space, again=again)


def _open_reason(state: State, space: str) -> Message | None:
    if state.places[space].open:
        return None
    opens = OPENING_ROUND.get(space, 1)  # type: ignore[call-overload]  # any text may come by the API
    return say("This action opens in round {n}.", short=N_("Opens in round {n}"), n=opens)


def card_action_reason(state: State, player: Player, card: EmpireCard) -> Message | None:
    """Why a card action cannot be used: undamaged, once a round. Section 4."""
    if card.down:
        return say("A damaged card gives nothing.", short=N_("Damaged"))
    if not box.symbol_count(state, "empire", card.key, "card-action"):
        return say("This card has no action.", short=N_("No card action"))
    if citizen_on_card(player, card.id):
        return say("A citizen stands there already this round.", short=N_("Taken this round"))
    return None


def citizens_reason(state: State, player: Player, space: str, *, again: bool) -> Message | None:
    """Why none of the citizens can be placed there."""
    if again and (reason := again_reason(state, player)):
        return reason
    citizens = city.placed_citizens(player) if again else city.ready_citizens(player)
    if not citizens:
        return say("You have no citizen ready.", short=N_("No citizen ready"))
    return branch_reason(
        citizen_reason(state, player, space, number, boost, again=again)
        for number in citizens
        for boost in skill_options(state, space, number)
    )


def again_reason(state: State, player: Player) -> Message | None:
    """Why no citizen can be placed again, for 4 ambrosia. Section 4.3."""
    if not state.second:
        return goods.ambrosia_reason(state, player, PLACE_AGAIN)
    if not city.placed_citizens(player):
        return say("None of your citizens is placed.", short=N_("No citizen placed"))
    return goods.ambrosia_reason(state, player, PLACE_AGAIN)


def citizen_reason(state: State, player: Player, space: str, number: int, boost: int, *, again: bool) -> Message | None:
    """Why this citizen, with bought skill, cannot go there."""
    if number not in (city.placed_citizens(player) if again else city.ready_citizens(player)):
        return say("Citizen {n} is not there to be placed.", short=N_("Not there"), n=number)
    if again and _stands_on(player, space, number):
        return say("The citizen stands there already.", short=N_("Stands there already"))
    if boost not in skill_options(state, space, number):
        return words.NO_SUCH_THING
    if not state.second:
        return _higher_reason(state, space, number)
    ambrosia = boost + (PLACE_AGAIN if again else 0)
    return goods.ambrosia_reason(state, player, ambrosia) or goods.coins_reason(
        player, placing_fee(state, space, number + boost)
    )


def _stands_on(player: Player, space: str, number: int) -> bool:
    if space in SPACES:
        return player.citizens[number - 1] == where_on(space)
    return f"card-{player.on[number - 1]}" == space


def _higher_reason(state: State, space: str, number: int) -> Message | None:
    """First edition: only a citizen with a higher number may be added. Section 12."""
    if space not in SPACES or number > highest_on(state, space):
        return None
    return say("Only a citizen with a higher number may join.", short=N_("Needs a higher number"))


# -- its effect ---------------------------------------------------------------------------------------------------


def place(step: Step[State], move: Place | PlaceAgain) -> None:
    """Place a citizen: pay the fee, take the ambrosia, and put the action on the agenda."""
    state = step.state
    step.owed(Turn)
    player = goods.acting_player(step)
    number, boost = _citizen(step, move.citizen)
    again = isinstance(move, PlaceAgain)
    entries.enter_facts(step, move.entry)
    if again:
        step.require(again_reason(state, player))
    step.require(space_reason(state, player, move.space, again=again))
    step.require(citizen_reason(state, player, move.space, number, boost, again=again))
    if move.space in SPACES and box.unknown_fields(state, move.space):
        step.refuse("out-of-reach", say("Enter first what your board says.", short=N_("Enter the board first")))
    charge = placing_fee(state, move.space, number + boost)
    goods.pay(state, player, coins=charge, ambrosia=boost + (PLACE_AGAIN if again else 0))
    old, before = player.citizens[number - 1], pieces.place_name(state, player, number) if again else None
    _move_citizen(player, move.space, number - 1)
    pieces.instruct_placed(step, player, number, old, words.space_name(state, player, move.space), before)
    step.tell(
        say(
            "{who}: citizen {n} on {space}.",
            short=N_("Citizen {n} placed"),
            who=words.who(player),
            n=number,
            space=words.space_name(state, player, move.space),
        )
    )
    if charge:
        step.tell(say("{who} pays {n} coin.", short=N_("Pay {n} coin"), who=words.who(player), n=charge))
    _take_ambrosia(step, player, move.space)
    goods.end_turn(step)
    state.agenda.append(Acting(player.seat, move.space))


def _citizen(step: Step[State], text: str) -> tuple[int, int]:
    """The number of a citizen and the bought skill, from ``2`` or ``2+1``."""
    if not re.fullmatch(r"[1-5](\+[1-5])?", text):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    number, _, boost = text.partition("+")
    return int(number), int(boost or 0)


def _move_citizen(player: Player, space: str, index: int) -> None:
    player.zone[index] = 0
    if space in SPACES:
        player.citizens[index], player.on[index] = where_on(space), 0
    else:
        player.citizens[index], player.on[index] = ON_CARD, int(space.removeprefix("card-"))


def _take_ambrosia(step: Step[State], player: Player, space: str) -> None:
    """Take all ambrosia of an action, whether or not the action is then done. Section 4."""
    state = step.state
    found = state.places[space].ambrosia if space in SPACES else 0
    if found:
        state.places[space].ambrosia = 0
        player.ambrosia += found
        pieces.instruct_found(step, player, space, found)
        step.tell(say("{who} takes {n} ambrosia.", short=N_("Take {n} ambrosia"), who=words.who(player), n=found))


# -- its question -------------------------------------------------------------------------------------------------


def ask_place(state: State, player: Player, *, again: bool) -> Asking[Move]:
    """Which space, and which citizen; unknown facts of the space are asked for in between."""
    space = yield from space_pick(state, player, again=again)
    entry: Entry | None = None
    if space in SPACES:
        entry = yield from entries.ask_action(state, space)
    options = citizen_options(state, player, space, again=again)
    chosen = yield from Pick[str](
        key="citizen",
        prompt=say("{space}: which citizen?", short=N_("Which citizen?"), space=words.space_name(state, player, space)),
        options=options,
        usual=next((option.value for option in options if option.reason is None and not option.price), None)
        if nothing_there(state, player, space) is None
        else None,
        meaning=say("The number only matters against the citizens that stand there already. A free space takes any."),
    )
    if again:
        return PlaceAgain(space=space, entry=entry, citizen=chosen)
    return Place(space=space, entry=entry, citizen=chosen)


def space_pick(state: State, player: Player, *, again: bool) -> Pick[str]:
    """The actions of the board, and the card actions of the city."""
    board = tuple(
        Option(
            space,
            label,
            reason=space_reason(state, player, space, again=again),
            hint=_no_action(state, player, space) or _space_hint(state, space),
            icon=SPACE_ICONS[space],
        )
        for space, label in SPACES.items()
    )
    cards = tuple(
        Option(
            f"card-{card.id}",
            words.card_name(state, card),
            reason=space_reason(state, player, f"card-{card.id}", again=again),
            icon="card",
        )
        for card in player.cards
        if box.symbol_count(state, "empire", card.key, "card-action")
    )
    return Pick[str](
        key="space",
        prompt=say("Where to?"),
        options=(*board, *cards),
        meaning=say(
            "You do the action, and take the ambrosia that lies on it. Where a citizen with a higher number stands, "
            "placing costs a coin; in the first edition yours must be the highest."
        ),
    )


def _no_action(state: State, player: Player, space: Space) -> Message | None:
    reason = nothing_there(state, player, space)
    return say("No action: {why}", short=N_("No action now"), why=reason) if reason else None


def _space_hint(state: State, space: str) -> Message | None:
    """Ambrosia and the highest citizen on an action."""
    ambrosia = state.places[space].ambrosia
    top = highest_on(state, space)
    if ambrosia and top:
        return say("You take {n} ambrosia; citizen {highest} stands there", n=ambrosia, highest=top)
    if top:
        return say("Citizen {highest} stands there", highest=top)
    return say("You take {n} ambrosia", n=ambrosia) if ambrosia else None


def nothing_there(state: State, player: Player, space: str) -> Message | None:
    """Why the action of a space would have no effect now, so that a citizen there would only take its ambrosia; else
    None.
    """
    if space not in SPACES or box.unknown_fields(state, space):
        return None
    match space:
        case "build":
            return actions.room_reason(state, player)
        case "recruit":
            return armies.recruit_reason(state, player)
        case _:
            pass
    if space == "grow" and (reason := actions.grow_reason(player)):
        return reason
    claims = box.fact(state, "action", "rebuild", "first") == "yes"
    if space == "rebuild" and not claims and (reason := goods.any_damaged_reason(player)):
        return reason
    if space == "train" and not player.armies:
        return armies.train_reason(state, player, "both")
    ways = actions.ways_to_pay(state, space)
    return branch_reason(actions.pay_reason(state, player, space, way) for way in ways)


def citizen_options(state: State, player: Player, space: str, *, again: bool) -> tuple[Option[str], ...]:
    """Citizens with the fee they pay, and with the bought skill that saves it."""
    citizens = city.placed_citizens(player) if again else city.ready_citizens(player)
    base = PLACE_AGAIN if again else 0
    possible = nothing_there(state, player, space) is None
    return tuple(
        Option(
            f"{number}+{boost}" if boost else str(number),
            say("Citizen {n} with {boost} more skill", short=N_("Citizen {n} +{boost}"), n=number, boost=boost)
            if boost
            else say("Citizen {n}", n=number),
            price=words.price(coins=placing_fee(state, space, number + boost), ambrosia=base + boost),
            reason=citizen_reason(state, player, space, number, boost, again=again),
            act=say("Place citizen {n}", n=number)
            if possible
            else say("Place citizen {n} without the action", short=N_("Without the action"), n=number),
        )
        for number in citizens
        for boost in skill_options(state, space, number)
    )
