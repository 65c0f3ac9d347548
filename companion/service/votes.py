"""The table's own questions, above the game's: undo by agreement, going on without somebody who sleeps."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

from msgspec import Struct, structs

from companion.core.questions import Confirm
from companion.core.wording import N_, Message, SeatName, say


class Vote(Struct, frozen=True):
    """Something the table must agree to. ``voters`` are asked on their own screens; one no is enough to refuse.

    ``target`` is the entry to go back to (undo, redo), the seat to go on without (skip; leave: for good), or the seat
    that another phone asks for (swap), which only its own keys and phone are asked, asleep or not. ``marked`` undoes
    stay visible as corrections. ``nonce`` is that of the request, and of the entry when the table agrees. ``name`` is
    that of somebody new who asks for a seat.
    """

    nonce: str
    kind: Literal["undo", "skip", "swap", "leave"]
    asker: int
    target: int
    voters: frozenset[int]
    what: Message
    marked: bool = False
    yes: frozenset[int] = frozenset()
    name: str = ""

    @property
    def agreed(self) -> bool:
        return self.voters <= self.yes

    @property
    def id(self) -> str:
        """What a ballot is sent back with. Never the nonce itself: whoever is asked could use that up."""
        asked = f"{self.kind}:{self.asker}:{self.target}:{self.nonce}"
        return blake2b(asked.encode(), digest_size=10).hexdigest()

    def open_for(self, seat: int) -> bool:
        """Whether this seat still has to say yes or no."""
        return seat in self.voters and seat not in self.yes

    def with_yes(self, seat: int) -> Vote:
        return structs.replace(self, yes=self.yes | {seat})

    def among(self, awake: frozenset[int]) -> Vote:
        """The same vote without those who have fallen asleep: nobody who is away can hold up the table."""
        return self if self.kind == "swap" else structs.replace(self, voters=self.voters & awake)

    def question(self) -> Confirm:
        """What a voter is asked."""
        prompt = {
            "undo": say(
                "{who} wants to take back: {what}", N_("{who}: take back?"), who=SeatName(self.asker), what=self.what
            ),
            "skip": say("Go on without {who}?", N_("Without {who}?"), who=SeatName(self.target)),
            "leave": say("Go on without {who} for good?", N_("Without {who}?"), who=SeatName(self.target)),
            "swap": self._asked_for(),
        }[self.kind]
        return Confirm(
            key=f"vote-{self.kind}",
            prompt=prompt,
            hint=self._hint(),
            yes=say("Agreed", N_("Agreed")),
            no=say("No", N_("No")),
            default=self.kind != "swap",
        )

    def _asked_for(self) -> Message:
        if self.name:
            words = say("{name} wants your seat, with all its secrets.", N_("Give up your seat?"), name=self.name)
        else:
            words = say("Another phone asks for your seat. Is it yours?", N_("Your new phone?"))
        return words

    def _hint(self) -> Message | None:
        if self.kind == "leave":
            return say("From then on the table answers for that seat by itself, until somebody sits there again.")
        if self.marked:
            return say("The take-back stays visible in the log: something was revealed or rolled.")
        return None
