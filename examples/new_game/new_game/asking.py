"""The questions that build a move."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.wording import N_, say, say_n
from new_game.moves import Move, Take
from new_game.reasons import take_reason
from new_game.state import State
from new_game.tables import MOST


def ask_turn(state: State) -> Asking[Move]:
    options = tuple(
        Option(coins, say_n("{n} coin", "{n} coins", coins), reason=take_reason(state, coins))
        for coins in range(1, MOST + 1)
    )
    coins = yield from Pick[int](
        key="coins",
        prompt=say("How many coins do you take?", short=N_("Take how many?")),
        options=options,
        act=say("Take {answer}"),
    )
    return Take(coins)
