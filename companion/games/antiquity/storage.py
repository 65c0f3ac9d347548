"""Phase 5, storage. Section 8."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.forms import together
from companion.core.questions import Answer, Asking, Count, Question
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.antiquity.famine import only_answer
from companion.games.antiquity.goods import Stock, pay_to_bank
from companion.games.antiquity.in_turn import acting_reason, or_in_turn
from companion.games.antiquity.moves import Discard, Move, Paid
from companion.games.antiquity.pieces import instruct_discard
from companion.games.antiquity.queries import buildings_of_kind, has_benefit, is_working, owned, owned_goods, stock
from companion.games.antiquity.state import Realm, State, Storing
from companion.games.antiquity.tables import GOODS, Good
from companion.games.antiquity.words import GOOD, ICON, basket


def storage_capacity(realm: Realm) -> int | None:
    """Goods that the stores keep; None for no limit. Section 8, phase 5."""
    if has_benefit(realm, "cristofori"):
        return None
    return sum(building.size for building in buildings_of_kind(realm, "store") if is_working(realm, building))


def excess_goods(realm: Realm) -> int:
    """Goods beyond the storage capacity. Section 8, phase 5."""
    room = storage_capacity(realm)
    return 0 if room is None else max(0, sum(stock(realm).values()) - room)


def coming_loss(realm: Realm) -> Message | None:
    """What phase 5 will take from the stock as it is now; None if it takes nothing."""
    over, room = excess_goods(realm), storage_capacity(realm)
    if not over or room is None:
        return None
    if not room and buildings_of_kind(realm, "store"):
        goods = basket(owned_goods(realm))
        return say("You will lose {goods}: no store works, each needs a man and no grave", goods=goods)
    if not room:
        return say("You will lose {goods}: no store", goods=basket(owned_goods(realm)))
    return say_n(
        "You will lose {n} good: stores for {room}", "You will lose {n} goods: stores for {room}", over, room=room
    )


def goods_to_discard(due: Storing, realm: Realm) -> int:
    """How many goods a seat has to discard; at most those it has, since a correction may have taken some."""
    return min(due.excess[realm.seat], sum(stock(realm).values()))


def discard_reason(realm: Realm, over: int, goods: dict[Good, int]) -> Message | None:
    """Why these goods cannot be discarded as the excess of ``over``, or None."""
    if any(owned(realm, good) < n for good, n in goods.items()):
        return say("You do not have that many.")
    total = sum(goods.values())
    return None if total == over else say("Discard {over}, not {n}.", over=over, n=total)


def begin_storing(step: Step[State]) -> None:
    """Begin phase 5. Without a store, or with one kind of good, the excess is discarded unasked."""
    state = step.state
    due: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        owned, room, over = sum(stock(realm).values()), storage_capacity(realm) or 0, excess_goods(realm)
        if not over:
            continue
        step.tell(
            say(
                "{who}: {goods}, stores for {room}: {over} to discard.",
                who=SeatName(seat),
                goods=say_n("{n} good", "{n} goods", owned),
                room=room,
                over=over,
            )
        )
        if over == owned or len(owned_goods(realm)) == 1:
            goods = {good: min(n, over) for good, n in owned_goods(realm).items()}
            instruct_discard(step, realm, goods, room)
            _discard(step, realm, goods)
        else:
            due[seat] = over
    state.due = Storing(due)


def _discard(step: Step[State], realm: Realm, goods: dict[Good, int]) -> None:
    pay_to_bank(stock(realm), step.state.bank, goods)
    step.tell(say("{who} discards {goods}.", who=SeatName(realm.seat), goods=basket(goods)))


def discard(step: Step[State], move: Discard) -> None:
    """Discard the chosen goods."""
    due, realm = step.owed(Storing), step.state.realm(step.seat)
    step.require(acting_reason(step.state, step.seat), "not-now")
    step.require(discard_reason(realm, goods_to_discard(due, realm), move.goods))
    _discard(step, realm, move.goods)
    del due.excess[step.seat]


def ask_storing(state: State, due: Storing, seat: int) -> Asking[Move]:
    """Ask what to discard. After a correction there may be no choice left."""
    realm, secret = state.realm(seat), state.hidden_stocks
    over = goods_to_discard(due, realm)
    if len(owned_goods(realm)) < 2 or not over:
        goods = dict.fromkeys(owned_goods(realm), over) if over else {}
        yield from only_answer(say("Storage"), say("Discard it"), basket(goods), secret)
        return Discard(goods)
    asked = or_in_turn(state, seat, _ask_discards(realm, over, secret), secret=secret)
    title = say_n("Storage: discard {n} good", "Storage: discard {n} goods", over, short=N_("Discard {n}"))
    act = say_n("Discard {n} good", "Discard {n} goods", over, short=N_("Discard {n}"))
    return (yield from together("discard", title, asked, act))


def _ask_discards(realm: Realm, over: int, secret: bool) -> Asking[Move]:
    return Discard((yield from discards(stock(realm), over, secret)))


def discards(stock: Stock, over: int, secret: bool) -> Generator[Question, Answer, Paid]:
    """Ask for exactly ``over`` goods to discard, good by good; goods with only one possible number are not asked for.

    Preselected are numbers that leave the piles as even as possible, since different goods are worth more than many of
    one.
    """
    found: Paid = {}
    at_hand = [good for good in GOODS if stock.get(good, 0)]
    for place, good in enumerate(at_hand, 1):
        later = sum(stock[other] for other in at_hand[place:])
        low, high = max(0, over - later), min(stock[good], over)
        if low < high:
            have, still = stock[good], N_("{have}; still {over}")
            low = yield from Count(
                key=f"discard-{good}",
                prompt=GOOD[good],
                hint=say("You have {have}.", short=still, have=have, over=over),
                low=low,
                high=high,
                start=low,
                icon=ICON[good],
                secret=secret,
                default=low if secret else None,
                usual=_from_the_largest({left: stock[left] for left in at_hand[place - 1 :]}, over)[good],
                meaning=say(
                    "Your goods must lie in stores with a man, one on each square; the rest is lost. What still lies "
                    "on the map needs no store."
                ),
            )
        if low:
            found[good] = low
            over -= low
    return found


def _from_the_largest(stock: Stock, over: int) -> Paid:
    """``over`` goods of a stock, taken one by one from the good with the largest number."""
    left = dict(stock)
    for _ in range(over):
        left[max(left, key=left.__getitem__)] -= 1
    return {good: n - left[good] for good, n in stock.items()}
