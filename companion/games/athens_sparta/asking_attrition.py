"""Questions of attrition and supply. The owner alone is asked about hidden blocks."""

from __future__ import annotations

from companion.core.questions import Asking, Confirm, Count, Option, Pick
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta.agenda import HiddenLosses, SupplyCheck
from companion.games.athens_sparta.moves import LoseHiddenStep, Move, Supply
from companion.games.athens_sparta.queries_attrition import has_undescribed, loses_whole_block, loss_candidates
from companion.games.athens_sparta.reasons_attrition import loss_reason
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDE_NAMES
from companion.games.athens_sparta.words import block_name, place_name

HIDDEN, NOBODY = "undescribed", "nobody"


def ask_loss(state: State, due: HiddenLosses) -> Asking[Move]:
    """Ask which hidden block loses a step, also where there is no choice: the question must tell nothing."""
    options = [
        Option(key, say("{block} x {n}", block=block_name(body), n=body.strength), reason=loss_reason(state, due, key))
        for key, body in loss_candidates(state, due).items()
    ]
    if has_undescribed(state, due):
        label = say("A block that is not listed") if options else say("One of your blocks")
        options.append(Option(HIDDEN, label))
        if due.why == "hellespont":
            options.append(Option(NOBODY, say("No block is there")))
    usual = next(option.value for option in options if option.reason is None)
    prompt, hint = _loss_prompt(state, due), _loss_cause(due)
    chosen = yield from Pick[str](
        key="wound", prompt=prompt, hint=hint, options=tuple(options), secret=True, default=usual
    )
    if chosen == NOBODY:
        return LoseHiddenStep("", False)
    if chosen != HIDDEN:
        return LoseHiddenStep(chosen, False)
    if loses_whole_block(state, due):
        return LoseHiddenStep("", True)
    prompt = say("Was that its last step?", short=N_("Its last step?"))
    yes, no = say("Yes, it is lost"), say("No")
    return LoseHiddenStep(
        "", (yield from Confirm(key="gone", prompt=prompt, yes=yes, no=no, secret=True, default=False))
    )


def _loss_prompt(state: State, due: HiddenLosses) -> Message:
    side, place = SIDE_NAMES[due.side], place_name(state, due.place)
    if loses_whole_block(state, due):
        return say("{side}: which block in {place} is lost?", short=N_("{side}: a block lost"), side=side, place=place)
    return say("{side}, {place}: which block loses a step?", short=N_("{side}: a step lost"), side=side, place=place)


def ask_supply(_state: State, _due: SupplyCheck) -> Asking[Move]:
    """Ask how many Spartan blocks are in Corinth, cut off from Sicily (section 13)."""
    prompt = say("How many Spartan blocks stand in Corinth?", short=N_("Blocks in Corinth?"))
    return Supply((yield from Count(key="supply", prompt=prompt, low=0, high=20, start=0, default=0)))


def _loss_cause(due: HiddenLosses) -> Message:
    """What costs the step."""
    match due.why:
        case "hellespont":
            return say("The grain of the Hellespont does not come.", short=N_("No grain comes"))
        case "corinth":
            return say("Corinth is cut off from Sicily.", short=N_("Cut off from Sicily"))
    return say("The strongest is hit first.", short=N_("The strongest first"))
