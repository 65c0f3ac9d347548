"""The ways to a PIN, or past it, that exist at this table, in words."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.core.wording import Message, say


class PinWays(Struct, frozen=True):
    """``panel``: one with a display; its ``simulator`` is where a simulated one is, opened on this machine. ``screen``:
    one that is plugged in shows a PIN. ``command`` prints one, typed on this machine as it stands. ``chosen`` is one of
    the settings. ``card``: one can be written on the card of this table.
    """

    panel: bool = False
    simulator: str = ""
    screen: bool = False
    command: str = ""
    chosen: bool = False
    card: bool = False

    @property
    def words(self) -> tuple[Message, ...]:
        """A sentence for each way."""
        return tuple(self._words())

    def _words(self) -> Iterator[Message]:
        if self.chosen:
            yield say("Type the PIN that was chosen in the settings.")
        if self.panel and self.simulator:
            at = self.simulator
            yield say("On the table's machine, open {address} and hold OK on the panel: it shows a PIN.", address=at)
        elif self.panel:
            yield say("Hold OK on the panel: it shows a PIN for a minute.")
        if self.screen:
            yield say("Plug a screen into the table: it shows a PIN, another one each minute.")
        if self.command:
            yield say("On the table's machine, type: {command}", command=self.command)
        if self.card:
            example = 'pin = "..."'
            yield say(
                "Write {example}, with 8 to 16 digits, into table.toml on the table's card, and switch the table on"
                " again.",
                example=example,
            )
