"""Payloads: decode those of the Pi, encode those of the pod. PROTOCOL.md, "Messages"."""

from struct import calcsize, pack_into, unpack_from

ASK, WELCOME, REFUSE, PING, ACK, PAGE, SHOW, LAMP, BUZZ, BYE = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
HELLO, STATE, KEY = 0x41, 0x42, 0x43

LINES = ("up", "down", "ok", "back", "peek", "push", "encoder")
PEEK = 4
ENCODER = 6

HAS_DISPLAY, HAS_LAMP, HAS_BUZZER = 1, 2, 4
PRIVATE, COVERED = 1, 2
TOO_OLD, TOO_NEW = 1, 2
NO_SEAT = 255

_FORMS = {
    ASK: ">BBB",
    WELCOME: ">BBHB",
    REFUSE: ">BBBB",
    PING: ">BHB",
    ACK: ">BHH",
    PAGE: ">BHB",
    SHOW: ">BHHBH",
    LAMP: ">BHBBBB",
    BUZZ: ">BHBB",
    BYE: ">BH",
}
_SIZES = {code: calcsize(form) for code, form in _FORMS.items()}
PAGE_HEAD = _SIZES[PAGE]
_HELLO, _STATE, _KEY = ">BBB8sBBBBBBBBB", ">BHBHBBBBBBBB", ">BHHHBbH"


def fields(payload, size):
    """Numbers of a message from the Pi, its code first; None for an invalid one. A page's columns are not included."""
    code = payload[0]
    need = _SIZES.get(code)
    if need is None or size < need or (size > need and code != PAGE):
        return None
    values = unpack_from(_FORMS[code], payload, 0)
    return values if _in_range(code, values, size) else None


def _in_range(code, values, size):
    if code == WELCOME:
        return values[3] <= 8 or values[3] == NO_SEAT
    if code == REFUSE:
        return values[3] in (TOO_OLD, TOO_NEW)
    if code == PAGE:
        return values[2] <= 15 and 1 <= size - PAGE_HEAD <= 128
    if code == SHOW:
        return values[2] > 0
    if code == LAMP:
        return values[5] <= 3
    return code != BUZZ or 1 <= values[3] <= 3


def put_hello(out, versions, pod, board, firmware, keys, parts, size, reset, name):
    """Write a hello to `out`; returns its size. `name` is bytes, at most 16."""
    pack_into(_HELLO, out, 0, HELLO, *versions, pod, board, *firmware, keys, parts, *size, reset)
    head = calcsize(_HELLO)
    out[head : head + len(name)] = name
    return head + len(name)


def put_state(out, session, count, picture, flags, lamp, buzzes, held, waiting, sums):
    """Write a state to `out`; returns its size. `lamp` is four numbers, `sums` the check sums of the pages."""
    red, green, blue, pattern = lamp
    pack_into(_STATE, out, 0, STATE, session, count, picture, flags, red, green, blue, pattern, buzzes, held, waiting)
    at = calcsize(_STATE)
    for crc in sums:
        out[at] = crc >> 8
        out[at + 1] = crc & 0xFF
        at += 2
    return at


def put_key(out, session, sequence, picture, line, change, age):
    """Write a key event to `out`; returns its size."""
    pack_into(_KEY, out, 0, KEY, session, sequence, picture, line, change, age)
    return calcsize(_KEY)
