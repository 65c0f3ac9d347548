"""A game of forms alone: every kind of question stands on one, in every layout, in public and in secret.

In turn each seat loads ships, as many moves as it likes on one form, founds a colony in the open, and another one
behind its hand. At the end what was hidden is shown.
"""

from __future__ import annotations

from tests.core.colonies.game import Colonies

__all__ = ["Colonies"]
