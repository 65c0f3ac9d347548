"""The end of a stage, of a round and of the play, with the reveal of sealed entries."""

from __future__ import annotations

from companion.core.secrecy import PUBLIC, seen
from companion.core.step import TABLE, Step
from companion.core.wording import listed, say, say_n
from companion.games.score_sheet.queries import stage, stage_complete, stages, still_tied
from companion.games.score_sheet.scoring import score, written_words
from companion.games.score_sheet.sheet import AnyCategory, Outcome, Sheet
from companion.games.score_sheet.state import MOST_ROUNDS, SheetState, Side, entry_key
from companion.games.score_sheet.words import called, lost_words, outright_words


def settle(sheet: Sheet, step: Step[SheetState]) -> None:
    """End each complete stage, and the round and the play if they are complete."""
    state = step.state
    if state.phase != "play":
        return
    for outcome in sheet.outcome:
        numbers = state.entries.get(entry_key(state.sides[0], outcome.category, 0))
        if numbers and outcome.reaches is not None and numbers[0] >= outcome.reaches:
            close_together(step, outcome)
            return
    if sheet.sudden and sheet.sudden.checked == "at-once" and _won_by_points(sheet, step):
        return
    while state.phase == "play" and stage_complete(sheet, state):
        _reveal(sheet, step)
        state.stage += 1
        state.done = []
        if state.stage >= len(stages(sheet, state.round)):
            _close_round(sheet, step)


def _reveal(sheet: Sheet, step: Step[SheetState]) -> None:
    """Reveal the sealed entries of the stage."""
    state = step.state
    for category in stage(sheet, state):
        for side in state.sides if category.sealed else ():
            if side.key in state.out:
                continue
            _reveal_entry(step, side, category, state.round)


def _reveal_entry(step: Step[SheetState], side: Side, category: AnyCategory, round_: int) -> None:
    state, key = step.state, entry_key(side, category.key, round_)
    numbers = step.reveal(state.sealed[key])
    del state.sealed[key]
    state.entries[key] = numbers
    step.tell_all(say("Revealed: {words}", words=written_words(side, category, numbers)))


def _close_round(sheet: Sheet, step: Step[SheetState]) -> None:
    """Begin the next round, or end the rounds. After the entries of the end, end the play."""
    state = step.state
    state.stage = 0
    if not state.round:
        _close(sheet, step)
        return
    step.tell(say("Round {n} is complete.", n=state.round), TABLE)
    if _won_by_points(sheet, step):
        return
    if _last_one_in(sheet, step):
        open_end(sheet, step, state.round)
        return
    limit = sheet.ends_at
    reached = limit is not None and any(side.total >= limit for side in score(sheet, state).sides)
    if reached or state.round >= (state.rounds or MOST_ROUNDS):
        open_end(sheet, step, state.round)
    else:
        state.round += 1


def _last_one_in(sheet: Sheet, step: Step[SheetState]) -> bool:
    """Put sides with too many points out of the play. True if at most one side is left."""
    state, limit = step.state, sheet.out_above
    if limit is None:
        return False
    totals = {side.side: side.total for side in score(sheet, state).sides}
    for side in state.sides:
        if side.key not in state.out and totals[side.key] > limit:
            state.out.append(side.key)
            step.tell(say_n("{who} is out.", "{who} are out.", len(side.seats), who=called(side)))
    return len(state.sides) - len(state.out) <= min(1, len(state.sides) - 1)


def open_end(sheet: Sheet, step: Step[SheetState], complete: int) -> None:
    """End the rounds, of which ``complete`` count, and begin the entries of the end."""
    state = step.state
    state.rounds, state.round, state.stage, state.done = complete, 0, 0, []
    if not stages(sheet, 0):
        _close(sheet, step)
        return
    step.tell(say("The rounds are over. What counts at the end is written now."), TABLE)


def _close(sheet: Sheet, step: Step[SheetState]) -> None:
    """End the play and log who wins."""
    state = step.state
    state.stage = len(stages(sheet, 0))
    if (tied := still_tied(sheet, state)) is not None:
        names = listed([called(side) for side in state.sides if side.key in tied.sides])
        step.tell(say("{who} are tied: what breaks the tie is written now.", who=names), TABLE)
        return
    state.stage, state.phase = 0, "over"
    sides = {side.key: side for side in state.sides}
    for winner in score(sheet, state).winners():
        side, points = sides[winner.side], winner.total
        seats, who = len(side.seats), called(side)
        step.tell(say_n("{who} wins with {points}.", "{who} win with {points}.", seats, who=who, points=points))


def _won_by_points(sheet: Sheet, step: Step[SheetState]) -> bool:
    """End the play if one side alone leads and has the points to win outright. Sealed entries do not count. True if it
    ended.
    """
    limit = sheet.sudden.points if sheet.sudden else None
    if limit is None:
        return False
    first = score(sheet, seen(step.state, PUBLIC)).winners()
    if len(first) != 1 or first[0].total < limit:
        return False
    step.state.outright = first[0].side
    close_outright(sheet, step)
    return True


def close_together(step: Step[SheetState], outcome: Outcome) -> None:
    """End a cooperative game."""
    state = step.state
    state.phase, state.outcome = "over", outcome.key
    state.outright = state.sides[0].key if outcome.won else ""
    if outcome.won:
        step.tell(say("Won together: {what}", what=outcome.name), TABLE)
    else:
        step.tell(lost_words(outcome), TABLE)


def close_outright(sheet: Sheet, step: Step[SheetState]) -> None:
    """End the play with the outright win of a side. Sealed entries are revealed, as at every end."""
    state = step.state
    state.phase = "over"
    for category in sheet.category:
        for side in state.sides:
            for round_ in range(state.round + 1):
                if entry_key(side, category.key, round_) in state.sealed:
                    _reveal_entry(step, side, category, round_)
    for side in state.sides:
        if side.key == state.outright:
            step.tell(outright_words(side))
