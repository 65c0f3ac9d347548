"""The last question of every action: each part of the price. What is paid with, and how far the token goes, is said by
what the rules would tell.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import reduce

from companion.core.options import Option
from companion.core.questions import Answer, Pick, Question
from companion.core.wording import N_, Message, say, say_n
from companion.games.olympos import queries_prices
from companion.games.olympos.state import Side


def listed(parts: list[queries_prices.Part]) -> Message:
    """``2 for new settler + 1 for sea + 1 for combat``."""
    words = [say("{n} for {what}", n=part.points, what=part.what) for part in parts]
    return (
        reduce(lambda first, then: say("{first} + {then}", first=first, then=then), words) if words else say("nothing")
    )


def outcome(side: Side, parts: list[queries_prices.Part], won: int = 0) -> Message:
    """The parts, of several the sum too, and the hourglasses that stay; in short the way of the token. Section 3."""
    cost = queries_prices.total(parts)
    have = side.hourglasses + won
    to = side.position + max(0, cost - have)
    short = N_("Token: {start} to {to}") if to > side.position else N_("The token stays")
    way = {"start": side.position, "to": to}
    words = listed(parts)
    if len(parts) > 1:
        words = say("{parts} = {n}", parts=words, n=cost)
    if have <= cost:
        return say("{sum}.", short, sum=words, **way)
    rest = say_n("{n} hourglass stays", "{n} hourglasses stay", have - cost)
    return say("{sum}; {rest}.", short, sum=words, rest=rest, **way)


def ask_price(
    side: Side, parts: list[queries_prices.Part], act: Message, won: int = 0
) -> Generator[Question, Answer, str]:
    """Nothing is done before the price was seen. ``won`` are hourglasses that the action brings before it is paid."""
    cost = queries_prices.total(parts)
    have = side.hourglasses + won
    words = say("To space {to}", N_("To space {to}"), to=side.position + max(0, cost - have))
    return (
        yield from Pick[str](
            key="pay",
            prompt=say("That costs {n}.", N_("That costs {n}"), n=cost),
            hint=outcome(side, parts, won),
            act=act,
            usual="pay",
            options=(Option("pay", words, price=tuple(part.amount() for part in parts), icon="hourglass", act=act),),
        )
    )
