"""Questions of attrition and supply. The owner alone is asked about hidden blocks."""

from __future__ import annotations

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Pick
from companion.core.wording import N_, Arg, Message, say
from companion.games.athens_sparta import agenda, moves
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries_attrition import has_undescribed, loses_whole_block, loss_candidates
from companion.games.athens_sparta.reasons_battle import loss_reason
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import MOST_STEPS, SIDE_NAMES
from companion.games.athens_sparta.words import block_strength, place_name

HIDDEN, NOBODY = "undescribed", "nobody"

LOSS_CAUSES = {
    "garrison": say("The strongest is hit first.", short=N_("The strongest first")),
    "corinth": say("Corinth is cut off from Sicily.", short=N_("Cut off from Sicily")),
    "hellespont": say("The grain of the Hellespont does not come.", short=N_("No grain comes")),
}


def ask_loss(state: State, due: agenda.HiddenLosses) -> Asking[Move]:
    """Ask which hidden block loses a step, also where there is no choice: the question must tell nothing."""
    act = say("Lose the step") if due.left == 1 else say("Lose the steps")
    if loses_whole_block(state, due):
        act = say("Lose the block")
    # How many steps are left is said by the first question.
    return together("loss", _loss_prompt(state, structs.replace(due, left=1)), _ask_loss(state, due), act)


def _ask_loss(state: State, due: agenda.HiddenLosses) -> Asking[Move]:
    options = [
        Option(key, block_strength(body), reason=loss_reason(state, due, key))
        for key, body in loss_candidates(state, due).items()
    ]
    if has_undescribed(state, due):
        label = say("A block that is not listed") if options else say("One of your blocks")
        options.append(Option(HIDDEN, label))
        if due.why == "hellespont":
            options.append(Option(NOBODY, say("No block is there")))
    default = _weakest_first(state, due, options)
    # At Athens any block may go: none is chosen for its owner. Elsewhere those that may lose the step are alike.
    usual = None if due.why == "hellespont" else default
    prompt, hint = _loss_prompt(state, due), LOSS_CAUSES[due.why]
    chosen = yield from Pick[str](
        key="wound", prompt=prompt, hint=hint, options=tuple(options), secret=True, default=default, usual=usual
    )
    if chosen != HIDDEN:
        return moves.LoseHiddenStep("" if chosen == NOBODY else chosen, False)
    if loses_whole_block(state, due):
        return moves.LoseHiddenStep("", True)
    place = place_name(state, due.place)
    prompt = say("{place}: was that its last step?", short=N_("Its last step?"), place=place)
    if due.left > 1:  # told apart from the same question about the next step
        short = N_("Its last step?")
        prompt = say("{place}: was that its last step? Steps to lose: {n}.", short=short, place=place, n=due.left)
    yes, no = say("Yes, it is lost"), say("No")
    gone = yield from Confirm(key="gone", prompt=prompt, yes=yes, no=no, secret=True, default=False, usual=False)
    return moves.LoseHiddenStep("", gone)


def _weakest_first(state: State, due: agenda.HiddenLosses, options: list[Option[str]]) -> str:
    """Who loses the step when the table goes on without the owner: the block with the fewest steps that may."""
    losses = loss_candidates(state, due)
    able = [option.value for option in options if option.reason is None]
    return min(able, key=lambda key: losses[key].strength if key in losses else MOST_STEPS)


def _loss_prompt(state: State, due: agenda.HiddenLosses) -> Message:
    side, place = SIDE_NAMES[due.side], place_name(state, due.place)
    if loses_whole_block(state, due):
        return say("{side}: which block in {place} is lost?", short=N_("{side}: a block lost"), side=side, place=place)
    words: dict[str, Arg] = {"side": side, "place": place}
    short = N_("{side}: a step lost")
    if due.left > 1:
        return say("{side}, {place}: which block loses a step? Steps to lose: {n}.", short=short, n=due.left, **words)
    return say("{side}, {place}: which block loses a step?", short=short, **words)


def ask_supply(_state: State, _due: agenda.SupplyCheck) -> Asking[Move]:
    """Ask how many Spartan blocks are in Corinth, cut off from Sicily (section 13)."""
    prompt = say("How many Spartan blocks stand in Corinth?", short=N_("Blocks in Corinth?"))
    act = say("In Corinth: {answer}", short=N_("In Corinth"))
    return moves.Supply((yield from Count(key="supply", prompt=prompt, low=0, high=20, start=0, act=act, default=0)))
