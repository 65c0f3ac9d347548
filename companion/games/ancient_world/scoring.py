"""Points, banners, the score, and the facts that it needs. Section 9."""

from __future__ import annotations

from companion.core.boxes import BoxField, Fact, Learned, fact_problem, kind_called
from companion.core.errors import RulesBug
from companion.core.questions import Asking, Count
from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.step import Step
from companion.core.wording import N_, Wording, listed, named, say, say_n
from companion.games.ancient_world import box, city, entries, forms, goods, words
from companion.games.ancient_world.moves import CountPoints, EnterFact, Move
from companion.games.ancient_world.state import CountingPoints, EnteringFact, Player, State
from companion.games.ancient_world.tables import BANNER_POINTS, DAMAGED_POINTS, HUNGRY_POINTS, START_EMPIRE, TRIBES

LADDER = (
    TieBreak(say("Most coins")),
    TieBreak(say("Most empire cards, districts and defeated titans")),
    TieBreak(say("Most knowledge")),
    TieBreak(say("Most ambrosia")),
)


def score_sheet(state: State) -> ScoreSheet:
    """The score of every player, as if the play ended now."""
    sides = tuple(side_score(state, player) for player in state.players)
    return ScoreSheet(sides, final=state.stage == "over", ladder=LADDER)


def side_score(state: State, player: Player) -> SideScore:
    """Penalties, banners by colour, points by texts and symbols."""
    down = len(city.damaged(player))
    symbols = printed_points(state, player)
    lines = [
        Line(
            "hungry",
            HUNGRY_POINTS * player.hungry,
            say("Hungry citizens"),
            say_n("{n} citizen", "{n} citizens", player.hungry),
        ),
        Line("damaged", DAMAGED_POINTS * down, say("Damaged cards"), say_n("{n} card", "{n} cards", down)),
        *(_banner_line(state, player, colour) for colour in TRIBES),
        Line("special", player.special, say("Texts of cards"), say("As the players counted")),
    ]
    if symbols:
        lines.append(Line("printed", symbols, say("Points as symbols")))
    if player.capital.get("point", 0):
        lines.append(Line("corrected", player.capital["point"], say("Points set right")))
    return SideScore(
        side=str(player.seat),
        seats=(player.seat,),
        label=named(player.seat),
        lines=tuple(lines),
        ties=(player.coins, card_count(player), player.knowledge, player.ambrosia),
    )


def _banner_line(state: State, player: Player, colour: str) -> Line:
    n = banner_count(state, player, colour)
    why = say_n(
        "{n} banner; the next is worth {next}",
        "{n} banners; the next is worth {next}",
        n,
        next=next_banner_points(state, n),
    )
    return Line(f"banner-{colour}", banner_points(state, n), TRIBES[colour], why)


# -- points -------------------------------------------------------------------------------------------------------


def banner_count(state: State, player: Player, colour: str) -> int:
    """Banners of a colour on empire cards (damaged too) and defeated titans. Section 9, steps 2 and 3."""
    return max(0, player.capital.get(colour, 0) + city.printed_count(state, player, player.cards, colour))


def banner_points(state: State, banners: int) -> int:
    """Points for that many banners of a colour. Section 9; for the first edition those entered."""
    capped = min(banners, len(BANNER_POINTS) - 1)
    if state.second:
        return BANNER_POINTS[capped]
    entered = box.fact(state, "scale", "points", f"n{capped}")
    return entered if isinstance(entered, int) else capped


def next_banner_points(state: State, banners: int) -> int:
    """Points of one more banner of a colour."""
    return banner_points(state, banners + 1) - banner_points(state, banners)


def printed_points(state: State, player: Player) -> int:
    """Points printed as symbols."""
    return city.printed_count(state, player, player.cards, "point")


def cards_with_text_points(state: State, player: Player) -> list[str]:
    """The empire cards whose text gives points."""
    return [card.key for card in player.cards if box.symbol_count(state, "empire", card.key, "text-points")]


def text_cards(state: State, player: Player) -> Wording:
    """The empire cards whose texts give points."""
    names = [box.name_of(state, "empire", key) for key in cards_with_text_points(state, player)]
    return listed(names) if names else say("cards")


def card_count(player: Player) -> int:
    """Empire cards, districts and defeated titans: the second tie-break."""
    return len(player.cards) + len(player.districts) + len(player.titans)


# -- facts that scoring needs -------------------------------------------------------------------------------------


def facts_for_scoring(state: State) -> list[EnteringFact]:
    """Unknown facts that scoring needs: banners of starting cards, the first edition's scale."""
    owned = {card.key for player in state.players for card in player.cards}
    found = [
        EnteringFact("empire", key, "banners")
        for key in START_EMPIRE
        if key in owned and box.fact(state, "empire", key, "banners") is None
    ]
    if not state.second:
        most = max((banner_count(state, player, colour) for player in state.players for colour in TRIBES), default=0)
        found += [
            EnteringFact("scale", "points", f"n{n}")
            for n in range(1, min(most, len(BANNER_POINTS) - 1) + 1)
            if box.fact(state, "scale", "points", f"n{n}") is None
        ]
    return found


def asked_field(state: State, due: EnteringFact) -> BoxField:
    """The box field of the fact to enter."""
    kind = kind_called(box.KINDS, box.kind_key(state, due.kind))
    field = kind.field(due.field) if kind else None
    if field is None:
        raise RulesBug(f"{due.kind} has no field {due.field}")
    return field


def enter_fact(step: Step[State], move: EnterFact) -> None:
    """Enter a fact for scoring."""
    state = step.state
    due = step.owed(EnteringFact)
    repeated = isinstance(move.value, list) and box.too_often(move.value)
    if repeated or fact_problem(asked_field(state, due), move.value) is not None:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    state.agenda.pop()
    entries.write_fact(step, Learned(box.kind_key(state, due.kind), due.key, due.field, move.value), keep=move.keep)
    if due.kind == "empire":
        card = box.name_of(state, "empire", due.key)
        step.tell(say("The banners of {card} are entered.", short=N_("Entered: {card}"), card=card))
        return
    n = int(due.field.removeprefix("n"))
    step.tell(
        say_n(
            "The points for {n} banner are entered.",
            "The points for {n} banners are entered.",
            n,
            N_("Entered: points"),
        )
    )


def ask_fact(state: State, due: EnteringFact) -> Asking[Move]:
    """Ask for a fact that scoring needs."""
    return forms.of_table(
        "facts", words.TABLE_DUES[EnteringFact], _ask_fact(state, due), say("Remember what the card shows")
    )


def _ask_fact(state: State, due: EnteringFact) -> Asking[Move]:
    field = asked_field(state, due)
    value: Fact
    if field.choices:
        name = box.name_of(state, "empire", due.key)
        prompt = say("Which banners does {card} show?", short=N_("Its banners?"), card=name)
        facts = yield from entries.ask_symbols(TRIBES, prompt)
        value = [*box.symbol_list(facts["symbols"], facts.get("more", ()))]
    else:
        n = int(due.field.removeprefix("n"))
        prompt = say_n(
            "What does {n} banner of a colour score?",
            "What do {n} banners of a colour score?",
            n,
            N_("Banners {n}: points?"),
        )
        value = yield from Count(
            key="points",
            prompt=prompt,
            low=field.low,
            high=field.high,
            start=n,
            default=n,
            act=say_n(
                "{n} banner: {answer} points", "{n} banners: {answer} points", n, short=N_("{n}: points {answer}")
            ),
            meaning=say(
                "What the first edition gives for so many banners of one colour, as it is printed in your box."
            ),
        )
    keep = False if state.switches.practice else (yield from entries.ask_keep())
    return EnterFact(value=value, keep=keep)


# -- points by the texts of cards ---------------------------------------------------------------------------------


def count_points(step: Step[State], move: CountPoints) -> None:
    """Set the points by texts of cards, as counted by the players. Section 9, step 4."""
    state, player = step.state, goods.acting_player(step)
    step.owed(CountingPoints)
    state.agenda.pop()
    player.special = move.points
    step.tell(
        say_n(
            "{who}: {n} point by the text of {card}.",
            "{who}: {n} points by the text of {card}.",
            move.points,
            N_("Points by text: {n}"),
            who=words.who(player),
            card=text_cards(state, player),
        )
    )


def ask_points(state: State, due: CountingPoints) -> Asking[Move]:
    """Ask for points by the texts of cards."""
    player = state.player(due.seat)
    prompt = say_n(
        "How many points does the text of {cards} give?",
        "How many points do the texts of {cards} give?",
        len(cards_with_text_points(state, player)),
        N_("Points by texts?"),
        cards=text_cards(state, player),
    )
    points = yield from Count(
        key="points",
        prompt=prompt,
        high=99,
        default=0,
        act=say("Points by texts: {answer}", short=N_("By texts: {answer}")),
        meaning=say("Count by the text of the card, with what you own now, at the end of the game."),
    )
    return CountPoints(points=points)
