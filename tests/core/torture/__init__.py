"""The torture game: every hard thing a board game asks of the companion, in the shape a real game should have.

A strait, some cities on it. Each round every seat plans up to two orders behind its hand; when the last is ready, all
are revealed and carried out. Then every side in turn sails round the rondel, attacks, or plays a card. Whoever is hit
chooses what to lose. The senate lets all seats vote in secret.
"""

from __future__ import annotations

from tests.core.torture.game import Torture

__all__ = ["Torture"]
