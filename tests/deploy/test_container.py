"""The container image, built without a daemon and started as compose.yaml does: no rights, root read-only."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tarfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.container.__main__ import CONFIG, DATA, USER, main
from tests.ports import free_port

COMPOSE = yaml.safe_load((Path(__file__).parents[2] / "deploy/container/compose.yaml").read_text("utf-8"))
PATIENCE = 120.0
START = """
set -eu
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
mkdir -p "$1/dev"
mount -t tmpfs tmpfs "$1/dev"
for device in null zero urandom random; do touch "$1/dev/$device"; mount --bind "/dev/$device" "$1/dev/$device"; done
mount -o remount,ro,bind "$1" "$1"
root=$1
shift 2
exec setpriv --no-new-privs chroot --userspec=1000:1000 "$root" "$@"
"""


def test_compose_starts_it_without_rights() -> None:
    table = COMPOSE["services"]["table"]
    assert table["read_only"] is True
    assert table["cap_drop"] == ["ALL"]
    assert table["volumes"] == [f"plays:/{DATA}"]
    assert CONFIG["User"] == f"{USER}:{USER}"
    assert list(CONFIG["Volumes"]) == [f"/{DATA}"]
    assert COMPOSE["services"]["broker"]["profiles"] == ["room"], "nobody gets it who does not ask"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The root of the image for this machine, and its configuration, both taken from the archive."""
    folder = tmp_path_factory.mktemp("image")
    assert main("", str(folder)) == 0
    (archive,) = folder.glob("*.oci.tar")
    root = folder / "root"
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "layout", filter="data")
        (docker,) = json.loads((folder / "layout/manifest.json").read_text())
    config = json.loads((folder / "layout" / docker["Config"]).read_text())
    with tarfile.open(folder / "layout" / docker["Layers"][0]) as layer:
        layer.extractall(root, filter="fully_trusted", numeric_owner=True)
    return root, config


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("unshare") is None, reason="it takes namespaces")
def test_it_starts_keeps_plays_in_its_volume_and_is_healthy(
    unpacked: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    root, image = unpacked
    volume, port = tmp_path / "plays", free_port()
    volume.mkdir()
    os.chown(volume, USER, USER)
    config = image["config"]
    words = [*config["Entrypoint"], *config["Cmd"], "--port", str(port)]
    given = dict(each.split("=", 1) for each in config["Env"])
    running = subprocess.Popen(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", START, "sh", root, volume, *words],
        env=given | {"PATH": f"{given['PATH']}:{os.environ['PATH']}"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        ends = time.monotonic() + PATIENCE
        page = ""
        while not page and running.poll() is None and time.monotonic() < ends:
            try:
                page = urllib.request.urlopen(f"http://127.0.0.1:{port}/table", timeout=10).read().decode()
            except OSError:
                time.sleep(0.2)
        assert re.search("<h1|data-page", page), running.communicate()[0] if running.poll() is not None else "no page"
        health = config["Healthcheck"]["Test"]
        assert health[0] == "CMD"
        asked = [word.replace(":8000", f":{port}") for word in health[1:]]
        assert subprocess.run(["chroot", "--userspec=1000:1000", root, *asked], env=given, check=False).returncode == 0
        assert {path.name for path in volume.iterdir()} >= {"companion.db"}
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=30)
    assert running.returncode == 0
