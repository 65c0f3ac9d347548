"""Questions of swaps and trades in phase 2. Section 5.5."""

from __future__ import annotations

from msgspec import structs

from companion.core.questions import Asking, Count, Option, Pick
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.antiquity.asking_goods import good_options
from companion.games.antiquity.moves import ENOUGH, AnswerOffer, Move, Offer, Quantity
from companion.games.antiquity.moves_orders import SwapGoods
from companion.games.antiquity.reasons_market import MOST_WANTED, given_reason, taken_reason, wanting_reason
from companion.games.antiquity.reasons_plan import accept_offer_reason, turn_partner_reason
from companion.games.antiquity.state import State
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import GOODS, Good
from companion.games.antiquity.words import GOOD, ICON
from companion.games.antiquity.words_realm import trade_words

# -- market ------------------------------------------------------------------------------------------------------


def ask_swap(draft: Draft) -> Asking[SwapGoods]:
    def giving(key: str, besides: Good | None) -> Pick[Good]:
        options = tuple(
            Option(good, GOOD[good], reason=given_reason(draft, good, besides), icon=ICON[good]) for good in GOODS
        )
        return Pick[Good](key=key, prompt=say("Give what?"), options=options, secret=True)

    one = yield from giving("give", None)
    other = yield from giving("give-too", one)
    options = tuple(Option(good, GOOD[good], reason=taken_reason(draft, good), icon=ICON[good]) for good in GOODS)
    take = yield from Pick[Good](key="take", prompt=say("Take what?"), options=options, secret=True)
    return SwapGoods((one, other), take)


def any_partner_reason(state: State, seat: int) -> Message | None:
    """Why nobody can be offered a trade: the reason of the first seat."""
    reasons = [turn_partner_reason(state, seat, other) for other in state.alive if other != seat]
    return None if None in reasons or not reasons else reasons[0]


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
    goods = _anything() if stock is None else good_options(stock, GOODS)
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
            many = say("How many? {good}", good=GOOD[good])
            n = yield from Count(
                key=f"{question}-n", prompt=many, low=1, high=most, start=1, icon=ICON[good], secret=True
            )
        lots.append(Quantity(good, n))
    return tuple(lots)


def _anything() -> tuple[Option[Good], ...]:
    return tuple(Option(good, GOOD[good], icon=ICON[good]) for good in GOODS)


def ask_answer(state: State, draft: Draft) -> Asking[Move]:
    """Ask which offer, then accept or decline."""
    seat = draft.realm.seat
    offers = [trade for trade in state.trades_of(seat) if trade.buyer == seat and trade.state == "open"]
    options = tuple(Option(trade.key, trade_words(trade), seat=trade.seller) for trade in offers)
    key = yield from Pick[str](key="trade", prompt=say("Which offer?"), options=options, secret=True)
    answers = (
        Option("accept", say("Accept"), reason=accept_offer_reason(state, draft, key), icon="check"),
        Option("decline", say("Decline"), icon="close"),
    )
    words = next(trade_words(trade) for trade in offers if trade.key == key)
    hint = structs.replace(words, short=N_("Turn up: the offer"))
    prompt = say("{who} offers. Accept?", who=SeatName(next(one.seller for one in offers if one.key == key)))
    answer = yield from Pick[str](key="answer", prompt=prompt, hint=hint, options=answers, secret=True)
    return AnswerOffer(key, answer == "accept")
