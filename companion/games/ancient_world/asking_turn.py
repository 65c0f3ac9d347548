"""Questions of a turn: placing a citizen, attacking, stored cards, ambrosia, passing. Section 3.2."""

from __future__ import annotations

from companion.core.options import Amount, Option
from companion.core.questions import Asking, Pick
from companion.core.wording import N_, Message, say, say_n
from companion.games.ancient_world import (
    asking_attack,
    asking_entries,
    asking_forms,
    asking_free_actions,
    box,
    queries,
    reasons,
)
from companion.games.ancient_world.agenda import Turn
from companion.games.ancient_world.box_entries import Entry
from companion.games.ancient_world.moves import Build, Move, Pass, Place, PlaceAgain
from companion.games.ancient_world.reasons_attack import attack_reason
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import PLACE_AGAIN, SPACE_ICONS, SPACES
from companion.games.ancient_world.words import card_name, price, space_name


def ask_turn(state: State, due: Turn) -> Asking[Move]:
    """Ask for the action of a turn, or a free one."""
    return asking_forms.as_turn(_ask_turn(state, state.player(due.seat)))


def _ask_turn(state: State, player: Player) -> Asking[Move]:
    """Usually a citizen is placed. Passing is never usual: it is for the whole round."""
    prompt = say("What do you do?", short=N_("Your turn"))
    options = _turn_options(state, player)
    usual = asking_forms.if_open(options, "place")
    chosen = yield from Pick[str](key="turn", prompt=prompt, options=options, default="pass", usual=usual)
    match chosen:
        case "place":
            return (yield from _ask_place(state, player, again=False))
        case "attack":
            return (yield from asking_attack.ask_attack(state, player))
        case "build":
            return (yield from _ask_stored(state, player))
        case "again":
            return (yield from _ask_place(state, player, again=True))
        case "spend":
            return (yield from asking_free_actions.ask_spend(state, player))
        case "pass":
            return Pass()
    return (yield from asking_free_actions.ask_free_action(state, player, chosen))


def _turn_options(state: State, player: Player) -> tuple[Option[str], ...]:
    """Options of a turn, the most frequent first."""
    place = space_pick(state, player, again=False)
    attack = attack_reason(state, player) or asking_attack.target_pick(state, player).blocked()
    options = [
        Option("place", say("Place a citizen"), reason=place.blocked(), icon="people"),
        Option("attack", say("Attack a titan"), reason=attack, icon="sword", act=say("Attack")),
        Option("pass", say("Pass"), icon="next", act=say("Pass for this round")),
        Option(
            "build",
            say("Build a stored card"),
            reason=reasons.any_stored_reason(state, player),
            icon="cards",
            act=say("Build it"),
        ),
    ]
    if state.second:
        again = reasons.again_reason(state, player) or space_pick(state, player, again=True).blocked()
        cost = (Amount(PLACE_AGAIN, "amphora"),)
        label = say("Place a citizen again", short=N_("Place one again"))
        options.append(Option("again", label, price=cost, reason=again, icon="turn"))
        spending = asking_free_actions.spend_pick(state, player).blocked()
        options.append(Option("spend", say("Spend ambrosia"), reason=spending, icon="amphora"))
    return (*options, *asking_free_actions.free_action_options(state, player))


# -- placing -----------------------------------------------------------------------------------------------------


def space_pick(state: State, player: Player, *, again: bool) -> Pick[str]:
    """The actions of the board, and the card actions of the city."""
    board = tuple(
        Option(
            space,
            label,
            reason=reasons.space_reason(state, player, space, again=again),
            hint=_space_hint(state, space),
            icon=SPACE_ICONS[space],
        )
        for space, label in SPACES.items()
    )
    cards = tuple(
        Option(
            f"card-{card.id}",
            card_name(state, card),
            reason=reasons.space_reason(state, player, f"card-{card.id}", again=again),
            icon="card",
        )
        for card in player.cards
        if box.symbol_count(state, "empire", card.key, "card-action")
    )
    return Pick[str](key="space", prompt=say("Where to?"), options=(*board, *cards))


def _space_hint(state: State, space: str) -> Message | None:
    """Ambrosia and the highest citizen on an action."""
    ambrosia = state.places[space].ambrosia
    top = queries.highest_on(state, space)
    if ambrosia and top:
        return say("{n} ambrosia; citizen {highest} stands there", n=ambrosia, highest=top)
    if top:
        return say("Citizen {highest} stands there", highest=top)
    return say_n("{n} ambrosia", "{n} ambrosia", ambrosia) if ambrosia else None


def citizen_options(state: State, player: Player, space: str, *, again: bool) -> tuple[Option[str], ...]:
    """Citizens with the fee they pay, and with the bought skill that saves it."""
    citizens = queries.placed_citizens(player) if again else queries.ready_citizens(player)
    base = PLACE_AGAIN if again else 0
    return tuple(
        Option(
            f"{number}+{boost}" if boost else str(number),
            say("Citizen {n} with {boost} more skill", short=N_("Citizen {n} +{boost}"), n=number, boost=boost)
            if boost
            else say("Citizen {n}", n=number),
            price=price(coins=queries.placing_fee(state, space, number + boost), ambrosia=base + boost),
            reason=reasons.citizen_reason(state, player, space, number, boost, again=again),
            act=say("Place citizen {n}", n=number),
        )
        for number in citizens
        for boost in queries.skill_options(state, space, number)
    )


def _ask_place(state: State, player: Player, *, again: bool) -> Asking[Move]:
    space = yield from space_pick(state, player, again=again)
    entry: Entry | None = None
    if space in SPACES:
        entry = yield from asking_entries.ask_action(state, space)
    options = citizen_options(state, player, space, again=again)
    chosen = yield from Pick[str](
        key="citizen",
        prompt=say("{space}: which citizen?", short=N_("Which citizen?"), space=space_name(state, player, space)),
        options=options,
        usual=next((option.value for option in options if option.reason is None and not option.price), None),
    )
    if again:
        return PlaceAgain(space=space, entry=entry, citizen=chosen)
    return Place(space=space, entry=entry, citizen=chosen)


# -- the rest ----------------------------------------------------------------------------------------------------


def _ask_stored(state: State, player: Player) -> Asking[Move]:
    options = asking_entries.card_options(
        state,
        "empire",
        list(dict.fromkeys(player.stored)),
        lambda state, key: reasons.build_reason(state, player, key),
        priced=True,
    )
    prompt = say("Build which stored card?", short=N_("Build which?"))
    usual = asking_forms.only_open(options)
    return Build(card=(yield from Pick[str](key="card", prompt=prompt, options=options, usual=usual)))
