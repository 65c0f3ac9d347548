"""Questions about cards, cubes and settlers: Destiny, Oracle, the window, Artemis, Hades. Sections 6 and 7.

The arrival at a Zeus space is asked in steps, each of which accepts what is usual in one tap. No two of them may stand
on one form: between the card drawn, the one kept by the Oracle, the one played and the Olympos card lies a chance or a
reveal, and all seats answer in the window before the god falls. What then is left to one seat, its cubes or its
settler, is a form.
"""

from __future__ import annotations

from typing import cast

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.wording import N_, Message, say, say_n
from companion.games.olympos import asking_expand, queries_prices, reasons, words
from companion.games.olympos.agenda import Cubes, HeldCard, Oracle, Window
from companion.games.olympos.moves import NO_CARD, AddZeus, KeepCard, Left, Lose, Move, PlayCard, TakeCube
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import DESTINIES, GODS, RESOURCE_ICONS, RESOURCES, Resource


def _card(card: HeldCard, reason: Message | None = None) -> Option[str]:
    face = DESTINIES[card.face.value]
    return Option(card.handle, face.label, hint=face.effect, icon=face.icon, reason=reason)


def ask_more(state: State, side: Side) -> Asking[Move]:
    """After a draw or an action; most cards are kept for later."""
    return ask_card(state, side, NO_CARD)


def ask_card(state: State, side: Side, usual: str | None = None) -> Asking[Move]:
    """Which card of the own hand, if any. Section 6."""
    cards = tuple(_card(card, reasons.face_reason(state, side, card.face.value)) for card in side.hand)
    keep = Option(NO_CARD, say("None: keep all", N_("None: keep all")), icon="hand")
    prompt = say("Play a Destiny card?", N_("Play a card?"))
    options = (keep, *cards)
    asked = Pick[str](key="card", prompt=prompt, options=options, secret=True, default=NO_CARD, usual=usual)
    return PlayCard((yield from asked))


def ask_oracle(due: Oracle) -> Asking[Move]:
    prompt = say("Which card do you keep?", N_("Keep which card?"))
    cards = tuple(_card(card) for card in due.cards)
    first = cards[0].value
    return KeepCard((yield from Pick[str](key="keep", prompt=prompt, options=cards, secret=True, default=first)))


def ask_window(state: State, side: Side, due: Window) -> Asking[Move]:
    """Every seat is asked, whether it holds one or not, and nobody sees who does. Section 7."""
    held = sum(card.face.value == "zeus" for card in side.hand)
    god = GODS[due.god]
    none = Option(0, say("No Zeus card", N_("No Zeus card")), icon="hand")
    more = tuple(
        Option(
            n,
            say_n("{n} Zeus card", "{n} Zeus cards", n),
            icon="temple",
            reason=reasons.zeus_reason(held, n),
        )
        for n in range(1, max(1, held) + 1)
    )
    chosen = yield from Pick[int](
        key="zeus",
        prompt=say("{god}: do you add a Zeus card?", N_("Add a Zeus card?"), god=god.label),
        hint=_stakes(state, side, due),
        options=(none, *more),
        secret=True,
        default=0,
        usual=0,
    )
    return AddZeus(chosen)


def _stakes(state: State, side: Side, due: Window) -> Message:
    """What the card does, to whom, and how many symbols the seat has."""
    effect, own = GODS[due.god].effect, queries_prices.zeus_symbols(state, side)
    if GODS[due.god].good:
        return say("{effect}, for the most Zeus symbols. You have {n}.", N_("The most; you {n}"), effect=effect, n=own)
    return say("{effect}, for the fewest Zeus symbols. You have {n}.", N_("The fewest; you {n}"), effect=effect, n=own)


def ask_cube(state: State, due: Cubes) -> Asking[Move]:
    """Artemis and Commerce, all cubes of a seat on one form."""
    act = say("Take this cube", N_("Take this cube"))
    if due.left > 1:
        act = say("Take these cubes", N_("Take these cubes"))
    return together("cubes", say("Cubes"), _ask_cube(state, due), act)


def _ask_cube(state: State, due: Cubes) -> Asking[Move]:
    options = tuple(
        Option(each, label, icon=RESOURCE_ICONS[each], reason=reasons.cube_reason(state, each))
        for each, label in RESOURCES.items()
    )
    first = next(option.value for option in options if option.reason is None)
    prompt = say("Which cube do you take?", N_("Which cube?"))
    if due.left > 1:
        prompt = say("Which cube do you take? ({n} to take)", N_("Which cube? ({n})"), n=due.left)
    return TakeCube((yield from Pick[Resource](key="cube", prompt=prompt, options=options, default=first)))


def ask_loss(state: State, side: Side) -> Asking[Move]:
    """Hades: one of the own settlers on the map."""
    act = say("Take it off the map", N_("Take it off the map"))
    return together("loss", GODS["hades"].label, _ask_loss(state, side), act)


def _ask_loss(state: State, side: Side) -> Asking[Move]:
    options = tuple(
        Option(
            each,
            words.from_territory(each),
            icon=RESOURCE_ICONS[each],
            reason=reasons.lost_reason(state, side, each),
        )
        for each in RESOURCES
    )
    covered: Option[str] = Option(
        "covered",
        words.covered_settler(side.covered),
        icon="down",
        reason=reasons.lost_reason(state, side, "covered"),
    )
    every = (covered, *options)
    first, *others = [option.value for option in every if option.reason is None]
    prompt = say("Which settler leaves the map?", N_("Hades takes which?"))
    usual = None if others else first
    what = yield from Pick[str](key="loss", prompt=prompt, options=every, default=first, usual=usual)
    if what == "covered":
        return Lose(Left("covered"))
    return Lose((yield from asking_expand.ask_left(state, side, cast("Resource", what), None)))
