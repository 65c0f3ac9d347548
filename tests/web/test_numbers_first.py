"""A card that nobody has entered yet: its numbers come before its many symbols, and banners show their colours."""

from __future__ import annotations

from companion.core.forms import Field
from companion.core.options import Option, colour_of
from companion.core.questions import AnyQuestion, Count, Pick, PickMany
from companion.core.wording import say
from web.templating.form_rows import numbers_first

PROMPT = say("Which?")
SYMBOLS = tuple(Option(f"s{n}", say("{n}", n=n)) for n in range(20))


def count(key: str) -> Count:
    return Count(key=key, prompt=PROMPT, high=9)


def many(key: str, options: int = 20) -> PickMany[str]:
    return PickMany[str](key=key, prompt=PROMPT, options=SYMBOLS[:options], most=options)


def order(*questions: AnyQuestion) -> list[str]:
    return [field.key for field in numbers_first([Field(question.key, question) for question in questions])]


NAMED = Pick[str](key="named", prompt=PROMPT, options=SYMBOLS[:2])


def test_the_numbers_of_a_card_come_before_its_symbols() -> None:
    found = order(NAMED, many("symbols"), many("more", 3), count("coins"), count("knowledge"), NAMED, count("swords"))
    assert found == ["named", "coins", "knowledge", "symbols", "more", "named", "swords"]


def test_numbers_of_another_card_stay_where_they_are() -> None:
    assert order(many("symbols"), NAMED, count("swords")) == ["symbols", "named", "swords"]
    assert order(many("few", 5), count("coins")) == ["few", "coins"]


def test_a_banner_has_the_colour_of_its_name() -> None:
    assert (colour_of("red"), colour_of("food")) == ("red", None)
