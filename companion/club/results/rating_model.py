"""Ratings by the model of Plackett and Luce: a guess at how strong somebody plays a game, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from openskill.models import PlackettLuce

_model = PlackettLuce()
BEGINNERS, SCALE = 100, 10
"""The strength of a new person, and of what is certain of one unit of the model."""
FEW_PLAYS = 5
"""With fewer plays the strength is still uncertain."""


class Rating(Struct, frozen=True):
    """A guess ``mu``, which lies within twice ``sigma`` of the truth nineteen times in twenty."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def strength(self) -> int:
        """What people are ranked by: so strong at least, as good as certainly. Who has played little is low."""
        return max(0, round(BEGINNERS + SCALE * (self.mu - 3 * self.sigma)))


BEGINNER = Rating()
"""Of whom nothing is known yet."""


def least_above(strength: int) -> float:
    """The ``mu - 3 * sigma`` from which a person is ranked above ``strength``."""
    return (strength + 0.5 - BEGINNERS) / SCALE


def rated(teams: tuple[tuple[int, tuple[str, ...]], ...], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of all who were in a play, after it. ``teams`` are places, 1 is the best, with their persons."""
    entered = [
        [_model.create_rating([*_numbers(before.get(person, BEGINNER))]) for person in persons] for _, persons in teams
    ]
    after = _model.rate(entered, ranks=[float(place) for place, _ in teams])
    return {
        person: Rating(new.mu, new.sigma)
        for (_, persons), team in zip(teams, after, strict=True)
        for person, new in zip(persons, team, strict=True)
    }


def _numbers(rating: Rating) -> tuple[float, float]:
    return rating.mu, rating.sigma
