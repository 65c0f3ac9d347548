"""Choosing a card by name, or one that is entered on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.questions import Amount, Asking, Option, Pick
from companion.core.wording import N_, Message, Wording, say
from companion.games.ancient_world.asking_entries import ask_card
from companion.games.ancient_world.box import What, amount, name_of
from companion.games.ancient_world.box_entries import Entry, with_entries
from companion.games.ancient_world.moves import LATER, NEW, Answered
from companion.games.ancient_world.reasons_entries import unread_reason
from companion.games.ancient_world.state import State

RESERVED = (NEW, LATER, "decline", "spend", "repair")
"""Answers beside the cards; a card with such a key could not be told from them and is not offered."""

Choice = tuple[str, Entry | None, Answered]
"""The card (or an answer that is none), what was entered, and whether it is taken then."""

Reason = Callable[[State, str], Message | None]


def card_options(
    state: State, what: What, keys: Sequence[str], reason: Reason, *, priced: bool
) -> tuple[Option[str], ...]:
    """Known cards by name, with their price."""
    return tuple(
        Option(
            key,
            name_of(state, what, key),
            price=_price(state, what, key) if priced else (),
            reason=unread_reason(state, what, key) or reason(state, key),
            icon="card",
        )
        for key in keys
        if key not in RESERVED
    )


def _price(state: State, what: What, key: str) -> tuple[Amount, ...]:
    amounts = (
        Amount(amount(state, what, key, "coins"), "coin"),
        Amount(amount(state, what, key, "knowledge"), "scroll"),
    )
    return tuple(one for one in amounts if one.n)


def new_option(what: What) -> Option[str]:
    """A card that is not in the list yet."""
    labels: dict[What, Wording] = {
        "empire": say("A card not listed here", short=N_("Another card")),
        "military": say("A military card not listed here", short=N_("Another card")),
        "titan": say("A titan not listed here", short=N_("Another titan")),
        "district": say("A district not listed here", short=N_("Another district")),
    }
    return Option(NEW, labels[what], icon="plus")


def later_option() -> Option[str]:
    """Nothing is paid; what was entered is kept."""
    return Option(LATER, say("Only keep what was entered", short=N_("Only enter it")))


def ask_which(
    state: State,
    what: What,
    prompt: Message,
    keys: Sequence[str],
    reason: Reason,
    instead: tuple[Option[str], ...],
    *,
    priced: bool,
    hint: Message | None = None,
) -> Asking[Choice]:
    """A known card by name, or one that is entered now and then taken or left; ``instead`` are other answers."""
    options = (*card_options(state, what, keys, reason, priced=priced), new_option(what), *instead)
    chosen = yield from Pick[str](key="card", prompt=prompt, hint=hint, options=options, default="decline")
    if chosen != NEW:
        return chosen, None, ""
    entry = yield from ask_card(state, what)
    after = with_entries(state, entry)
    take = Option(
        "take",
        say("Take it"),
        price=_price(after, what, entry.key) if priced else (),
        reason=reason(after, entry.key),
        icon="check",
    )
    prompt = say("Take {card}?", short=N_("Take it?"), card=name_of(after, what, entry.key))
    taken = yield from Pick[str](key="take", prompt=prompt, options=(take, later_option()))
    return NEW, entry, "take" if taken == "take" else "later"
