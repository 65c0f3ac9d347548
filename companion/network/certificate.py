"""Self-signed certificate for local HTTPS, made with openssl."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, say
from companion.network.addresses import plain_address

DAYS = 825
"""Longest validity that iOS and macOS accept for an installed certificate."""


class CertificateFault(CompanionError):
    """The certificate could not be made; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message


def make_certificate(folder: Path, names: Iterable[str]) -> tuple[Path, Path]:
    """Create certificate and key for these host names and addresses in ``folder``; the key is readable by its owner
    only.

    Raises ``CertificateFault``.
    """
    openssl = shutil.which("openssl")
    if openssl is None:
        raise CertificateFault(say("openssl is not installed. Install it: sudo apt install openssl"))
    wanted = list(dict.fromkeys(names))
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    also = ",".join(map(_alternative, wanted))
    command = [
        openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-sha256",
        "-days", str(DAYS), "-subj", f"/CN={wanted[0]}", "-addext", f"subjectAltName={also}",
        "-addext", "basicConstraints=critical,CA:FALSE", "-addext", "keyUsage=critical,digitalSignature",
        "-addext", "extendedKeyUsage=serverAuth", "-keyout", str(key), "-out", str(certificate),
    ]  # fmt: skip
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.close(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600))
        key.chmod(0o600)
        made = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CertificateFault(say("The certificate cannot be made: {why}", why=str(error))) from error
    if made.returncode:
        why = (made.stderr.strip().splitlines() or ["openssl"])[-1]
        raise CertificateFault(say("The certificate cannot be made: {why}", why=why))
    return certificate, key


def _alternative(name: str) -> str:
    return f"DNS:{name}" if plain_address(name) is None else f"IP:{name}"
