"""What an owner may choose: the name of the table, a country, a PIN that stays, a key for SSH. Pure."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error

from companion.core.wording import Message, say

PIN_LEAST, PIN_MOST = 8, 16
"""Digits of a PIN that never changes: a shorter one can be guessed."""
KEY_KINDS = (
    "ssh-ed25519",
    "ssh-rsa",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
)
"""Public keys that sshd takes."""
_CODES = """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
    GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO
    JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR
    MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO
    RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV
    TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
COUNTRIES = frozenset(_CODES.split())
"""Of ISO 3166-1, by which the rules for radios are chosen."""
MISTAKEN = {"UK": "GB", "EN": "GB", "SP": "ES"}
"""What people write, and what they mean."""

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


def is_lasting_pin(pin: str) -> bool:
    """Whether a PIN that never changes is long enough."""
    return pin.isascii() and pin.isdecimal() and PIN_LEAST <= len(pin) <= PIN_MOST


def pin_problem(pin: str) -> Message | None:
    """Why this is no PIN that stays, or None. The words never quote it."""
    if is_lasting_pin(pin):
        return None
    return say(
        "The PIN has from {least} to {most} digits and nothing else: a shorter one that never changes can be guessed.",
        least=PIN_LEAST,
        most=PIN_MOST,
    )


def name_problem(name: str) -> Message | None:
    """Why no machine can be called this (in small letters), or None."""
    if _NAME.fullmatch(name):
        return None
    return say(
        "The name has letters without accents, digits and hyphens, and no spaces; phones will type it: {example}",
        example="table-2",
    )


def country_problem(country: str) -> Message | None:
    """Why this is no country (in capitals), or None."""
    if country in COUNTRIES:
        return None
    if country in MISTAKEN:
        return say(
            "{wrong} is not the code of a country; did you mean {right}?", wrong=country, right=MISTAKEN[country]
        )
    return say("The country is a code of two letters, such as {example}.", example="ES")


def ssh_key_problem(key: str) -> Message | None:
    """Why this is no public key for SSH, or None. The words never quote it."""
    if "PRIVATE KEY" in key:
        return say(
            "That is a private key, which nobody else may have. Make a new pair, and write here what is in the file"
            " that ends in .pub."
        )
    kind, _, rest = key.partition(" ")
    body = rest.split(" ")[0]
    wrong = say(
        "This is no public key for SSH. It is one line that begins with ssh-ed25519, ssh-rsa or ecdsa, from the file"
        " that ends in .pub."
    )
    if kind not in KEY_KINDS or not key.isprintable():
        return wrong
    try:
        blob = b64decode(body, validate=True)
    except (Error, ValueError):
        return wrong
    named = len(kind).to_bytes(4, "big") + kind.encode()
    return None if blob.startswith(named) and len(blob) > len(named) + 16 else wrong
