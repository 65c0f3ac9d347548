"""Replay a playthrough on a real log and report the first line that differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from companion.core.errors import CompanionError, Refused, RulesBug
from companion.core.forms import fill
from companion.core.game import AnyGame
from companion.core.instructions import inside, lines_for
from companion.core.inventory import find
from companion.core.secrecy import PUBLIC, BrokenSeal, seen, viewer_of
from companion.core.step import TABLE
from companion.core.suggestions import nearest
from companion.core.widgets import AnyWidget
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.log.rule_calls import all_bugs_named
from companion.plays.play import Play
from companion.plays.undo import redo_offer
from companion.playthroughs.answering import ACTOR, LineMismatch, left_over, move_of, submit
from companion.playthroughs.grammar import line_of
from companion.playthroughs.header import game_of, setup_of
from companion.playthroughs.lines import (
    Act,
    Correct,
    Deed,
    Look,
    Number,
    Pieces,
    Playthrough,
    PlaythroughLine,
    Redo,
    Refusal,
    Remark,
    Score,
    Undo,
)
from companion.playthroughs.moves_made import MoveMade, opens_a_secret, throws_dice, usual_is_first
from companion.playthroughs.pictures import english


class LineDifference(Struct, frozen=True):
    """The line that differs; ``str`` gives file, line, expected and found."""

    name: str
    line: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.name}:{self.line}: expected {self.expected}; found {self.found}"


class ReplayResult(Struct, frozen=True):
    """``difference`` is the first one, or None. ``actual`` is the playthrough with updated expectations, None if it
    could not continue. ``play`` is the id in the log; ``other_rules``: the file was made under another rules version;
    ``moves`` are all moves made, in order, undone ones included.
    """

    play: str
    difference: LineDifference | None
    actual: Playthrough | None
    other_rules: bool = False
    moves: tuple[MoveMade, ...] = ()


class FixedClock:
    """Clock that stands still, without a time of day."""

    def mono(self) -> float:
        return 0.0

    def wall(self) -> float | None:
        return None


def replay(playthrough: Playthrough, games: Mapping[str, AnyGame]) -> ReplayResult:
    """Replay on a temporary log. Raises ``PlaythroughError`` if it cannot begin."""
    with TemporaryDirectory(prefix="playthrough-") as folder:
        log = open_log(Path(folder) / "play.db", synchronous="NORMAL")  # temporary: need not survive a power cut
        try:
            return replay_into(log, playthrough, games)
        finally:
            log.close()


def replay_into(log: Log, playthrough: Playthrough, games: Mapping[str, AnyGame]) -> ReplayResult:
    """Replay as one more play of ``log``. Raises ``PlaythroughError``, ``LogError``."""
    game = game_of(playthrough, games)
    setup, seed = setup_of(playthrough, game)
    play = Play.begin(log, game, setup, seed=seed, clock=FixedClock())
    run = _Run(playthrough, play)
    goes_on = run.through()
    version = game.meta.rules_version
    actual = replace(playthrough, header=replace(playthrough.header, rules=version), lines=tuple(run.actual))
    return ReplayResult(
        play=play.id,
        difference=run.difference,
        actual=actual if goes_on else None,
        other_rules=playthrough.header.rules not in (0, version),
        moves=tuple(run.moves),
    )


class _Stop(Exception):
    """The playthrough cannot continue."""


class _Run:
    """State of a replay. ``actual`` are the lines as they came out."""

    def __init__(self, playthrough: Playthrough, play: Play) -> None:
        self.difference: LineDifference | None = None
        self.actual: list[PlaythroughLine] = []
        self.moves: list[MoveMade] = []
        self._playthrough = playthrough
        self._play = play
        self._refused_with = ""
        self._interrupted = False
        self._painter = english({seated.seat: seated.name for seated in play.setup.seats})

    def through(self) -> bool:
        """Run all lines; whether the end was reached."""
        lines = self._playthrough.lines
        try:
            for line, after in zip_longest(lines, lines[1:]):
                self.actual.append(self._named(line, after))
        except _Stop:
            return False
        return True

    def _named(self, line: PlaythroughLine, after: PlaythroughLine | None) -> PlaythroughLine:
        """As ``_one``; a bug of the rules, also in what they show and count, is a difference of that line."""
        try:
            with all_bugs_named(_Stop, CompanionError):
                return self._one(line, after)
        except RulesBug as bug:
            raise self._stop(line.line, "the rules to hold", f"a bug of theirs: {bug}") from None

    def _one(self, line: PlaythroughLine, after: PlaythroughLine | None) -> PlaythroughLine:
        """Run a line; returns it as it came out. Raises ``_Stop``."""
        match line:
            case Remark():
                return line
            case Refusal():
                return replace(line, code=self._refused_with)
            case Number() | Look() | Score() | Pieces():
                with_actual = self._looked(line)
                self._compare(line, with_actual)
                return with_actual
            case Act() | Correct() | Undo() | Redo():
                return self._done(line, after if isinstance(after, Refusal) else None)

    # -- what is done ------------------------------------------------------------------------------------------

    def _done(self, deed: Deed, refusal: Refusal | None) -> Deed:
        play = self._play
        before = (len(play.entries), play.game.encode_state(play.state))
        try:
            done = self._do(deed)
        except Refused as refused:
            if refusal is None:
                why = self._painter.say(refused.message)
                raise self._stop(deed.line, "that to be possible", f"refused with {refused.code}: {why}") from None
            if refused.code != refusal.code:
                self._differs(refusal.line, refusal.code, f"refused with {refused.code}")
            if (len(play.entries), play.game.encode_state(play.state)) != before:
                raise self._stop(refusal.line, "a refusal to change nothing", "another state") from None
            self._refused_with = refused.code
            return deed
        if refusal is not None:
            raise self._stop(refusal.line, f"a refusal with {refusal.code}", "that it was possible")
        return done

    def _do(self, deed: Deed) -> Deed:
        match deed:
            case Act():
                return self._act(deed)
            case Correct(numbers=numbers, seat=seat, facts=facts):
                self._play.set_right(dict(numbers), ACTOR, nonce="", seat=seat, facts=facts)
            case Undo(steps=steps, seat=seat):
                line = self._play.effective.numbers
                back = line[-1 - steps] if steps < len(line) else 0
                self._play.undo(back, seat, ACTOR, marked=False, nonce="")
            case Redo(seat=seat, of=of) if of:
                self._play.bring_back(of, seat, ACTOR, nonce="")
            case Redo(seat=seat):
                offer = redo_offer(self._play.entries, seat)
                self._play.redo(offer.to if offer else 0, seat, ACTOR, nonce="")
        self._interrupted = True
        return deed

    def _act(self, act: Act) -> Act:
        try:
            game, state = self._play.game, self._play.state
            known, public = seen(state, viewer_of(act.seat)), seen(state, PUBLIC)
            optional = act.seat in game.awaits(public).may
            move, dialogue = move_of(game, state, act)
            fills = partial(fill, game, known, act.seat)
            usual_first = usual_is_first(dialogue, fills)
            before = len(self._play.entries)
            entered, chance = submit(self._play, act, move)
            drawn = len(chance) - len(entered)
            revealed = any(entry.revealed for entry in self._play.entries[before:])
            made = MoveMade(
                line=act.line,
                seat=act.seat,
                move=move,
                dialogue=dialogue,
                entered=entered,
                drawn=drawn,
                optional=optional,
                usual_first=usual_first,
                revealed=revealed,
                interrupted=self._interrupted,
                fill=fills,
                opens=partial(opens_a_secret, game, known, act.seat, move),
                opens_in_public=partial(opens_a_secret, game, public, act.seat, move),
                throws=partial(throws_dice, game, known, act.seat, move),
            )
            self.moves.append(made)
            self._interrupted = False
            left_over(act, chance)
        except LineMismatch as mismatch:
            raise self._stop(act.line, mismatch.expected, mismatch.found) from None
        except (RulesBug, BrokenSeal) as bug:
            raise self._stop(act.line, "the rules to hold", f"a bug of theirs: {bug}") from None
        if any(given.by == "companion" for given in act.chance):
            actual = replace(act, chance=chance)
            self._compare(act, actual)
            return actual
        # a line may omit what the companion draws
        return replace(act, chance=tuple(given for given in chance if given.by == "cardboard"))

    # -- what is expected --------------------------------------------------------------------------------------

    def _looked(self, line: Number | Look | Score | Pieces) -> PlaythroughLine:
        play = self._play
        match line:
            case Pieces():
                return replace(line, rows=self._pieces())
            case Number(key=key):
                inventory = play.game.inventory(play.state)
                try:
                    tracked = find(inventory, key)
                except Refused:
                    raise self._stop(
                        line.line, f"a number called {key}", _near(key, [one.key for one in inventory])
                    ) from None
                return replace(line, value=tracked.value if tracked.known else None)
            case Look(seat=seat):
                viewer = viewer_of(seat)
                shown = play.game.show(seen(play.state, viewer), viewer)
                return replace(line, rows=self._painter.widgets(self._chosen(line, shown)))
            case Score(seat=seat):
                viewer = viewer_of(seat)
                return replace(line, rows=self._painter.score(play.game.score(seen(play.state, viewer), viewer)))

    def _pieces(self) -> tuple[str, ...]:
        """All table instructions of the last act."""
        made = [inside(one) for one in self._play.head.instructions]
        seats = (*range(1, len(self._play.setup.seats) + 1), TABLE)
        return tuple(
            f"{seat or 'table'}: {self._painter.say(line.words)}" for seat in seats for line in lines_for(seat, made)
        )

    def _chosen(self, look: Look, shown: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        """Widgets the line names, in its order; all if it names none."""
        by_key = {widget.key: widget for widget in shown}
        for key in look.widgets:
            if key not in by_key:
                raise self._stop(look.line, f"a widget called {key}", _near(key, list(by_key)))
        return [by_key[key] for key in look.widgets] if look.widgets else shown

    def _compare(self, line: PlaythroughLine, actual: PlaythroughLine) -> None:
        """Record the first row that differs."""
        if isinstance(line, Look | Score | Pieces) and isinstance(actual, Look | Score | Pieces):
            first = line.line if isinstance(line, Pieces) else line.line + 1
            for number, (expected, found) in enumerate(zip_longest(line.rows, actual.rows), first):
                if expected != found:
                    self._differs(number, _or_nothing(expected), _or_nothing(found))
                    return
        elif line != actual:
            self._differs(line.line, line_of(line), line_of(actual))

    def _differs(self, number: int, expected: str, found: str) -> None:
        if self.difference is None:
            self.difference = LineDifference(self._playthrough.name, number, expected, found)

    def _stop(self, number: int, expected: str, found: str) -> _Stop:
        self._differs(number, expected, found)
        return _Stop()


def _or_nothing(row: str | None) -> str:
    return "nothing more" if row is None else row.strip()


def _near(key: str, keys: list[str]) -> str:
    near = nearest(key, keys)
    return f"none; did you mean {near}?" if near else f"only {', '.join(keys) or 'none'}"
