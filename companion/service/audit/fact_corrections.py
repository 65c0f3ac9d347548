"""Printed facts put right as it goes on: who proposes, what rested on it, who agrees. Acts on the desk; deciding
thread only.

What rested on a fact is looked for a few steps at a time, between requests: the table goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec import structs

from companion.core.boxes import Learned, kind_called
from companion.core.errors import Refused
from companion.core.questions import Answer, Pick
from companion.core.secrecy import PUBLIC
from companion.core.step import TABLE, Told
from companion.core.wording import say
from companion.plays.corrections import apply_corrections
from companion.plays.fact_dependents import FactDependents
from companion.plays.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.actor import Actor, not_yours
from companion.service.agreement.agreement import lapsed
from companion.service.agreement.consent import LAPSE
from companion.service.audit.audit_requests import AskWhichFact, ProposeComponent, ProposeFacts
from companion.service.audit.fact_proposal import (
    CHOOSE,
    LEAVE,
    WITH,
    Choosing,
    Proposal,
    agreeing,
    change_of,
    chosen,
    still_wrong,
)
from companion.service.play.play_requests import AnswerQuestion
from companion.service.play.play_snapshot import public_lines
from companion.service.screens.views import Dialogue, Notice, Reply
from companion.service.sender import Handlers, Sender

if TYPE_CHECKING:
    from companion.service.desk import Desk

SLICE = 0.05
"""Seconds of looking between two requests."""


class Mending:
    """See the module. ``choosing`` are those who say which fact is wrong, by place; ``proposal`` is what is before the
    table, if anything.
    """

    def __init__(self, desk: Desk, clock: Clock) -> None:
        self._desk = desk
        self._clock = clock
        self.choosing: dict[int, Choosing] = {}
        self.proposal: Proposal | None = None
        self._search: Iterator[FactDependents] | None = None
        self._found = FactDependents()
        self._count = 0

    def clear(self) -> None:
        """Another play is on the table."""
        self.choosing, self.proposal, self._search = {}, None, None

    # -- saying what is wrong ----------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """What can be asked about printed facts that are wrong."""
        return {AskWhichFact: self._start, ProposeFacts: self._propose_facts, ProposeComponent: self._propose_component}

    def _start(self, sender: Sender, request: AskWhichFact) -> Reply:
        """Ask whoever says so which printed fact is wrong, on their own screen."""
        play, place = self._desk.playing(), _place(_acting(sender, scribe=request.scribe))
        self._free()
        if not any(play.game.box_of(play.state).values()):
            raise Refused("no-box", say("Nothing of this game was looked up: there is nothing to correct."))
        self.choosing[place] = Choosing(self._desk.moment.rests_on(place))
        self._desk.changed()
        return Reply()

    def _propose_facts(self, sender: Sender, request: ProposeFacts) -> Reply:
        self._propose(_acting(sender, scribe=request.scribe), request.facts)
        return Reply(notice=say("The companion looks which earlier results rested on it."))

    def _propose_component(self, sender: Sender, request: ProposeComponent) -> Reply:
        """What this play has otherwise is put right; what is absent, and was known, is not printed."""
        play = self._desk.playing()
        if play.game.meta.key != request.game or self._desk.phase != "playing":
            raise Refused("no-play", say("No play is on."))
        kind = kind_called(play.game.meta.box, request.kind)
        known = play.game.box_of(play.state).get(request.kind, {}).get(request.key, {})
        fields = [field.key for field in kind.fields] if kind is not None else []
        other = [Learned(request.kind, request.key, field, request.printed.get(field)) for field in fields]
        wrong = [one for one in other if known.get(one.field) != one.value]
        self._propose(_acting(sender, scribe=request.scribe), wrong)
        return Reply(notice=say("The companion looks which earlier results rested on it."))

    def _propose(self, actor: Actor, facts: Sequence[Learned]) -> None:
        play = self._desk.playing()
        self._free()
        # On a copy, so that what could not be put in is refused before anybody is asked.
        corrections = apply_corrections(play.game, play.game.copy(play.state), {}, facts).facts
        self._count += 1
        # Who has the digest can find what it was made of: not the number of entries, in which secret ones count.
        told = f"{play.id}:{public_lines(play)}:{self._count}"
        name = blake2b(told.encode(), digest_size=10).hexdigest()
        self.choosing.pop(_place(actor), None)
        self._look(Proposal(name, _place(actor), corrections))

    def _free(self) -> None:
        if self.proposal is not None:
            raise Refused("mending", say("The table is still asked about another printed number."))

    # -- what rested on it -------------------------------------------------------------------------------------

    @property
    def looking(self) -> bool:
        """Whether there are steps to look at yet."""
        return self._search is not None

    def _look(self, proposal: Proposal) -> None:
        """What was found before stays on the screens meanwhile: they must not tell of steps made in secret."""
        self.proposal = proposal
        self._search = self._desk.playing().rested_on(proposal.facts)
        self._found = FactDependents()
        self._desk.changed()

    def go_on(self) -> None:
        """Look for a moment longer; when all is looked at, whoever asked is asked."""
        until = self._clock.mono() + SLICE
        while self._search is not None:
            try:
                found = next(self._search, None)
            except LogError as fault:
                self._desk.notices[self._on().asker] = (Notice(fault.message, "warning"),)
                self.end()
                return
            if found is None:
                self._looked()
                return
            self._found = found
            if self._clock.mono() >= until:
                return

    def _looked(self) -> None:
        self._search = None
        proposal = self._on()
        if proposal.rested is None:
            self._keep(rested=self._found, until=self._clock.mono() + LAPSE)
            return
        anew = proposal.rested.open_part != self._found.open_part
        self._keep(rested=self._found)
        self._desk.agreement.asks_otherwise("fact", self._question(), anew=anew)
        self._desk.agreement.settle()

    # -- answers -----------------------------------------------------------------------------------------------

    def answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """An answer to one of the questions here. Raises ``Refused``."""
        actor, seat, answer, service = sender.actor, request.seat, request.answer, request.service
        if seat != _place(actor) and not (seat == TABLE and actor.writes_for_all):
            raise not_yours(seat)
        dialogue = self._asked(seat, request.digest, service)
        dialogue.question.check(answer)
        if service == CHOOSE:
            return self._chose(actor, seat, answer)
        return self._decided(actor, str(answer))

    def _asked(self, seat: int, digest: str, service: str) -> Dialogue:
        for dialogue in self._desk.moment.mending_dialogues(seat):
            if dialogue.service == service and dialogue.digest == digest:
                return dialogue
        raise Refused("stale", say("That was already answered, or has changed meanwhile. Look again."))

    def _chose(self, actor: Actor, seat: int, answer: Answer) -> Reply:
        play = self._desk.playing()
        before = self.choosing[seat]
        after = structs.replace(before, answers=(*before.answers, answer))
        done = chosen(play.game, self._desk.moment.known(PUBLIC), after)
        if done is None:
            self.choosing[seat] = after
        elif done.move is None:
            del self.choosing[seat]
        else:
            self._propose(actor, (done.move,))
        self._desk.changed()
        return Reply()

    def back(self, actor: Actor, seat: int) -> bool:
        """The last answer is taken back, or it is left alone; whether there was something to take back."""
        choosing = self.choosing.get(seat)
        if choosing is None or (seat != actor.seat and not actor.writes_for_all):
            return False
        if choosing.answers:
            self.choosing[seat] = structs.replace(choosing, answers=choosing.answers[:-1])
        else:
            del self.choosing[seat]
        self._desk.changed()
        return True

    def _decided(self, actor: Actor, answer: str) -> Reply:
        if answer == LEAVE:
            self.end()
            return Reply()
        self._keep(numbers=answer == WITH)
        proposal, play = self._on(), self._desk.playing()
        what = change_of(proposal, play.game, self._desk.moment.known(PUBLIC))
        try:
            return self._desk.agreement.set_right(actor, "fact", proposal.subject, what, proposal.id, self._question())
        except Refused:
            self.end()
            raise

    def _question(self) -> Pick[str]:
        return agreeing(self._on(), self._desk.playing().game, self._desk.moment.known(PUBLIC))

    def carry_out(self, actor: str, agreed: Sequence[Told]) -> Reply:
        """Put it in: the table has agreed, as the lines ``agreed`` say. Raises ``Refused`` and ``LogError``."""
        proposal, play = self._on(), self._desk.playing()
        facts = [one.learned for one in proposal.facts]
        rested = proposal.rested if proposal.numbers else None
        numbers = rested.numbers(play.game, play.state) if rested is not None else {}
        entry = play.set_right(numbers, actor, nonce=proposal.id, seat=proposal.asker, facts=facts, agreed=agreed)
        self.end()
        self._desk.entered(entry)
        word = say("What is printed was set right.")
        for seat in play.setup.numbers:
            self._desk.notices[seat] = (Notice(word, "good"),)
        self._desk.changed()
        return Reply(notice=word)

    def settle(self) -> None:
        """What time brings: whoever proposed it and does not say how far it goes is not waited for."""
        proposal = self.proposal
        if proposal is None or proposal.numbers is not None or self._clock.mono() < proposal.until:
            return
        what = change_of(proposal, self._desk.playing().game, self._desk.moment.known(PUBLIC))
        self._desk.notices[proposal.asker] = (Notice(lapsed(what), "warning"),)
        self.end()

    # -- going on ----------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """The play has gone on: what rested on it may be more, or less."""
        self.choosing = {place: one for place, one in self.choosing.items() if self._fits(one)}
        proposal = self.proposal
        if proposal is None:
            return
        if still_wrong(self._desk.playing().game, self._desk.playing().state, proposal.facts):
            self._look(proposal)
        else:
            self.end()

    def _fits(self, choosing: Choosing) -> bool:
        play = self._desk.playing()
        try:
            return chosen(play.game, self._desk.moment.known(PUBLIC), choosing) is None
        except Refused:
            return False

    def _on(self) -> Proposal:
        if self.proposal is None:
            raise Refused("stale", say("That was already answered, or has changed meanwhile. Look again."))
        return self.proposal

    def _keep(self, **fields: object) -> None:
        self.proposal = structs.replace(self._on(), **fields)
        self._desk.changed()

    def end(self) -> None:
        """Nothing comes of what was proposed, or it is done."""
        self.proposal, self._search = None, None
        self._desk.agreement.drop("fact")
        self._desk.changed()


def _place(actor: Actor) -> int:
    return TABLE if actor.writes_for_all else actor.seat


def _acting(sender: Sender, *, scribe: bool) -> Actor:
    """As whom a device speaks: a host may do so for the table."""
    return Actor("host", device=sender.actor.device) if scribe and sender.host else sender.actor
