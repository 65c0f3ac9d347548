"""Events for tests: people with the letters of the alphabet, and rounds in a few strokes."""

from __future__ import annotations

from gettext import NullTranslations
from string import ascii_uppercase

from msgspec.structs import replace

from companion.club.events.event_rounds import ClubEvent, Entrant, EventTable, Round, TableOutcome, TableRanks, Voided
from companion.club.events.event_rules import EventRules
from companion.club.events.table_sizes import SizeRule
from companion.core.wording import Speaker, Wording, verbatim

POINTS = {size: (5, 3, 2, 1, 0, 0, 0, 0)[:size] for size in range(2, 9)}
SPEAKER = Speaker("en", NullTranslations(), {})
POWER_CUT = Voided(verbatim("Power cut"))


def rules(least: int = 3, most: int = 4, preferred: int = 4, **others: object) -> EventRules:
    return replace(EventRules(sizes=SizeRule(least, most, preferred), points=POINTS), **others)


def letters(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(letter) for letter in ascii_uppercase[:count])


def numbered(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"p{number}") for number in range(count))


def table(number: int, seats: str, ranks: str | TableOutcome = "", points: tuple[int, ...] = ()) -> EventTable:
    """``seats`` and ``ranks`` have a character for each seat; without ranks the first seat is first, and so on."""
    if isinstance(ranks, str):
        given = tuple(int(rank) for rank in ranks) or tuple(range(1, len(seats) + 1))
        return EventTable(number, tuple(seats), TableRanks(given, points))
    return EventTable(number, tuple(seats), ranks)


def event(of: EventRules, people: int, *rounds: tuple[EventTable, ...], byes: tuple[str, ...] = ()) -> ClubEvent:
    """``byes`` has the letters of those who sit out, for each round."""
    out = (*byes, *("" for _ in rounds))
    played = (Round(number, tables, tuple(out[number - 1])) for number, tables in enumerate(rounds, start=1))
    return ClubEvent(of, letters(people), tuple(played))


def spoken(wording: Wording) -> str:
    return SPEAKER.say(wording)
