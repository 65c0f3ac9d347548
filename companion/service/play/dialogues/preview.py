"""What answers would do, before they are given: the words of the button and what the rules would tell."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.secrecy import Viewer, seen
from companion.core.step import try_out
from companion.core.wording import N_, Message, Wording, say
from companion.service.play.dialogues.drafts import in_words
from companion.service.play.play_now import PlayNow
from companion.service.play.play_views import Dialogue, Preview


def preview(play: PlayNow | None, dialogue: Dialogue, viewer: Viewer, answers: Sequence[Answer]) -> Preview:
    """Try ``answers``, to ``dialogue`` and the questions that follow, out on what ``viewer`` may know; nothing changes
    and nothing is given away. The button is that of the last question answered.
    """
    question = dialogue.question
    if not answers:
        return Preview(button(question, None), more=True)
    first, *more = answers
    try:
        question.check(first)
    except Refused as refusal:
        return Preview(button(question, None), refused=refusal.message)
    act = button(question, first)
    if dialogue.service:
        return Preview(act, refused=say("That was already answered.") if more else None)
    if play is None:
        return Preview(act)
    walked = play.walked(dialogue.seat, viewer, (*dialogue.answers, *answers))
    match walked:
        case Asked(answered=answered):
            return Preview(button(answered[-1], answers[-1]), more=True)
        case Done(move=move, answered=answered):
            return _tried(play, dialogue.seat, viewer, button(answered[-1], answers[-1]), move)
        case Refused(message=message):
            return Preview(act if not more else button(question, None), refused=message)
        case None:
            return Preview(act, more=True)


def _tried(play: PlayNow, seat: int, viewer: Viewer, act: Wording, move: object) -> Preview:
    copy = play.game.copy(play.known(viewer))
    try:
        told, ahead = try_out(copy, seat, lambda step: play.game.apply(step, move))
    except Refused as refusal:
        return Preview(act, refused=refusal.message)
    return Preview(act, tuple(seen(line, viewer) for line in told), play.final(ahead))


def to_do_first(question: AnyQuestion) -> Wording:
    """The words of a button that waits for the answer to one question."""
    if isinstance(question, Count | Dice | Text):
        return say("Enter it first")
    return say("Choose first")


def button(question: AnyQuestion, answer: Answer | None) -> Wording:
    """The words of the button that sends ``answer``: exactly what happens. Without an answer, what to do first."""
    if answer is None:
        return to_do_first(question)
    match question:
        case Pick():
            option = question.option(answer)
            if option.act is not None:
                return option.act
        case Confirm(yes=yes, no=no):
            return yes if answer else no
        case PickMany(act_none=Message() as none) if not answer:
            return none
    words = in_words(question, answer)
    if question.act is not None:
        return Message(
            question.act.text,
            {**question.act.args, "answer": words},
            question.act.short,
            question.act.plural,
            question.act.count,
        )
    if isinstance(question, Count):
        # A number alone looks like one more key of the dial.
        return say("Enter {answer}", N_("{answer}"), answer=words)
    return words
