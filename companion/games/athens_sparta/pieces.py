"""Pieces: the thing on the table that each tracked number counts, and the instructions to players that cannot be
derived from changed numbers.

A block is tipped forward (face up), stood up again (towards its owner), turned to its steps, put behind walls, into the
pool or aside. The instruction to turn a block on the map to other steps is derived from its tracked number; this module
gives all the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.inventory import Thing
from companion.core.secrecy import Sealed
from companion.core.step import TABLE, Step
from companion.core.wording import Message, Wording, listed, say, say_n
from companion.games.athens_sparta import queries
from companion.games.athens_sparta.seats import seat_of
from companion.games.athens_sparta.state import Body, Garrison, State, Unit
from companion.games.athens_sparta.tables import REVOLT_KINDS, SIDES, Side
from companion.games.athens_sparta.words import block_name, place_name

OLYMPIAD = Thing("olympiad", lambda _: say("the olympiad marker"), lambda _: say("Olympiad marker"), "marker")
INSIDE = Thing("inside", lambda n: say_n("{n} block", "{n} blocks", n), lambda n: say_n("{n} block", "{n} blocks", n))


CARD_OF_TURN, EVENT_OF_TURN = ("card",), ("event",)
"""What instructions about the card of this Game Turn, and about its event, settle."""


def block_thing(name: Message) -> Thing:
    """The thing that is a block; its tracked number is its steps."""
    return Thing("block", lambda _: name, lambda _: name, "steps")


def olympiad_places(first: int, last: int) -> tuple[Message, ...]:
    """The names of the spaces of the olympiad track."""
    return tuple(say("{n}", n=n) for n in range(first, last + 1))


def block_key(key: str) -> str:
    """The key of the tracked number of a block's steps."""
    return f"block.{key}"


def inside_key(place: str, side: Side) -> str:
    """The key of the tracked number of a side's hidden blocks in a city."""
    return f"{side}.inside.{place}"


def about(keys: Iterable[str], *, off: bool = False) -> tuple[str, ...]:
    """The keys of the facts that an instruction about the places of these blocks settles; with ``off``, for blocks that
    leave the map, their steps too.
    """
    return tuple(one for key in keys for one in (f"{block_key(key)}.at", *([block_key(key)] if off else [])))


# -- face up, face down ----------------------------------------------------------------------------------------------


def instruct_tipped(step: Step[State], unit: Unit, *, out_of: str = "", inside: bool = False) -> None:
    """Instruct the owner to tip a block face up. ``out_of``: the city that it leaves; ``inside``: it was hidden in a
    city and stays there.
    """
    body = queries.body_of(step.state, unit)
    block, n = block_name(body), body.strength
    words = say("Tip {block} forward, {n} on top.", block=block, n=n)
    back, short = say("Stand {block} up again.", block=block), (say("Tip {block}", block=block),)
    if out_of:
        place = place_name(step.state, out_of)
        words = say("Bring {block} out of {place}, face up, {n} on top.", block=block, place=place, n=n)
        back = say("Put {block} back into {place}, upright.", block=block, place=place)
        short = (say("{block} comes out", block=block),)
    covers = [(inside_key(unit.place, unit.side), -1)] if out_of or inside else []
    step.instruct(
        seat_of(step.state, unit.side), words, back=back, covers=covers, short=short, about=about([unit.block])
    )


def instruct_stood_up(step: Step[State], units: Iterable[Unit], *, inside: bool = False, away: bool = False) -> None:
    """Instruct owners to stand face-up blocks up: where they are, ``inside`` the walls, or to go ``away``. Call it
    while they are still face up.
    """
    state = step.state
    for side in SIDES:
        mine = [unit for unit in units if unit.side == side]
        if not mine:
            continue
        names = [block_name(queries.body_of(state, unit)) for unit in mine]
        blocks, place = listed(names), place_name(state, mine[0].place)
        words = say("Stand {block} up.", block=blocks)
        if inside:
            words = say("Stand {block} up, inside {place}.", block=blocks, place=place)
        elif away:
            words = say("Stand {block} up and move it away.", block=blocks)
        back = say("Tip {block} forward again.", block=blocks)
        if inside:
            back = say("Bring {block} out of {place} again, face up.", block=blocks, place=place)
        short = [say("Stand up {block}", block=name) for name in names]
        covers = [(inside_key(mine[0].place, side), len(mine))] if inside else []
        where = about(unit.block for unit in mine)
        step.instruct(seat_of(state, side), words, back=back, covers=covers, short=short, about=where)


def instruct_withdrawn(step: Step[State], unit: Unit) -> None:
    """Instruct the owner to move a block behind its walls, face up until the battle is over."""
    block = block_name(queries.body_of(step.state, unit))
    step.instruct(
        seat_of(step.state, unit.side),
        say("Put {block} inside the city, still face up.", block=block),
        back=say("Put {block} outside the city again.", block=block),
        short=(say("{block} goes in", block=block),),
        about=about([unit.block]),
    )


def instruct_captured(step: Step[State], units: Sequence[Unit]) -> None:
    """Instruct the victors to move these blocks inside the city."""
    if not units:
        return
    state, unit = step.state, units[0]
    names = [block_name(queries.body_of(state, one)) for one in units]
    blocks, place = listed(names), place_name(state, unit.place)
    step.instruct(
        seat_of(state, unit.side),
        say("Put {block} inside {place}, still face up.", block=blocks, place=place),
        back=say("Put {block} outside {place} again.", block=blocks, place=place),
        short=[say("{block} goes in", block=name) for name in names],
        about=about(one.block for one in units),
    )


def instruct_besieging(step: Step[State], units: Sequence[Unit]) -> None:
    """Instruct the owner to leave these blocks face up before a city."""
    if not units:
        return
    state, unit = step.state, units[0]
    blocks, place = listed([block_name(queries.body_of(state, one)) for one in units]), place_name(state, unit.place)
    short = {1: say("It stays face up"), 2: say("Both stay face up")}.get(len(units))
    step.instruct(
        seat_of(state, unit.side),
        say("Leave {block} face up before {place}.", block=blocks, place=place),
        back=say("Leave {block} face up.", block=blocks),
        short=(short or say("{n} stay face up", n=len(units)),),
        about=about(one.block for one in units),
    )


def instruct_hidden_inside(step: Step[State], place: str, side: Side) -> None:
    """Instruct a side to put a hidden block behind its walls. The words name no block, so they are the same for
    each.
    """
    where = place_name(step.state, place)
    step.instruct(
        seat_of(step.state, side),
        say("Put that block inside {place}, still upright.", place=where),
        back=say("Bring that block out of {place} again.", place=where),
        covers=((inside_key(place, side), 1),),
        short=(say("A block goes in"),),
    )


def note_no_longer_inside(step: Step[State], garrison: Garrison, n: int) -> None:
    """Note that ``n`` blocks have left a garrison, without words, because another instruction says it."""
    if n:
        step.instruct(TABLE, None, covers=((inside_key(garrison.place, garrison.side), -n),))


# -- to the map, off the map -----------------------------------------------------------------------------------------


def instruct_lost(step: Step[State], key: str, body: Body, side: Side, *, hidden: bool) -> None:
    """Instruct the owner to put a block into the pool, or a revolt block aside. With ``hidden`` only the owner may read
    it. Call it while the block still has its last steps; set its steps to 0 in the same part.
    """
    seat, block, n = seat_of(step.state, side), block_name(body), body.strength
    words, short = say("Put {block} in your pool.", block=block), say("to pool")
    back = say("Take {block} from your pool to its place, {n} on top.", block=block, n=n)
    if body.kind in REVOLT_KINDS:
        words, short = say("Put {block} aside.", block=block), say("aside")
        back = say("Put {block} back, {n} on top.", block=block, n=n)
    step.instruct(
        seat,
        _for_owner(words, seat) if hidden else words,
        back=back,
        covers=((block_key(key), -n),),
        short=(say("{block}", block=block), short),
        about=about([key], off=True),
    )


def instruct_revolt(step: Step[State], key: str, place: str, side: Side, *, before: int, empty: bool) -> None:
    """Instruct a side to place the block of a revolt in its city: face up, or standing if no enemy is there. ``before``
    are its steps where it lay until now, which only its owner may know.
    """
    body, where = step.state.blocks[key].body.value, place_name(step.state, place)
    block, n = block_name(body), body.strength
    words = say("Put {block} face up in {place}, {n} on top.", block=block, place=where, n=n)
    if empty:
        words = say("Stand {block} up in {place}, {n} on top.", block=block, place=where, n=n)
    if step.state.level == "full":
        _note_steps(step, key, side, n - before)
    step.instruct(
        seat_of(step.state, side),
        words,
        back=say("Take {block} out of {place} again.", block=block, place=where),
        short=(say("{block}", block=block), say("to {place}", place=where)),
        about=about([key], off=True),
    )


def instruct_step_of_unnamed(step: Step[State], side: Side) -> None:
    """Instruct a side to turn a block that the companion does not name down a step. At the level ``full`` only its
    owner reads it.
    """
    seat = seat_of(step.state, side)
    words = say("Turn that block down a step.")
    step.instruct(
        seat,
        _for_owner(words, seat) if step.state.level == "full" else words,
        back=say("Turn that block up a step."),
        short=(say("A step down"),),
    )


def instruct_unnamed_inside(step: Step[State], place: str, side: Side, *, lost: bool) -> None:
    """Instruct a side to turn a hidden, undescribed block down a step, or to remove it if ``lost``. Only its owner
    reads it.
    """
    seat, where = seat_of(step.state, side), place_name(step.state, place)
    words, short = say("Turn a block in {place} down a step.", place=where), say("A step down")
    back = say("Turn a block in {place} up a step.", place=where)
    if lost:
        words, short = say("Put a block from {place} in your pool.", place=where), say("A block to pool")
        back = say("Put a block from your pool back into {place}, 1 on top.", place=where)
    step.instruct(seat, _for_owner(words, seat), back=back, short=(short,))


def _for_owner(words: Message, seat: int) -> Sealed[Message]:
    return Sealed((seat,), words)


# -- cities that change hands ----------------------------------------------------------------------------------------


def instruct_green_blocks(step: Step[State], place: str, side: Side, *, joined: bool) -> None:
    """Instruct ``side`` to turn round or set up the green blocks of a city that it has got. The words never reveal
    which blocks these are, or whether there are any.
    """
    where = place_name(step.state, place)
    words = say("Turn the green blocks of {place} round towards you.", place=where)
    back, short = say("Turn the green blocks of {place} back.", place=where), say("Green blocks to you")
    if joined:
        words = say("Stand the green blocks of {place} there, full steps on top, towards you.", place=where)
        back, short = say("Put the green blocks of {place} aside.", place=where), say("Set up green blocks")
    step.instruct(seat_of(step.state, side), words, back=back, short=(short,))


def note_green_block(step: Step[State], key: str, side: Side, change: int) -> None:
    """Note that a green block is at full strength again, without words, because the instruction about all green blocks
    says it.
    """
    _note_steps(step, key, side, change)


def _note_steps(step: Step[State], key: str, side: Side, change: int) -> None:
    """Note a change of a block's steps, sealed to its owner and without words, because a public instruction says it
    already.
    """
    if change:
        seat = seat_of(step.state, side)
        step.instruct(seat, Sealed[None]((seat,), None), covers=((block_key(key), change),))


def instruct_twin_ships(step: Step[State], place: str) -> None:
    """Instruct the table to swap the two ships of a rebel city, if the companion does not know which blocks they
    are.
    """
    where = place_name(step.state, place)
    words = say("Swap the two ships of {place}, with the same steps.", place=where)
    step.instruct(TABLE, words, back=say("Swap the two ships of {place} back.", place=where))


def instruct_twin_ship(step: Step[State], key: str, side: Side, change: int, place: str) -> None:
    """Instruct a side to place one of the two ships of a rebel city with ``change`` steps, or to remove it if negative.
    Both sides know the ship.
    """
    state, where = step.state, place_name(step.state, place)
    n = abs(change)
    words, back = say("Put the ship of {place} aside.", place=where), say("Put the ship of {place} back.", place=where)
    if change > 0:
        words = say("Put your ship of {place} there, {n} on top.", place=where, n=n)
        back = say("Put your ship of {place} aside.", place=where)
    elif not change:
        words = say("Put your ship of {place} in your pool.", place=where)
        back = say("Put your ship of {place} aside.", place=where)
    both = tuple(seat_of(state, each) for each in SIDES)
    short = (say("Ship of {place}", place=where),)
    step.instruct(seat_of(state, side), Sealed(both, words), back=back, covers=((block_key(key), change),), short=short)


# -- cards, plans, the marker ----------------------------------------------------------------------------------------


def instruct_shuffle(step: Step[State], n: int, side: Wording | None = None) -> None:
    """Instruct the table to shuffle and deal ``n`` cards to each side; with ``side`` to that side only, from the cards
    that the other does not hold.
    """
    words = say("Shuffle all cards and deal {n} to each side.", n=n)
    if side is not None:
        words = say("Shuffle the other cards and deal {n} to {side}.", n=n, side=side)
    step.instruct(TABLE, words, back=say("Put the dealt cards together again."), short=(say("Shuffle, deal {n}", n=n),))


def note_dealt(step: Step[State]) -> None:
    """Note that the cards asked for were dealt already; only an undo shows words."""
    step.instruct(TABLE, None, back=say("Put the dealt cards together again."))


def instruct_card_laid(step: Step[State], seat: int) -> None:
    """Instruct a seat, sealed to it, to lay the card that it has chosen."""
    step.instruct(
        seat,
        _for_owner(say("Lay your card face down."), seat),
        back=say("Take your card back into your hand."),
        short=(say("Card face down"),),
        about=CARD_OF_TURN,
    )


def instruct_cards_turned(step: Step[State]) -> None:
    """Instruct both sides to turn their cards over."""
    for side in SIDES:
        step.instruct(
            seat_of(step.state, side),
            say("Turn your card over."),
            back=say("Turn your card face down again."),
            short=(say("Turn your card over"),),
            about=CARD_OF_TURN,
        )


def instruct_event(step: Step[State], seat: int) -> None:
    """Instruct the seat that played an event to do what its card says, because the companion does not know the
    effect.
    """
    step.instruct(
        seat,
        say("Read your card aloud and do what it says."),
        back=say("Take back what your card did."),
        short=(say("Act as the card says"),),
        about=EVENT_OF_TURN,
    )


def note_turn_over(step: Step[State]) -> None:
    """Note, without words, that nobody has to do anything with the cards of the Game Turn that is over."""
    for side in SIDES:
        step.instruct(seat_of(step.state, side), None, about=(*CARD_OF_TURN, *EVENT_OF_TURN))


def instruct_cards_aside(step: Step[State], *, discard: bool, sicily: bool) -> None:
    """Instruct both sides to put away cards of their hands."""
    for side in SIDES:
        seat = seat_of(step.state, side)
        if discard:
            step.instruct(
                seat,
                say("Put your discarded card aside, face down."),
                back=say("Take your discarded card back."),
                short=(say("Discard a card"),),
            )
        if sicily:
            step.instruct(
                seat,
                say("Lay your card face down at Syracuse."),
                back=say("Take your card at Syracuse back."),
                short=(say("Card to Syracuse"),),
            )


def instruct_syracuse_cards(step: Step[State]) -> None:
    """Instruct the table to turn the two cards at Syracuse over."""
    step.instruct(
        TABLE,
        say("Turn the two cards at Syracuse over."),
        back=say("Turn the two cards at Syracuse face down."),
        short=(say("Cards at Syracuse up"),),
    )


def instruct_plans(step: Step[State]) -> None:
    """Instruct both sides to carry out their plans, hidden from each other; also a side with an empty plan, since a
    missing instruction would reveal that.
    """
    for side in SIDES:
        step.instruct(
            seat_of(step.state, side),
            say("Carry out your plan, hidden."),
            back=say("Undo your plan, hidden."),
            short=(say("Do your plan, hidden"),),
        )
    step.part()


def instruct_bought(step: Step[State], seat: int, order: Message) -> None:
    """Instruct a seat, sealed to it, to add the steps of an order in light play, where the companion does not name
    blocks.
    """
    step.instruct(
        seat,
        _for_owner(say("{order}: turn it up, or take it from your pool.", order=order), seat),
        back=say("Take back {order}.", order=order),
        short=(say("{order}", order=order),),
    )


def instruct_built(step: Step[State], key: str, body: Body, side: Side, *, n: int) -> None:
    """Instruct the owner, sealed to it, to take a block from the pool to its place, with ``n`` steps on top."""
    seat, where, block = seat_of(step.state, side), place_name(step.state, body.at), block_name(body)
    step.instruct(
        seat,
        _for_owner(say("Take {block} from your pool to {place}, {n} on top.", block=block, place=where, n=n), seat),
        back=say("Put {block} in your pool.", block=block),
        covers=((block_key(key), n),),
        short=(say("{block}", block=block), say("to {place}", place=where)),
        about=about([key], off=True),
    )


def instruct_olympiad(step: Step[State], before: int, now: int) -> None:
    """Instruct the table to move the marker of the olympiad track."""
    step.instruct(
        TABLE,
        say("Olympiad marker to {n}.", n=now),
        back=say("Olympiad marker to {n}.", n=before),
        covers=(("olympiad", now - before),),
        short=(say("Olympiad marker to {n}", n=now),),
    )


def note_first_olympiad(step: Step[State], change: int) -> None:
    """Note the marker's first place without words, because the set-up steps have placed it."""
    step.instruct(TABLE, None, covers=(("olympiad", change),))
