"""What a device may see of earlier plays."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.secrecy import PUBLIC
from companion.plays.reports.score_history import ScoreHistory
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.session.past.past_plays import PastPlays
from companion.service.session.play_records import Statistics
from companion.service.session.session_views import ExportKind, PastChance, PastPlay


@dataclass(frozen=True, eq=False, repr=False)
class PastLooks(Looks):
    _past: PastPlays

    @may_look("anyone")
    def plays(self, _: FromDevice) -> tuple[PastPlay, ...]:
        """Earlier plays, the latest first."""
        return self._past.plays()

    @may_look("anyone")
    def statistics(self, _: FromDevice) -> Statistics:
        """What all plays that came to their end add up to."""
        return self._past.statistics()

    @may_look("anyone")
    def play(self, _: FromDevice, play: str) -> PastPlay | None:
        """One play; None when there is no such play."""
        return self._past.play(play)

    @may_look("anyone")
    def score_history(self, _: FromDevice, play: str) -> ScoreHistory:
        """How the visible points of one play went; empty when there is no such play."""
        return self._past.course(play)

    @may_look("anyone")
    def bg_stats_link(self, _: FromDevice, play: str, language: str) -> str | None:
        """The link that hands a finished play to BG Stats; None when that cannot be."""
        past = self._past.play(play)
        return self._past.bg_stats(past, language) if past is not None else None

    @may_look("anyone")
    def chance(self, _: FromDevice, play: str) -> PastChance | None:
        """What chance gave in one play, or only the hash of the seed until it is closed; None without such a play."""
        return self._past.fairness(play)

    @may_look("anyone")
    def export(self, device: FromDevice, play: str, language: str, kind: ExportKind = "json") -> bytes | None:
        """One play as this device may know it: a seat's own secrets only in the play it sits in. None when there is no
        such play.
        """
        # In another play somebody else may have had the secrets of this seat.
        viewer = device.viewer if play == self._past.on_table else PUBLIC
        return self._past.export(play, viewer, language, kind)
