"""What no two systems may have in common, and what a system made from a copied card has all the same."""

from __future__ import annotations

from pathlib import Path

from companion.core.wording import Message, say
from companion.first_contact.applying import RunCommand
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.whole_files import write_whole

REQUEST = "new-identity"
"""A file beside the plays: the system is to make its keys and numbers again at the next power-on."""
IDENTITY = (
    "etc/ssh/ssh_host_*", "var/lib/systemd/random-seed", "var/lib/systemd/credential.secret", "var/lib/dbus/machine-id",
    "var/lib/NetworkManager/secret_key",
)  # fmt: skip
"""Files that a system makes for itself where they are missing, but for the host keys of SSH."""
MACHINE_ID = "etc/machine-id"
"""Empty, not "uninitialized": the latter would also switch on every service that Debian would, SSH among them."""


def leave_request(folder: Path) -> None:
    """Let the system be another one from the next power-on that can write to it. Raises ``OSError``."""
    write_whole(folder / REQUEST, "")


def renew_system_identity(folder: Path, root: Path, card_root: ReadOnlyRoot, run: RunCommand) -> Message | None:
    """Do what was asked for beside the plays in ``folder``; None where nothing was, or where it would not last.

    Raises ``OSError``; then it is tried again at the next power-on.
    """
    request = folder / REQUEST
    if not request.exists() or card_root.only_read:
        return None
    for pattern in IDENTITY:
        for path in root.glob(pattern):
            path.unlink()
    (root / MACHINE_ID).write_text("")
    run(("ssh-keygen", "-A"))
    request.unlink()
    return say("The keys and the number of this system are made anew: it is no copy of another table's any more.")
