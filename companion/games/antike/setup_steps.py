"""Guided set-up: what people lay out before a game. Section 3."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table_setup import Laid, SetupStep, with_names
from companion.core.wording import N_, Message, in_a_row, listed, named, say
from companion.games.antike import tables
from companion.games.antike.pieces import TEMPLE
from companion.games.antike.queries import provinces
from companion.games.antike.start import in_play, known_starter, nation_words, nations_for
from companion.games.antike.state import State
from companion.games.antike.tables import NATION_NAMES
from companion.games.antike.words import amount, coins

NAMES: dict[str, Message] = {
    "board": say("Board", N_("Board")),
    "bank": say("Bank", N_("Bank")),
    "stacks": say("Personality cards", N_("Personality cards")),
    "nations": say("Nations", N_("Nations")),
    "pieces": say("Own pieces", N_("Own pieces")),
    "goods": say("First goods", N_("First goods")),
    "cities": say("Start cities", N_("Start cities")),
    "stones": say("Stones", N_("Stones")),
    "score": say("Score track", N_("Score track")),
    "apart": say("Two nations each", N_("Two nations each")),
    "rest": say("Into the box", N_("Into the box")),
    "first-card": say("Starting-player card", N_("Starting player")),
    "begin": say("Who begins", N_("Who begins")),
}
"""What each step is called, by its key."""


def setup_steps(state: State) -> Iterator[SetupStep]:
    """All steps for this number of players, in the order of the rule book."""
    yield from with_names(_steps(state), NAMES)


def _steps(state: State) -> Iterator[SetupStep]:
    two = len(state.seats) == 2
    yield SetupStep("board", "host", BOARD[state.switches.side])
    yield SetupStep(
        "bank",
        "nearest",
        say("The bank beside the board: temples, coins, and the chips sorted by colour."),
        lies=(
            Laid(BANK, TEMPLE.words(tables.TEMPLES)),
            Laid(BANK, coins(state.switches.coins)),
            Laid(BANK, say("chips of marble, iron and gold, worth 1, 2 and 5")),
        ),
    )
    yield SetupStep(
        "stacks",
        "nearest",
        say("Five stacks of personality cards, face up, the lowest number on top."),
        lies=tuple(
            Laid(tables.STACK_NAMES[kind], say("numbers {first} to {last}", first=1, last=n))
            for kind, n in tables.STACKS.items()
        ),
    )
    yield SetupStep("nations", "each", _nation_words(state), lies=_dealt(state))
    yield SetupStep("pieces", "each", _piece_words(state, two=two))
    yield SetupStep(
        "goods",
        "each",
        _goods_words(two=two),
    )
    yield SetupStep("cities", "each", _city_words(state, two=two), lies=_cities(state))
    yield SetupStep("stones", "each", TWO_STONES if two else STONES)
    if state.switches.score_stone:
        yield SetupStep("score", "each", TWO_SCORE_STONES if two else SCORE_STONE)
    if two:
        yield SetupStep("apart", "each", say("Your two nations have pieces and goods of their own: keep them apart."))
    yield SetupStep(
        "rest",
        "nearest",
        say("Cards and pieces of nations that nobody plays, and the other nation cards: into the box."),
    )
    if state.switches.profile == 2006:
        yield SetupStep("first-card", "nearest", say("The starting-player card goes to whoever begins."))
    yield SetupStep("begin", "all", _first_words(state))


BANK = say("Bank")
BOARD: dict[tables.Side, Message] = {
    "east": say("The board in the middle, the east side up."),
    "west": say("The board in the middle, the west side up."),
}


def _goods_words(*, two: bool) -> Message:
    goods = listed([amount(good, n) for good, n in tables.START_GOODS.items()])
    return say("Take {goods} for each of your two nations.", goods=goods) if two else say("Take {goods}.", goods=goods)


STONES = say("A stone beside the rondel and one beside each column of know-how. Nobody stands on the rondel yet.")
TWO_STONES = say(
    "For each of your two nations a stone beside the rondel and one beside each column of know-how. Nobody stands on "
    "the rondel yet."
)
TAKE_CARD = say("Take the card of your nation.")
TAKE_CARDS = say("Take the cards of your two nations.")
SCORE_STONE = say("The sixth stone beside the score track.")
TWO_SCORE_STONES = say("The sixth stone of both nations beside the score track.")


def _piece_words(state: State, *, two: bool) -> Message:
    pieces, discs, stones = tables.PIECES, tables.DISCS, len(tables.COLUMNS) + 1 + state.switches.score_stone
    if two:
        return say(
            "Before you, of each of your two nations: {legions} legions, {galleys} galleys, {discs} discs, {stones} "
            "stones.",
            legions=pieces,
            galleys=pieces,
            discs=discs,
            stones=stones,
        )
    return say(
        "Before you, of your nation: {legions} legions, {galleys} galleys, {discs} discs, {stones} stones.",
        legions=pieces,
        galleys=pieces,
        discs=discs,
        stones=stones,
    )


def _nation_words(state: State) -> Message:
    if state.sides:
        return TAKE_CARDS if len(state.seats) == 2 else TAKE_CARD
    if len(state.seats) == 2:
        first, second = (nation_words(pair) for pair in tables.PAIRS[state.switches.side])
        return say("4 nations are in play: one of you takes {first}, the other {second}.", first=first, second=second)
    return say(
        "{n} nations are in play: {nations}. Deal their cards, or choose, the youngest first.",
        n=nations_for(len(state.seats)),
        nations=listed([NATION_NAMES[key] for key in in_play(state)]),
    )


def _dealt(state: State) -> tuple[Laid, ...]:
    return tuple(Laid(named(seat), nation_words(tuple(keys))) for seat, keys in state.sides.items())


def _city_words(state: State, *, two: bool) -> Message:
    """Where the first discs go. Where the companion asks for the cities, the discs follow with the answer."""
    n, chosen = nations_for(len(state.seats)), state.switches.side == "east"
    if state.switches.named_start and state.switches.mapped:
        if chosen:
            return say(
                "Each nation chooses three start cities: one of marble, one of iron, one of gold. The companion asks "
                "for them, then the discs go there."
            )
        return say(
            "Line {n} of each nation card names its three start cities. The companion asks for them, then the discs go "
            "there.",
            n=n,
        )
    if state.switches.start_cities == 1:
        if two:
            return say(
                "For each of your nations three discs on the start cities in line {n} of its card. It keeps one of "
                "them: the companion asks which.",
                n=n,
            )
        return say(
            "Put three discs on the start cities in line {n} of your nation card. You keep one of them: the companion "
            "asks which.",
            n=n,
        )
    if state.switches.named_start and chosen:
        return say("Put three discs on start cities of your choice: one of marble, one of iron, one of gold.")
    if two:
        return say("For each of your nations three discs on the start cities in line {n} of its card.", n=n)
    return say("Put three discs on the start cities in line {n} of your nation card.", n=n)


def _cities(state: State) -> tuple[Laid, ...]:
    """The start cities of each nation in play by name, where the cards and the board are known."""
    if state.switches.named_start:
        return ()
    known = provinces(state)
    start = tables.START_CITIES[nations_for(len(state.seats))]
    return tuple(
        Laid(NATION_NAMES[nation], in_a_row(known[city].name for city in cities))
        for nation, cities in start.items()
        if known.keys() >= set(cities)
    )


def _first_words(state: State) -> Message:
    n, every = nations_for(len(state.seats)), state.switches.coins_each_round
    known = state.nations[0].key if state.nations else known_starter(state)
    if known:
        nation = NATION_NAMES[known]
        if every:
            return say("Every nation takes 1 coin. First turn: {nation}.", nation=nation)
        return say("First turn: {nation}, with 1 coin from the bank.", nation=nation)
    if every:
        return say("Every nation takes 1 coin. The one with a red dot at {n} on its card begins.", n=n)
    return say("The nation with a red dot at {n} on its card takes 1 coin and begins.", n=n)
