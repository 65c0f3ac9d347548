"""Facts that players read off components: why they are refused, storing them, and asking for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.boxes import Component, Learned, fact_problem, put
from companion.core.options import Option, colour_of
from companion.core.questions import Asking, Confirm, Count, Pick, PickMany, Text
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, Wording, say
from companion.games.ancient_world import box, forms, words
from companion.games.ancient_world.box import CardKind, Entry, EntryKind
from companion.games.ancient_world.moves import LATER, NEW, AfterEntry
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import (
    EFFECTS,
    FIRST_EDITION_NUMBERS,
    GOODS_ICONS,
    HIGHEST,
    LIKELY_SYMBOLS,
    SPACES,
    SYMBOL_ICONS,
    SYMBOLS,
    TRIBES,
    Space,
    deck_letter,
)

# -- why facts cannot be entered, or are missing ------------------------------------------------------------------


def entry_reason(state: State, entry: Entry) -> Message | None:
    """Why entered facts are refused, or None: they must be new, complete and consistent."""
    if reason := _symbols_reason(entry):
        return reason
    by_key = {field.key: field for field in box.KIND[entry.kind].fields}
    facts = box.facts_of(entry)
    for key, value in facts.items():
        if key not in by_key or fact_problem(by_key[key], value) is not None:
            return say("{field} cannot be that.", field=key)
    if set(facts) & set(box.component(state, entry.kind, entry.key)):
        return say("That has been entered already.", short=N_("Entered already"))
    if entry.kind != "action" and _is_taken(box.entered_names(state, entry.kind), entry.name or ""):
        return say("There is something of that name already.", short=N_("Name is taken"))
    return _key_reason(state, entry, facts)


def _is_taken(names: tuple[str, ...], name: str) -> bool:
    return name.strip().casefold() in {other.casefold() for other in names}


def _symbols_reason(entry: Entry) -> Message | None:
    """Why symbols of an entry are refused, or None: each is entered once, and only a few may be printed several
    times.
    """
    symbols = entry.symbols or ()
    several = {f"{symbol}*{n}" for symbol in symbols for n in box.TIMES}
    if len(set(symbols)) < len(symbols) or len(set(entry.more)) < len(entry.more):
        return say("The same choice is there twice.")
    if len(entry.more) > box.MOST_TWICE or not several.issuperset(entry.more):
        return say("{field} cannot be that.", field="more")
    return None


def _key_reason(state: State, entry: Entry, facts: Component) -> Message | None:
    if entry.kind == "action":
        read = entry.key in SPACES and set(box.unknown_fields(state, entry.key)) <= set(facts)
        return None if read else words.NO_SUCH_THING
    what: CardKind = entry.kind
    there = entry.key in box.component_keys(state, what) or entry.key == box.next_card_key(state, what)
    have = {**box.component(state, what, entry.key), **facts}
    return None if there and box.is_complete(what, have) else words.NO_SUCH_THING


def unknown_card_reason(state: State, what: CardKind, key: str) -> Message | None:
    """Why a card must be entered first; a starting card can come without."""
    return None if key in box.KIND[what].listed else missing_facts_reason(state, what, key)


def missing_facts_reason(state: State, what: CardKind, key: str) -> Message | None:
    """Why a rule cannot use a card: facts are missing."""
    if box.is_known(state, what, key):
        return None
    return say("Enter first what stands on that card.", short=N_("Enter the card first"))


# -- writing facts ------------------------------------------------------------------------------------------------


def enter_facts(step: Step[State], *entries: Entry | None) -> None:
    """Enter facts that players read off components."""
    for entry in entries:
        if entry is None:
            continue
        step.require(entry_reason(step.state, entry))
        kind = box.kind_key(step.state, entry.kind)
        for field, value in box.facts_of(entry).items():
            write_fact(step, Learned(kind, entry.key, field, value), keep=entry.keep)


def write_fact(step: Step[State], fact: Learned, *, keep: bool) -> None:
    """Put a fact into the play's box, and with ``keep`` store it for later plays. The practice box stores nothing."""
    if keep and not step.state.switches.practice:
        step.learn(fact.kind, fact.key, fact.field, fact.value)
    put(step.state.box, fact)


def resolve_card(step: Step[State], what: CardKind, card: str, entry: Entry | None) -> str:
    """Return the key of the card of a move, after entering its facts if ``entry`` has some."""
    if card == NEW and entry is not None and entry.kind == what:
        enter_facts(step, entry)
        return entry.key
    if entry is not None or card not in box.known_keys(step.state, what):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    step.require(unknown_card_reason(step.state, what, card))
    return card


# -- asking for symbols and numbers -------------------------------------------------------------------------------

Facts = dict[str, Any]
"""Fields of an entry by name."""

ON_THE_CARD = say("As it is printed on the card. It is asked once and can be set right later.")
ON_THE_BOARD = say("As your board prints it; the editions differ. It is asked once and can be set right later.")
EITHER_PRICE = say("Yes if the board lets you pay with one or the other; no if it wants both.")


def ask_symbols(words: dict[str, Message], prompt: Message, *, printed_on: str = "") -> Asking[Facts]:
    """Ask which symbols are printed, then which of them several times. Nothing is preselected, because banners are
    worth points. ``printed_on`` is the key of the question that names the card.
    """
    likely = [key for key in words if key in TRIBES or key in LIKELY_SYMBOLS]
    options = tuple(
        Option(key, words[key], icon=SYMBOL_ICONS.get(key, ""), colour=colour_of(key))
        for key in (*likely, *(key for key in words if key not in likely))
    )
    chosen = yield from PickMany[str](
        key="symbols",
        prompt=prompt,
        options=options,
        most=len(options),
        likely=len(likely),
        counted_by="more",
        printed_on=printed_on,
        assumed=[],
        meaning=say(
            "Everything printed on the card that counts: the companion adds up income, food, capacity, swords and "
            "points by it."
        ),
    )
    if not chosen:
        return {"symbols": ()}
    several = tuple(
        Option(
            f"{option.value}*{n}",
            _several(option.label, n, alone=len(chosen) == 1),
            icon=option.icon,
            colour=option.colour,
        )
        for n in box.TIMES
        for option in options
        if option.value in chosen
    )
    more = yield from PickMany[str](
        key="more",
        prompt=say("Any of them several times?", short=N_("Several of one?")),
        options=several,
        most=min(box.MOST_TWICE, len(several)),
        counts="symbols",
        usual=[],
        meaning=say("For a symbol that is printed twice or more often."),
    )
    return {"symbols": tuple(chosen), "more": tuple(more)}


def _several(symbol: Wording, n: int, *, alone: bool) -> Message:
    """The label for a symbol printed ``n`` times; only the number if it is ``alone``."""
    return say("{n} times", n=n) if alone else say("{symbol} x{n}", symbol=symbol, n=n)


def ask_number(
    field: str,
    prompt: Message,
    high: int,
    likely: int | None = None,
    low: int = 0,
    *,
    default: int = 0,
    icon: str = "",
    meaning: Message = ON_THE_CARD,
) -> Asking[int]:
    """Ask for a number on a card. Nothing is preselected, because a wrong number costs points. ``likely`` is the lowest
    frequent number, where input begins.
    """
    return (
        yield from Count(
            key=field,
            prompt=prompt,
            low=low,
            high=high,
            start=likely or low,
            likely=likely is not None,
            default=default,
            assumed=default,
            icon=icon,
            meaning=meaning,
        )
    )


def _price() -> Asking[Facts]:
    """Coins and knowledge printed on a card."""
    coins = yield from ask_number("coins", say("Cost in coins?"), 20, 2, icon=GOODS_ICONS["coins"])
    knowledge = yield from ask_number("knowledge", say("Cost in knowledge?"), 9, 0, icon=GOODS_ICONS["knowledge"])
    return {"coins": coins, "knowledge": knowledge}


# -- asking for a whole component ---------------------------------------------------------------------------------

COSTS = ("coins", "knowledge")
CHECK_BOARD = say("Check your board: the number shown is of the first edition.", short=N_("Check your board"))


def ask_action(state: State, space: Space) -> Asking[Entry | None]:
    """Ask for what the board says about an action; None when it is known. A cost of 0 is never preselected."""
    missing = box.unknown_fields(state, space)
    if not missing:
        return None
    facts: Facts = {}
    first_guess = next((field for field in missing if (space, field) in FIRST_EDITION_NUMBERS), None)
    for field in missing:
        hint = CHECK_BOARD if field == first_guess else None
        guess = FIRST_EDITION_NUMBERS.get((space, field), 0)
        prompt = _action_prompt(space, field)
        if field in COSTS and not guess:
            facts[field] = yield from ask_number(field, prompt, HIGHEST[field], 0, meaning=ON_THE_BOARD)
        elif field in HIGHEST:
            start = int(guess)
            facts[field] = yield from Count(
                key=field,
                prompt=prompt,
                hint=hint,
                high=HIGHEST[field],
                start=start,
                default=start,
                usual=start,
                meaning=ON_THE_BOARD,
            )
        else:
            options = tuple(Option(value, label) for value, label in box.YES_NO)
            facts[field] = yield from Pick[str](
                key=field,
                prompt=prompt,
                hint=hint,
                options=options,
                default=str(guess),
                usual=str(guess),
                meaning=EITHER_PRICE if field == "either" else ON_THE_BOARD,
            )
    return (yield from _kept(state, "action", space, facts))


def _action_prompt(space: Space, field: str) -> Message:
    label = SPACES[space]
    match field:
        case "coins":
            return say("{action}: how many coins does it cost?", short=N_("Its cost in coins?"), action=label)
        case "knowledge":
            return say("{action}: how much knowledge does it cost?", short=N_("Cost in knowledge?"), action=label)
        case "either":
            return say("{action}: is coins or knowledge alone enough?", short=N_("Coins or knowledge?"), action=label)
        case "first":
            return say("{action}: first player next round?", short=N_("Next first player?"), action=label)
        case _:
            pass
    match space:
        case "learn":
            return say("Learn: how much knowledge does it give?", short=N_("How much knowledge?"))
        case "labor":
            return say("How many coins does the board give?", short=N_("How many coins?"))
        case "rebuild":
            return say("Rebuild: how many cards at most?", short=N_("Repairs at most?"))
        case _:
            return say("Explore: how many cards to look at?", short=N_("Cards to look at?"))


def ask_card(state: State, what: CardKind, stars: int = 0, owner: int | None = None) -> Asking[Entry]:
    """Ask for the facts of a new card. ``owner`` is the seat before whom a titan lies."""
    key = box.next_card_key(state, what)
    match what:
        case "empire":
            facts = yield from _empire(state)
        case "military":
            facts = yield from _price()
            facts |= yield from _fighting()
        case "titan":
            facts = yield from _titan(stars, owner)
        case "district":
            facts = yield from ask_symbols(
                SYMBOLS, say("Tap every symbol on it.", short=N_("Its symbols?")), printed_on="named"
            )
    facts |= yield from _named(state, what, key)
    return (yield from _kept(state, what, key, facts))


def _empire(state: State) -> Asking[Facts]:
    letter = deck_letter(state.round)
    decks = (Option(letter, say("Deck {deck}", deck=letter)), Option("C", say("Deck {deck}", deck="C")))
    deck = yield from Pick[str](
        key="deck",
        prompt=say("From which deck?"),
        options=decks,
        default=letter,
        usual=letter,
        meaning=say("The present deck is that of the round. Deck C lies open, and everybody may look through it."),
    )
    words = {**TRIBES, **SYMBOLS}
    prompt = say("Tap every banner and symbol on it.", short=N_("Banners and symbols?"))
    facts = yield from ask_symbols(words, prompt, printed_on="named")
    facts |= yield from _price()
    return facts | {"deck": deck}


def _fighting() -> Asking[Facts]:
    swords = yield from ask_number("swords", say("How many swords?"), 9)
    arrows = yield from ask_number("arrows", say("How many arrows?"), 9)
    retired = say("What still shows when the card lies under a newer one.")
    old_swords = yield from ask_number("old-swords", say("Swords if retired?"), 9, meaning=retired)
    old_arrows = yield from ask_number("old-arrows", say("Arrows if retired?"), 9, meaning=retired)
    return {"swords": swords, "arrows": arrows, "old_swords": old_swords, "old_arrows": old_arrows}


def _titan(stars: int, owner: int | None) -> Asking[Facts]:
    prompt = (
        say("What is its defence?")
        if owner is None
        else say("Defence of {who}'s titan?", short=N_("Its defence?"), who=SeatName(owner))
    )
    defence = yield from ask_number("defence", prompt, 60, 3, 1, default=5, icon="shield")
    kinds = tuple(Option(key, label) for key, label in box.KINDS_OF_TITAN)
    prompt = say("What counts against it?", short=N_("What counts?"))
    counts = yield from Pick[str](
        key="counts",
        prompt=prompt,
        options=kinds,
        default="both",
        usual="both",
        meaning=say("A titan that shows a sword alone is hurt by swords only; arrows do not count against it."),
    )
    prompt = say("Tap its banners and symbols.", short=N_("Its banners?"))
    facts = yield from ask_symbols({**TRIBES, **SYMBOLS}, prompt, printed_on="named")
    effects = tuple(Option(key, label) for key, label in EFFECTS.items())
    prompt = say("What does a coin symbol do?", short=N_("Coin symbol does?"))
    effect = yield from Pick[str](
        key="effect",
        prompt=prompt,
        options=effects,
        default="none",
        usual="none",
        meaning=say("It stands at the foot of the titan card and happens for each coin you roll."),
    )
    facts |= {"stars": str(stars), "defence": defence, "counts": counts, "effect": effect}
    if effect == "lose-ambrosia":
        takes = say("So much a coin symbol takes, as the titan card says. You never lose more than you have.")
        facts["amount"] = yield from ask_number("amount", say("How much ambrosia?"), 9, 1, default=1, meaning=takes)
    return facts


def ask_army(state: State, key: str) -> Asking[Entry]:
    """Ask for the missing swords and arrows of a known card: the two starting ones."""
    card = box.name_of(state, "military", key)
    prompts = {
        "swords": say("Swords on {card}?", short=N_("Swords on it?"), card=card),
        "arrows": say("Arrows on {card}?", short=N_("Arrows on it?"), card=card),
    }
    facts: Facts = {}
    for field, prompt in prompts.items():
        if box.fact(state, "military", key, field) is None:
            facts[field] = yield from ask_number(field, prompt, 9)
    return (yield from _kept(state, "military", key, facts))


def _named(state: State, what: CardKind, key: str) -> Asking[Facts]:
    """Ask for a name that no other card of the kind has, or keep the number."""
    options = (Option("number", box.numbered_name(what, key)), Option("write", say("Another name"), icon="pen"))
    prompt = say("What is it called?", short=N_("Its name?"))
    named = yield from Pick[str](
        key="named",
        prompt=prompt,
        options=options,
        default="number",
        usual="number",
        meaning=say("A number will do. With its name the card is found again on another evening."),
    )
    if named == "number":
        return {"named": "number"}
    taken = box.entered_names(state, what)
    name = yield from Text(
        key="name",
        prompt=prompt,
        longest=40,
        taken=taken,
        meaning=say("As it is printed, or any name by which you find the card again."),
    )
    return {"named": "write", "name": name}


def _kept(state: State, kind: EntryKind, key: str, facts: Facts) -> Asking[Entry]:
    keep = False if state.switches.practice else (yield from ask_keep())
    return Entry(kind=kind, key=key, keep=keep, **facts)


def ask_keep() -> Asking[bool]:
    """Ask whether a fact is kept for later plays."""
    return (
        yield from Confirm(
            key="keep",
            prompt=say("Keep that for other evenings?", short=N_("Keep it for later?")),
            yes=say("Keep it"),
            no=say("Just this once"),
            default=False,
            usual=True,
            meaning=say("If it is kept, nobody is asked for this card again when you play with this box."),
        )
    )


# -- choosing a card by name --------------------------------------------------------------------------------------

RESERVED = (NEW, LATER, "decline", "spend", "repair")
"""Answers that are not cards; a card with one of these keys is not offered."""

Choice = tuple[str, Entry | None, AfterEntry]
"""The card (or another answer), the entered facts, and whether an entered card is taken."""

Reason = Callable[[State, str], Message | None]

Act = Callable[[Wording, Wording], Message]
"""A function that makes the text of the button from a card's name and price."""


def card_options(
    state: State, what: CardKind, keys: Sequence[str], reason: Reason, *, priced: bool, act: Act
) -> tuple[Option[str], ...]:
    """Known cards with their pictures and their price."""
    return tuple(
        Option(
            key,
            box.name_of(state, what, key),
            price=words.price(*box.card_price(state, what, key)) if priced else (),
            reason=unknown_card_reason(state, what, key) or reason(state, key),
            icon="card",
            act=_act(state, what, key, act),
            marks=words.card_marks(state, what, key),
        )
        for key in keys
        if key not in RESERVED
    )


def _act(state: State, what: CardKind, key: str, act: Act) -> Message:
    return act(box.name_of(state, what, key), words.paid(*box.card_price(state, what, key)))


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
    """The option to only store the entered facts, without taking the card."""
    label = say("Only enter it")
    return Option(LATER, label, act=say("Only enter what is printed", short=N_("Only enter")))


def ask_which(
    state: State,
    what: CardKind,
    prompt: Message,
    keys: Sequence[str],
    reason: Reason,
    instead: tuple[Option[str], ...],
    *,
    act: Act,
    priced: bool,
    hint: Message | None = None,
    meaning: Message,
) -> Asking[Choice]:
    """Ask for a known card, or for a new one whose facts are entered and which is then taken or not; ``instead`` are
    further options. ``act`` makes the text of the button. If no card is known, a new one is preselected.
    """
    known = card_options(state, what, keys, reason, priced=priced, act=act)
    chosen = yield from Pick[str](
        key="card",
        prompt=prompt,
        hint=hint,
        options=(*known, new_option(what), *instead),
        default="decline",
        usual=None if known else NEW,
        meaning=meaning,
    )
    if chosen != NEW:
        return chosen, None, ""
    return (yield from _ask_new(state, what, reason, act=act, priced=priced))


def _ask_new(state: State, what: CardKind, reason: Reason, *, act: Act, priced: bool) -> Asking[Choice]:
    """Ask for the facts of a new card, and whether it is taken."""
    entry = yield from ask_card(state, what)
    after = box.with_entries(state, entry)
    does = _act(after, what, entry.key, act)
    take = Option(
        "take",
        does,
        price=words.price(*box.card_price(after, what, entry.key)) if priced else (),
        reason=reason(after, entry.key),
        icon="check",
        act=does,
    )
    prompt = say("What happens to {card}?", short=N_("And this card?"), card=box.name_of(after, what, entry.key))
    options = (take, later_option())
    usual = forms.if_open(options, "take")
    taken = yield from Pick[str](
        key="take",
        prompt=prompt,
        options=options,
        usual=usual,
        settled=True,
        meaning=say("Enter the card now and build it, or only let the companion know it."),
    )
    return NEW, entry, "take" if taken == "take" else "later"
