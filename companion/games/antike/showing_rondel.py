"""The rondel with prices and yields, and what its space does."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.widgets import Note, Rondel, Space, Token
from companion.core.wording import N_, Message, say
from companion.games.antike.agenda import Acting, Turn
from companion.games.antike.queries_agenda import nation_on_turn
from companion.games.antike.queries_cities import cities, temples
from companion.games.antike.queries_production import arming_most, production, rondel_price
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import SPACE_ICONS, SPACES, TEMPLE_PRICE, Where
from companion.games.antike.words import DIGESTS, SPACE_NAMES

# -- the rondel ----------------------------------------------------------------------------------------------------


def rondel(state: State) -> Rondel:
    """The eight spaces with price and yield for the nation on turn."""
    nation = nation_on_turn(state)
    turning = nation is not None and isinstance(state.agenda[-1], Turn)
    names = SPACE_NAMES[state.switches.profile]
    spaces = tuple(
        Space(
            space,
            names[space],
            SPACE_ICONS[space],
            note=space_note(state, nation, space) if nation is not None and turning else None,
        )
        for space in SPACES
    )
    tokens = tuple(Token(one.space, one.seat, label=one.name) for one in state.nations)
    return Rondel(
        key="rondel",
        title=say("Rondel"),
        spaces=spaces,
        tokens=tokens,
        centre=say("Round {n}", n=state.round) if state.nations else None,
        centre_note=nation.name if nation is not None else None,
        big=not state.ending,
    )


def space_note(state: State, nation: Nation, space: Where) -> Message | None:
    """What a space yields and costs now."""
    price = rondel_price(state, nation, space).total
    gain = space_gain(state, nation, space)
    if gain is not None and price:
        return say("{gain}, costs {n}", short=N_("{gain} -{n}"), gain=gain, n=price)
    if price:
        return say("costs {n}", short=N_("-{n}"), n=price)
    return gain


def space_gain(state: State, nation: Nation, space: Where) -> Message | None:
    """What a space yields; nothing to say for manoeuvres and know-how."""
    match space:
        case "marble" | "iron" | "gold":
            return say("+{n}", n=production(state, nation, space))
        case "arming":
            return say("up to {n}", short=N_("to {n}"), n=arming_most(state, nation))
        case "temple":
            affordable = (nation.goods["marble"] + nation.coins) // TEMPLE_PRICE
            return say(
                "up to {n}", short=N_("to {n}"), n=min(affordable, cities(state, nation) - temples(state, nation))
            )
    return None


def digest(state: State) -> Iterator[Note]:
    """What the space does that is being carried out."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Acting):
        space: Where = "maneuver-a" if top.space == "maneuver-b" else top.space
        title = SPACE_NAMES[state.switches.profile][space]
        yield Note(key="digest", title=title, lines=DIGESTS[space], icon=SPACE_ICONS[space])
