"""Reads files of plays that other programs write: exports of BG Stats (JSON), plays of BoardGameGeek (XML, CSV).

A file is read whole or not at all. Problems are reported by line, with what was expected and what to do.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from io import StringIO
from typing import Any, Literal, TypeVar
from xml.parsers import expat

import msgspec
from msgspec import Struct, field

from companion.core.wording import Message, Wording, listed, say, verbatim
from companion.plays.log.imported_plays import ImportedPlay, PlayerResult, numbered

LARGEST = 8 * 1024 * 1024
"""Bytes of the largest file: about 7,000 plays of BG Stats."""
MOST = 20_000
"""The most plays of one file."""
MOST_PLAYERS = 50
LONGEST = 80
"""Names are cut to this many characters."""
BGG_ID = re.compile(r"[0-9]{1,18}")
"""The pattern of the id of a play at BoardGameGeek."""
PROBLEMS = 5
"""The most problems reported at once."""

T = TypeVar("T")
Kind = Literal["bg-stats", "bgg", "table"]


class PlayFile(Struct, frozen=True, kw_only=True):
    """The plays of a file. ``left_out`` counts plays that the file marks as incomplete or not to be counted;
    ``odd_points`` counts points that are no number, the first of them on ``odd_line``; ``elsewhere`` counts plays on
    further pages.
    """

    kind: Kind
    plays: tuple[ImportedPlay, ...]
    left_out: int = 0
    odd_points: int = 0
    odd_line: int = 0
    elsewhere: int = 0


class UnreadableFile(Exception):
    """A file cannot be read, so nothing of it is imported; ``problems`` are the first ones."""

    def __init__(self, problems: Sequence[Wording]) -> None:
        super().__init__(f"{len(problems)} problems")
        self.problems = tuple(problems)


def read_plays(content: bytes) -> PlayFile:
    """The plays of a file. Raises ``UnreadableFile``."""
    if len(content) > LARGEST:
        raise UnreadableFile([too_large()])
    content = _as_utf8(content)
    match content.lstrip()[:1]:
        case b"":
            raise UnreadableFile([say("The file is empty. {kinds}", kinds=EXPECTED)])
        case b"{" | b"[":
            return _BgStats(content).read()
        case b"<":
            return _Bgg(content).read()
        case _:
            return _Table(content).read()


def too_large() -> Message:
    """The message about a file with more than ``LARGEST`` bytes."""
    return say(
        "The file is larger than {n} MB. Export fewer years at a time, and bring one file after the other.",
        n=LARGEST // 1024 // 1024,
    )


EXPECTED = say(
    "Expected is an export of BG Stats (JSON), plays of BoardGameGeek (XML), or a table (CSV) with the columns date, "
    "game, player, score and win."
)

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def _as_utf8(content: bytes) -> bytes:
    """The content without its byte order mark, converted to UTF-8 if the mark is of another encoding, as some
    spreadsheets write.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            rest = content[len(mark) :]
            return rest if encoding == "utf-8" else rest.decode(encoding, errors="replace").encode()
    return content


class _Reading:
    """Collects plays and problems while a file is read."""

    def __init__(self) -> None:
        self.plays: list[ImportedPlay] = []
        self.problems: list[Wording] = []
        self.left_out = 0
        self.odd: list[int] = []
        self._ids: set[str] = set()

    def points(self, text: str, line: int) -> float | None:
        """Points from text, also as a sum (12+30-4); None if they are no number, or ambiguous because of a thousands
        separator (1,234).
        """
        text = text.strip().replace("\u2212", "-")
        if not text:
            return None
        terms = re.sub(r"\s", "", text)
        if re.fullmatch(r"[+-]?\d{1,9}([.,]\d{1,2})?([+-]\d{1,9}([.,]\d{1,2})?)*", terms):
            return sum(float(term.replace(",", ".")) for term in re.findall(r"[+-]?[\d.,]+", terms))
        self.odd.append(line)
        return None

    def add(self, line: int, play: Mapping[str, Any], times: int = 1) -> None:
        """Add a play after the checks that are common to all files."""
        game, players = clean(play["game"]), play["players"]
        if not game:
            self.problem(
                line,
                say("the play has no game."),
                say("Expected is the name of a game."),
                say("Type it in, or delete the play."),
            )
        elif len(players) > MOST_PLAYERS:
            self.problem(
                line,
                say("{n} people are in one play.", n=len(players)),
                say("Expected are at most {n}.", n=MOST_PLAYERS),
                say("Delete those who did not play."),
            )
        else:
            made = ImportedPlay(**{**play, "game": game, "players": tuple(players)})
            if not self._ids.isdisjoint(made.ids):
                return  # the file has it twice
            self._ids.update(made.ids)
            for n in range(times):
                ids = tuple(f"{one}#{n + 1}" for one in made.ids) if n else made.ids
                self.plays.append(msgspec.structs.replace(made, ids=ids))
            if len(self.plays) > MOST:
                raise UnreadableFile(
                    [say("There are more than {n} plays in the file. Bring fewer years at a time.", n=MOST)]
                )

    def day(self, line: int, text: str) -> str | None:
        """A date (ISO, a time may follow); empty for none and 0000-00-00; None with a problem if it is unreadable."""
        text = text.strip()
        if not text or text.startswith("0000-00-00"):
            return ""
        try:
            return date.fromisoformat(text[:10] if re.match(r"\d{4}-\d\d-\d\d([ T]|$)", text) else "").isoformat()
        except ValueError:
            self.problem(
                line,
                say("the date is \u201c{text}\u201d.", text=clean(text)[:40]),
                say("Expected is year-month-day, as in 2026-11-30."),
                say("Write the date that way and save the file again."),
            )
            return None

    def problem(self, line: int, found: Message, expected: Message, cure: Message) -> None:
        """Record a problem at a line; stops reading after ``PROBLEMS``."""
        words = say("Line {line}: {found} {expected} {cure}", line=line, found=found, expected=expected, cure=cure)
        self.problems.append(words)
        if len(self.problems) == PROBLEMS:
            raise UnreadableFile(self.problems)

    def whole(self, kind: Kind, elsewhere: int = 0) -> PlayFile:
        """What was read. Raises ``UnreadableFile`` if anything is wrong, or nothing was found."""
        if self.problems:
            raise UnreadableFile(self.problems)
        if not self.plays and not self.left_out:
            raise UnreadableFile(
                [say("There is no play in the file. Export the plays once more, with all years and all games.")]
            )
        return PlayFile(
            kind=kind,
            plays=numbered(self.plays),
            left_out=self.left_out,
            odd_points=len(self.odd),
            odd_line=self.odd[0] if self.odd else 0,
            elsewhere=elsewhere,
        )


def clean(text: str) -> str:
    """A name on one line, without invisible characters, cut to ``LONGEST``."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:LONGEST].strip()


class _Named(Struct, rename="camel"):
    id: int
    name: str | None = None
    highest_wins: bool | None = None
    is_anonymous: bool | None = None


class _Score(Struct, rename="camel"):
    player_ref_id: int
    score: str | float | None = None
    winner: bool | None = None


class _Play(Struct, rename="camel"):
    game_ref_id: int
    player_scores: list[_Score] | None = field(default_factory=list)
    play_date: str | None = None
    duration_min: int | None = None
    uuid: str | None = None
    bgg_id: int | None = None
    ignored: bool | None = None


class _Export(Struct):
    games: list[msgspec.Raw]
    players: list[msgspec.Raw]
    plays: list[msgspec.Raw]


class _BgStats(_Reading):
    """Reads an export of BG Stats, whose lists refer to each other by number. This table's own export has the same
    format.
    """

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self._content = content

    def read(self) -> PlayFile:
        try:
            export = msgspec.json.decode(self._content, type=_Export)
        except msgspec.ValidationError as error:
            raise UnreadableFile([_no_export()]) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UnreadableFile([self._broken(str(error))]) from error
        games = {each.id: each for _, each in self._each(export.games, _Named)}
        people = {each.id: each for _, each in self._each(export.players, _Named)}
        for line, play in self._each(export.plays, _Play):
            self._take(line, play, games, people)
        return self.whole("bg-stats")

    def _each(self, rows: Iterable[msgspec.Raw], kind: type[T]) -> Iterator[tuple[int, T]]:
        """The rows of a list, each with the line at which it begins."""
        decoder = msgspec.json.Decoder(kind, strict=False)
        place, line = 0, 1
        for row in rows:
            raw = bytes(row)
            at = self._content.find(raw, place)
            line += self._content.count(b"\n", place, at)
            place = at
            try:
                found = decoder.decode(raw)
            except (msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
                what = re.search(r"\$(?:\.|\[\.\.\.\])*([\w.\[\]]+)", str(error))
                self.problem(
                    line,
                    say("\u201c{field}\u201d is missing or of the wrong kind.", field=what[1] if what else "?"),
                    say("Expected is what BG Stats writes there."),
                    say("Export the plays once more and bring the file as it is."),
                )
                continue
            yield line, found

    def _take(self, line: int, play: _Play, games: Mapping[int, _Named], people: Mapping[int, _Named]) -> None:
        if play.ignored:
            self.left_out += 1
            return
        day = self.day(line, play.play_date or "")
        if play.game_ref_id not in games:
            self._dangling(line, say("game {n} is in no list.", n=play.game_ref_id))
            return
        scores = play.player_scores or []
        strangers = [one.player_ref_id for one in scores if one.player_ref_id not in people]
        if strangers:
            self._dangling(line, say("person {n} is in no list.", n=strangers[0]))
            return
        if day is None:
            return
        game = games[play.game_ref_id]
        players = [
            PlayerResult(
                "" if people[one.player_ref_id].is_anonymous else clean(people[one.player_ref_id].name or ""),
                self.points("" if one.score is None else str(one.score), line),
                bool(one.winner),
            )
            for one in scores
        ]
        ids = ((f"uuid:{play.uuid.casefold()[:64]}",) if play.uuid else ()) + (
            (f"bgg:{play.bgg_id}",) if play.bgg_id else ()
        )
        content = {"ids": ids, "game": game.name or "", "day": day, "minutes": _minutes(play.duration_min)}
        self.add(line, {**content, "players": players, "highest_wins": game.highest_wins})

    def _dangling(self, line: int, found: Message) -> None:
        self.problem(
            line,
            found,
            say("Expected is a number of the lists \u201cgames\u201d and \u201cplayers\u201d of the same file."),
            say("Export everything once more and bring the file as it is."),
        )

    def _broken(self, why: str) -> Message:
        place = re.search(r"byte (\d+)", why)
        at = int(place[1]) if place else len(self._content)
        line = self._content.count(b"\n", 0, at) + 1
        if at >= len(self._content) - 1 or "truncated" in why:
            return say(
                "Line {line}: the file ends in the middle. Expected is the whole export. Export it once more, and wait "
                "until it is saved.",
                line=self._content.count(b"\n") + 1,
            )
        return say(
            "Line {line}: this is no JSON. Expected is the export as BG Stats writes it. Export it once more, and do "
            "not change it.",
            line=line,
        )


def _no_export() -> Message:
    return say(
        "Line 1: the lists games, players and plays are not all there. Expected is an export of BG Stats, or of "
        "another table. Export all data in the settings of the app, and bring that file."
    )


def _minutes(number: int | None) -> int:
    return min(max(number or 0, 0), 100_000)


class _Bgg(_Reading):
    """Reads plays as the XML API of BoardGameGeek returns them (``/xmlapi2/plays``)."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self._content = content
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._root = ""
        self._line = 0
        self._play: dict[str, str] | None = None
        self._players: list[dict[str, str]] = []
        self._total = self._seen = 0

    def read(self) -> PlayFile:
        try:
            self._parser.Parse(self._content, True)
        except (expat.ExpatError, LookupError, ValueError) as error:  # other ValueErrors: the encoding is not known
            raise UnreadableFile([_no_xml(self._parser.CurrentLineNumber)]) from error
        return self.whole("bgg", max(0, self._total - self._seen))

    def _doctype(self, *_: Any) -> None:
        """Refuse a DOCTYPE: BoardGameGeek writes none, and its entities may expand without bound."""
        raise UnreadableFile([_no_xml(self._parser.CurrentLineNumber)])

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._root:
            self._root = name
            if name != "plays":
                raise UnreadableFile([_other_xml(self._parser.CurrentLineNumber, name)])
            self._total = _whole(attributes.get("total", ""))
        elif name == "play":
            self._line, self._play, self._players = self._parser.CurrentLineNumber, dict(attributes), []
        elif name == "item" and self._play is not None:
            self._play["game"] = attributes.get("name", "")
        elif name == "player" and self._play is not None:
            self._players.append(attributes)

    def _end(self, name: str) -> None:
        if name != "play" or self._play is None:
            return
        play, self._play = self._play, None
        self._seen += 1
        if play.get("incomplete") == "1":
            self.left_out += 1
            return
        day = self.day(self._line, play.get("date", ""))
        if day is None:
            return
        counts = play.get("nowinstats") != "1"
        players = [
            PlayerResult(
                clean(one.get("name", "")) or clean(one.get("username", "")),
                self.points(one.get("score", ""), self._line),
                counts and one.get("win") == "1",
            )
            for one in self._players
        ]
        ids = (f"bgg:{play['id']}",) if BGG_ID.fullmatch(play.get("id", "")) else ()
        content = {
            "ids": ids,
            "game": play.get("game", ""),
            "day": day,
            "minutes": _minutes(_whole(play.get("length", ""))),
        }
        self.add(self._line, {**content, "players": players}, min(max(1, _whole(play.get("quantity", "1"))), 1000))


def _whole(text: str) -> int:
    """The whole number in a text; 0 if there is none."""
    return int(text) if re.fullmatch(r"\d{1,9}", text.strip()) else 0


def _no_xml(line: int) -> Message:
    return say(
        "Line {line}: this is no XML of BoardGameGeek. Expected is the page of its plays, whole. Load it once more, "
        "and save it as it is.",
        line=line,
    )


def _other_xml(line: int, name: str) -> Message:
    if name == "message":
        return say(
            "Line {line}: BoardGameGeek has not got the plays ready yet. Expected is \u201cplays\u201d. Load the page "
            "again in a minute, and save it then.",
            line=line,
        )
    return say(
        "Line {line}: the file begins with \u201c{name}\u201d. Expected is \u201cplays\u201d. Save the page with the "
        "plays, not that of the collection.",
        line=line,
        name=clean(name)[:40],
    )


COLUMNS: dict[str, tuple[str, ...]] = {
    "date": ("date", "playdate", "day", "fecha", "dia"),
    "game": ("game", "gamename", "boardgame", "item", "objectname", "juego"),
    "player": ("player", "playername", "name", "players", "jugador", "jugadora", "nombre", "persona"),
    "score": ("score", "points", "total", "puntos", "puntuacion"),
    "win": ("win", "winner", "won", "gana", "gano", "ganador", "ganadora", "victoria"),
    "id": ("id", "playid", "partida", "play"),
    "quantity": ("quantity", "cantidad", "veces"),
    "minutes": ("minutes", "length", "duration", "durationmin", "minutos", "duracion"),
    "incomplete": ("incomplete", "incompleta"),
}
"""Columns of a table with their possible headings, in the form of ``_plain``."""
_NO = ("", "0", "no", "n", "false", "falso")
_YES = ("1", "yes", "y", "true", "x", "si", "s", "verdadero", "*", "\u2713")


class _Table(_Reading):
    """Reads a table with one row for each person of a play, or one row for a play whose people are unknown.

    Consecutive rows belong to one play while their id is the same; without ids, while date and game are the same and no
    person is repeated.
    """

    def __init__(self, content: bytes) -> None:
        super().__init__()
        try:
            text = content.decode()
        except UnicodeDecodeError:
            text = content.decode("cp1252", errors="replace")  # as older spreadsheets save files
        head = text.split("\n", 1)[0]
        self._rows = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
        self._columns: dict[str, int] = {}
        self._line = 0
        self._play: dict[str, Any] = {}
        self._players: list[PlayerResult] = []
        self._same: tuple[str, ...] = ()
        self._times, self._unfinished = 1, False

    def read(self) -> PlayFile:
        try:
            self._head(next(self._rows, []))
            for row in self._rows:
                if any(cell.strip() for cell in row):
                    self._row(self._rows.line_num, row)
        except csv.Error as error:
            raise UnreadableFile(
                [
                    say(
                        "Line {line}: this is no table. Expected are cells with commas, semicolons or tabs between "
                        "them. Save the table as CSV.",
                        line=self._rows.line_num,
                    )
                ]
            ) from error
        self._end()
        return self.whole("table")

    def _head(self, row: Sequence[str]) -> None:
        for place, cell in enumerate(row):
            name = _plain(cell)
            for column, names in COLUMNS.items():
                if name in names:
                    self._columns.setdefault(column, place)
        missing = [column for column in ("date", "game") if column not in self._columns]
        if missing:
            raise UnreadableFile(
                [
                    say(
                        "Line 1: there is no column {columns}. {kinds} Name the columns in the first line.",
                        columns=listed([verbatim(f"\u201c{column}\u201d") for column in missing]),
                        kinds=EXPECTED,
                    )
                ]
            )

    def _row(self, line: int, row: Sequence[str]) -> None:
        def cell(column: str) -> str:
            place = self._columns.get(column, len(row))
            return row[place].strip() if place < len(row) else ""

        name = clean(cell("player").removeprefix("'"))
        same = (cell("id"),) if cell("id") else (cell("date"), cell("game").casefold())
        again = not cell("id") and (not name or name in [one.name for one in self._players])
        if same != self._same or again:
            self._end()
            self._begin(line, cell)
            self._same = same
        if name:
            self._players.append(PlayerResult(name, self.points(cell("score"), line), self._won(line, cell("win"))))

    def _begin(self, line: int, cell: Callable[[str], str]) -> None:
        number = cell("id")
        ids = (f"bgg:{number}",) if BGG_ID.fullmatch(number) else (f"table:{number[:64]}",) if number else ()
        self._line = line
        self._unfinished = _plain(cell("incomplete")) not in _NO
        self._play = {
            "ids": ids,
            "game": cell("game").removeprefix("'"),
            "day": self.day(line, cell("date")),
            "minutes": _minutes(_whole(cell("minutes"))),
        }
        self._times = min(max(1, _whole(cell("quantity") or "1")), 1000)

    def _end(self) -> None:
        """End a play: all its rows are read."""
        if self._play and self._unfinished:
            self.left_out += 1
        elif self._play and self._play["day"] is not None:
            self.add(self._line, {**self._play, "players": self._players}, self._times)
        self._play, self._players = {}, []

    def _won(self, line: int, text: str) -> bool:
        plain = _plain(text)
        if plain not in _NO and plain not in _YES:
            self.problem(
                line,
                say("\u201cwin\u201d is \u201c{text}\u201d.", text=clean(text)[:40]),
                say("Expected is 1 for who won, and 0 or nothing for the others."),
                say("Write it that way and save the file again."),
            )
        return plain in _YES


_ACCENTS = str.maketrans("\u00e1\u00e9\u00ed\u00f3\u00fa\u00f1", "aeioun")


def _plain(text: str) -> str:
    """A text in lower case, without accents, spaces, hyphens and underscores."""
    return re.sub(r"[\s_\-]", "", text.casefold().translate(_ACCENTS))
