"""What is missing before a play can begin, and who sees to it, in one sentence fit for everybody."""

from __future__ import annotations

from companion.core.setup import Meta
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.service.seats.seats_state import Gathering, Hosting


def missing(
    gathering: Gathering, chosen: Meta | None, host: int | None, *, put_away: bool, set_aside: bool
) -> Message | None:
    """The sentence; None before anybody sits down. ``chosen`` is the game; ``host`` the seat of who may choose and
    begin (0: somebody with the PIN and without a seat; None: nobody yet); ``put_away``: the last play is not over;
    ``set_aside``: and cannot be gone on with at present.
    """
    seated = len(gathering.names)
    if not seated:
        return None
    if chosen is None:
        return _choosing(host, put_away=put_away, set_aside=set_aside)
    least, most = chosen.seats
    if seated < least:
        return say_n(
            "{game}: {n} person more.",
            "{game}: {n} people more.",
            least - seated,
            N_("Missing: {n}"),
            game=chosen.title,
        )
    if seated > most:
        return say_n(
            "{game}: {n} person too many.",
            "{game}: {n} people too many.",
            seated - most,
            N_("Too many: {n}"),
            game=chosen.title,
        )
    return _beginning(chosen, host, put_away=put_away)


def _choosing(host: int | None, *, put_away: bool, set_aside: bool) -> Message:
    short = N_("Who chooses the game?")
    if host:
        return say("{who} is choosing the game.", N_("{who} is choosing"), who=SeatName(host))
    if host is not None:
        return say("The admin is choosing the game.", N_("Admin is choosing"))
    if set_aside:
        return say("The last play waits: the admin chooses another game.", N_("Admin chooses"))
    if put_away:
        return say(
            "The last play is not over: the admin goes on with it, or chooses another game.", N_("Admin chooses")
        )
    return say("Nobody has chosen a game yet: anybody here may host.", short)


def _beginning(chosen: Meta, host: int | None, *, put_away: bool) -> Message:
    short = N_("All here? Then begin")
    if host:
        return say("{game}: all here? Then {who} taps Begin.", short, game=chosen.title, who=SeatName(host))
    if host is not None or put_away:
        return say("{game}: all here? Then the admin taps Begin.", short, game=chosen.title)
    return say("{game}: all here? Anybody here may host, and begin.", short, game=chosen.title)


def hosting_words(hosting: Hosting) -> Message:
    """Who hosts the evening, or wants to."""
    who = SeatName(hosting.seat)
    if hosting.stage == "offered":
        return say(
            "{who} will host: game, options, begin. In 10 seconds, unless somebody objects.",
            N_("{who} will host"),
            who=who,
        )
    if hosting.stage == "refused":
        return say("{by} objects: {who} does not host.", N_("{who} does not host"), who=who, by=SeatName(hosting.by))
    return say("{who} hosts this evening.", N_("{who} hosts"), who=who)
