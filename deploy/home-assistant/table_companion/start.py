"""Starts the table in an add-on of Home Assistant: its options and what the supervisor knows become a companion.toml.

Needs nothing but Python. It starts as root, gives the folder of the plays to a user without rights, and becomes that.
"""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

DATA = Path("/data")
USER, DIALOUT = 1000, 20
"""Who runs the table, and Debian's group of serial lines."""
SUPERVISOR = "http://supervisor"
INGRESS = "172.30.32.2"
"""From here the supervisor asks for the page in the side bar: its address in every installation."""
PORT = 8000
OPTIONS = ("profile", "language", "pin", "url")

Ask = Callable[[str], Mapping[str, Any]]


def ask_supervisor(path: str) -> Mapping[str, Any]:
    """The data of an answer; empty if there is none, as without a broker."""
    request = urllib.request.Request(  # noqa: S310  (our own address)
        f"{SUPERVISOR}{path}", headers={"Authorization": f"Bearer {os.environ.get('SUPERVISOR_TOKEN', '')}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            found = json.load(answer).get("data")
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def settings(options: Mapping[str, Any], ask: Ask) -> str:
    """The text of companion.toml."""
    given = {"port": PORT, **{name: options[name] for name in OPTIONS if options.get(name)}}
    given |= {"proxies": 2, "proxy_addresses": [INGRESS], "data": str(DATA / "plays")}
    given.setdefault("url", address_of_phones(ask))
    lines = [_line(name, value) for name, value in given.items() if value]
    broker = ask("/services/mqtt")
    if broker.get("host"):
        told = {
            "host": broker["host"],
            "port": broker.get("port", 0),
            "tls": bool(broker.get("ssl")),
            "username": broker.get("username") or "",
            "password": broker.get("password") or "",
        }
        lines += ["[mqtt]", *(_line(name, value) for name, value in told.items())]
    return "\n".join([*lines, ""])


def address_of_phones(ask: Ask) -> str:
    """This machine's address with the port that the owner of Home Assistant has given to phones; empty if unknown."""
    port = (ask("/addons/self/info").get("network") or {}).get(f"{PORT}/tcp")
    for interface in ask("/network/info").get("interfaces") or ():
        addresses = (interface.get("ipv4") or {}).get("address") or ()
        if port and interface.get("primary") and addresses:
            number = str(addresses[0]).partition("/")[0]
            return f"http://{number}" if port == 80 else f"http://{number}:{port}"
    return ""


def _line(name: str, value: object) -> str:
    # Strings, numbers, lists and booleans of JSON are those of TOML.
    return f"{name} = {json.dumps(value, ensure_ascii=False)}"


def main() -> None:
    """Write the settings and become the table."""
    options = json.loads((DATA / "options.json").read_text("utf-8"))
    plays, file = DATA / "plays", DATA / "companion.toml"
    plays.mkdir(exist_ok=True)
    file.touch(mode=0o600)
    file.write_text(settings(options, ask_supervisor), "utf-8")
    for path in (file, plays, *plays.rglob("*")):
        os.chown(path, USER, USER)
    os.setgroups([DIALOUT])
    os.setgid(USER)
    os.setuid(USER)
    os.environ.pop("SUPERVISOR_TOKEN", None)
    os.environ["HOME"] = str(DATA)
    os.execvp("companion", ["companion", "--config", str(file), "run"])  # noqa: S606


if __name__ == "__main__":
    main()
