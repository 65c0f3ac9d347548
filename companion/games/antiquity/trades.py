"""Offers and trades between two seats. Section 5.5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Count, Pick, Shortcut
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, Wording, named, say
from companion.games.antiquity.draft import Draft, new_draft
from companion.games.antiquity.goods import chosen_reason, good_option, good_options
from companion.games.antiquity.in_turn import on_turn
from companion.games.antiquity.market import accept_reason, decline_reason, market_reason
from companion.games.antiquity.moves import (
    ENOUGH,
    AcceptedTrade,
    AnswerOffer,
    Move,
    Offer,
    OfferedTrade,
    Order,
    Paid,
    Quantity,
)
from companion.games.antiquity.orders import append_order, apply_orders, check_editing, draft_of, order_words
from companion.games.antiquity.queries import buildings_of_kind, has_grave
from companion.games.antiquity.state import Planning, State, Trade
from companion.games.antiquity.tables import GOODS, Good
from companion.games.antiquity.words import GOOD, ICON, basket

ABOUT_TRADES = say(
    "You agree on any goods for any goods. One of the two needs a market with a man, and nothing else you promise is "
    "binding."
)
MOST_WANTED = 24
"""The most of one good that somebody may ask for: a fixed limit, because what others own is hidden."""


def partner_reason(state: State, draft: Draft, to: int) -> Message | None:
    """Why the seat ``to`` is no trading partner, or None."""
    return say("There is nobody to trade with.") if to == draft.realm.seat or to not in state.alive else None


def wanting_reason(give: Sequence[Quantity], take: Sequence[Quantity]) -> Message | None:
    """Why the two sides make no trade, or None. Any goods in any ratio are allowed: at least one good, each listed
    once.
    """
    if not give and not take:
        return say("A trade needs goods.")
    if any(len({lot.good for lot in lots}) < len(lots) for lots in (give, take)):
        return say("Name each good once.")
    return None


def offer_reason(state: State, draft: Draft, move: Offer) -> Message | None:
    """Why goods cannot be offered."""
    return (
        partner_reason(state, draft, move.to)
        or wanting_reason(move.give, move.take)
        or _wanted_reason(move.take)
        or chosen_reason(draft.goods, move.given)
    )


def _wanted_reason(take: Sequence[Quantity]) -> Message | None:
    most = max((lot.n for lot in take), default=0)
    return say("{n} is not between {low} and {high}.", n=most, low=1, high=MOST_WANTED) if most > MOST_WANTED else None


def turn_partner_reason(state: State, seat: int, to: int) -> Message | None:
    """Why a seat cannot be offered a trade: in turn order, only by the seat on turn, to those still to plan."""
    turn = on_turn(state)
    if turn not in (0, seat):
        return say("Only whoever's turn it is offers trades.")
    if turn and to in state.ready:
        others = [other for other in state.alive if other != seat]
        if len(others) > 1 and all(other in state.ready for other in others):
            return say("All others have built already.", short=N_("All others have built"))
        return say("{who} has built already.", who=SeatName(to))
    return None


def any_partner_reason(state: State, seat: int) -> Message | None:
    """Why nobody can be offered a trade: the reason that all seats share, else that of the first."""
    return branch_reason(turn_partner_reason(state, seat, other) for other in state.alive if other != seat)


def market_hint(state: State, draft: Draft, to: int) -> Message | None:
    """What is missing now so that seat ``to`` could accept an offer, or None. Its plan is hidden, so only its real city
    counts.
    """
    if market_reason(draft) is None:
        return None
    who = SeatName(to)
    theirs = state.realm(to)
    if any(not has_grave(theirs, one) for one in buildings_of_kind(theirs, "market")):
        return say("{who} needs a man in the market to accept.", who=who)
    if buildings_of_kind(draft.realm, "market"):
        return say("First put a man in your market: {who} has none.", who=who)
    return say("Neither of you has a market: without one {who} cannot accept.", who=who)


def offer_words(trade: Trade) -> Message:
    """The words for an offer: seller, buyer and goods."""
    return say(
        "{seller} offers {buyer} {give} for {take}",
        seller=SeatName(trade.seller),
        buyer=SeatName(trade.buyer),
        give=_goods(trade.give),
        take=_goods(trade.take),
    )


def trade_words(trade: Trade) -> Message:
    """What each of the two gives; in short, how many goods."""
    return say(
        "{seller} gives {give}; {buyer} gives {take}",
        N_("{seller}: {n} for {m}"),
        seller=SeatName(trade.seller),
        give=_goods(trade.give),
        buyer=SeatName(trade.buyer),
        take=_goods(trade.take),
        n=sum(trade.give.values()),
        m=sum(trade.take.values()),
    )


def planned_words(draft: Draft, order: Order) -> Message:
    """An order of the seat's plan in words; for a trade, with who gives what."""
    if isinstance(order, OfferedTrade | AcceptedTrade) and (trade := draft.trades.get(order.trade)):
        return trade_words(trade)
    return order_words(order, draft.realm)


def has_open_offer(state: State, seat: int) -> bool:
    """Whether somebody waits for a seat's answer to an offer."""
    return any(trade.buyer == seat and trade.state == "open" for trade in state.trades_of(seat))


def answered_words(trade: Trade) -> Message:
    """How an offer was answered, for the seat that made it."""
    who, goods = SeatName(trade.buyer), say("{give} for {take}", give=_goods(trade.give), take=_goods(trade.take))
    if trade.state == "done":
        return say("{who} accepts: {trade}", who=who, trade=goods)
    if trade.state == "declined":
        return say("{who} declines: {trade}", who=who, trade=goods)
    return say("{who} has not answered yet: {trade}", who=who, trade=goods)


def _goods(goods: Paid) -> Wording:
    return basket(goods) if goods else say("nothing")


def trade_notes(state: State, seat: int) -> Iterator[Shortcut]:
    """Notes on open offers to a seat, each with a button to answer, and on the answers to its own offers."""
    for trade in state.trades_of(seat):
        if trade.state == "open" and trade.buyer == seat:
            words = say(
                "{who} offers you {give} for {take}",
                who=SeatName(trade.seller),
                give=_goods(trade.give),
                take=_goods(trade.take),
            )
            yield Shortcut("reply", words, ("reply", trade.key), say("Answer"), icon="hand")
        elif trade.seller == seat and trade.state != "void":
            yield Shortcut("reply", answered_words(trade), icon="hand")


def offer(step: Step[State], move: Offer) -> None:
    """Offer a trade. Its goods are taken out of the stock at once, so that the seller has them when the offer is
    accepted.
    """
    state = step.state
    check_editing(step)
    step.require(turn_partner_reason(state, step.seat, move.to))
    draft = draft_of(state, step.seat)
    step.require(offer_reason(state, draft, move))
    between = state.trades[pair_key(step.seat, move.to)].value
    key = f"{step.seat}-{move.to}-{len(between) + 1}"
    by_seller = market_reason(draft) is None
    trade = Trade(key, step.seat, move.to, move.given, move.taken, by_seller)
    between.append(trade)
    append_order(state, step.seat, OfferedTrade(key))
    step.tell(seal(offer_words(trade), step.seat, move.to))


def ask_offer(state: State, draft: Draft) -> Asking[Move]:
    """Ask for an offer, on one form."""
    return together("offer", say("Offer a trade"), _ask_offer(state, draft), say("Make the offer"), layout="dense")


def _ask_offer(state: State, draft: Draft) -> Asking[Move]:
    seat = draft.realm.seat
    others = tuple(
        Option(
            other,
            named(other),
            seat=other,
            reason=turn_partner_reason(state, seat, other),
            hint=market_hint(state, draft, other),
        )
        for other in state.alive
        if other != seat
    )
    to = yield from Pick[int](
        key="whom", prompt=say("Trade with whom?"), options=others, secret=True, meaning=ABOUT_TRADES
    )
    give = yield from _ask_quantities("give", say("What do you give?"), draft.goods, ())
    take = yield from _ask_quantities("take", say("What for it?"), None, give)
    return Offer(to, give, take=take)


def _ask_quantities(
    key: str, prompt: Message, stock: dict[Good, int] | None, against: tuple[Quantity, ...]
) -> Asking[tuple[Quantity, ...]]:
    """Ask for goods one by one until the answer "enough"; ``against`` is the other side of the trade.

    Without a ``stock`` anything may be asked for: what others own now is hidden. Preselected after the first good is
    "enough".
    """
    lots: list[Quantity] = []
    goods = tuple(map(good_option, GOODS)) if stock is None else good_options(stock, GOODS)
    while len(lots) < len(GOODS):
        named = [lot.good for lot in lots]
        nothing = wanting_reason(lots, against) if stock is None else None
        enough = say("That is all") if lots else say("Nothing")
        options: list[Option[str]] = [Option(ENOUGH, enough, reason=nothing, icon="check")]
        options += [option for option in goods if option.value not in named]
        question, asked = f"{key}-{len(lots) + 1}", say("What else?") if lots else prompt
        usual = ENOUGH if lots and nothing is None else None
        chosen = yield from Pick[str](
            key=question, prompt=asked, options=tuple(options), secret=True, usual=usual, meaning=ABOUT_TRADES
        )
        if chosen == ENOUGH:
            break
        good = next(good for good in GOODS if good == chosen)
        n, most = 1, MOST_WANTED if stock is None else stock.get(good, 0)
        if most > 1:
            name, icon = GOOD[good], ICON[good]
            count = Count(
                key=f"{question}-n",
                prompt=name,
                low=1,
                high=most,
                start=1,
                usual=1,
                icon=icon,
                secret=True,
                meaning=ABOUT_TRADES,
            )
            n = yield from count
        lots.append(Quantity(good, n))
    return tuple(lots)


# -- the answer ------------------------------------------------------------------------------------------------------


def accept_offer_reason(state: State, draft: Draft, trade: str) -> Message | None:
    """Why a seat cannot accept an offer. In turn order its acceptance is carried out before its plan, so it must hold
    without it.
    """
    if reason := accept_reason(draft, trade):
        return reason
    seat = draft.realm.seat
    if on_turn(state) in (0, seat):
        return None
    today = new_draft(state, seat, state.trades_of(seat))
    apply_orders(today, [line for line in state.lines(seat) if isinstance(line.order, AcceptedTrade)])
    return accept_reason(today, trade)


def answer_offer(step: Step[State], move: AnswerOffer) -> None:
    """Accept or decline an offer; an accepted trade adds the order of the buyer to its plan."""
    step.owed(Planning)
    state = step.state
    draft = draft_of(state, step.seat)
    step.require(accept_offer_reason(state, draft, move.trade) if move.accept else decline_reason(draft, move.trade))
    trade = next(trade for trade in state.trades_of(step.seat) if trade.key == move.trade)
    words = trade_words(trade)
    if move.accept:
        trade.state = "done"
        append_order(state, step.seat, AcceptedTrade(trade.key))
        text = say("{who} accepts: {trade}", who=SeatName(step.seat), trade=words)
    else:
        trade.state = "declined"
        text = say("{who} declines: {trade}", who=SeatName(step.seat), trade=words)
    step.tell(seal(text, trade.seller, trade.buyer))


def pair_key(one: int, other: int) -> str:
    """The key of the trades between two seats."""
    return f"{min(one, other)}-{max(one, other)}"


def ask_answer(state: State, draft: Draft) -> Asking[Move]:
    """Ask which offer, and whether it is accepted, on one form."""
    return together("reply", say("Answer an offer"), _ask_answer(state, draft), say("Answer"))


def _ask_answer(state: State, draft: Draft) -> Asking[Move]:
    seat = draft.realm.seat
    offers = {trade.key: trade for trade in state.trades_of(seat) if trade.buyer == seat and trade.state == "open"}
    options = tuple(Option(key, trade_words(trade), seat=trade.seller) for key, trade in offers.items())
    key = yield from Pick[str](
        key="trade", prompt=say("Which offer?"), options=options, secret=True, meaning=ABOUT_TRADES
    )
    answers = (
        Option(
            "accept",
            say("Accept"),
            reason=accept_offer_reason(state, draft, key),
            act=say("Accept the offer"),
            icon="check",
        ),
        Option("decline", say("Decline"), act=say("Decline the offer"), icon="close"),
    )
    hint = structs.replace(trade_words(offers[key]), short=N_("Turn up: the offer"))
    prompt = say("{who} offers. Accept?", who=SeatName(offers[key].seller))
    answer = yield from Pick[str](
        key="answer",
        prompt=prompt,
        hint=hint,
        options=answers,
        secret=True,
        meaning=say("If you accept, the goods change hands at once. One of the two needs a market with a man."),
    )
    return AnswerOffer(key, answer == "accept")
