"""A turn: what a seat does, and passing. Section 3.2."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world import actions, armies, forms, free_actions, goods, words
from companion.games.ancient_world.attack import ask_attack, attack_reason, target_pick
from companion.games.ancient_world.moves import Move, Pass
from companion.games.ancient_world.place import again_reason, ask_place, space_pick
from companion.games.ancient_world.spending import ask_spend, spend_pick
from companion.games.ancient_world.state import Acting, Player, State, Turn
from companion.games.ancient_world.tables import PLACE_AGAIN


def next_turn(state: State) -> Player | None:
    """The next player who has not passed, clockwise from the latest turn."""
    order = state.order()
    if state.last:
        start = next((place for place, player in enumerate(state.players) if player.seat == state.last), 0) + 1
        order = state.clockwise(start)
    return next((player for player in order if not player.passed), None)


def pass_turn(step: Step[State], _: Pass) -> None:
    """Pass: no more actions this round."""
    step.owed(Turn)
    player = goods.acting_player(step)
    player.passed = 1
    goods.end_turn(step)
    step.tell(say("{who} passes.", short=N_("{who} passes"), who=words.who(player)))


# -- its question -------------------------------------------------------------------------------------------------


def ask_turn(state: State, due: Turn) -> Asking[Move]:
    """Ask for the action of a turn, or a free one."""
    return forms.as_turn(_ask_turn(state, state.player(due.seat)))


def _ask_turn(state: State, player: Player) -> Asking[Move]:
    """Preselected is placing a citizen, never passing, which would end the round for the seat."""
    prompt = say("What do you do?", short=N_("Your turn"))
    options = _turn_options(state, player)
    usual = forms.if_open(options, "place")
    chosen = yield from Pick[str](
        key="turn",
        prompt=prompt,
        options=options,
        default="pass",
        usual=usual,
        meaning=say(
            "One action, then the next player, until all have passed. You place a citizen, attack a titan, build a "
            "stored card or pass; the other entries are for what a card says."
        ),
    )
    match chosen:
        case "place":
            return (yield from ask_place(state, player, again=False))
        case "attack":
            return (yield from ask_attack(state, player))
        case "build":
            return (yield from actions.ask_stored(state, player))
        case "again":
            return (yield from ask_place(state, player, again=True))
        case "spend":
            return (yield from ask_spend(state, player))
        case "pass":
            return Pass()
        case _:
            return (yield from free_actions.ask_free_action(state, player, chosen))


def _turn_options(state: State, player: Player) -> tuple[Option[str], ...]:
    """Options of a turn, the most frequent first."""
    place = space_pick(state, player, again=False)
    attack = attack_reason(state, player) or target_pick(state, player).blocked()
    options = [
        Option("place", say("Place a citizen"), reason=place.blocked(), icon="people"),
        Option("attack", say("Attack a titan"), reason=attack, icon="sword", act=say("Attack")),
        Option("pass", say("Pass"), icon="next", act=say("Pass for this round")),
        Option(
            "build",
            say("Build a stored card"),
            reason=actions.any_stored_reason(state, player),
            icon="cards",
            act=say("Build it"),
        ),
    ]
    if state.second:
        again = again_reason(state, player) or space_pick(state, player, again=True).blocked()
        cost = words.price(ambrosia=PLACE_AGAIN)
        label = say("Place a citizen again", short=N_("Place one again"))
        options.append(Option("again", label, price=cost, reason=again, icon="turn", apart=True))
        spending = spend_pick(state, player).blocked()
        options.append(Option("spend", say("Spend ambrosia"), reason=spending, icon="amphora", apart=True))
    return (*options, *free_actions.free_action_options(state, player))


def ask_acting(state: State, due: Acting) -> Asking[Move]:
    """Ask whether to do the action, decline it, or first spend ambrosia."""
    return forms.as_action(_ask_action(state, due, state.player(due.seat)))


def _ask_action(state: State, due: Acting, player: Player) -> Asking[Move]:
    match due.space:
        case "learn" | "labor" | "grow":
            return actions.ask_board_action(state, player, due.space)
        case "build":
            return actions.ask_build(state, player)
        case "explore":
            return actions.ask_explore(state, player)
        case "expand":
            return actions.ask_expand(state, player)
        case "rebuild":
            return actions.ask_rebuild(state, player)
        case "recruit":
            return armies.ask_recruit(state, player)
        case "train":
            return armies.ask_train(state, player)
        case _:
            return actions.ask_card_action(state, player, due.space)
