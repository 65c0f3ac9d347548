"""What each question means, for who meets it the first time: in own words, the same in every position."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.wording import Wording, say
from companion.games.antiquity import tables

FREE_HOUSES = sum(cost == tables.Cost() for cost in tables.HOUSE_COST.values())

WHERE = say(
    "Any squares of one city that are still empty. What lies there stays for the whole game; only Santa Barbara lets "
    "you move it."
)
FOOD = say(
    "Grain, olives, sheep and fish are food. Several for one price are all different, but with Philosophy at work."
)
LUXURY = say(
    "Wine, pearls, dye and gold are luxuries. Several for one price are all different, but with Philosophy at work."
)
MEN = say(
    "Most buildings do something only while a man works in them, one in each. At the beginning of a turn all men in "
    "the cities come back to you."
)
GRAVES = say(
    "Graves come of missing food and of pollution that finds no hex. They go on empty squares first; on a building "
    "one grave stops all of it, and a man in it does nothing."
)
BANK = say(
    "A market with a man swaps with the bank: two goods, alike or not, for one of your choice, as often as you like."
)
OFFER = say(
    "You agree on any goods for any goods. One of the two needs a market with a man, and nothing else you promise is "
    "binding."
)
BARBARA = say(
    "Santa Barbara lets you move your own buildings, with the man and the graves on them, also to another of your "
    "cities."
)

MEANINGS: Mapping[str, Wording] = {
    # before the first turn
    "order-": say("Who goes first outside the cities: the men on the order track, from place 1."),
    "famine": say("What the famine marker shows now, where you have begun without the companion."),
    # city building
    "plan": say(
        "What you do in your city is hidden until everybody is ready, in any order: build, put men to work, swap. You "
        "pay from the goods you own."
    ),
    "You are ready.": say(
        "As long as others plan you may still change your orders. Then all cities are shown at once."
    ),
    "house": say(
        "A house brings you one man. The first {n} cost nothing, the others food and luxuries; you may build them in "
        "any order.",
        n=FREE_HOUSES,
    ),
    "house-": say("Several houses in one go. Each has its own price and brings one man."),
    "free": say(
        "San Nicolò gives you a house with a lower number for nothing with each one that is paid for. It needs a "
        "square, too, and brings no further one."
    ),
    "city": say(
        "Your cities work together: it does not matter in which one a building stands. Only a faculty and its "
        "university must touch."
    ),
    "building": say(
        "Houses, cart shops, fountains and stores may be built more than once, everything else once. Most of them "
        "need a man in every turn."
    ),
    "size": say(
        "A store keeps one good a square and takes one man, however large it is. It cannot be made larger later. All "
        "players share {n} tiles.",
        n=tables.SUPPLY["tile"],
    ),
    "saint": say(
        "The saint of your cathedral helps you and says how you win. Several players may have the same one. A grave "
        "on the cathedral stops both."
    ),
    "at": WHERE,
    "at-": WHERE,
    "free-": WHERE,
    "food": FOOD,
    "food-": FOOD,
    "luxury": LUXURY,
    "luxury-": LUXURY,
    "pay": say("Either the companion pays all these houses with what you own most of, or you choose for each house."),
    "men": MEN,
    "man": MEN,
    "Which grave?": say(
        "A hospital with a man takes up to {n} graves a turn off your cities. A building without its last grave works "
        "again.",
        n=tables.HOSPITAL_GRAVES,
    ),
    "give": BANK,
    "And what else?": BANK,
    "take": BANK,
    "whom": OFFER,
    "give-": OFFER,
    "take-": OFFER,
    "trade": OFFER,
    "answer": say("If you accept, the goods change hands at once. One of the two needs a market with a man."),
    "move": BARBARA,
    "to": BARBARA,
    "to-": BARBARA,
    "order": say("Nothing of your plan has happened yet. What you take out is neither built nor paid."),
    "mend": say("Only where the companion shows your city or your sites otherwise than they lie on the table."),
    # the countryside
    "item": say(
        "Each cart shop with a man does one thing outside your cities, within your zone of control. The man goes out "
        "to the site; after an inn or a city he is idle again."
    ),
    "Grow what?": say("One good is sown: a farm costs one of what it grows. Each turn it brings one of it home."),
    "{good}: how many counters on the map?": say(
        "One good lies on each hex of the site: those of its kind that are free and clean. Each turn brings one of "
        "them home, so that more hexes last longer."
    ),
    "works": say(
        "Forced labour takes up to {n} goods from a site instead of one. The first of them is thrown away.",
        n=tables.LABOUR_TAKES,
    ),
    "discard-": say(
        "Your goods must lie in stores with a man, one on each square; the rest is lost. What still lies on the map "
        "needs no store."
    ),
    "explore": say(
        "An explorer with a man turns one marker a turn and brings you a good of what it shows. Grain, olives and "
        "sheep raise famine by one, wine does not."
    ),
    "marker": say(
        "You get one good of what the marker shows, and the marker leaves the game. Grain, olives and sheep raise "
        "famine by one."
    ),
    "in-turn": say(
        "Any player may ask that those who are still to act do so one after another, in turn order. It holds for this "
        "phase of this turn."
    ),
    # famine, pollution, the end
    "grave-": GRAVES,
    "city-": GRAVES,
    "left-over": say(
        "Every city brings {n} pollution counters; a dump with a man takes {less} off, each fountain one. Every "
        "counter that finds no hex becomes a grave in your cities.",
        n=tables.CITY_POLLUTION,
        less=tables.DUMP_RELIEF,
    ),
    "met": say("With San Giorgio you win when your zone reaches every hex that the zone of another player does."),
    "hexes": say("Several have won in the same turn. Whoever has most clean free hexes wins."),
}
