"""Pieces: the thing on the table that each tracked number counts, and the instructions to players that cannot be
derived from changed numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from companion.core.instructions import Cover
from companion.core.inventory import Thing, Tracked
from companion.core.secrecy import Sealed
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, Verbatim, Wording, listed, say, say_n
from companion.games.olympos import tables, words
from companion.games.olympos.state import Crossing, Oracle, SettingUp, Side, State
from companion.games.olympos.tables import RESOURCES, Bonus, Mark, Resource


def _always(what: Message) -> Callable[[int], Message]:
    return lambda _: what


def _tokens(resource: Resource, n: int) -> Message:
    return say_n("{n} {resource} token", "{n} {resource} tokens", n, resource=RESOURCES[resource])


def cubes(resource: Resource, n: int) -> Message:
    """The words for ``n`` cubes of a resource."""
    return say_n("{n} {resource} cube", "{n} {resource} cubes", n, resource=RESOURCES[resource])


def _so_many(resource: Resource, n: int) -> Message:
    return say("{sign}{n} {what}", sign="", n=n, what=RESOURCES[resource])


TOKENS = {
    each: Thing(f"token.{each}", partial(_tokens, each), partial(_so_many, each), brief=label)
    for each, label in RESOURCES.items()
}
CUBES = {each: Thing(f"cube.{each}", partial(cubes, each), partial(_so_many, each)) for each in RESOURCES}
HOURGLASS = Thing(
    "hourglass",
    lambda n: say_n("{n} hourglass", "{n} hourglasses", n),
    lambda n: say_n("{sign}{n} hourglass", "{sign}{n} hourglasses", n, sign=""),
)
SETTLER = Thing(
    "settler",
    lambda n: say_n("{n} settler", "{n} settlers", n),
    lambda n: say_n("{sign}{n} settler", "{sign}{n} settlers", n, sign=""),
)
STAR = Thing(
    "star",
    lambda n: say_n("{n} Star", "{n} Stars", n),
    lambda n: say_n("{sign}{n} Star", "{sign}{n} Stars", n, sign=""),
    brief=Verbatim({"": "Star", "es": "Estr.", "de": "Stern"}),
)
TRIBE = Thing("tribe", lambda n: say_n("{n} tribe", "{n} tribes", n), _always(say("Tribe")))
ZEUS = Thing("zeus", _always(say("the Zeus token")), _always(say("Zeus token")))
PRESTIGE = Thing(
    "prestige",
    lambda n: say_n("a prestige token worth {n}, face down", "prestige tokens worth {n}, face down", n),
    lambda n: say("{sign}{n} prestige", sign="", n=n),
)
TILE = Thing("tile", lambda n: say_n("{n} tile", "{n} tiles", n), _always(say("Tile")))
CARD = Thing(
    "destiny",
    lambda n: say_n("{n} Destiny card", "{n} Destiny cards", n),
    lambda n: say_n("{sign}{n} card", "{sign}{n} cards", n, sign=""),
)
MARKER = Thing("marker", _always(say("your token")), _always(say("Token")), "marker")
SPACES = tuple(say("space {n}", n=n) for n in range(tables.FARTHEST + 1))
"""The spaces of the Time Track in words."""

SETTLERS = 20
"""Settlers of each colour. Section 1."""


def is_laid_out(state: State) -> bool:
    """Whether the set-up is done, so that the pieces are on the table."""
    return not any(isinstance(due, SettingUp | Crossing) for due in state.agenda)


def has_cards(state: State) -> bool:
    """Whether the Destiny cards are used. If the companion draws, they stay in the box."""
    return not state.companion_draws


def counts(state: State) -> Iterator[Tracked]:
    """Tracked numbers of pieces that the state does not count, computed from other numbers."""
    if not is_laid_out(state):
        return
    for side in state.sides:
        seat = side.seat
        yield _count(f"{seat}.map", say("Settlers on the map"), side.controlled + side.covered, seat, SETTLER)
        if not state.light:
            yield _count(f"{seat}.general", say("Settlers in the general stock"), _general(side), seat, SETTLER)
        if has_cards(state):
            looked_at = sum(len(due.cards) for due in state.agenda if isinstance(due, Oracle) and due.seat == seat)
            yield _count(f"{seat}.hand", say("Destiny cards in hand"), len(side.hand) + looked_at, seat, CARD)


def _count(key: str, label: Message, n: int, seat: int, thing: Thing) -> Tracked:
    return Tracked(key, label, ({"n": n}, "n"), seat, thing=thing)


def _general(side: Side) -> int:
    """Settlers of a colour that are nowhere else, including one that is being moved. At the light level settlers on
    bonuses are unknown.
    """
    on_gods = sum(n for mark, n in side.marks.items() if mark != "laid")
    on_track = 1
    return SETTLERS - on_track - side.stock - side.controlled - side.covered - sum(side.bonus) - on_gods


def _general_stock(state: State, side: Side, change: int) -> tuple[Cover, ...]:
    return () if state.light else ((f"{side.seat}.general", change),)


# -- settlers --------------------------------------------------------------------------------------------------------

BACK_TO_STOCK = say("Put your settler there back in your stock.", N_("Settler to your stock"))
BACK_WHERE_IT_WAS = say("Put your settler back where it was.", N_("Settler back there"))


def instruct_settler(step: Step[State], side: Side, *, new: bool, loser: Side | None) -> None:
    """Instruct a seat to place a settler, from the stock (``new``) or from elsewhere on the map; after a fight on top
    of the loser's.
    """
    who = SeatName(loser.seat) if loser is not None else None
    arrived = (f"{side.seat}.map", 1)
    taken_up = _general_stock(step.state, side, -1)
    on_top = () if who is None else (say("On top of {who}'s", who=who),)
    if new:
        what = say("Put a settler from your stock there.")
        if who is not None:
            what = say("Put a settler from your stock on top of {who}'s.", who=who)
        covers = (f"{side.seat}.stock", -1), arrived
        short = on_top or (say("Settler"),)
        step.instruct(side.seat, what, back=BACK_TO_STOCK, covers=covers, short=short)
    else:
        what = say("Move your settler there.")
        if who is not None:
            what = say("Put your settler on top of {who}'s.", who=who)
        short = on_top or (say("Move your settler"),)
        step.instruct(side.seat, what, back=BACK_WHERE_IT_WAS, covers=(arrived, *taken_up), short=short)
    if loser is not None:
        step.instruct(
            loser.seat,
            say("Your settler stays underneath."),
            back=say("Your settler is on top again.", N_("Yours is on top again")),
            short=(say("Yours stays below"),),
        )


def instruct_leaving(step: Step[State], side: Side) -> None:
    """Note that a settler leaves its place on the map, without words, because another instruction says where it
    goes.
    """
    step.instruct(side.seat, None, covers=((f"{side.seat}.map", -1), *_general_stock(step.state, side, 1)))


def instruct_left_star(step: Step[State], side: Side, place: Message) -> None:
    """Instruct a seat to put back the Star of a territory that nobody controls any more."""
    step.instruct(
        side.seat,
        say("Put {things} on {place}.", things=STAR.words(1), place=place),
        back=say("Take {things} off {place}.", things=STAR.words(1), place=place),
        covers=((f"{side.seat}.stars", -1),),
        short=(say("Star back on the map"),),
    )


def instruct_left_zeus(step: Step[State], side: Side) -> None:
    """Instruct a seat to put back the Zeus token when nobody controls Olympos any more."""
    step.instruct(
        side.seat,
        say("Put the Zeus token back on Olympos."),
        back=say("Take the Zeus token."),
        covers=((f"{side.seat}.zeus", -1),),
        short=(say("Zeus token to Olympos"),),
    )


def instruct_heir(step: Step[State], heir: Side) -> None:
    """Instruct the seat whose covered settler is now on top."""
    step.instruct(
        heir.seat,
        say("Your settler is on top now."),
        back=say("Your settler is underneath again.", N_("Yours is below again")),
        short=(say("Yours is on top now"),),
    )


def instruct_off_the_map(step: Step[State], side: Side) -> None:
    """Instruct a seat to take the settler off the map that Hades removes."""
    step.instruct(
        side.seat,
        say("Put that settler back in your stock."),
        back=say("Put a settler from your stock back where it was."),
        covers=((f"{side.seat}.stock", 1), *_general_stock(step.state, side, -1)),
        short=(say("Settler to your stock"),),
    )


def instruct_tribe(step: Step[State], side: Side) -> None:
    """Instruct a seat to turn the token of a beaten tribe to its Star side."""
    step.instruct(
        side.seat,
        say("Take the tribe from there, Star side up."),
        back=say("Put that Star back on its territory, tribe side up.", N_("Star: a tribe again")),
        covers=((f"{side.seat}.stars", 1), ("tribes", -1)),
        short=(say("Tribe: now your Star"),),
    )


def instruct_more_settlers(step: Step[State], side: Side, n: int) -> None:
    """Instruct a seat to take settlers into its stock."""
    step.instruct(
        side.seat,
        say_n(
            "Take {n} settler from the general stock into yours.",
            "Take {n} settlers from the general stock into yours.",
            n,
        ),
        back=say_n("Put {n} settler back in the general stock.", "Put {n} settlers back in the general stock.", n),
        covers=((f"{side.seat}.stock", n), *_general_stock(step.state, side, -n)),
        short=(say_n("+{n} settler", "+{n} settlers", n),),
    )


# -- the Time Track --------------------------------------------------------------------------------------------------


def instruct_token(step: Step[State], side: Side, start: int) -> None:
    """Instruct a seat to move its token from ``start``, on top of those on its new space."""
    to = side.position
    there = [other for other in step.state.others(side) if other.position == to]
    what, short = say("Move your token to space {n}.", n=to), say("To space {n}", n=to)
    if there:
        top = SeatName(max(there, key=lambda other: other.height).seat)
        what = say("Move your token to space {n}, on top of {who}'s.", n=to, who=top)
        short = say("To {n}, on top", n=to)
    step.instruct(
        side.seat,
        what,
        back=say("Move your token back to space {n}.", N_("Back to space {n}"), n=start),
        key="token",
        covers=((f"{side.seat}.position", to - start),),
        short=(short,),
    )


# -- tiles -----------------------------------------------------------------------------------------------------------


def instruct_tile(step: Step[State], side: Side, tile: str, space: str, shows: Resource | None) -> None:
    """Instruct a seat to take a discovery from its space of the board; ``space`` is "" at the light level, where it is
    unknown.
    """
    what = name = tables.DISCOVERIES[tile].label
    short = name
    if space:
        what = words.tile_of(space, tile)
        row, column = tables.row_of(space), tables.column_of(space)
        short = say("{what} {row}/{column}", what=name, row=row, column=column)
    if shows is not None:
        what = say("{what}, the one with {resource}", what=what, resource=RESOURCES[shows])
    _instruct_taken(step, side, what, short, tile)


def instruct_wonder(step: Step[State], side: Side, key: str) -> None:
    """Instruct a seat to take a wonder."""
    name = tables.WONDERS[key]
    _instruct_taken(step, side, name, replace(name, short=""), key)


def _instruct_taken(step: Step[State], side: Side, what: Wording, short: Message, key: str) -> None:
    step.instruct(
        side.seat,
        say("Take {things}.", things=what),
        back=say("Put back {things}.", things=what),
        covers=((f"{side.seat}.{key}", 1),),
        short=(short,),
    )


def instruct_bonus(step: Step[State], side: Side, tile: str, letter: Bonus, column: int | None) -> None:
    """Instruct a seat to put a settler on a bonus space; ``column`` is None at the light level, where it is unknown."""
    taken = () if column is None else ((f"{side.seat}.bonus-{column}", 1),)
    step.instruct(
        side.seat,
        say("Put a settler from the general stock on its bonus {letter}.", letter=letter),
        back=say(
            "Take your settler off bonus {letter} of {what}.",
            N_("Settler off bonus {letter}"),
            letter=letter,
            what=tables.DISCOVERIES[tile].label,
        ),
        covers=(*taken, *_general_stock(step.state, side, -1)),
        short=(say("Bonus {letter}", letter=letter),),
    )


# -- Olympos cards ---------------------------------------------------------------------------------------------------


def instruct_god(step: Step[State], seat: int, god: str) -> None:
    """Instruct a seat to lay an Olympos card open in the middle. A real card was turned up for the question already."""
    name = tables.GODS[god].label
    if step.from_cardboard:
        step.instruct(seat, None, back=say("Turn the {god} card face down again on its Zeus space.", god=name))
        return
    step.instruct(
        seat,
        say("Find the {god} card and lay it open in the middle.", god=name),
        back=say("Put the {god} card back in the box.", god=name),
        short=(say("Lay {god} open", god=name),),
    )


def instruct_on_god(step: Step[State], side: Side, mark: Mark) -> None:
    """Instruct a seat to put a settler on the card of a god, as a mark that it is affected."""
    god = tables.GODS[mark].label
    step.instruct(
        side.seat,
        say("Put a settler from the general stock on the {god} card.", god=god),
        back=say("Take your settler off the {god} card.", N_("Settler off {god}"), god=god),
        covers=((f"{side.seat}.{mark}", 1), *_general_stock(step.state, side, -1)),
        short=(say("Settler on {god}", god=god),),
    )


def instruct_off_god(step: Step[State], side: Side, mark: Mark) -> None:
    """Instruct a seat to take its settler off the card of a god whose effect is over."""
    god = tables.GODS[mark].label
    step.instruct(
        side.seat,
        say("Take your settler off the {god} card.", god=god),
        back=say("Put your settler back on the {god} card.", N_("Settler on {god}"), god=god),
        covers=((f"{side.seat}.{mark}", -1), *_general_stock(step.state, side, 1)),
        short=(say("Settler off {god}", god=god),),
    )


# -- Destiny cards ---------------------------------------------------------------------------------------------------


def instruct_shuffled(step: Step[State], seat: int, discards: dict[str, int]) -> None:
    """Note that the discard pile was shuffled into the deck for the question which card is drawn."""
    if not has_cards(step.state):
        return
    step.instruct(
        seat,
        None,
        back=say("Turn the deck over: it is the discard pile again."),
        covers=(("deck", sum(discards.values())), *((f"discarded.{face}", -n) for face, n in discards.items() if n)),
    )


def instruct_drawn(step: Step[State], seat: int, face: str) -> None:
    """Instruct a seat about a drawn card. Only the drawer learns which it is, also when the draw is undone."""
    if not has_cards(step.state):
        return
    step.instruct(seat, None, covers=(("deck", -1), (f"{seat}.hand", 1)))
    back = say(
        "Put your Destiny card back on top of the deck: {card}.",
        N_("Card back on the deck"),
        card=tables.DESTINIES[face].label,
    )
    step.instruct(seat, Sealed((seat,), None), back=back)


def instruct_played(step: Step[State], side: Side, face: str) -> None:
    """Instruct a seat to discard a card that it plays; a Star card is laid before it until a wonder uses it."""
    if not has_cards(step.state):
        return
    if face != "star":
        card = tables.DESTINIES[face].label
        what = say("Put your Destiny card on the discard pile: {card}.", card=card)
        _instruct_discarded(step, side, [face], what, say("Discard: {card}", card=card))
        return
    step.instruct(
        side.seat,
        say("Lay your Star card open before you."),
        back=say("Take your Star card back into your hand.", N_("Star card to your hand")),
        covers=((f"{side.seat}.hand", -1), (f"{side.seat}.laid", 1)),
        short=(say("Lay the Star card"),),
    )


def instruct_used_stars(step: Step[State], side: Side, n: int) -> None:
    """Instruct a seat to discard Star cards that a wonder uses."""
    if not has_cards(step.state) or not n:
        return
    step.instruct(
        side.seat,
        say_n("Put your Star card on the discard pile.", "Put your {n} Star cards on the discard pile.", n),
        back=say_n("Lay your Star card open before you again.", "Lay your {n} Star cards open before you again.", n),
        covers=((f"{side.seat}.laid", -n), ("discarded.star", n)),
        short=(say_n("Discard Star card", "Discard {n} Star cards", n),),
    )


def instruct_zeus_cards(step: Step[State], side: Side, n: int) -> None:
    """Instruct a seat to discard Zeus cards that it added to an Olympos card."""
    what = say_n("Put your Zeus card on the discard pile.", "Put your {n} Zeus cards on the discard pile.", n)
    _instruct_discarded(step, side, ["zeus"] * n, what, say_n("Discard Zeus card", "Discard {n} Zeus cards", n))


def instruct_whole_hand(step: Step[State], side: Side, faces: Sequence[str]) -> None:
    """Nemesis: instruct a seat to discard all cards of its hand."""
    n = len(faces)
    what = say_n(
        "Put your Destiny card face up on the discard pile.",
        "Put your {n} Destiny cards face up on the discard pile.",
        n,
    )
    _instruct_discarded(step, side, faces, what, say_n("Discard your card", "Discard your {n} cards", n))


def instruct_oracle(step: Step[State], side: Side, faces: Sequence[str]) -> None:
    """Oracle: instruct a seat to discard the cards that it does not keep."""
    what = say("Keep the card of your choice. Put the rest on the discard pile: {cards}.", cards=_named(faces))
    _instruct_discarded(step, side, faces, what, say("Discard the rest"))


def _instruct_discarded(step: Step[State], side: Side, faces: Sequence[str], what: Message, short: Message) -> None:
    if not has_cards(step.state) or not faces:
        return
    step.instruct(
        side.seat,
        what,
        back=say("Take back into your hand from the discard pile: {cards}.", cards=_named(faces)),
        covers=(
            (f"{side.seat}.hand", -len(faces)),
            *((f"discarded.{face}", n) for face, n in Counter(faces).items()),
        ),
        short=(short,),
    )


def _named(faces: Iterable[str]) -> Wording:
    return listed([tables.DESTINIES[face].label for face in faces])


# -- the end ---------------------------------------------------------------------------------------------------------


def instruct_turned_over(step: Step[State]) -> None:
    """Instruct the table to reveal all hidden tokens and cards."""
    for seat in step.state.seats:
        if has_cards(step.state):
            what = say("Turn your prestige tokens and Destiny cards face up.")
            back = say("Turn your prestige tokens and Destiny cards face down again.")
            short = say("Tokens, cards face up")
        else:
            what = say("Turn your prestige tokens face up.")
            back = say("Turn your prestige tokens face down again.")
            short = say("Prestige face up")
        step.instruct(seat, what, back=back, short=(short,))
