"""Wording: spoken at the very end, in the listener's language, with names, plurals, short forms and secrets."""

from __future__ import annotations

from gettext import NullTranslations

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal, seen
from companion.core.step import LogText
from companion.core.wording import (
    LONGEST,
    N_,
    NOTHING,
    Message,
    SeatName,
    Speaker,
    Verbatim,
    in_a_row,
    listed,
    named,
    say,
    say_n,
    verbatim,
    whose,
)

SPANISH = {
    "{seat} takes {what}.": "{seat} se lleva {what}.",
    "the bull": "el toro",
    "hidden": "oculto",
    "The table": "La mesa",
    "Seat {n}": "Asiento {n}",
    "Market: take 2 gold": "Mercado: toma 2 de oro",
    "Market": "Mercado",
    "{n} coin": "{n} moneda",
    "{n} coins": "{n} monedas",
    "Settlers": "Settlers",  # not in the catalogue
}


class Spanish:
    def gettext(self, message: str) -> str:
        return SPANISH[message]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return SPANISH[msgid1 if n == 1 else msgid2]


SPEAKER = Speaker("es", Spanish(), {1: "Ana", 3: "{0}"})


def test_a_message_is_spoken_with_its_arguments_translated_and_named() -> None:
    told = say("{seat} takes {what}.", seat=SeatName(1), what=say("the bull"))
    assert SPEAKER.say(told) == "Ana se lleva el toro."


def test_a_seat_without_a_name_has_a_number_and_the_table_is_the_table() -> None:
    assert [SPEAKER.name(seat) for seat in (1, 2, 0)] == ["Ana", "Asiento 2", "La mesa"]


def test_a_new_name_renames_the_past() -> None:
    told = named(1)
    english = Speaker("en", English(), {1: "Ana"})
    renamed = Speaker("en", English(), {1: "Ana María"})
    assert (english.say(told), renamed.say(told)) == ("Ana", "Ana María")


class English:
    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


def test_a_name_with_braces_is_only_a_name() -> None:
    assert SPEAKER.say(say("{seat} takes {what}.", seat=SeatName(3), what="{seat}")) == "{0} se lleva {seat}."


@pytest.mark.parametrize(
    "text", ["{nothere}", "{n.real}", "{n[0]}", "{n!r}", "{n:>300000000}", "{", "}", "{}", "{0}", "{n", "{{n}}x"]
)
def test_a_text_from_outside_is_no_format_language(text: str) -> None:
    """Stored logs, restored backups and third-party games hold such texts."""
    shown = "{7}x" if text == "{{n}}x" else text
    assert Speaker("en", NullTranslations(), {}).say(say(text, n=7)) == shown
    assert whose(say(text, n=7)) is None


def test_a_text_ends_at_two_thousand_characters() -> None:
    told: Message | str = "x" * 1500
    for _ in range(40):
        told = say("{a}{a}{a}", a=told)
    assert len(Speaker("en", NullTranslations(), {}).say(told)) == LONGEST
    assert SPEAKER.say("x" * LONGEST * 2) == "x" * LONGEST * 2, "a plain text is no template"


def test_the_number_chooses_the_form() -> None:
    assert [SPEAKER.say(say_n("{n} coin", "{n} coins", n)) for n in (0, 1, 2)] == [
        "0 monedas",
        "1 moneda",
        "2 monedas",
    ]


def test_the_short_form_is_for_small_displays_only() -> None:
    space = say("Market: take 2 gold", short=N_("Market"))
    assert SPEAKER.say(space) == "Mercado: toma 2 de oro"
    assert SPEAKER.short(space) == "Mercado"
    assert SPEAKER.short(say("the bull")) == "el toro"


def test_arguments_are_short_where_the_whole_is() -> None:
    told = say("{seat} takes {what}.", seat=SeatName(1), what=say("Market: take 2 gold", short=N_("Market")))
    assert SPEAKER.short(told) == "Ana se lleva Mercado."


def test_a_sealed_argument_is_spoken_to_whoever_may_know_it() -> None:
    told = say("{seat} takes {what}.", seat=SeatName(1), what=seal(say("the bull"), 1))
    assert SPEAKER.say(seen(told, Viewer(1))) == "Ana se lleva el toro."
    assert SPEAKER.say(seen(told, PUBLIC)) == "Ana se lleva oculto."


def test_the_owners_own_words_are_for_one_language_or_for_all() -> None:
    assert SPEAKER.say(verbatim("Catán")) == "Catán"
    assert SPEAKER.say(verbatim({"en": "Settlers", "es": "Colonos"})) == "Colonos"
    assert SPEAKER.say(verbatim({"en": "Settlers"})) == "Settlers"
    assert SPEAKER.say(verbatim({"de": "Siedler", "en": "Settlers"})) == "Settlers", "never in a third language"
    assert SPEAKER.say(verbatim({"de": "der Stier", "en": "the bull"})) == "el toro", "as the catalogue says it"
    assert SPEAKER.say(verbatim({"de": "Siedler"})) == "Siedler"
    assert SPEAKER.say(Verbatim({})) == ""


class Listing:
    """The catalogue of lists."""

    def gettext(self, message: str) -> str:
        return {"{first} and {last}": "{first} y {last}"}.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


@pytest.mark.parametrize(
    ("names", "es"),
    [
        (("Ana",), "Ana"),
        (("Ana", "Marco"), "Ana y Marco"),
        (("Ana", "Marco", "Lucía"), "Ana, Marco y Lucía"),
        (("Íñigo", "Ana"), "Íñigo y Ana"),
        (("Ana", "Íñigo"), "Ana e Íñigo"),
        (("Ana", "Eva", "Hilda"), "Ana, Eva e Hilda"),
        (("agua", "hielo"), "agua y hielo"),
        (("Ana", "Iago"), "Ana y Iago"),
        (("Ana", "Yolanda"), "Ana y Yolanda"),
    ],
)
def test_a_list_is_joined_as_a_language_joins_lists(names: tuple[str, ...], es: str) -> None:
    assert Speaker("es", Listing(), {}).say(listed(names)) == es


def test_a_list_of_seats_speaks_their_names() -> None:
    pair = listed([SeatName(1), SeatName(2)])
    assert Speaker("es", Listing(), {1: "Ana", 2: "Inés"}).say(pair) == "Ana e Inés"
    assert Speaker("en", Listing(), {1: "Ana", 2: "Inés"}).say(pair) == "Ana y Inés"
    with pytest.raises(ValueError, match="nothing"):
        listed([])


def test_a_row_has_commas_and_a_word_of_its_own_when_it_is_empty() -> None:
    speaker = Speaker("es", Listing(), {})
    one, two = verbatim("Madera"), verbatim("Tinte")
    assert speaker.say(in_a_row([one, two, one])) == "Madera, Tinte, Madera"
    assert in_a_row(iter([one])) == one
    assert in_a_row([]) == NOTHING
    assert in_a_row([], two) == two


def test_numbers_and_plain_words_are_spoken_as_they_are() -> None:
    assert (SPEAKER.say(7), SPEAKER.say("7")) == ("7", "7")


def test_messages_travel_as_data() -> None:
    told: list[LogText] = [
        say_n("{n} coin", "{n} coins", 2, short=N_("Market"), who=SeatName(1), where=verbatim("Sea")),
        say("{what}", what=seal(say("the bull"), 1), n=3),
        seal(say("the bull"), 2),
        Sealed[Message]((2,)),
    ]
    assert msgspec.json.decode(msgspec.json.encode(told), type=list[LogText]) == told


def test_a_line_is_the_thing_of_whom_it_names_first_as_it_is_read() -> None:
    gives = say("{seller} gives {buyer} {what}.", buyer=SeatName(2), seller=SeatName(3), what="wood")
    assert whose(gives) == 3
    assert whose(say("Taken back: {what}", what=gives)) == 3
    assert whose(say("{table} and {who}", table=SeatName(0), who=SeatName(1))) == 1
    assert whose(say("Nobody.", unread=SeatName(1))) is None
    assert whose(say("{who} or {what}", who=listed([SeatName(2), SeatName(1)]), what=SeatName(3))) == 0
    assert whose(in_a_row([named(2), named(2)])) == 2
    assert whose(listed(["bread", SeatName(2)])) == 2


def test_a_line_may_say_whose_it_is() -> None:
    line = replace(say("{who} is hit.", who=SeatName(1)), seat=2)
    assert whose(line) == whose(seal(line, 4)) == whose(say("Again: {what}", what=line)) == 2
    assert whose(replace(line, seat=0)) == 0


def test_what_one_may_not_know_tells_nobody_whose_line_it_is() -> None:
    line = say("{who} helps {other}.", who=seal(SeatName(3), 1), other=SeatName(2))
    assert (whose(seen(line, Viewer(1))), whose(seen(line, PUBLIC))) == (3, 2)
    assert whose(seen(seal(line, 1), PUBLIC)) is None


def test_a_line_of_nobody_is_stored_as_before() -> None:
    assert b"seat" not in msgspec.json.encode(say("Rain."))
    assert msgspec.json.decode(b'{"type":"message","text":"Rain."}', type=Message).seat is None
