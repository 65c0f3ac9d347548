"""Printed facts put right as it goes on: who proposes, what rested on it, who agrees. Deciding thread only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from msgspec import structs

from companion.core.boxes import Component, Learned, kind_called
from companion.core.errors import Refused
from companion.core.questions import Answer, Pick
from companion.core.secrecy import PUBLIC
from companion.core.step import TABLE, LogText
from companion.core.wording import say
from companion.plays.corrections import apply_corrections
from companion.plays.fact_dependents import FactDependents
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import LogError
from companion.service.agreement.ballots import lapsed
from companion.service.agreement.consent import LAPSE
from companion.service.agreement.setting_right import SettingRight
from companion.service.agreement.votes import Vote
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Actor, Handlers, Sender, not_yours
from companion.service.audit.fact_choice import rests_on
from companion.service.audit.fact_proposal import (
    CHOOSE,
    LEAVE,
    WITH,
    Choosing,
    DependentsSearch,
    FactState,
    Proposal,
    agreeing,
    change_of,
    chosen,
    still_wrong,
)
from companion.service.play.answers import AnswerQuestion
from companion.service.play.play_now import public_lines
from companion.service.play.play_views import Dialogue
from companion.service.table_state import without


class AskWhichFact(Request, frozen=True):
    """Ask on this device which printed fact is wrong; as ``scribe`` among what the table is asked."""

    may_ask = "seat or admin"
    nonce: str
    scribe: bool = False


class ProposeFacts(Request, frozen=True):
    """These printed facts are wrong in the play that is on: find what rested on them, and ask the table."""

    may_ask = "seat or admin"
    facts: tuple[Learned, ...]
    nonce: str
    scribe: bool = False


class ProposeComponent(Request, frozen=True):
    """Propose that what the box page now says of a component also counts in the running play, if it is of this game."""

    may_ask = "seat or admin"
    game: str
    kind: str
    key: str
    printed: Component
    nonce: str
    scribe: bool = True


@dataclass(eq=False, repr=False)
class FactCorrections(SettingRight):
    """The proposals to put a printed fact right; at most one is open at a time."""

    kind = "fact"
    _count: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._part = self._state.part(FactState())
        self._search = DependentsSearch(self._clock)

    @property
    def now(self) -> FactState:
        return self._part.now

    def clear(self) -> None:
        """Drop the proposal, because another play is on the table."""
        self._search.stop()
        self._part.put(FactState())

    # -- saying what is wrong ----------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {AskWhichFact: self._start, ProposeFacts: self._propose_facts, ProposeComponent: self._propose_component}

    def _start(self, sender: Sender, request: AskWhichFact) -> Reply:
        """Ask the person who says so which printed fact is wrong, on their own screen."""
        play, place = self._running.playing(), _place(_acting(sender, scribe=request.scribe))
        self._free()
        if not any(play.game.box_of(play.state).values()):
            raise Refused("no-box", say("Nothing of this game was looked up: there is nothing to correct."))
        self._keep_choosing(place, Choosing(rests_on(self._running.now, place)))
        return Reply()

    def _propose_facts(self, sender: Sender, request: ProposeFacts) -> Reply:
        self._propose(_acting(sender, scribe=request.scribe), request.facts)
        return Reply(notice=say("The companion looks for earlier results that rested on it."))

    def _propose_component(self, sender: Sender, request: ProposeComponent) -> Reply:
        """What this play has otherwise is corrected; what is absent, and was known, is not printed."""
        play = self._running.playing()
        if play.game.meta.key != request.game or self._running.now.phase != "playing":
            raise Refused("no-play", say("No play is on."))
        kind = kind_called(play.game.meta.box, request.kind)
        known = play.game.box_of(play.state).get(request.kind, {}).get(request.key, {})
        fields = [field.key for field in kind.fields] if kind is not None else []
        other = [Learned(request.kind, request.key, field, request.printed.get(field)) for field in fields]
        wrong = [one for one in other if known.get(one.field) != one.value]
        self._propose(_acting(sender, scribe=request.scribe), wrong)
        return Reply(notice=say("The companion looks for earlier results that rested on it."))

    def _propose(self, actor: Actor, facts: Sequence[Learned]) -> None:
        play = self._running.playing()
        self._free()
        # On a copy, so that what could not be put in is refused before anybody is asked.
        corrections = apply_corrections(play.game, play.game.copy(play.state), {}, facts).facts
        self._count += 1
        # Who has the digest can find what it was made of: not the number of entries, in which secret ones count.
        told = f"{play.id}:{public_lines(play)}:{self._count}"
        name = blake2b(told.encode(), digest_size=10).hexdigest()
        self._keep_choosing(_place(actor), None)
        self._look(Proposal(name, _place(actor), corrections))

    def _free(self) -> None:
        if self.now.proposal is not None:
            raise Refused("mending", say("The table is still asked about another printed number."))

    # -- what rested on it -------------------------------------------------------------------------------------

    @property
    def looking(self) -> bool:
        """Whether there are steps to look at yet."""
        return self._search.looking

    def _look(self, proposal: Proposal) -> None:
        """What was found before stays on the screens meanwhile: they must not tell of steps made in secret."""
        self._part.put(replace(self.now, proposal=proposal))
        self._search.begin(self._running.playing().rested_on(proposal.facts))

    def _keep_choosing(self, place: int, choosing: Choosing | None) -> None:
        """How far somebody is with saying which fact is wrong; None: no further."""
        others = without(self.now.choosing, place)
        self._part.put(replace(self.now, choosing=others if choosing is None else {**others, place: choosing}))

    def go_on(self) -> None:
        """Look for a moment longer; when all is looked at, the asker is asked."""
        try:
            found = self._search.go_on()
        except LogError as fault:
            self._notices.tell([self._on().asker], fault.message)
            self.end()
            return
        if found is not None:
            self._looked(found)

    def _looked(self, found: FactDependents) -> None:
        proposal = self._on()
        if proposal.rested is None:
            self._keep(rested=found, until=self._clock.mono() + LAPSE)
            return
        anew = proposal.rested.open_part != found.open_part
        self._keep(rested=found)
        self._ballots.ask_otherwise("fact", self._question(), anew=anew)
        self._ballots.settle()

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
        for dialogue in self.now.dialogues(self._running.now, seat):
            if dialogue.service == service and dialogue.digest == digest:
                return dialogue
        raise Refused("stale", say("That was already answered, or has changed meanwhile. Look again."))

    def _chose(self, actor: Actor, seat: int, answer: Answer) -> Reply:
        play = self._running.playing()
        before = self.now.choosing[seat]
        after = structs.replace(before, answers=(*before.answers, answer))
        done = chosen(play.game, self._public(), after)
        if done is None:
            self._keep_choosing(seat, after)
        elif done.move is None:
            self._keep_choosing(seat, None)
        else:
            self._propose(actor, (done.move,))
        return Reply()

    def back(self, actor: Actor, seat: int) -> bool:
        """The last answer is taken back, or it is left alone; whether there was something to take back."""
        choosing = self.now.choosing.get(seat)
        if choosing is None or (seat != actor.seat and not actor.writes_for_all):
            return False
        before = structs.replace(choosing, answers=choosing.answers[:-1]) if choosing.answers else None
        self._keep_choosing(seat, before)
        return True

    def _decided(self, actor: Actor, answer: str) -> Reply:
        if answer == LEAVE:
            self.end()
            return Reply()
        self._keep(numbers=answer == WITH)
        proposal, play = self._on(), self._running.playing()
        what = change_of(proposal, play.game, self._public())
        try:
            return self.ask_all(actor, proposal.subject, what, proposal.id, self._question())
        except Refused:
            self.end()
            raise

    def _question(self) -> Pick[str]:
        return agreeing(self._on(), self._running.playing().game, self._public())

    def _public(self) -> Any:
        """The play as everybody may know it."""
        return self._running.now.on.known(PUBLIC)

    def ready(self) -> bool:
        """Not while the companion is still looking what it would set right."""
        return not self.looking

    def is_over(self, vote: Vote, refused_by: int | None) -> None:
        del vote, refused_by
        self.end()

    def put_in(self, actor: str, agreed: Sequence[LogText]) -> Reply:
        proposal, play = self._on(), self._running.playing()
        facts = [one.learned for one in proposal.facts]
        rested = proposal.rested if proposal.numbers else None
        numbers = rested.numbers(play.game, play.state) if rested is not None else {}
        entry = play.set_right(numbers, actor, nonce=proposal.id, seat=proposal.asker, facts=facts, agreed=agreed)
        self.end()
        self._running.entered(entry)
        word = say("What is printed was set right.")
        self._notices.tell(play.setup.numbers, word, "good")
        return Reply(notice=word)

    def settle(self) -> None:
        """Periodic work: the person who proposed it and does not say how far it goes is not waited for."""
        proposal = self.now.proposal
        if proposal is None or proposal.numbers is not None or self._clock.mono() < proposal.until:
            return
        what = change_of(proposal, self._running.playing().game, self._public())
        self._notices.tell([proposal.asker], lapsed(what))
        self.end()

    # -- going on ----------------------------------------------------------------------------------------------

    def follow(self, _: Entry) -> None:
        """Search again after an entry, because more or less may depend on the fact now."""
        choosing = {place: one for place, one in self.now.choosing.items() if self._fits(one)}
        self._part.put(replace(self.now, choosing=choosing))
        play, proposal = self._running.playing(), self.now.proposal
        if proposal is None:
            return
        if still_wrong(play.game, play.state, proposal.facts):
            self._look(proposal)
        else:
            self.end()

    def _fits(self, choosing: Choosing) -> bool:
        play = self._running.playing()
        try:
            return chosen(play.game, self._public(), choosing) is None
        except Refused:
            return False

    def _on(self) -> Proposal:
        if self.now.proposal is None:
            raise Refused("stale", say("That was already answered, or has changed meanwhile. Look again."))
        return self.now.proposal

    def _keep(self, **fields: object) -> None:
        self._part.put(replace(self.now, proposal=structs.replace(self._on(), **fields)))

    def end(self) -> None:
        """End the proposal, done or not."""
        self._search.stop()
        self._part.put(replace(self.now, proposal=None))
        self._ballots.drop("fact")


def _place(actor: Actor) -> int:
    return TABLE if actor.writes_for_all else actor.seat


def _acting(sender: Sender, *, scribe: bool) -> Actor:
    """As whom a device speaks: a host may do so for the table."""
    return Actor("host", device=sender.actor.device) if scribe and sender.host else sender.actor
