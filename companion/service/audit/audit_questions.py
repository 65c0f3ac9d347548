"""The questions of a table audit, and its part of the state: the count under way.

They are of the same kinds as a game's, so that keys, phones, scribe and API can answer them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from companion.core.dialogue import digest
from companion.core.inventory import value_words
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Count, Pick
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, listed, say, say_n
from companion.service.agreement.consent import LAPSE
from companion.service.agreement.votes import AgreementState
from companion.service.audit.audit import (
    Audit,
    AuditedNumber,
    Difference,
    NumbersByPart,
    PartCount,
    PartKey,
    differences,
    numbers_by_part,
)
from companion.service.play.dialogues import PlayState
from companion.service.play.play_now import PlayNow
from companion.service.play.play_views import Answered, Dialogue
from companion.service.seats.seats_state import LONG_ASLEEP

SERVICE = "audit-"
"""What the ``service`` of an audit's dialogues begins with."""
AGREE, WAIT = "audit-agree", "audit-wait"

RIGHT, LATER = "right", "later"
"""A part is as the companion has it, or as was said; or it is left for this time."""
SET, AGAIN = "set", "again"
"""To the proposed correction: put it in, or count again."""
GO_ON, STOP = "go-on", "stop"
"""While others are still counting: without them, or not at all."""
NUMBER = "number."
"""Before the key of a number that differs."""


def service_of(part: PartKey) -> str:
    """The ``service`` of the question about a part, by which its answer finds it."""
    seat, secret = part
    return f"{SERVICE}{seat}{'s' if secret else ''}"


def part_of(service: str) -> PartKey | None:
    """The part that a question's ``service`` names, if it names one."""
    text = service.removeprefix(SERVICE)
    seat = text.removesuffix("s")
    return (int(seat), text.endswith("s")) if seat.isdecimal() and len(seat) == 1 else None


def urgent_dialogues(audit: Audit, audited: NumbersByPart, place: int, proposing: Iterable[int]) -> list[Dialogue]:
    """What an audit asks at the screens of ``place`` (0: the panel) before the game does. Once all have counted, those
    ``proposing`` may put the correction to the table.
    """
    found = []
    if audit.counting:
        for part in sorted(audit.parts, key=lambda part: part.seat != place):
            mine = part.seat == place or (part.seat == TABLE and place == audit.asker)
            if part.open and mine:
                found.append(_counting(audit, part, audited.get(part.key, ())))
    elif place in proposing:
        found.append(_dialogue(audit, place, agreeing(audit, audited, proposing=True), AGREE))
    return found


def scribe_dialogues(audit: Audit, audited: NumbersByPart, proposing: Iterable[int]) -> list[Dialogue]:
    """Dialogues that may be answered for others: every open part that is no secret, and for the asker."""
    if not audit.counting:
        return [_dialogue(audit, TABLE, agreeing(audit, audited, proposing=True), AGREE)] if TABLE in proposing else []
    open_parts = [part for part in audit.parts if part.open and not part.secret]
    return [_counting(audit, part, audited.get(part.key, ())) for part in open_parts]


def waiting_dialogues(audit: Audit, place: int, *, leads: bool) -> list[Dialogue]:
    """What the person who ``leads`` the audit may do while others are still counting. It comes after the game's
    questions.
    """
    own = {place, TABLE} if place == audit.asker else {place}
    if not audit.counting or not leads or any(part.open and part.seat in own for part in audit.parts):
        return []
    missing = sorted({part.seat for part in audit.parts if part.open})
    question = Pick(
        key="audit-wait",
        prompt=say("Still counting: {who}", N_("Still counting"), who=listed([SeatName(seat) for seat in missing])),
        options=(
            Option(GO_ON, say("Go on without them", N_("Go on without them"))),
            Option(STOP, say("Stop the audit", N_("Stop the audit"))),
        ),
    )
    return [_dialogue(audit, place, question, WAIT)]


def differs(difference: Difference) -> Message:
    """A difference as everybody may read it; a secret one without its numbers."""
    what = difference.audited.full_name
    if difference.secret:
        return say("{what}: hidden", N_("{brief}: hidden"), what=what, brief=difference.audited.label)
    one = difference.audited
    was, now = (value_words(n, one.low, one.meanings) for n in (one.value, difference.now))
    text = N_("{brief}: {was}, now {now}")
    brief = difference.audited.label
    return say("{what}: {was}, on the table {now}", text, what=what, brief=brief, was=was, now=now)


def _number(part: PartCount, dialled: AuditedNumber, start: int) -> Count | Pick[int]:
    """How many there are; of a number that stands for something, what it is."""
    has = value_words(dialled.value, dialled.low, dialled.meanings)
    hint = say("The companion has {n}.", n=has)
    if dialled.meanings:
        options = tuple(Option(n, words) for n, words in enumerate(dialled.meanings, dialled.low))
        return Pick[int](
            key="audit-number",
            prompt=say("What is it? {what}", N_("{brief}?"), what=dialled.full_name, brief=dialled.label),
            hint=hint,
            options=tuple(sorted(options, key=lambda option: option.value != start)),
            secret=part.secret,
        )
    return Count(
        key="audit-number",
        prompt=say("How many are there? {what}", N_("{brief}?"), what=dialled.full_name, brief=dialled.label),
        hint=hint,
        low=dialled.low,
        high=dialled.high,
        start=start,
        icon=dialled.icon,
        secret=part.secret,
    )


def _counting(audit: Audit, part: PartCount, audited: Sequence[AuditedNumber]) -> Dialogue:
    service = service_of(part.key)
    dialled = next((one for one in audited if one.key == part.at), None)
    if dialled is None:
        return _dialogue(audit, part.seat, _list_of(part, audited), service)
    said = part.said.get(dialled.key)
    question = _number(part, dialled, dialled.value if said is None else said.now)
    answered = (Answered(_prompt(part), dialled.label),)
    return _dialogue(audit, part.seat, question, service, [NUMBER + dialled.key], answered)


def _list_of(part: PartCount, audited: Sequence[AuditedNumber]) -> Pick[str]:
    right = say("All right", N_("All right"))
    if part.said:
        right = say_n("Done: {n} number differs", "Done: {n} numbers differ", len(part.said), N_("Done: {n} differ"))
    numbers = tuple(
        Option(NUMBER + one.key, _option_label(part, one), icon="edit" if one.key in part.said else one.icon)
        for one in audited
    )
    later = Option(LATER, say("Not this time", N_("Not this time")))
    return Pick(
        key="audit",
        prompt=_prompt(part),
        hint=say("Choose a number that is different on the table, or say that all is right."),
        options=(Option(RIGHT, right, icon="check"), *numbers, later),
        secret=part.secret,
    )


def _option_label(part: PartCount, one: AuditedNumber) -> Message:
    said = part.said.get(one.key)
    if said is None:
        return say("{what}: {n}", what=one.label, n=one.value)
    return say(
        "{what}: {was}, on the table {now}",
        N_("{what}: {was}, now {now}"),
        what=one.label,
        was=one.value,
        now=said.now,
    )


def _prompt(part: PartCount) -> Message:
    if part.secret:
        return say("Are your hidden numbers right?", N_("Hidden: all right?"))
    if part.seat == TABLE:
        return say("Is this what the whole table shares?", N_("On the table?"))
    return say("Does this lie in front of you?", N_("In front of you?"))


def agreeing(audit: Audit, audited: NumbersByPart, *, proposing: bool = False) -> Pick[str]:
    """Whether the correction is put in: asked of the person who is ``proposing`` it, then of all others."""
    found = differences(audit, audited)
    look = say("Only to look at")
    rows = tuple(
        Option(f"row.{row}", differs(each), seat=each.audited.seat or None, icon=each.audited.icon, reason=look)
        for row, each in enumerate(found)
    )
    return Pick(
        key=AGREE,
        prompt=say_n("Set {n} number right?", "Set {n} numbers right?", len(found), N_("Set right: {n}?")),
        hint=say("The log says what was corrected."),
        options=(
            Option(SET, say("Set it right", N_("Set it right")), icon="check"),
            Option(AGAIN, say("Count again", N_("Count again")), icon="undo"),
            *((Option(STOP, say("Stop the audit", N_("Stop the audit")), icon="stop"),) if proposing else ()),
            *rows,
        ),
    )


def _dialogue(
    audit: Audit,
    seat: int,
    question: AnyQuestion,
    service: str,
    answers: Sequence[Answer] = (),
    answered: tuple[Answered, ...] = (),
) -> Dialogue:
    stood_on = digest(audit.id, seat, 0, (question,))
    return Dialogue(seat, question, stood_on, list(answers), answered, service)


@dataclass(frozen=True)
class AuditState:
    """``audit`` is the one under way; something was last counted at ``since``, by the table's clock."""

    audit: Audit | None = None
    since: float = -inf

    def goes_on(self, now: float) -> bool:
        """Whether somebody has counted something in the last two minutes."""
        return self.audit is not None and now - self.since < LAPSE

    def stands_still(self, now: float) -> bool:
        """Whether nobody has counted anything for so long that anybody may stop it, or go on without the others."""
        return self.audit is not None and now - self.since >= LONG_ASLEEP


@dataclass(frozen=True)
class AuditAsking:
    """What an audit asks, and whom. ``proposing`` may put to the table what was counted otherwise: whoever asked for
    the audit, and all once it is ``open`` to anybody, as long as it is not before the table.
    """

    audit: Audit
    audited: NumbersByPart
    proposing: frozenset[int]
    open: bool

    @classmethod
    def of(
        cls, audit: Audit, state: PlayState, votes: AgreementState, gone: frozenset[int], *, anybody: bool
    ) -> AuditAsking:
        """The questions of ``audit``; ``anybody`` may lead it."""
        proposing = frozenset((*(state.numbers if anybody else ()), audit.asker)) - gone
        if any(vote.kind == "audit" for vote in votes.votes):
            proposing = frozenset()
        return cls(audit, audited_numbers(state.play), proposing, anybody)

    def urgent(self, place: int) -> list[Dialogue]:
        """What is asked at the screens of ``place`` before the game does."""
        return urgent_dialogues(self.audit, self.audited, place, self.proposing)

    def of_scribe(self) -> list[Dialogue]:
        """What a scribe may answer."""
        found = scribe_dialogues(self.audit, self.audited, self.proposing)
        return [*found, *waiting_dialogues(self.audit, TABLE, leads=True)]

    def waiting(self, place: int) -> list[Dialogue]:
        """What ``place`` may do while others are still counting."""
        leads = place in (TABLE, self.audit.asker) or self.open
        return waiting_dialogues(self.audit, place, leads=leads)


def audited_numbers(play: PlayNow | None) -> NumbersByPart:
    """Every tracked number, grouped by the seat that counts it (0: the table); empty where the game fails to name them.

    Holds secrets: only the deciding thread gets it whole, a view takes from it what its viewer may know.
    """
    if play is None:
        return {}
    return play.told("audited", lambda: numbers_by_part(play.game, play.known, play.setup.numbers), {})
