"""What a sheet may say, and how each mistake is told."""

from __future__ import annotations

import pytest

from companion.games.score_sheet import SheetError, check, parse, shipped, shipped_texts
from companion.games.score_sheet.sheet import SetCollection

HEAD = 'id = "x"\nname = "X"\nseats = [2, 4]\n'
ROADS = '[[category]]\nkey = "roads"\nname = "Roads"\nform = "number"\n'


def form(name: str, *lines: str) -> str:
    return HEAD + f'[[category]]\nkey = "roads"\nname = "Roads"\nform = "{name}"\n' + "\n".join(lines)


def problem(text: str) -> str:
    """The only problem, without the file's name."""
    with pytest.raises(SheetError) as caught:
        parse(text, "x.toml")
    assert len(caught.value.problems) == 1, str(caught.value)
    return str(caught.value).removeprefix("x.toml, ")


REFUSED = {
    "unknown key": (
        HEAD + 'win = "lowest"\n' + ROADS,
        "line 4: win: expected one of the keys id, name, about, icon, seats, minutes, rounds, wins, ask, teams, "
        "teams_option, ends_at, out_above, back_in, cards, for_seats, category, ladder, sudden, option, outcome. "
        "Did you mean wins?",
    ),
    "missing key": (
        'id = "x"\nname = "X"\n' + ROADS,
        "line 1: seats: expected this key, which is missing.",
    ),
    "missing key of a category": (
        form("per-unit"),
        "line 4: category.roads.points: expected this key, which is missing.",
    ),
    "key of another form": (
        form("number", 'ties = "full"'),
        "line 8: category.roads.ties: expected one of the keys key, name, short, icon, help, form, uses, sealed, when, "
        "counts, only_if_tied, option, unless, adds_up_to, for_seats, for_rounds, low, high, start. "
        "It belongs to the form majority.",
    ),
    "no category": (HEAD, "line 1: category: expected this key, which is missing."),
    "category as one table": (
        HEAD + '[category]\nkey = "a"',
        "line 4: category: expected one table or more, such as [[category]].",
    ),
    "sudden as a number": (
        HEAD + "sudden = 3\n" + ROADS,
        "line 4: sudden: expected a table, such as [sudden].",
    ),
    "id": (
        HEAD.replace('"x"', '"My Sheet"') + ROADS,
        "line 1: id: expected a short key of small letters, digits and hyphens that begins with a letter or digit. "
        "Did you mean my-sheet?",
    ),
    "name empty": (HEAD.replace('"X"', '" "') + ROADS, "line 2: name: expected a text on one line, not empty."),
    "name a number": (
        HEAD.replace('"X"', "3") + ROADS,
        'line 2: name: expected a text, or a text by language such as {en = "Roads", es = "Caminos"}.',
    ),
    "name in no language": (
        HEAD.replace('"X"', '{english = "X"}') + ROADS,
        "line 2: name: expected a language as two small letters, not english.",
    ),
    "name too long": (HEAD.replace('"X"', f'"{"x" * 41}"') + ROADS, "line 2: name: expected at most 40 characters."),
    "seats": (
        HEAD.replace("[2, 4]", "[4, 2]") + ROADS,
        "line 3: seats: expected lowest and highest, between 1 and 8, such as [2, 5].",
    ),
    "rounds a word": (
        HEAD + 'rounds = "opn"\n' + ROADS,
        "line 4: rounds: expected a number from 1 to 99, once, open, or lowest and highest such as [3, 10]. "
        "Did you mean open?",
    ),
    "rounds a number": (
        HEAD + "rounds = 0\n" + ROADS,
        "line 4: rounds: expected a number from 1 to 99, once, open, or lowest and highest such as [3, 10].",
    ),
    "rounds true": (
        HEAD + "rounds = true\n" + ROADS,
        "line 4: rounds: expected a number from 1 to 99, once, open, or lowest and highest such as [3, 10].",
    ),
    "choice": (
        HEAD + 'wins = "low"\n' + ROADS,
        "line 4: wins: expected one of highest, lowest. Did you mean lowest?",
    ),
    "flag": (form("number", 'sealed = "yes"'), "line 8: category.roads.sealed: expected true or false."),
    "whole": (
        form("per-unit", "points = 1", "each = 0"),
        "line 9: category.roads.each: expected a whole number from 1 to 9999.",
    ),
    "wholes": (
        form("majority", "places = 5"),
        "line 8: category.roads.places: expected a list of whole numbers such as [1, 4, 9].",
    ),
    "rows": (
        form("table", "rows = [[1, 2], [3]]"),
        "line 8: category.roads.rows: expected pairs of a number and its points such as [[1, 2], [2, 5]].",
    ),
    "rows that fall": (
        form("table", "rows = [[3, 2], [2, 5]]"),
        "line 8: category.roads.rows: expected numbers from 0 that rise from row to row, not 2 there.",
    ),
    "rows twice": (
        form("table", "rows = [[2, 2], [2, 5]]"),
        "line 8: category.roads.rows: expected numbers from 0 that rise from row to row, not 2 there.",
    ),
    "above": (
        form("table", "rows = [[1, 2]]", 'above = "nver"'),
        "line 9: category.roads.above: expected one of last, never, or points for each further one. "
        "Did you mean never?",
    ),
    "table that ends below its last row": (
        form("table", "rows = [[1, 2], [9, 3]]", "high = 8"),
        "line 9: category.roads.high: expected a number not below the last row's, which is 9.",
    ),
    "kind without a name": (
        form("set", "points = [1]", "kinds = [", '{key = "a"},', "]"),
        "line 9: category.roads.kinds.1.name: expected this key, which is missing.",
    ),
    "kind twice": (
        form("set", "points = [1, 2]", 'kinds = [{key = "a", name = "A"}, {key = "a", name = "B"}]'),
        "line 9: category.roads.kinds.2.key: expected a key that no kind before it has.",
    ),
    "points for the wrong number of kinds": (
        form("set", "points = [1]", 'kinds = [{key = "a", name = "A"}, {key = "b", name = "B"}]'),
        "line 8: category.roads.points: expected as many numbers as there are kinds, 2.",
    ),
    "sets that are better apart": (
        form("set", "points = [5, 6]", 'kinds = [{key = "a", name = "A"}, {key = "b", name = "B"}]'),
        "line 8: category.roads.points: expected steps that never become smaller, as sets are made as large as they "
        "go.",
    ),
    "low above high": (
        form("number", "low = 5", "high = 4"),
        "line 9: category.roads.high: expected a number not below low, which is 5.",
    ),
    "start out of reach": (
        form("number", "high = 4", "start = 5"),
        "line 9: category.roads.start: expected a number from 0 to 4.",
    ),
    "sealed bonus": (
        form("bonus", "points = 1", "sealed = true"),
        "line 9: category.roads.sealed: expected false, as the table says who has a bonus.",
    ),
    "round without rounds": (
        form("number", 'when = "round"'),
        "line 8: category.roads.when: expected end, as everything is written once.",
    ),
    "first every round": (
        HEAD
        + "rounds = 3\n"
        + ROADS
        + '[[category]]\nkey = "b"\nname = "B"\nform = "bonus"\npoints = 1\nwho = "first"\nwhen = "round"',
        "line 15: category.b.when: expected end, as who was first counts for the whole play.",
    ),
    "nothing in a round": (
        HEAD + "rounds = 3\n" + ROADS + 'when = "end"',
        "line 4: rounds: expected once, as nothing is written every round.",
    ),
    "long name without a short one": (
        form("number").replace('"Roads"', '"A name of twenty-three!"'),
        "line 6: category.roads.name: expected at most 21 characters, or a key short beside it.",
    ),
    "reserved key": (
        form("number").replace('"roads"', '"done"'),
        "line 5: category.done.key: expected a key other than done, change, more, nobody, finish, outright.",
    ),
    "key twice": (HEAD + ROADS + ROADS, "line 9: category.roads.key: expected a key that no category before it has."),
    "teams that do not add up": (
        HEAD + "teams = [2, 2]\n" + ROADS,
        "line 4: teams: expected sizes that add up to the seats, which are 2 to 4.",
    ),
    "one team": (
        HEAD + "teams = [4]\n" + ROADS,
        "line 4: teams: expected the sizes of two teams or more such as [2, 2], or a number of teams.",
    ),
    "more teams than seats": (
        HEAD + "teams = 3\n" + ROADS,
        "line 4: teams: expected no more teams than the fewest seats, 2.",
    ),
    "ends_at without rounds": (
        HEAD + "ends_at = 3\n" + ROADS,
        "line 4: ends_at: expected rounds, as it ends the play after one.",
    ),
    "ladder": (
        HEAD + ROADS + '[[ladder]]\ncategory = "road"',
        "line 9: ladder.1.category: expected the key of a category. Did you mean roads?",
    ),
    "empty sudden": (
        HEAD + ROADS + "[sudden]",
        "line 8: sudden: expected points, or declared = true.",
    ),
    "sudden where the lowest wins": (
        HEAD + 'wins = "lowest"\nrounds = 2\n' + ROADS + "[sudden]\npoints = 3",
        "line 11: sudden.points: expected wins = highest beside it; where the lowest wins, ends_at ends the play.",
    ),
    "sudden after no round": (
        HEAD + ROADS + "[sudden]\npoints = 3",
        "line 8: sudden.checked: expected at-once, as there are no rounds.",
    ),
    "no TOML": (
        HEAD + "wins = highest\n" + ROADS,
        "line 4: TOML: expected a line that can be read; the reader says: Invalid value.",
    ),
    "no TOML at the end": (
        HEAD + "teams = [",
        "line 4: TOML: expected a line that can be read; the reader says: Invalid value.",
    ),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_mistake_is_told_with_line_key_and_what_was_expected(name: str) -> None:
    text, expected = REFUSED[name]
    assert problem(text) == expected


def test_everything_that_is_wrong_is_told_at_once_in_the_order_of_the_lines() -> None:
    text = shipped_texts()["hearts.toml"]
    for good, bad in (
        ("seats = [3, 6]", "seats = [3, 16]"),
        ("per-unit", "per-unt"),
        ("who = ", "whose = "),
        ('category = "queen"', 'category = "quen"'),
        ("ends_at", "ends"),
    ):
        assert good in text
        text = text.replace(good, bad, 1)
    text += '\n[sudden]\nchecked = "never"\n'
    with pytest.raises(SheetError) as caught:
        parse(text, "hearts.toml")
    found = [(problem.line, problem.key) for problem in caught.value.problems]
    assert found == [
        (7, "seats"),
        (10, "ends"),
        (16, "category.hearts.form"),
        (26, "category.queen.whose"),
        (38, "ladder.1.category"),
        (43, "sudden.checked"),
    ]
    assert caught.value.problems == check(text)
    assert str(caught.value).count("\n") == len(found) - 1


def test_what_hangs_on_something_unread_is_not_complained_about() -> None:
    """A category that could not be read is still there for the ladder and for the rounds."""
    text = HEAD + "rounds = 2\n" + ROADS.replace("number", "nummer") + '[[ladder]]\ncategory = "roads"'
    assert [found.key for found in check(text)] == ["category.roads.form"]
    text = HEAD + "rounds = -1\n" + ROADS + 'when = "round"'
    assert [found.key for found in check(text)] == ["rounds"]
    text = HEAD.replace("[2, 4]", "4") + "teams = [2, 2]\n" + ROADS
    assert [found.key for found in check(text)] == ["seats"]


@pytest.mark.parametrize("name", sorted(shipped_texts()))
def test_the_shipped_sheets_are_in_order(name: str) -> None:
    assert check(shipped_texts()[name]) == ()
    assert f"{parse(shipped_texts()[name], name).id}.toml" == name


def test_the_shipped_sheets_are_in_english_and_spanish() -> None:
    for sheet in shipped():
        words = [sheet.name, sheet.about]
        for category in sheet.category:
            words += [category.name, category.short, category.help]
            words += [kind.name for kind in category.kinds] if isinstance(category, SetCollection) else []
        for one in words:
            assert one is None or set(one.words) == {"en", "es"}


def test_when_follows_from_the_rounds() -> None:
    assert [one.when for one in parse(HEAD + ROADS, "x").category] == ["end"]
    assert [one.when for one in parse(HEAD + "rounds = 2\n" + ROADS, "x").category] == ["round"]
