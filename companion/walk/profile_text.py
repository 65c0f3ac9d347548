"""A profile as a TOML text that reads back to the same, with what was found out about its parts as comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.toml_writing import toml_line
from hardware.ports import PANEL
from hardware.profile import (
    COLOURS,
    SIMULATED_PARTS,
    SIZES,
    USUAL_DRIVER,
    EncoderPins,
    Oled,
    Profile,
    Rgb,
    SeatPlace,
    SpiOled,
    rotations_of,
)

Remarks = Mapping[tuple[int, str], str]
"""A remark for each (place, part); the part is ``keys``, ``encoder``, ``oled``, ``light`` or ``buzzer``."""
WHOLE_SIZE = (128, 64)


def profile_text(profile: Profile, head: str = "", remarks: Remarks | None = None) -> str:
    """The text. ``head`` are lines of a comment above everything; remarks stand above their keys."""
    lines = list(_comment(head))
    lines += ["", toml_line("name", profile.name), toml_line("kind", profile.kind)]
    if profile.about:
        lines.append(toml_line("about", profile.about))
    if profile.chip is not None:
        lines.append(toml_line("chip", profile.chip))
    if profile.pods:
        lines.append(toml_line("pods", profile.pods))
    for place in profile.places():
        lines += ["", "[panel]"] if place.number == PANEL else ["", "[[seat]]", toml_line("number", place.number)]
        for part, line in _simulated(place) if profile.kind == "sim" else _wired(place):
            remark = (remarks or {}).get((place.number, part), "")
            lines += [*_comment(remark), line]
        lines += [toml_line(one.part, {"driver": one.driver, **one.settings}) for one in place.driven]
    return "\n".join(lines).lstrip("\n") + "\n"


def _comment(text: str) -> Iterator[str]:
    for line in text.splitlines():
        # TOML has no control characters, not even in comments
        yield f"# {''.join(sign if sign.isprintable() else ' ' for sign in line)}".rstrip()


def _simulated(place: SeatPlace) -> Iterator[tuple[str, str]]:
    yield "", toml_line("parts", [part for part in SIMULATED_PARTS if part in place.parts])
    yield "", toml_line("size", _size(place.size))


def _wired(place: SeatPlace) -> Iterator[tuple[str, str]]:
    if place.pod is not None:
        yield "", toml_line("pod", place.pod)
        return
    if place.keys:
        yield "keys", toml_line("keys", dict(place.keys))
    if place.encoder is not None:
        yield "encoder", toml_line("encoder", _encoder(place.encoder))
    if place.oled is not None:
        yield "oled", f"oled = {_oled(place.oled)}"
    if isinstance(place.light, Rgb):
        yield "light", toml_line("light", {colour: getattr(place.light, colour) for colour in COLOURS})
    elif place.light is not None:
        yield "light", toml_line("light", place.light)
    if place.buzzer is not None:
        yield "buzzer", toml_line("buzzer", place.buzzer)


def _encoder(encoder: EncoderPins) -> dict[str, int | bool | str]:
    found: dict[str, int | bool | str] = {"a": encoder.a, "b": encoder.b}
    if encoder.push is not None:
        found["push"] = encoder.push
    if encoder.half:
        found["half"] = True
    if encoder.rest is not None:
        found["rest"] = encoder.rest
    return found


def _oled(oled: Oled | SpiOled) -> str:
    """As an inline table; the address in sixteens, as on the module."""
    if isinstance(oled, Oled):
        parts = [f"bus = {oled.bus}", f"address = 0x{oled.address:02X}"]
        parts += [] if oled.mux is None else [f"mux = {oled.mux}"]
    else:
        parts = [f"spi = {oled.spi}", f"select = {oled.select}", f"dc = {oled.dc}"]
        parts += [] if oled.reset is None else [f"reset = {oled.reset}"]
    if oled.size != WHOLE_SIZE:
        parts.append(toml_line("size", _size(oled.size)))
    if oled.driver != USUAL_DRIVER:
        parts.append(toml_line("driver", oled.driver))
    if oled.rotate not in rotations_of(oled.driver, oled.size)[:1]:
        parts.append(toml_line("rotate", oled.rotate))
    return "{" + ", ".join(parts) + "}"


def _size(size: tuple[int, int]) -> str:
    return next(word for word, pixels in SIZES.items() if pixels == size)
