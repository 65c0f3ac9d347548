"""Choosing a card by name, or one that is entered on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.questions import Asking, Option, Pick
from companion.core.wording import N_, Message, Wording, say
from companion.games.ancient_world.asking_entries import ask_card
from companion.games.ancient_world.box import CardKind, name_of
from companion.games.ancient_world.box_entries import Entry, with_entries
from companion.games.ancient_world.moves import LATER, NEW, AfterEntry
from companion.games.ancient_world.queries import card_price
from companion.games.ancient_world.reasons_entries import unknown_card_reason
from companion.games.ancient_world.state import State
from companion.games.ancient_world.words import price

RESERVED = (NEW, LATER, "decline", "spend", "repair")
"""Answers that are not cards; a card with such a key is not offered."""

Choice = tuple[str, Entry | None, AfterEntry]
"""The card (or another answer), the entered facts, and whether an entered card is taken."""

Reason = Callable[[State, str], Message | None]


def card_options(
    state: State, what: CardKind, keys: Sequence[str], reason: Reason, *, priced: bool
) -> tuple[Option[str], ...]:
    """Known cards by name, with their price."""
    return tuple(
        Option(
            key,
            name_of(state, what, key),
            price=price(*card_price(state, what, key)) if priced else (),
            reason=unknown_card_reason(state, what, key) or reason(state, key),
            icon="card",
        )
        for key in keys
        if key not in RESERVED
    )


def new_option(what: CardKind) -> Option[str]:
    """The option for a card that is not in the list."""
    labels: dict[CardKind, Wording] = {
        "empire": say("A card not listed here", short=N_("Another card")),
        "military": say("A military card not listed here", short=N_("Another card")),
        "titan": say("A titan not listed here", short=N_("Another titan")),
        "district": say("A district not listed here", short=N_("Another district")),
    }
    return Option(NEW, labels[what], icon="plus")


def later_option() -> Option[str]:
    """The option to keep the entered facts without paying."""
    return Option(LATER, say("Only keep what was entered", short=N_("Only enter it")))


def ask_which(
    state: State,
    what: CardKind,
    prompt: Message,
    keys: Sequence[str],
    reason: Reason,
    instead: tuple[Option[str], ...],
    *,
    priced: bool,
    hint: Message | None = None,
) -> Asking[Choice]:
    """Ask for a known card, or for a new one that is entered and then taken or left; ``instead`` are other answers."""
    options = (*card_options(state, what, keys, reason, priced=priced), new_option(what), *instead)
    chosen = yield from Pick[str](key="card", prompt=prompt, hint=hint, options=options, default="decline")
    if chosen != NEW:
        return chosen, None, ""
    entry = yield from ask_card(state, what)
    after = with_entries(state, entry)
    take = Option(
        "take",
        say("Take it"),
        price=price(*card_price(after, what, entry.key)) if priced else (),
        reason=reason(after, entry.key),
        icon="check",
    )
    prompt = say("Take {card}?", short=N_("Take it?"), card=name_of(after, what, entry.key))
    taken = yield from Pick[str](key="take", prompt=prompt, options=(take, later_option()))
    return NEW, entry, "take" if taken == "take" else "later"
