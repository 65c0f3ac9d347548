"""What each move of a playthrough costs, from the fresh question to the committed move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

from companion.core.form_offers import as_last_time, offers
from companion.core.forms import Filled, continues, field_keys, same_form, usual_answer
from companion.core.game import AnyGame
from companion.core.questions import Answer, AnyQuestion, Count, Pick, Shortcut
from companion.core.secrecy import viewer_of
from companion.core.step import TABLE
from companion.pace.form_presses import form_presses
from companion.pace.key_presses import KeyPress, presses
from companion.pace.phone_taps import SEND, UNFOLD, form_taps, taps
from companion.playthroughs.answering import AnsweredQuestion
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.moves_made import MoveMade
from companion.playthroughs.replay import LineDifference, replay
from companion.service.panel.form_entry import RefilledView
from companion.service.play.dialogues import FormKey, SeatForm, form_view, only_answer
from companion.service.play.play_views import FormView

COVER = 1
"""The tap that opens a cover, or PEEK held, for a dialogue with a secret question. A cover stays open from one secret
dialogue of a seat to its next; PEEK covers itself again.
"""
OPEN = 1
"""The OK that opens the question of a seat for which the table does not wait."""
SURE = 1
"""The OK on "Sure?", which small displays ask before what the companion draws."""

NOTHING_GIVEN: Mapping[str, Answer] = MappingProxyType({})
NOTHING_SENT: Mapping[FormKey, Mapping[str, Answer]] = MappingProxyType({})


class MoveCost(Struct, frozen=True):
    """What the move of line ``line`` costs its ``seat`` (0: the table). ``presses`` is None where keys cannot give an
    answer, and a move in JSON costs nothing that could be counted.
    """

    line: int
    seat: int
    answers: int
    taps: int
    presses: int | None


def costs(
    playthrough: Playthrough, games: Mapping[str, AnyGame], lines: Collection[int] | None = None
) -> tuple[tuple[MoveCost, ...], LineDifference | None]:
    """The cost of every move, or of those in ``lines``, and the first line that differs, if any. Raises
    ``PlaythroughError``.
    """
    replayed = replay(playthrough, games)
    uncovered: dict[int, bool] = {}
    last: dict[FormKey, Mapping[str, Answer]] = {}
    counted: list[MoveCost] = []
    for together in submissions(replayed.moves):
        seat = together[0].seat
        if lines is None or any(made.line in lines for made in together):
            counted += cost_of_submission(together, uncovered=uncovered.get(seat, False), last=last)
        last |= sent_forms(together)
        nothing = adds_nothing(together[-1])
        uncovered[seat] = is_secret(together[-1]) and (uncovered.get(seat, False) or not nothing)
    return tuple(counted), replayed.difference


def submissions(moves: Sequence[MoveMade]) -> Iterator[tuple[MoveMade, ...]]:
    """The moves that a phone sends together: those of one form, else each alone."""
    together: list[MoveMade] = []
    for made in moves:
        if together and not _goes_on(together[-1], made):
            yield tuple(together)
            together = []
        together.append(made)
    if together:
        yield tuple(together)


def _goes_on(before: MoveMade, made: MoveMade) -> bool:
    """Whether a move continues the form of the move before, in the play and not only in the file."""
    if before.seat != made.seat or made.interrupted or not before.dialogue or not made.dialogue:
        return False
    ended = any(move.drawn or move.entered or move.revealed for move in (before, made))
    return not ended and continues(before.dialogue[-1][0], made.dialogue[0][0])


def cost(made: MoveMade, *, uncovered: bool = False) -> MoveCost:
    """The cost of one move by a phone, on which the cover may be open already, and by keys."""
    return cost_of_submission((made,), uncovered=uncovered)[0]


def cost_of_submission(
    moves: Sequence[MoveMade],
    *,
    uncovered: bool = False,
    last: Mapping[FormKey, Mapping[str, Answer]] = NOTHING_SENT,
) -> list[MoveCost]:
    """The cost of moves sent together. The first one bears the button, the cover and what else they have in common.
    ``last`` is what was sent of each form before, which keys can fill in. What the table may do lies folded below the
    question of the seat for which it waits, and what a seat may do openly on another's turn is a line that opens.
    """
    pressed = _presses(moves, last)
    counted = []
    for index, made in enumerate(moves):
        covered = COVER if is_secret(made) and index == 0 and not adds_nothing(made) else 0
        folded = made.optional and index == 0 and (made.seat == TABLE or not is_secret(made))
        tapped = _taps(made, sends=index == 0) + (UNFOLD if folded else 0)
        asked = [step for step in made.dialogue if only_answer(step[0]) is None]
        counted.append(
            MoveCost(
                line=made.line,
                seat=made.seat,
                answers=len(asked) + len(made.entered),
                taps=tapped + (0 if uncovered else covered),
                presses=pressed[index],
            )
        )
    return counted


def _taps(made: MoveMade, *, sends: bool) -> int:
    counts = sum(isinstance(question, Count) for question, _ in made.dialogue)
    tapped = UNFOLD if made.usual_first and not _all_usual(made.dialogue) else 0
    given = len(found.answers) if (found := shortcut_of(made)) is not None else 0
    tapped += 1 if given else 0
    for place, (question, answer) in enumerate(made.dialogue):
        if place < given:
            continue
        before = made.dialogue[place - 1][0] if place > given else None
        last = place == len(made.dialogue) - 1
        if question.form is not None:
            begins = before is None or not same_form(before, question)
            opens = begins and (sends or place > 0)
            tapped += form_taps(question, answer, counts, first=opens) + (SEND if opens else 0)
        elif last or only_answer(question) is None:
            tapped += taps(question, answer, last=last)
    if sends_the_throw(made) or _sends_its_form(made):
        tapped -= SEND
    return tapped + sum(taps(question, answer) for question, answer in made.entered)


def adds_nothing(made: MoveMade) -> bool:
    """Whether its only answer is the one that changes nothing, which a page offers outside the cover."""
    asked = (*made.dialogue, *made.entered)
    question, answer = asked[0] if len(asked) == 1 else (None, None)
    if not isinstance(question, Pick) or not question.secret or question.lapse is None or answer is None:
        return False
    return question.format(answer) == question.format(question.lapse)


def _sends_its_form(made: MoveMade) -> bool:
    """Whether the last thing that had to be chosen was a button that sends the form."""
    chosen = [question for question, answer in made.dialogue if not _is_usual(question, answer)]
    return bool(chosen) and isinstance(chosen[-1], Pick) and chosen[-1].sends


def shortcut_of(made: MoveMade) -> Shortcut | None:
    """The shortcut on a page by which its dialogue begins; None where there is none."""
    question = made.dialogue[0][0] if made.dialogue else None
    if not isinstance(question, Pick):
        return None
    given = [str(answer) for _, answer in made.dialogue]
    found = (one for one in question.shortcuts if one.answers)
    return next((one for one in found if [str(answer) for answer in one.answers] == given[: len(one.answers)]), None)


def sends_the_throw(made: MoveMade) -> bool:
    """Whether the hits of its dice are told with the move itself: where its last answer is the usual one, or on a form
    if nothing but their number is told.
    """
    if not made.entered or not made.dialogue or not made.throws():
        return False
    (question, answer), (_, thrown) = made.dialogue[-1], made.entered[0]
    return not isinstance(thrown, list) if question.form is not None else _is_preset(question, answer)


def _is_preset(question: AnyQuestion, answer: Answer) -> bool:
    preset = question.preset
    return preset is not None and question.format(preset) == question.format(answer)


def _all_usual(dialogue: Sequence[AnsweredQuestion]) -> bool:
    return all(question.form is not None and _is_usual(question, answer) for question, answer in dialogue)


def _is_usual(question: AnyQuestion, answer: Answer) -> bool:
    usual = usual_answer(question)
    return usual is not None and question.format(usual) == question.format(answer)


def is_secret(made: MoveMade) -> bool:
    """Whether anything that it was asked is under a cover."""
    return any(question.secret for question, _ in made.dialogue + made.entered)


def total(several: Iterable[MoveCost]) -> tuple[int, int | None]:
    """Taps and presses of several moves together."""
    counted = tuple(several)
    pressed = [one.presses for one in counted]
    whole = None if None in pressed else sum(one for one in pressed if one is not None)
    return sum(one.taps for one in counted), whole


def _presses(moves: Sequence[MoveMade], last: Mapping[FormKey, Mapping[str, Answer]]) -> list[int | None]:
    """The presses of each of these moves, with those that open what is asked and answer "Sure?"."""
    counted: list[int | None] = [0] * len(moves)
    for number, part in key_presses_of(moves, last):
        so_far = counted[number]
        counted[number] = None if part is None or so_far is None else so_far + len(part)
    if counted[0] is not None and (moves[0].dialogue or moves[0].entered):
        counted[0] += (COVER if is_secret(moves[0]) else 0) + (OPEN if moves[0].optional else 0)
    if counted[-1] is not None and (moves[-1].drawn or _opens_a_secret(moves) or _stands_apart(moves[-1])):
        counted[-1] += SURE
    return counted


def _stands_apart(made: MoveMade) -> bool:
    """Whether keys ask again because of an option that stands apart; a form is sent by OK held, which asks nothing."""
    return any(
        isinstance(question, Pick) and question.form is None and question.option(answer).apart
        for question, answer in made.dialogue
    )


def _opens_a_secret(moves: Sequence[MoveMade]) -> bool:
    """Whether what is sent comes to a secret, as far as the display can tell: without PEEK it shows a form as everybody
    may see it. What opens a secret is sent alone.
    """
    made = moves[0]
    if len(moves) > 1 or not made.dialogue:
        return False
    in_public = made.dialogue[-1][0].form is not None and not is_secret(made)
    return made.opens_in_public() if in_public else made.opens()


class _FormPart(NamedTuple):
    """The questions of one form among moves sent together: ``wanted`` are its answers by field, ``numbers`` the moves
    they belong to; ``made`` is the first of these, ``before`` what was answered in its dialogue.
    """

    made: MoveMade
    before: Sequence[AnsweredQuestion]
    wanted: Mapping[str, Answer]
    numbers: Mapping[str, int]

    @property
    def kept_as(self) -> FormKey:
        """Under what the table keeps its answers: as ``SeatForm.kept_as``."""
        begin = len(self.before)
        questions = [question for question, _ in self.made.dialogue[: begin + 1]]
        form = questions[-1].form
        return (self.made.seat, form.key if form is not None else "", any(question.secret for question in questions))


def _parts(moves: Sequence[MoveMade]) -> Iterator[_FormPart | tuple[int, AnyQuestion, Answer]]:
    """What moves sent together answer: forms, and single questions with the number of their move."""
    asked = [(number, place, *step) for number, made in enumerate(moves) for place, step in enumerate(made.dialogue)]
    while asked:
        number, place, question, answer = asked[0]
        if question.form is None:
            if only_answer(question) is None or place == len(moves[number].dialogue) - 1:
                yield number, question, answer
            del asked[0]
            continue
        end = next((at for at, one in enumerate(asked) if not same_form(question, one[2])), len(asked))
        part, asked = asked[:end], asked[end:]
        keys = field_keys([one[2] for one in part])
        yield _FormPart(
            made=moves[number],
            before=moves[number].dialogue[:place],
            wanted=dict(zip(keys, [one[3] for one in part], strict=True)),
            numbers=dict(zip(keys, [one[0] for one in part], strict=True)),
        )


def sent_forms(moves: Sequence[MoveMade]) -> dict[FormKey, Mapping[str, Answer]]:
    """What is kept of the forms of moves sent together, to be offered the next time."""
    return {part.kept_as: part.wanted for part in _parts(moves) if isinstance(part, _FormPart)}


def key_presses_of(
    moves: Sequence[MoveMade], last: Mapping[FormKey, Mapping[str, Answer]] = NOTHING_SENT
) -> Iterator[tuple[int, tuple[KeyPress, ...] | None]]:
    """What is pressed for moves sent together, in order, each part with the number of its move; None where keys cannot
    give an answer. PEEK, OK to open what may be answered, and OK on "Sure?" are not among it. ``last`` is what was sent
    of each form before.
    """
    for part in _parts(moves):
        if not isinstance(part, _FormPart):
            number, question, answer = part
            yield number, presses(question, answer)
            continue
        refill = refill_of(part.made, [answer for _, answer in part.before], last.get(part.kept_as, {}))
        pressed = form_presses(part.made.seat, refill, part.wanted)
        if pressed is None:
            yield min(part.numbers.values()), None
            continue
        for press in pressed:
            yield part.numbers.get(press.key, max(part.numbers.values())), (press.press,)
    for question, answer in moves[-1].entered:
        yield len(moves) - 1, presses(question, answer)


def refill_of(made: MoveMade, before: Sequence[Answer], last: Mapping[str, Answer] = NOTHING_GIVEN) -> RefilledView:
    """Fills a form of this move as the seat saw it, with what it offers where ``last`` was sent of it before."""

    def fill(given: Mapping[str, Answer]) -> Filled | None:
        return made.fill(before, given) if made.fill is not None else None

    again = as_last_time(last, fill) if last else None

    def refill(given: Mapping[str, Answer]) -> FormView | None:
        filled = fill(given)
        if filled is None:
            return None
        form = SeatForm(made.seat, tuple(before), filled, digest="")
        return form_view(form, viewer_of(made.seat), offers(filled, again, fill))

    return refill
