"""What there is to see: which widgets, in which order; the rondel, what its space does, and the bank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.widgets import AnyWidget, Column, Ledger, Note, Rondel, Row, Space, Token
from companion.core.wording import N_, Message, say
from companion.games.antike import showing_nations
from companion.games.antike.agenda import Acting, Turn
from companion.games.antike.queries import cities, sudden_death, temples, two_in_the_west
from companion.games.antike.queries_agenda import nation_on_turn
from companion.games.antike.queries_production import arming_most, production, rondel_price
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import PERSONALITY_ICONS, SPACE_ICONS, SPACES, STACK_NAMES, TEMPLE_PRICE, Where
from companion.games.antike.words import DIGESTS, NEXT_TEMPLE_WINS, SPACE_NAMES, WEST_PAIRS

NO_MAP = say("Nobody has entered the provinces of this board side: cities are counted by type.")


def on_phones(widgets: Sequence[AnyWidget], seat: int) -> list[AnyWidget]:
    """Without the pages of other nations, which are for the displays of their seats, and the stones on their track: a
    phone has the same by its personalities.
    """
    others = {widget.key for widget in widgets if widget.key.startswith("nation-") and widget.seat != seat}
    return [widget for widget in widgets if widget.key != "score" and widget.key not in others]


def show(state: State) -> Iterator[AnyWidget]:
    """All widgets."""
    yield rondel(state)
    yield from digest(state)
    if state.switches.map_missing and state.round <= 1:
        yield Note(key="no-map", title=say("No map"), lines=(NO_MAP,))
    if two_in_the_west(state) and state.round <= 1:
        begins = not state.nations
        yield Note(
            key="pairs", title=say("Two nations each"), lines=(WEST_PAIRS,), icon="people", big=True, first=begins
        )
    yield showing_nations.goal(state)
    if state.switches.score_stone:
        yield showing_nations.score_track(state)
    yield from (showing_nations.page(state, nation) for nation in state.nations)
    yield showing_nations.holdings(state)
    yield showing_nations.distances(state)
    yield showing_nations.know_how(state)
    yield bank(state)
    if state.switches.mapped:
        yield from (showing_nations.city_hand(state, nation) for nation in state.nations)
    if sudden_death(state) and not state.ending:
        yield Note(key="sudden", title=say("Sudden end"), lines=(NEXT_TEMPLE_WINS,), tone="warning")
    if state.ending and state.history:
        yield showing_nations.chart(state)


def bank(state: State) -> Ledger:
    """Personalities, temples and coins that are left."""
    columns = (
        *(Column(label, PERSONALITY_ICONS[kind]) for kind, label in STACK_NAMES.items()),
        Column(say("Temples"), "temple"),
        Column(say("Coins"), "coin"),
    )
    row = Row((*(state.stacks[kind] for kind in STACK_NAMES), state.bank_temples, state.bank_coins))
    title = say("Left in the bank", short=N_("Left"))
    return Ledger(key="bank", title=title, columns=columns, rows=(row,), big=not state.ending)


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
            return up_to(arming_most(state, nation))
        case "temple":
            affordable = (nation.goods["marble"] + nation.coins) // TEMPLE_PRICE
            bare = cities(state, nation) - temples(state, nation)
            return up_to(min(affordable, bare))
    return None


def up_to(n: int) -> Message:
    """How many temples or units there may be."""
    return say("up to {n}", short=N_("to {n}"), n=n) if n else say("nothing now", short=N_("to {n}"), n=n)


def digest(state: State) -> Iterator[Note]:
    """What the space does that is being carried out."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Acting):
        space: Where = "maneuver-a" if top.space == "maneuver-b" else top.space
        title = SPACE_NAMES[state.switches.profile][space]
        yield Note(
            key="digest", title=say("{space}: what it does", space=title), lines=DIGESTS[space], icon=SPACE_ICONS[space]
        )
