"""Games of packages as the host's page shows them: one that is played, and two that are left out."""

from __future__ import annotations

from night_market import PACKAGE

from companion.core.wording import say
from companion.outside.installed import LeftOut, OutsideGame

OUTSIDE = (OutsideGame(PACKAGE.game, "companion-night-market", "1.0.0"),)
LEFT_OUT = (
    LeftOut(
        "galaxies-of-the-long-dusk",
        "companion-galaxies-of-the-long-dusk",
        "12.3.1rc1",
        say(
            "A play of {n} seats does not begin: {what}.",
            n=2,
            what="KeyError at galaxies/rules.py:118",
        ),
    ),
    LeftOut("antike", "antike-again", "0.1", say("A game called {key} comes with the companion.", key="antike")),
)
