"""Votes as values: questions of the table itself, such as undo by agreement or continuing without a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal

from msgspec import Struct, structs

from companion.core.dialogue import digest
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Pick
from companion.core.step import LogText
from companion.core.wording import N_, Message, SeatName, Wording, listed, say
from companion.service.agreement.consent import Needed
from companion.service.agreement.sleepers import as_one
from companion.service.agreement.vote_changes import VoteChange
from companion.service.asking.sender import Person

VOTE, WITHDRAW, MISSED, MENU = "vote-", "withdraw-", "missed-", "menu-"
"""Prefixes of the ``service`` of the table's own dialogues: a ballot, the asker's dialogue meanwhile, what was done
without a seat, and the menu of keys.
"""

YES_COUNTS = 5.0
"""Seconds after which a Yes counts; until then it may be changed. A No counts at once."""


class SoonYes(Struct, frozen=True):
    """A Yes for ``seat`` that counts at ``at``, by the table's clock. ``by`` is the seat of the person who answered for
    it (0: a host without one), None where it did so itself.
    """

    seat: int
    at: float
    by: int | None = None


VoteKind = Literal["undo", "back", "skip", "leave", "swap", "fact", "audit", "put-away"]
SET_RIGHT = ("fact", "audit")
"""The kinds of votes about corrections: of a printed fact, and of counted numbers."""


class Vote(Struct, frozen=True):
    """Something the table must agree to. Those ``needed`` are asked on their own screens; one no is enough to refuse.

    ``target`` is the entry whose state is to count again (undo; back: one that was taken back), the seat to go on
    without (skip; leave: for good), or the seat that another phone asks for (swap), which only its own keys and phone
    are asked. Where something is corrected it is 0: ``subject`` tells that from others of its kind, and ``asks`` is the
    question, whose first option is the yes. ``actor`` pressed, as the log names it; ``asker`` is the person. ``marked``
    undoes stay visible as corrections; ``entered`` ones need one other only. ``nonce`` is that of the request, and of
    the entry when the table agrees. ``until`` it waits, by the table's clock. ``answered`` are the seats for which
    somebody else said yes, and who. ``soon`` are the yeses that do not count yet and may be changed. ``free``: nobody
    had to be asked. ``commits`` says, line by line, what going on without somebody or taking back would do. ``name`` is
    that of somebody new who asks for a seat. ``changes`` are the numbers that everybody would see change.
    """

    nonce: str
    kind: VoteKind
    asker: Person
    target: int
    what: Message
    needed: Needed
    until: float = 0.0
    actor: str = ""
    marked: bool = False
    entered: bool = False
    yes: frozenset[int] = frozenset()
    answered: tuple[tuple[int, int], ...] = ()
    soon: tuple[SoonYes, ...] = ()
    free: bool = False
    commits: tuple[Message, ...] = ()
    name: str = ""
    subject: str = ""
    asks: Pick[str] | None = None
    changes: tuple[VoteChange, ...] = ()

    @property
    def agreed(self) -> bool:
        return self.needed.met(self.yes)

    @property
    def id(self) -> str:
        """The id with which a ballot is sent back. It is a digest: the nonce itself could be used up by a voter, and an
        entry's number would count secret acts.
        """
        target = self.what.text if self.kind == "undo" else self.target
        asked = f"{self.kind}:{self.asker.seat}:{self.asker.device}:{target}:{self.nonce}"
        if self.asks is not None:
            asked += digest(self.subject, 0, 0, (self.asks,))
        return blake2b(asked.encode(), digest_size=10).hexdigest()

    @property
    def about(self) -> tuple[str, int | str]:
        """Kind and subject of the vote: a No counts for all votes about the same."""
        return self.kind, self.subject or self.target

    def open_for(self, seat: int) -> bool:
        """Whether this seat may say yes or no: true also while its Yes does not count yet."""
        return seat in self.needed.seats and seat not in self.yes

    @property
    def silent(self) -> frozenset[int]:
        """The seats that have said nothing yet."""
        return self.needed.seats - self.yes - {soon.seat for soon in self.soon}

    def with_yes(self, soon: SoonYes) -> Vote:
        """The vote with one more Yes that does not count yet; unchanged if the seat has said so already."""
        if any(other.seat == soon.seat for other in self.soon):
            return self
        return structs.replace(self, soon=(*self.soon, soon))

    def counted(self, now: float) -> Vote:
        """The vote with every Yes counted whose time has come."""
        due = [soon for soon in self.soon if soon.at <= now]
        if not due:
            return self
        answered = tuple((soon.seat, soon.by) for soon in due if soon.by is not None)
        return structs.replace(
            self,
            yes=self.yes | {soon.seat for soon in due},
            answered=(*self.answered, *answered),
            soon=tuple(soon for soon in self.soon if soon.at > now),
        )

    def means_yes(self, answer: Answer) -> bool:
        """Whether an answer to the question of the vote is a yes."""
        return answer == (self.asks.options[0].value if self.asks is not None else True)

    def ballot(self, seat: int) -> AnyQuestion:
        """The question to ``seat``. A seat that has said yes may still change it; then keys begin at Yes, else at
        No.
        """
        question, said = self.question(), any(soon.seat == seat for soon in self.soon)
        if self.kind == "swap" and seat != self.target:
            question = structs.replace(
                question, prompt=say("Is it really {who}, beside you?", N_("Is it {who}?"), who=SeatName(self.target))
            )
        if isinstance(question, Confirm):
            return structs.replace(question, usual=said)
        no = next(option.value for option in question.options[1:] if option.reason is None)
        return structs.replace(question, usual=question.options[0].value if said else no)

    def question(self) -> Confirm | Pick[str]:
        """The question to the voters."""
        if self.asks is not None:
            return self.asks
        prompt = {
            "undo": say(
                "{who} wants to take back: {what}", N_("{who}: undo?"), who=SeatName(self.asker.seat), what=self.what
            ),
            "back": say(
                "{who} wants to put back: {what}", N_("{who}: put back?"), who=SeatName(self.asker.seat), what=self.what
            ),
            "skip": say("Go on without {who}?", N_("Without {who}?"), who=SeatName(self.target)),
            "leave": say("Has {who} left the game?", N_("Has {who} left?"), who=SeatName(self.target)),
            "swap": self._asked_for(),
            "put-away": self.what,
        }[self.kind]
        return Confirm(
            key=f"vote-{self.kind}",
            prompt=prompt,
            hint=as_one(self._effects()),
            yes=say("Yes", N_("Yes")),
            no=say("No", N_("No")),
        )

    def waiting(self) -> Pick[str]:
        """The question to the asker meanwhile: to wait or withdraw."""
        missing = [SeatName(seat) for seat in sorted(self.silent)]
        asked = say("Nothing is blocked meanwhile. Asked: {who}.", who=listed(missing)) if missing else None
        if asked is None and self.soon:
            asked = say("All have said yes. It counts in a moment.")
        prompt = say("Waiting for the others to agree: {what}", N_("Waiting for a yes"), what=self.what)
        stop = say("Stop the vote", N_("Stop the vote"))
        if self.kind == "undo":
            prompt = say("Waiting for the others to agree. Undo: {what}", N_("Waiting for a yes"), what=self.what)
            stop = say("Leave it so, stop the vote", N_("Stop the vote"))
        return Pick(
            key="withdraw",
            prompt=prompt,
            hint=asked or say("The companion looks for earlier results that rested on it."),
            options=(Option("withdraw", stop, icon="back"),),
        )

    def _asked_for(self) -> Message:
        if self.name:
            words = say("{name} wants your seat, with all its secrets.", N_("Give up your seat?"), name=self.name)
        else:
            words = say("Another phone asks for your seat. Is it yours?", N_("Your new phone?"))
        return words

    def announced(self) -> Message:
        """The public words for what the vote is about; a person who is asked may see other words."""
        if self.kind != "swap":
            return self.question().prompt
        who = SeatName(self.target)
        if not self.name:
            text = N_("{who}: new phone?")
            return say("Another phone asks for the seat of {who}: {who}, or the admin, says yes.", text, who=who)
        text = N_("{who}: new player?")
        return say("{name} wants the seat of {who}: {who}, or the admin, says yes.", text, name=self.name, who=who)

    def effects(self) -> tuple[Wording, ...]:
        """The consequences of a yes, in public lines."""
        if self.asks is None:
            lines: tuple[Wording, ...] = self._effects()
        else:
            rows = [option.label for option in self.asks.options if option.reason is not None]
            right = say("From now on what is printed counts.")
            lines = (right if self.kind == "fact" else say("The log says what was corrected."), *rows)
        if self.needed.unasked:
            lines = (*lines, _not_asked(self.needed))
        return lines

    def _effects(self) -> tuple[Message, ...]:
        match self.kind:
            case "leave":
                words = say(
                    "From then on the table answers for that seat by itself, until somebody sits there again.",
                    N_("Table answers for it"),
                )
                return (words,)
            case "swap":
                text = N_("With all its secrets")
                return (say("The other phone plays for that seat then, and sees all its secrets.", text),)
            case "put-away":
                return (say("It can be gone on with later, by anybody who sits here.", N_("To go on with later")),)
            case "back":
                return (say("It counts again, and what was done since then counts no more."),)
            case "undo" | "skip" | "fact" | "audit":
                pass
        marked = say("The take-back stays visible in the log: something was revealed or rolled.")
        return (*self.commits, *((marked,) if self.kind == "undo" and self.marked else ()))


def how_agreed(vote: Vote) -> tuple[LogText, ...]:
    """The log lines that say who answered for whom, and who could not be asked."""
    lines: list[LogText] = []
    for seat, by in vote.answered:
        if by:
            lines.append(say("{by} agreed for {who}.", by=SeatName(by), who=SeatName(seat)))
        else:
            lines.append(say("The admin agreed for {who}.", who=SeatName(seat)))
    if vote.needed.unasked:
        lines.append(_not_asked(vote.needed))
    return tuple(lines)


def _not_asked(needed: Needed) -> Message:
    missing = listed([SeatName(seat) for seat in sorted(needed.unasked)])
    return say("Not asked, having neither phone nor keys: {who}.", who=missing)


@dataclass(frozen=True)
class AgreementState:
    """``noes`` are the seats that said no, by the subject of the vote (``Vote.about``). ``stuck`` are the places in
    plays, by play, number of entries and seat, at which nobody can answer for a seat that has left.
    """

    votes: tuple[Vote, ...] = ()
    noes: Mapping[tuple[str, int | str], frozenset[int]] = field(default_factory=dict)
    stuck: frozenset[tuple[str, int, int]] = frozenset()

    @property
    def asked(self) -> tuple[Vote, ...]:
        """The votes that the whole table is asked; not those by which a phone asks a seat only."""
        return tuple(vote for vote in self.votes if vote.kind != "swap")
