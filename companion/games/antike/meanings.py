"""What each question means, for who meets it the first time: in own words, the same in every position."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.wording import Wording, say
from companion.games.antike import tables

MEANINGS: Mapping[str, Wording] = {
    # before the first turn
    "first": say("The nation that has the first turn of the game. From it the turns go round clockwise."),
    "nation": say("Which nation this player drew or chose. From now on its name stands for whoever plays it."),
    "next-": say("With two players each has two nations. Say here in which order the four take their turns."),
    "round": say("Only to know where the game stands. A game that begins now is in round 1."),
    "start-": say("Every nation begins with three cities, one of each kind. Its card says where."),
    "{who}: keep which start city?": say(
        "In the longer game a nation begins with one city. Choose which of its three; the others go."
    ),
    "named": say("The province is not listed yet. Any name will do by which you find it again on the board."),
    "name": say("What the province is called on the screens from now on."),
    "keep": say("If it is kept, the province is offered the next time you play on this board side, too."),
    # the turn
    "{who}: the bank has no coins. What do you take?": say(
        "A turn begins with a coin. The bank has none, so you take one resource instead."
    ),
    "turn": say("Before you move you may exchange resources with the bank, since your nation has all eight know-hows."),
    "rondel": say(
        "Your marker moves clockwise to the space whose action you want. {n} steps are free, each further one costs a "
        "resource or a coin. The very first move is free wherever it goes.",
        n=tables.FREE_STEPS,
    ),
    "pay": say("A coin counts as one of any resource. What is chosen already spares what you need next."),
    "pay-": say("How much of the price you pay with this resource. The others or coins pay the rest."),
    "temple": say(
        "A city with a temple yields and arms as much as {counts}, and is harder to conquer. Every {n} own temples "
        "bring a citizen. A city holds one temple.",
        counts=tables.TEMPLE_COUNTS,
        n=tables.STEPS["citizen"],
    ),
    "found": say(
        "Where a unit of yours stands and nobody has a city, you may found one for a marble, an iron and a gold. "
        "Every {n} cities bring a king.",
        n=tables.STEPS["king"],
    ),
    "type": say("Which resource the province of that city yields."),
    "province": say("Where on the board the city lies. What is out of reach says why."),
    "arming": say("Iron becomes units. Before that you may exchange resources with the bank for it."),
    "legions": say(
        "Each costs an iron. Legions move over land and appear in your cities: one new unit in a city, {n} in one "
        "with a temple.",
        n=tables.TEMPLE_COUNTS,
    ),
    "galleys": say(
        "Each costs an iron. Galleys move over sea and appear in your cities at the sea: one new unit in a city, {n} "
        "in one with a temple.",
        n=tables.TEMPLE_COUNTS,
    ),
    "know": say(
        "Paid with gold, and cheaper once another nation has it. Whoever is first to have one wins a scholar for it. "
        "The second of a kind needs the first, and takes its place."
    ),
    "know-paid": say("Which one you buy with the payment that you put together yourself."),
    "seas": say(
        "How many provinces hold a galley of yours now; several in one count once. Every {n} bring a navigator.",
        n=tables.STEPS["navigator"],
    ),
    "extra": say("All eight know-hows bring one more card, from a stack of which the most are left."),
    "play-on": say("The game has gone on for very long. You may stop and count what everybody has, or play on."),
    "take": say("How many resources you get from the bank, and then of which kind. You pay for them with others."),
    "take-": say("How many of them shall be of this kind. The last kind makes up the rest."),
    # the manoeuvre
    "maneuver": say(
        "Move your units on the board yourselves; nothing of that is entered. Say here only where pieces or cities "
        "are lost: a battle takes one unit of each side, a conquest as many of yours as the city has defence."
    ),
    "battle": say(
        "Legions fight legions and galleys fight galleys, where both stand in one province. It costs no action."
    ),
    "pairs": say("Each side loses the same number. The pieces go back to their owners."),
    "demand": say(
        "When a unit that moves enters a province where yours stand, you may fight it although it is not your turn. "
        "If you want no battle, leave this question alone."
    ),
    "city": say(
        "The city your units have reached. They must stand there with an action left. The last city of a nation is "
        "safe."
    ),
    "defending-": say("All units of the owner that stand in the province of the city. Each adds one to its defence."),
    "lost-legions": say("You give up as many units as the city has defence, and choose how many of them are legions."),
    "swap": say("All discs of your nation are on the board. One of them leaves its city, which nobody owns then."),
    "unit": say("The companion counts the borders of a way on the map. Nothing in the game changes by that."),
    "start": say("The province where the way begins."),
    "goal": say("The province where the way ends."),
}
