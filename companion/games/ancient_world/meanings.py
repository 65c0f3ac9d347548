"""What each question means."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.wording import Wording, say
from companion.games.ancient_world.tables import COIN, HUNGRY_POINTS, REPAIR_ONE

REPAIR = say(
    "A damaged card lies face down and gives nothing. {n} ambrosia turn one up again, at any time.", n=REPAIR_ONE
)
ON_THE_BOARD = say("As your board prints it; the editions differ. It is asked once and can be set right later.")
ON_THE_CARD = say("As it is printed on the card. It is asked once and can be set right later.")
SYMBOLS = say(
    "Everything printed on the card that counts: the companion adds up income, food, capacity, swords and points by it."
)
DIE = say(
    "Each titan symbol damages one of your empire cards. A coin does what stands at the foot of the titan card. Blank "
    "does nothing."
)
FACES = say("Look at one of the damage dice. It is asked once, and then the companion can roll for you.")
BANNERS = say("What the first edition gives for so many banners of one colour, as it is printed in your box.")

MEANINGS: Mapping[str, Wording] = {
    # before the first turn
    "round": say("A new game begins at the start. A later round is for a game that is on already."),
    "first": say("Whoever has the first-player token begins. The turns go round clockwise."),
    "given": say(
        "A board without a titan gets one from the bottom of this deck. Where it has too few, the next higher deck "
        "gives the rest."
    ),
    # the turn
    "turn": say(
        "One action, then the next player, until all have passed. You place a citizen, attack a titan, build a stored "
        "card or pass; the other entries are for what a card says."
    ),
    "space": say(
        "You do the action, and take the ambrosia that lies on it. Where a citizen with a higher number stands, "
        "placing costs a coin; in the first edition yours must be the highest."
    ),
    "citizen": say("The number only matters against the citizens that stand there already. A free space takes any."),
    "Swap which citizen for the next number?": say(
        "A higher number finds more spaces open or without a fee. The new one takes the old one's place."
    ),
    "do": say("You may leave the action alone and still keep the ambrosia of the space."),
    "pay": say("The board lets you choose. The price is beside each way."),
    "Build which card?": say(
        "An empire card that lies open, for the price printed on it. Each one you own needs one capacity."
    ),
    "Build which stored card?": say(
        "A stored card gives nothing until it is built. Building it is your action of the turn."
    ),
    "Look at {n} card: which is it?": say(
        "Draw so many and keep one, which is stored. It needs capacity only when you build it."
    ),
    "Look at {n} district: which is it?": say(
        "Draw so many and keep one district. Districts give you capacity for empire cards."
    ),
    "Recruit which card?": say(
        "A military card for the price printed on it. You may have as many armies as your army limit says."
    ),
    "Which card?": say("The card that a card or a titan gives you or takes from you."),
    "Repair which card?": REPAIR,
    "Repair before feeding?": REPAIR,
    "Repair before scoring?": REPAIR,
    "Repair before the income?": REPAIR,
    "Repair before the repair income?": REPAIR,
    "Spend ambrosia before the titan takes it?": say(
        "The titan takes ambrosia that you have. What you spend first it cannot take."
    ),
    "deck": say("The present deck is that of the round. Deck C lies open, and everybody may look through it."),
    "over": say(
        "A new army needs room under your army limit. Over an old card it costs none: the old one is retired and "
        "keeps giving the little that still shows."
    ),
    "take": say("Enter the card now and build it, or only let the companion know it."),
    "stored": say("A stored card waits beside your board and needs no capacity yet."),
    "kind": say("What kind of card comes or goes by what a card or a titan says."),
    "army": say("The army that the action makes stronger, or cheaper to use."),
    "How many swords more?": say("What your board or the card adds to this army for good."),
    "How many arrows more?": say("What your board or the card adds to this army for good."),
    "off": say("An army costs the coins on it and one more each time it fights. Fewer coins make it cheaper again."),
    "on": say(
        "{coin} ambrosia bring a coin, {repair} repair a card. It costs you no action.",
        coin=COIN,
        repair=REPAIR_ONE,
    ),
    "goods": say("What a card gives or takes besides the actions. Only what the companion does not count by itself."),
    "n": say("So many of it. A number below 0 is taken from you."),
    "Coins it gives you?": say("What the card says now, below 0 if it takes."),
    "Knowledge it gives you?": say("What the card says now, below 0 if it takes."),
    "Ambrosia it gives you?": say("What the card says now, below 0 if it takes."),
    # titans
    "target": say(
        "A titan that lies open on a deck, or one before any player, yours too. Beaten, it goes to you; then you "
        "still roll a damage die for each of its banners."
    ),
    "force": say(
        "Each army costs a coin more than lie on it, and the coins stay there. Your cards and beaten titans add their "
        "symbols for nothing. Together at least the defence wins."
    ),
    "titan": say("The name or number on the titan card, so that the companion knows it the next time."),
    "board": say("The player in front of whom the titan lies."),
    "defence": ON_THE_CARD,
    "counts": say("A titan that shows a sword alone is hurt by swords only; arrows do not count against it."),
    "effect": say("It stands at the foot of the titan card and happens for each coin you roll."),
    "How much ambrosia?": say(
        "So much a coin symbol takes, as the titan card says. You never lose more than you have."
    ),
    "{titan} threatens you.": say(
        "Appeased, it does no harm: as many ambrosia as it shows banners, or one more than lie on it already. "
        "Otherwise roll a damage die for each banner. It stays either way."
    ),
    "at": say("What the coin symbol does falls on one of these; you choose."),
    "cards": say("Cards that are turned down give nothing until they are repaired: no income, no food, no swords."),
    "Repair income: repair {n} card.": say(
        "Each repair income turns one damaged card up again, before the other income."
    ),
    "Repair which cards?": say("The action turns damaged cards up again, as many as it says."),
    "armies": say("Your army limit has fallen. A whole army goes, with the cards retired under it."),
    "damage": DIE,
    "die-": DIE,
    "{n} damage die: nobody has entered its faces yet.": say(
        "Roll the dice of the box and enter them, or enter once what is on a die, and the companion rolls."
    ),
    "blank": FACES,
    "How many faces show one titan symbol?": FACES,
    "coin": FACES,
    # the end of a round
    "{n} citizen is hungry. Feed how many, for {cost} ambrosia each?": say(
        "Each food symbol feeds a citizen. Those who stay hungry cannot be placed in the next round; after the last "
        "round they cost {n} points each.",
        n=-HUNGRY_POINTS,
    ),
    "hungry": say(
        "Those you choose cannot be placed in the next round; after the last round they cost {n} points each.",
        n=-HUNGRY_POINTS,
    ),
    "{action}: first player next round?": ON_THE_BOARD,
    # what is printed
    "amount": ON_THE_BOARD,
    "{action}: how many coins does it cost?": ON_THE_BOARD,
    "{action}: how much knowledge does it cost?": ON_THE_BOARD,
    "either": say("Yes if the board lets you pay with one or the other; no if it wants both."),
    "coins": ON_THE_CARD,
    "knowledge": ON_THE_CARD,
    "swords": ON_THE_CARD,
    "arrows": ON_THE_CARD,
    "old-": say("What still shows when the card lies under a newer one."),
    "symbols": SYMBOLS,
    "more": say("For a symbol that is printed twice or more often."),
    "How many points does the text of {cards} give?": say(
        "Count by the text of the card, with what you own now, at the end of the game."
    ),
    "points": BANNERS,
    "named": say("A number will do. With its name the card is found again on another evening."),
    "name": say("As it is printed, or any name by which you find the card again."),
    "keep": say("If it is kept, nobody is asked for this card again when you play with this box."),
}
