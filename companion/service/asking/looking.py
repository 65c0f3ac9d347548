"""Looks: what a device may see. A look changes nothing, and any thread may call it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from companion.service.asking.requests import Role
from companion.service.asking.sender import FromDevice

P = ParamSpec("P")
V = TypeVar("V")


@dataclass(frozen=True, eq=False, repr=False)
class Looks:
    """Base of the looks of one subject, for one device.

    Every public method of a subclass is a look, decorated with ``may_look``: it gets the device as its first argument,
    which its caller leaves out. A subclass with any other public name raises ``TypeError`` when it is defined.
    """

    _device: Callable[[], FromDevice]
    """The device with the rights that it has now, which change while a page is open."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in dir(cls):
            if not name.startswith("_") and not hasattr(getattr(cls, name), "role"):
                raise TypeError(f"{cls.__name__}.{name} does not say who may look: decorate it with may_look")


L = TypeVar("L", bound=Looks)


def may_look(
    role: Role,
) -> Callable[[Callable[Concatenate[L, FromDevice, P], V]], Callable[Concatenate[L, P], V]]:
    """Decorate a look: it raises ``Refused`` for a device that has not this role when it is called."""

    def decorate(method: Callable[Concatenate[L, FromDevice, P], V]) -> Callable[Concatenate[L, P], V]:
        @wraps(method)
        def look(looks: L, /, *args: P.args, **kwargs: P.kwargs) -> V:
            device = looks._device()
            device.actor(role)
            return method(looks, device, *args, **kwargs)

        vars(look)["role"] = role
        return look

    return decorate


def roles(looks: type[Looks]) -> dict[str, Role]:
    """Who may call each look of a subject, by its name."""
    return {name: getattr(looks, name).role for name in dir(looks) if not name.startswith("_")}
