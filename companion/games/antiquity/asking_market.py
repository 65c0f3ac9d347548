"""Questions of swaps and trades in phase 2. Section 5.5."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from companion.core.questions import Asking, Count, Option, Pick, branch_reason
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.antiquity.asking_goods import good_option, good_options
from companion.games.antiquity.moves import ENOUGH, AnswerOffer, Move, Offer, Quantity
from companion.games.antiquity.moves_orders import SwapGoods
from companion.games.antiquity.reasons_market import MOST_WANTED, given_reason, taken_reason, wanting_reason
from companion.games.antiquity.reasons_plan import accept_offer_reason, turn_partner_reason
from companion.games.antiquity.state import State
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import GOODS, Good
from companion.games.antiquity.words import GOOD, ICON
from companion.games.antiquity.words_realm import trade_words


def ask_swap(draft: Draft) -> Asking[SwapGoods]:
    def swapping(key: str, prompt: Message, reason: Callable[[Good], Message | None]) -> Pick[Good]:
        options = tuple(good_option(good, reason(good)) for good in GOODS)
        return Pick[Good](key=key, prompt=prompt, options=options, secret=True)

    one = yield from swapping("give", say("Give what?"), lambda good: given_reason(draft, good))
    other = yield from swapping("give-too", say("Give what?"), lambda good: given_reason(draft, good, one))
    take = yield from swapping("take", say("Take what?"), lambda good: taken_reason(draft, good))
    return SwapGoods((one, other), take)


def any_partner_reason(state: State, seat: int) -> Message | None:
    """Why nobody can be offered a trade: the reason of the first seat."""
    return branch_reason(turn_partner_reason(state, seat, other) for other in state.alive if other != seat)


def ask_offer(state: State, draft: Draft) -> Asking[Move]:
    seat = draft.realm.seat
    others = tuple(
        Option(other, named(other), seat=other, reason=turn_partner_reason(state, seat, other))
        for other in state.alive
        if other != seat
    )
    to = yield from Pick[int](key="whom", prompt=say("Trade with whom?"), options=others, secret=True)
    give = yield from _ask_quantities("give", say("What do you give?"), draft.goods, ())
    take = yield from _ask_quantities("take", say("What for it?"), None, give)
    return Offer(to, give, take=take)


def _ask_quantities(
    key: str, prompt: Message, stock: dict[Good, int] | None, against: tuple[Quantity, ...]
) -> Asking[tuple[Quantity, ...]]:
    """Ask for goods one by one until it is enough; ``against`` is the other side of the trade.

    Without a ``stock`` anything may be asked for: what others own now is hidden.
    """
    lots: list[Quantity] = []
    goods = tuple(map(good_option, GOODS)) if stock is None else good_options(stock, GOODS)
    while len(lots) < len(GOODS):
        named = [lot.good for lot in lots]
        nothing = wanting_reason(lots, against) if stock is None else None
        options: list[Option[str]] = [Option(ENOUGH, say("That is all"), reason=nothing, icon="check")]
        options += [option for option in goods if option.value not in named]
        question = f"{key}-{len(lots) + 1}"
        chosen = yield from Pick[str](key=question, prompt=prompt, options=tuple(options), secret=True)
        if chosen == ENOUGH:
            break
        good = next(good for good in GOODS if good == chosen)
        n, most = 1, MOST_WANTED if stock is None else stock.get(good, 0)
        if most > 1:
            many, icon = say("How many? {good}", good=GOOD[good]), ICON[good]
            n = yield from Count(key=f"{question}-n", prompt=many, low=1, high=most, start=1, icon=icon, secret=True)
        lots.append(Quantity(good, n))
    return tuple(lots)


def ask_answer(state: State, draft: Draft) -> Asking[Move]:
    """Ask which offer, then accept or decline."""
    seat = draft.realm.seat
    offers = {trade.key: trade for trade in state.trades_of(seat) if trade.buyer == seat and trade.state == "open"}
    options = tuple(Option(key, trade_words(trade), seat=trade.seller) for key, trade in offers.items())
    key = yield from Pick[str](key="trade", prompt=say("Which offer?"), options=options, secret=True)
    answers = (
        Option("accept", say("Accept"), reason=accept_offer_reason(state, draft, key), icon="check"),
        Option("decline", say("Decline"), icon="close"),
    )
    hint = structs.replace(trade_words(offers[key]), short=N_("Turn up: the offer"))
    prompt = say("{who} offers. Accept?", who=SeatName(offers[key].seller))
    answer = yield from Pick[str](key="answer", prompt=prompt, hint=hint, options=answers, secret=True)
    return AnswerOffer(key, answer == "accept")
