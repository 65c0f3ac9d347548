"""Reading ``table.toml``: what can be used is used, and every mistake is said with its line."""

from __future__ import annotations

import pytest

from companion.core.wording import Speaker, listed
from companion.first_contact.table_file import KEYS, TableFile, read_table_file
from companion.locale import LANGUAGES, speaker
from tests.first_contact.owners import PROFILES, PUBLIC, SECRETS, WHOLE

ENGLISH, SPANISH = speaker("en", {}), speaker("es", {})


def read(text: str) -> TableFile:
    return read_table_file(text, PROFILES)


def told(found: TableFile, words: Speaker = ENGLISH) -> list[str]:
    return [words.say(mistake.words) for mistake in found.mistakes]


def test_everything_that_can_be_said() -> None:
    found = read(WHOLE)
    assert told(found) == []
    assert found.values == {
        "name": "olive",
        "language": "es",
        "country": "ES",
        "profile": "pi-panel",
        "wifi_name": "Casa Lucía",
        "wifi_password": "correct horse",
        "own_wifi_password": "olives and figs",
        "pin": "27182818",
        "ssh_key": PUBLIC,
        "read_only": "true",
    }
    assert found.values.keys() == set(KEYS)
    assert not any(secret in repr(found) for secret in SECRETS)


def test_an_empty_file_or_empty_values_say_nothing() -> None:
    for text in ("", "# nothing\n\r\n", 'name = ""\npin = ""\nwifi_password = ""\n'):
        assert read(text) == TableFile()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('nmae = "olive"', "no such key; did you mean name?"),
        ('xyzzy = "red"', "There is no such key. There are name, language,"),
        ('wifi = { name = "Casa", password = "correct horse" }', "did you mean"),
        ('name = "Mesa de Lucía"', "letters without accents, digits and hyphens"),
        ('name = "-olive"', "phones will type it"),
        ("name = 5", 'text in quotes: name = "..."'),
        ('language = "xx"', f"one of these: {ENGLISH.say(listed(sorted(LANGUAGES)))}"),
        ('country = "UK"', "UK is not the code of a country; did you mean GB?"),
        ('country = "Spain"', "code of two letters, such as ES"),
        ('profile = "pi-9"', "one of these: pi-panel, pods and simulated"),
        ('own_wifi_password = "short"', "from 8 to 63 characters; this one has 5"),
        ('own_wifi_password = "' + "a" * 64 + '"', "from 8 to 63 characters; this one has 64"),
        ('own_wifi_password = "contraseña"', "letters without accents"),
        ('pin = "1234567"', "from 8 to 16 digits"),
        ('pin = "12345678901234567"', "from 8 to 16 digits"),
        ('pin = "1234abcd"', "from 8 to 16 digits"),
        ("pin = 27182818", 'text in quotes: pin = "..."'),
        ('ssh_key = "ssh-ed25519 AAAA"', "no public key for SSH"),
        ('ssh_key = "ssh-ed25519 !!!"', "no public key for SSH"),
        (f'ssh_key = "{PUBLIC.replace("ed25519", "dss")}"', "no public key for SSH"),
        (f'ssh_key = "{PUBLIC}\\nssh-rsa"', "no public key for SSH"),
        ('ssh_key = "-----BEGIN OPENSSH PRIVATE KEY-----"', "That is a private key"),
        ("read_only = 1", "true or false: read_only = true"),
        ('read_only = "yes"', "true or false: read_only = true"),
        ("read_only = yes", "It has to look like this: read_only = true"),
        ("name = olive", 'It has to look like this: name = "..."'),
        ("pin = 01234567", 'It has to look like this: pin = "..."'),
        ("name = \u201colive\u201d", 'quotes have to be straight ones: name = "..."'),
        ("nothing of this", "This line cannot be read"),
        ('wifi_password = "correct horse"', "The name of that Wi-Fi is missing"),
    ],
)
def test_a_mistake_is_said_with_its_line_and_loses_nothing_of_the_others(line: str, words: str) -> None:
    key = line.partition(" ")[0]
    first, second = [each for each in ("country", "language", "profile") if each != key][:2]
    good = {"country": "PT", "language": "en", "profile": "pods"}
    found = read(f'# a table\n{first} = "{good[first]}"\n{line}\n\n{second} = "{good[second]}"\n')
    (said,) = told(found)
    assert said.startswith("table.toml, line 3")
    assert words in said
    assert found.values == {first: good[first], second: good[second]}
    assert told(found, SPANISH) != [said], "it is translated"


def test_a_truth_value_is_understood_in_quotes_too() -> None:
    for text, value in (("true", "true"), ("false", "false"), ('"True "', "true"), ("'false'", "false")):
        assert read(f"read_only = {text}\n") == TableFile({"read_only": value})


def test_a_key_that_stands_twice_is_taken_once() -> None:
    found = read('country = "PT"\ncountry = "ES"\n')
    assert told(found) == ["table.toml, line 2, country: This key stands twice; the first one counts."]
    assert found.values == {"country": "PT"}


def test_a_wrong_password_of_the_home_wifi_joins_nothing() -> None:
    found = read('wifi_name = "Casa"\nwifi_password = "1234567"\nname = "olive"\n')
    assert told(found) == [
        "table.toml, line 2, wifi_password: The password of a Wi-Fi has from 8 to 63 characters; this one has 7."
    ]
    assert found.values == {"name": "olive"}
    assert "1234567" in found.secrets


@pytest.mark.parametrize(
    ("line", "password"),
    [
        (r'wifi_password = "back\slash"', r"back\slash"),
        (r'wifi_password = "new\table1"', r"new\table1"),
        (r'wifi_password = "ends with one\"', "ends with one\\"),
        ('wifi_password = "nine "to" five"', 'nine "to" five'),
        ("wifi_password = 'it's ours'", "it's ours"),
        (r"""wifi_password = 'a"b\c d e'""", r'a"b\c d e'),
        (r"""wifi_password = '''it's "a\b" c'''""", r"""it's "a\b" c"""),
        (r'wifi_password = "as \\ TOML \" has it"', 'as \\ TOML " has it'),
    ],
)
def test_a_password_with_signs_of_toml_joins_the_wifi(line: str, password: str) -> None:
    found = read(f'wifi_name = "Casa"\n{line}\nname = "olive"\n')
    assert told(found) == []
    assert found.values == {"wifi_name": "Casa", "wifi_password": password, "name": "olive"}
    assert password in found.secrets


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (r'wifi_password = "half \" and \half"', "wifi_password = '...'"),
        ('wifi_password = "a "b" # c"', "wifi_password = '...'"),
        (r"""wifi_password = "it's \\ and \q"  """, "wifi_password = '''...'''"),
    ],
)
def test_where_the_signs_can_be_meant_in_two_ways_the_owner_is_told_how_to_quote(line: str, form: str) -> None:
    found = read(f'wifi_name = "Casa"\n{line}\n')
    why = "Write it in these quotes, between which every sign stands for itself: "
    assert told(found) == [f"table.toml, line 2, wifi_password: {why}{form}"]


def test_several_mistakes_stand_in_the_order_of_their_lines() -> None:
    found = read('pin = "1"\nname = olive\ncountry = "XX"\nlanguage = "es"\n')
    assert [mistake.line for mistake in found.mistakes] == [1, 2, 3]
    assert found.values == {"language": "es"}


def test_no_mistake_quotes_a_secret() -> None:
    hidden = ("shrt!77", "key-in-an-unknown-place", "12ab34cd", "half-open")
    found = read(
        f'own_wifi_password = "{hidden[0]}"\nwifi_pasword = "{hidden[1]}"\npin = "{hidden[2]}"\n'
        f'wifi_password = "{hidden[3]}\n'
    )
    assert len(found.mistakes) == 4
    for words in (ENGLISH, SPANISH):
        assert not any(secret in line for line in told(found, words) for secret in hidden)
    assert found.secrets >= set(hidden[:3])


@pytest.mark.parametrize("text", ["[" * 200, "name = " + "[" * 50, "\0", "a" * 300_000, '"""', "pin = '''\n'''x"])
def test_nothing_that_is_written_breaks_it(text: str) -> None:
    assert read(text).mistakes
