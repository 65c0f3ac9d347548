"""The questions of every phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Asking
from companion.games.antiquity.agenda import (
    Burying,
    Counting,
    Countryside,
    Driving,
    Due,
    Exploring,
    Judging,
    Planning,
    Polluting,
    SettingUp,
    Storing,
)
from companion.games.antiquity.asking_countryside import ask_countryside
from companion.games.antiquity.asking_phases import (
    ask_burying,
    ask_counting,
    ask_driving,
    ask_exploring,
    ask_judging,
    ask_polluting,
    ask_storing,
)
from companion.games.antiquity.asking_plan import ask_plan
from companion.games.antiquity.asking_setup import ask_set_up
from companion.games.antiquity.state import State

ASKED: dict[type[Due], Callable[[State, int], Asking[Any]]] = {
    SettingUp: ask_set_up,
    Planning: ask_plan,
    Countryside: ask_countryside,
    Storing: ask_storing,
    Driving: ask_driving,
    Exploring: ask_exploring,
    Burying: ask_burying,
    Polluting: ask_polluting,
    Judging: ask_judging,
    Counting: ask_counting,
}
"""The questions of every phase."""
