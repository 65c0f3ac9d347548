"""A certificate authority of a home, made with openssl: certificates for brokers and for tables, good and bad ones."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

LONG_AGO, THEN, LATER, FAR = "20200101000000Z", "20200201000000Z", "20400101000000Z", "20400201000000Z"
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc")
CONFIG = """[ca]
default_ca = home
[home]
database = {folder}/index.txt
new_certs_dir = {folder}
serial = {folder}/serial
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[names]
subjectAltName = {names}
"""


@dataclass(frozen=True)
class Signed:
    certificate: Path
    key: Path


class Authority:
    """``certificate`` is its own, which vouches for those that it signs."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self.certificate, self._key = folder / "ca.pem", folder / "ca.key"
        _openssl("req", "-x509", *CURVE, "-days", "3650", "-subj", "/CN=Home", "-keyout", self._key, "-out",
                 self.certificate, "-addext", "keyUsage=critical,keyCertSign")  # fmt: skip
        (folder / "index.txt").touch()
        (folder / "serial").write_text("01\n")

    def sign(self, name: str, names: str = "IP:127.0.0.1", begins: str = LONG_AGO, ends: str = FAR) -> Signed:
        """A certificate for whoever has these names (as openssl writes them), valid between these times."""
        signed = Signed(self._folder / f"{name}.pem", self._folder / f"{name}.key")
        asked, config = self._folder / f"{name}.csr", self._folder / f"{name}.conf"
        config.write_text(CONFIG.format(folder=self._folder, names=names))
        _openssl("req", "-new", *CURVE, "-subj", f"/CN={name}", "-keyout", signed.key, "-out", asked)
        _openssl("ca", "-batch", "-notext", "-config", config, "-extensions", "names", "-in", asked, "-out",
                 signed.certificate, "-cert", self.certificate, "-keyfile", self._key, "-startdate", begins,
                 "-enddate", ends)  # fmt: skip
        return signed


def _openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=60)
