"""Comments for translators, made from the code: where a text appears, and what each place in it stands for.

Three sources: the call that a text is given to (``Refused(...)``, ``label=``, ``<button>``), the docstring of the
constant or function that holds it, and ``PLACES``, what the names of places mean. Where that is not enough, write a
comment beside the text: ``# Translators: ...``. A line of it such as ``{n}: the number of the round`` replaces the
meaning of that place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter

from companion.render.canvas.layout import LINE

Text = str | tuple[str, ...]

FUNCTIONS = {"say": 1, "say_n": 2, "N_": 1, "gettext": 1}
"""Functions that mark a text, with the number of texts they take."""

SHORT_FORM = "Short form"
SHORT = f"{SHORT_FORM}{{of}} on a small display: at most {LINE} pixels, which 21 letters are."
QUOTED = 45
"""So many letters of the long form are quoted."""

GIVEN_TO = {
    "Refused 1": "Says why something is not possible.",
    "refuse 1": "Says why something is not possible.",
    "require 0": "Says why something is not possible.",
    "blocked 0": "Says why something is not possible.",
    "tell": "Line of the log.",
    "tell_first": "Line of the log about what somebody lost or won.",
    "announce": "Line of the log about an attack, a loss or a new round; the table screen shows it large.",
    "tell_all": "Line of the log about what was just revealed; the table screen shows it large.",
    "instruct short": "Short form of an instruction, for a small display.",
    "instruct back": "Instruction what to do with the pieces when the move is undone.",
    "instruct": "Instruction what to do with the pieces.",
    "_instruct short": "Short form of an instruction, for a small display.",
    "_instruct back": "Instruction what to do with the pieces when the move is undone.",
    "_instruct": "Instruction what to do with the pieces.",
    "together": "Instruction what to do with the pieces.",
    "on_cardboard": "Instruction what to do with the pieces.",
    "Handled": "Instruction what to do with the pieces.",
    "Option 1": "One of the answers to a question.",
    "GameOption 1": "Name of an option of a game.",
    "GameOption 3": "One of the values of an option of a game.",
    "BoxField": "Name of a number or text that is printed on a card or board.",
    "BoxKind": "Name of a kind of card or board whose printed numbers are asked for.",
    "ChanceKind": "Name of what is drawn or rolled.",
    "Column": "Heading of a column.",
    "Figure 0": "Name of a number, beside it.",
    "Line 2": "Line of the score sheet.",
    "Line 3": "Line of the score sheet: how the points come about.",
    "Tracked": "Name of a number that the table keeps.",
    "Thing": "Pieces with their number.",
    "CommandError": "Error message in a terminal.",
    "Finding": "Result of a check in a terminal.",
    "PartFinding": "Result of a check of the devices.",
    "Verdict": "Result of a check of the devices.",
    "Notice": "Short notice after somebody did something.",
    "flash": "Short notice on a small display.",
    "Field 2": "Name of a field of a form.",
    "Section 1": "Heading of a part of a form.",
    "Flaw": "Says what is wrong in a file.",
    "WrongValue": "Says what is wrong in a file.",
    "Awaited why": "Says what the table waits for.",
    "God 0": "Name of a god.",
    "Discovery 0": "Name of a discovery.",
    "Destiny 0": "Name of a card.",
    "LegendEntry": "Explains a symbol.",
    "title": "Title.",
    "label": "Label.",
    "prompt": "Question to a player.",
    "meaning": "Explanation, shown when somebody asks for it.",
    "hint": "Hint beside a question or an answer.",
    "act": "Button that sends an answer.",
    "yes": "Button: yes.",
    "no": "Button: no.",
    "notice": "Short notice after somebody did something.",
    "summary": "One sentence about a game.",
    "reason": "Says why something is not possible.",
    "refused": "Says why something is not possible.",
    "why": "Reason, shown beside something.",
    "choices": "One of the choices of a field.",
    "values": "One of the choices of a field.",
    "short": "Short form of an instruction, for a small display.",
    "place": "Where pieces lie.",
}
"""What a text is that is given to a function, by its name and the position or name of the argument; by the name of the
function alone; or by the name of the argument alone, which is also looked for among variables."""
ERRORS = re.compile(r"(Error|Fault|TooLarge)$")
LONGEST = 110
"""Letters of the longest sentence of a docstring that is taken whole."""
REASONS = re.compile(r"(^|_)(reason|refusal)s?(_|$)", re.IGNORECASE)
SAYS_WHY = "Says why something is not possible."

TAGS = {
    "a": "Link.",
    "button": "Button.",
    "caption": "Title of a table.",
    "dt": "Label.",
    "h1": "Heading.",
    "h2": "Heading.",
    "h3": "Heading.",
    "label": "Label.",
    "legend": "Title of a group of fields.",
    "option": "One of the choices of a field.",
    "summary": "Heading that opens what is under it.",
    "th": "Heading of a column or row.",
    "title": "Title of a page.",
}
ATTRIBUTES = {
    "alt": "Describes a picture to those who do not see it.",
    "aria-label": "Read aloud by screen readers, not shown.",
    "placeholder": "Example in an empty field.",
    "title": "Appears when a pointer rests on something.",
    "value": "Button.",
}
ATTRIBUTE = re.compile(r'([\w-]+)\s*=\s*"[^"]*$')
TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b[^>]*>")
IN_TEMPLATE = re.compile(r"""\b(?:_n?|gettext)\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")

PLACES = {
    "a": "points of Athens",
    "action": "name of an action",
    "actions": "actions with their number",
    "address": "network or bus address",
    "advance": "number of spaces on the track",
    "after": "number afterwards",
    "ahead": "a number",
    "all": "number of all there are",
    "ambrosia": "amount of ambrosia",
    "answer": "the answer, in words or a number",
    "answers": "what may be typed, not translated",
    "army": "name of an army",
    "arrows": "arrows with their number",
    "at": "number of a space",
    "athens": "a number",
    "b": "points of Sparta",
    "banners": "banners with their number",
    "before": "number before",
    "begin": "time of day",
    "block": "name of a block",
    "boost": "a number",
    "both": "a number",
    "brief": "short name of what a field is about",
    "broker": "host and port of a broker",
    "building": "name of a building",
    "buyer": "name of a person",
    "by": "name of a person",
    "bye": "a number of points",
    "capacity": "a number",
    "card": "name of a card",
    "cards": "names of cards, or cards with their number",
    "category": "name of a category of the score sheet",
    "cavalry": "number of hexes",
    "change": "what is changed, in words",
    "channel": "number of a channel",
    "chip": "name of a chip",
    "cities": "names of cities, or what they count",
    "citizen": "number of a citizen, or the word for it",
    "citizens": "numbers of citizens",
    "city": "name or number of a city",
    "club": "name of the club",
    "code": "a code of digits or letters",
    "coin": "a number",
    "coins": "coins with their number",
    "colour": "name of a colour",
    "column": "number of a column",
    "command": "a command to type, not translated",
    "component": "name of a card or board",
    "contact": "name of a key or contact",
    "cost": "what has to be paid, in words or a number",
    "costs": "numbers with signs between them",
    "counts": "a number",
    "country": "code of a country",
    "cubes": "cubes with their number",
    "deck": "letter of a deck",
    "defence": "number of the defence",
    "dice": "number of dice, or what they show",
    "digits": "digits after the point",
    "due": "a number",
    "dump": "a number",
    "each": "a number or a word, for one of several",
    "effect": "what happens, in words",
    "empire": "number of empire cards",
    "end": "time of day",
    "entries": "log entries with their number",
    "entry": "name in a file, not translated",
    "event": "name of an event",
    "example": "an example to type, not translated",
    "expected": "what should stand there, in words",
    "face": "what a die shows",
    "faces": "number of faces of a die, or what dice show",
    "famine": "the famine level, a number",
    "fewer": "a number or the outcome, in words",
    "field": "name of a field",
    "file": "path or name of a file",
    "firmware": "version of the firmware",
    "first": "first item of a list, or the first number",
    "folder": "path of a folder",
    "food": "amount of food",
    "form": "an example of how to write it, not translated",
    "found": "what was found instead",
    "fountains": "number of fountains",
    "free": "a number",
    "gain": "what is gained, in words or a number",
    "gained": "a number",
    "g": "number of galleys",
    "galleys": "what galleys do, in words or a number",
    "game": "name of a game",
    "games": "names of games",
    "give": "what is given, in words",
    "given": "what is given, in words",
    "glasses": "number of hourglasses",
    "goal": "the number or place to reach",
    "god": "name of a god",
    "gold": "number of gold tokens",
    "good": "name of a good",
    "goods": "goods with their numbers",
    "grain": "number of grain tokens",
    "granary": "what the granary gives, a number",
    "group": "name of a group of users",
    "groups": "names of groups of users",
    "h": "number of hours",
    "have": "what somebody has, a number or words",
    "hexes": "hexes with their number",
    "high": "highest number",
    "highest": "number of the highest citizen",
    "hint": "a further sentence",
    "hoplite": "number of hexes",
    "host": "name of a machine",
    "houses": "houses, in words",
    "how": "a further sentence",
    "hungry": "number of hungry citizens",
    "icon": "name of a symbol, not translated",
    "id": "beginning of the id of a stored game",
    "idle": "a number",
    "income": "a number",
    "interface": "name of a network device",
    "isolated": "name of the setting in the router",
    "k": "a number",
    "key": "name in a file or of a game, not translated",
    "keys": "names in a file, not translated",
    "kind": "name of a kind",
    "know": "name of a know-how",
    "knowledge": "amount of knowledge",
    "known": "a number or names",
    "l": "number of legions",
    "land": "a number",
    "languages": "codes of languages",
    "largest": "a number",
    "last": "last item of a list, or the last number",
    "least": "smallest number",
    "left": "number left",
    "legions": "what legions do, in words or a number",
    "less": "a number",
    "letter": "a letter",
    "library": "name of a program library",
    "lies": "number lying there",
    "limit": "largest number",
    "line": "number of a line in a file",
    "list": "items of a list",
    "loser": "name of a person",
    "low": "lowest number",
    "m": "a number",
    "major": "a number",
    "mark": "what is entered, in words",
    "military": "number of military cards",
    "mine": "a number",
    "minor": "a number",
    "more": "a number or the outcome, in words",
    "most": "largest number",
    "move": "name of a move in the code, not translated",
    "n": "a number",
    "name": "a name",
    "names": "names with commas between them",
    "nation": "name of a nation",
    "near": "the name that was probably meant",
    "need": "what is needed, in words",
    "needed": "a number",
    "new": "what it becomes",
    "next": "next item of a list, or the next number",
    "node": "path of a device, not translated",
    "note": "a further sentence",
    "now": "what it is now",
    "number": "a number",
    "of": "number of all",
    "old": "what it was before",
    "one": "the first of two, a name or number",
    "only": "the only item of a list",
    "open": "a sentence in front",
    "option": "what was typed",
    "order": "what is planned, or an order of names",
    "other": "the second of two, a name or number",
    "others": "names of several people",
    "ours": "a version number",
    "over": "a number too many, or what is too much, in words",
    "overlay": "line of a system file, not translated",
    "own": "a number of your own",
    "owner": "name of a person",
    "package": "name of a program package",
    "pairs": "pairs of names",
    "part": "name of a part of the program",
    "parts": "numbers with plus signs",
    "password": "a password",
    "path": "path of a file",
    "peltast": "number of hexes",
    "people": "names of people",
    "persia": "a number",
    "phase": "name of a phase",
    "piece": "name of a piece",
    "pieces": "pieces with their number",
    "pin": "a PIN, or the name of a pin",
    "pins": "names of pins",
    "place": "where something lies, in words",
    "places": "where things lie, in words",
    "play": "beginning of the id of a stored game",
    "plays": "stored games with their number, or their ids",
    "pod": "name or number of a pod",
    "points": "points with their number",
    "port": "number of a port",
    "price": "what is paid, in words or a number",
    "profile": "name of a wiring profile",
    "question": "a question",
    "rank": "a rank, a number",
    "rate": "a number",
    "rating": "letter and number of a block",
    "reason": "a sentence that says why",
    "repair": "a number",
    "resource": "name of a resource",
    "rest": "the rest of a list",
    "result": "a word of the system, not translated",
    "right": "what it should be",
    "role": "what a pin is used for",
    "room": "how much fits, a number",
    "round": "number of a round",
    "rounds": "number of all rounds",
    "row": "number of a row",
    "rows": "numbers and their points",
    "rung": "name of a rule that breaks a tie",
    "said": "what a program printed",
    "saint": "name of a saint",
    "same": "a number or the outcome, in words",
    "seat": "name of a person",
    "seats": "numbers of seats",
    "second": "second item of a list",
    "seen": "what was seen",
    "seller": "name of a person",
    "ship": "number of hexes",
    "side": "name of a side, a person or several",
    "sign": "plus or minus sign, or nothing",
    "site": "name of a site",
    "size": "a number of people, or width and height of a display",
    "sizes": "numbers with commas between them",
    "smallest": "a number",
    "space": "name or number of a space",
    "spaces": "names of spaces",
    "spent": "number of what is spent",
    "square": "coordinates of a square",
    "ssid": "name of a Wi-Fi",
    "stars": "stars with their number",
    "start": "name or number of the place it starts from",
    "state": "a word of the system, not translated",
    "status": "a number",
    "steps": "number of steps",
    "stone": "number of stone tokens",
    "strength": "a number",
    "sum": "a sum, a number or words",
    "swords": "swords with their number",
    "symbol": "name of a symbol",
    "table": "number or name of a table",
    "take": "what is taken, in words",
    "taken": "what is taken, in words",
    "tenth": "digit after the point",
    "theirs": "a number or version, to compare",
    "then": "what comes next",
    "thing": "name of a device or its part",
    "things": "pieces with their number",
    "third": "third item of a list",
    "threshold": "number that a die must not exceed",
    "tie_breaks": "names of rules that break ties",
    "tile": "name of a tile",
    "time": "time of day",
    "times": "how often, a number",
    "titan": "name of a titan",
    "title": "title of a game",
    "to": "number or name of the place it goes to",
    "tokens": "number of tokens",
    "top": "a number",
    "topic": "name of an MQTT topic, not translated",
    "total": "a total",
    "trade": "a trade, in words",
    "trouble": "a sentence that says what is wrong",
    "turn": "number of the turn, or what is done in it",
    "turns": "number of all turns",
    "two": "a number",
    "unit": "name of a unit",
    "units": "units with their number",
    "url": "address of a page",
    "use": "how a block moves, in words",
    "used": "number that is used",
    "value": "a number or a word",
    "values": "what may be typed, not translated",
    "version": "a version number",
    "void": "a number of points",
    "was": "what it was before",
    "what": "what it is about, in words",
    "when": "date and time",
    "where": "where it is, in words",
    "which": "numbers of several",
    "who": "name of a person, or of several",
    "whole": "digits before the point",
    "why": "a sentence or words that say why",
    "wide": "a number",
    "wonder": "name of a wonder",
    "wood": "number of wood tokens",
    "word": "a word that was typed",
    "words": "several words",
    "wrong": "what stands there instead",
    "x": "number of a column",
    "y": "number of a row",
    "year": "a year",
    "yes": "the word to type for yes",
    "zeus": "number of Zeus symbols",
    "zone": "what the zone is, a sentence",
}
"""What is put into a place, by its name. What is not here is told by the code that fills it."""

PLACES_OF: dict[str, dict[str, str]] = {
    "ancient_world": {
        "answer": "name of a card",
        "field": "name of a printed value",
        "first": "first item of a list",
        "kind": "name of a kind of army",
        "limit": "largest number",
        "name": "name of an army",
        "symbol": "name of a symbol",
        "to": "a number",
    },
    "antike": {
        "cards": "personalities with their number",
        "city": "name of a city",
        "kind": "name of a personality",
        "name": "what a nation is called",
        "place": "name of a region or sea",
        "seat": "name of a person",
        "stone": "name of a piece",
        "what": "what was paid, or what it is about, in words",
        "who": "name of a nation or of a person",
    },
    "antiquity": {
        "kind": "name of a building",
        "place": "where on the map or in the city, in words",
        "turn": "number of the turn",
        "what": "name of goods or a building, in words",
    },
    "athens_sparta": {
        "card": "name of a card",
        "city": "name of a city",
        "dice": "numbers of dice",
        "first": "number of an Olympiad",
        "kind": "kind of a block: hoplite, peltast, cavalry, ship",
        "last": "number of an Olympiad",
        "letter": "letter printed on a block",
        "name": "name of a block",
        "order": "a planned move, in words",
        "place": "name of a city, region or sea on the map",
        "rate": "number printed on a block: a die that shows no more hits",
        "side": "Athens, Sparta, or one of the people who play them",
        "turn": "number of the turn",
    },
    "club": {
        "event": "name of an event of the club",
        "name": "name of a person, event or table",
        "place": "a rank, a number",
        "points": "points with their number",
        "table": "number of a table",
        "who": "name of a person",
    },
    "hardware": {
        "n": "number of a pin or seat",
        "m": "number of a pin on the header",
        "name": "name of a device or library",
        "pin": "name of a pin",
        "place": "name of a seat or of the panel",
        "who": "name of a person",
    },
    "olympos": {
        "first": "first item of a list",
        "letter": "letter of a bonus",
        "place": "name of a space",
        "what": "resources, a bonus or a discovery, in words",
        "who": "name of a person",
    },
    "score_sheet": {
        "answer": "what was entered",
        "kind": "what is counted, in words",
        "most": "largest number",
        "place": "a rank, a number",
        "who": "name of a person or of a team",
    },
    "tools": {"name": "name of a user, folder, profile or table", "place": "line of the code", "pin": "the PIN"},
}
"""As ``PLACES``, where a domain means something else."""


def comments(
    text: Text, domain: str, written: Iterable[str], appears: Iterable[str], filled: Mapping[str, str]
) -> list[str]:
    """The lines for translators of a text: what is written beside it in the code, what it is, what its places are.

    ``filled`` is the code that fills places, by their names.
    """
    forms = (text,) if isinstance(text, str) else text
    lines = [*written, *sorted(appears, key=lambda line: not line.startswith(SHORT_FORM))[:MOST]]
    for place in dict.fromkeys(name for form in forms for _, name, _, _ in Formatter().parse(form) if name):
        if not any(line.startswith(f"{{{place}}}:") for line in lines):
            meaning = (
                PLACES_OF.get(domain, {}).get(place)
                or PLACES.get(place)
                or f"what the code calls {filled.get(place, place)}"
            )
            lines.append(f"{{{place}}}: {meaning}" + ("; the form depends on it" if place == "n" and forms[1:] else ""))
    return lines


MOST = 3
"""So many kinds of places where a text appears are named."""


class Appearances:
    """Where the texts of source files appear, and what fills their places."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, list[tuple[str, str, dict[str, str]]]] = {}

    def of(self, text: Text, files: Iterable[str]) -> tuple[list[str], dict[str, str]]:
        """What a text is in these files, and the code that fills its places by their names."""
        key = text if isinstance(text, str) else text[0]
        here = [found for file in files for found in self._in(file) if found[0] == key]
        filled: dict[str, str] = {}
        for _text, _appears, code in here:
            filled = code | filled
        return list(dict.fromkeys(appears for _text, appears, _filled in here if appears)), filled

    def _in(self, file: str) -> list[tuple[str, str, dict[str, str]]]:
        if file not in self._files:
            source = (self._root / file).read_text(encoding="utf-8")
            self._files[file] = list(_in_code(source) if file.endswith(".py") else _in_template(source))
        return self._files[file]


def _in_code(source: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """(text, what it is, code that fills its places) of a module."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in parents:
        match node:
            case ast.Call(args=[ast.Constant(value=str(text)), *_]) if _called(node) in FUNCTIONS:
                outer = _outer(node, parents)
                is_short = _called(node) == "N_"
                filled = (outer if is_short and outer else node).keywords
                yield (
                    text,
                    _short(outer) if is_short else _appears(node, parents),
                    {each.arg: f"`{ast.unparse(each.value)}`" for each in filled if each.arg},
                )


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _outer(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> ast.Call | None:
    """The call that says the long form of a short form."""
    outer = parents[node]
    if isinstance(outer, ast.keyword):
        outer = parents[outer]
    return outer if isinstance(outer, ast.Call) and _called(outer) in ("say", "say_n") else None


def _short(outer: ast.Call | None) -> str:
    match outer:
        case ast.Call(args=[ast.Constant(value=str(text)), *_]):
            quoted = text if len(text) <= QUOTED else f"{text[:QUOTED].rsplit(' ', 1)[0]} ..."
            return SHORT.format(of=f' of "{quoted}"')
    return SHORT.format(of="")


def _appears(call: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> str:
    """What is made of a text by the calls around it, by the variable it is put into, or by the function that returns
    it; else what the docstring there says.
    """
    argument, child = "", call
    while (node := parents.get(child)) is not None:
        match node:
            case ast.keyword(arg=str(name)):
                argument = name
            case ast.Call():
                at = argument or next((str(at) for at, each in enumerate(node.args) if each is child), "")
                if said := _made_by(_called(node), at):
                    return said
                argument = ""
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                name = ast.unparse(target).split(".")[-1].lower()
                if said := GIVEN_TO.get(name) or (REASONS.search(name) and SAYS_WHY) or _docstring_after(node, parents):
                    return said
            case ast.FunctionDef(name=name) if REASONS.search(name):
                return SAYS_WHY
            case ast.FunctionDef() | ast.ClassDef() | ast.Module() if said := _context(ast.get_docstring(node)):
                return said
        child = node
    return ""


def _made_by(function: str, at: str) -> str:
    """What a function makes of the argument at that position or of that name."""
    known = next((GIVEN_TO[key] for key in (f"{function} {at}", function, at) if key in GIVEN_TO), "")
    return known or ("Error message." if ERRORS.search(function) else "")


def _docstring_after(node: ast.stmt, parents: Mapping[ast.AST, ast.AST]) -> str:
    """What the string behind an assignment says."""
    body = getattr(parents[node], "body", [])
    match body[body.index(node) + 1 :] if node in body else []:
        case [ast.Expr(value=ast.Constant(value=str(said))), *_]:
            return _context(said)
    return ""


def _context(docstring: str | None) -> str:
    """The first sentence of a docstring, or what a long one begins with."""
    words = " ".join((docstring or "").replace("`", "").split())
    first = re.split(r"(?<=[.])\s", words)[0].rstrip(".:")
    if len(first) > LONGEST:
        first = re.split(r"[,;:]\s", first)[0]
    return f"Context: {first}." if first and not first.startswith("Section") else ""


def _in_template(source: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """(text, what it is, nothing) of a template."""
    blank = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", lambda found: " " * len(found[0]), source, flags=re.DOTALL)
    for found in IN_TEMPLATE.finditer(source):
        before = blank[: found.start()]
        tag = before.rpartition("<")[2] if before.rfind("<") > before.rfind(">") else ""
        argument = re.search(r"(\w+)\s*[=(]\s*$", source[: found.start()])
        places = dict.fromkeys(
            (name for _, name, _, _ in Formatter().parse(ast.literal_eval(found[1])) if name), "the template"
        )
        if argument and argument[1] in (GIVEN_TO.keys() | TAGS.keys()):
            said = GIVEN_TO.get(argument[1]) or TAGS[argument[1]]
        elif tag:
            attribute = ATTRIBUTE.search(tag)
            said = ATTRIBUTES.get(attribute[1] if attribute else "", "Text on a page.")
        else:
            said = next((TAGS[name] for name in reversed(_open_tags(before)) if name in TAGS), "Text on a page.")
        yield ast.literal_eval(found[1]), said, places


def _open_tags(html: str) -> list[str]:
    """The tags that are open at the end of a piece of HTML, the innermost last."""
    opened: list[str] = []
    for closes, name in TAG.findall(html):
        if not closes:
            opened.append(name)
        elif name in opened:
            del opened[len(opened) - 1 - opened[::-1].index(name) :]
    return opened
