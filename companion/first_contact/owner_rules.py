"""What an owner may choose: the name of the table, a country, a PIN that stays, a key for SSH. Pure."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error

from companion.core.wording import Message, say
from companion.first_contact.countries import COUNTRIES, MISTAKEN

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
