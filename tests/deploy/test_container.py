"""The container image, built without a daemon and started as compose.yaml does: no rights, root read-only."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import tarfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.container.__main__ import CONFIG, DATA, PACKAGES, USER, main, runnable
from deploy.image import emulation
from deploy.wheels import ARCHITECTURES
from tests.ports import free_port

COMPOSE = yaml.safe_load((Path(__file__).parents[2] / "deploy/container/compose.yaml").read_text("utf-8"))
DOCKERFILE = Path(__file__).parents[2] / "deploy/container/Dockerfile"
PATIENCE = 900.0
"""Seconds; an emulated processor takes minutes to the first page."""
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
    assert table["environment"]["COMPANION_URL"].startswith("${COMPANION_URL:?"), "Compose says what is missing"
    assert COMPOSE["services"]["broker"]["ports"] == ["127.0.0.1:1883:1883"], "it asks for no password"


def test_a_dockerfile_makes_the_same_image() -> None:
    """What it sets last counts; it is built where there is Docker."""
    text = re.sub(r"\\\n\s*", " ", DOCKERFILE.read_text("utf-8"))
    told = dict(re.findall(r"^([A-Z]+) (.+)$", text, re.MULTILINE))
    image: dict[str, Any] = {key.upper(): value for key, value in CONFIG.items()}
    assert shlex.split(told["ENV"]) == image["ENV"]
    for name in ("ENTRYPOINT", "CMD"):
        assert json.loads(told[name]) == image[name]
    assert (told["USER"], told["WORKDIR"], told["STOPSIGNAL"]) == (
        image["USER"],
        image["WORKINGDIR"],
        image["STOPSIGNAL"],
    )
    assert [told["VOLUME"]] == list(image["VOLUMES"])
    assert [told["EXPOSE"]] == list(image["EXPOSEDPORTS"])
    _, _, asked = told["HEALTHCHECK"].partition(" CMD ")
    assert ["CMD", *json.loads(asked)] == image["HEALTHCHECK"]["Test"]
    (laid,) = re.findall(r"apt-get install -y --no-install-recommends ([a-z0-9 -]+) && rm", text)
    assert {*laid.split(), "base-files"} == set(PACKAGES), "a Debian has base-files"


@pytest.fixture(scope="module", params=list(ARCHITECTURES))
def unpacked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The root of the image for a processor, and its configuration, both taken from the archive; its programs run."""
    if request.param != platform.machine() and (why := emulation.missing()):
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("image")
    assert main(request.param, str(folder)) == 0
    (archive,) = folder.glob("*.oci.tar")
    root = folder / "root"
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "layout", filter="data")
        (docker,) = json.loads((folder / "layout/manifest.json").read_text())
    config = json.loads((folder / "layout" / docker["Config"]).read_text())
    with tarfile.open(folder / "layout" / docker["Layers"][0]) as layer:
        layer.extractall(root, filter="fully_trusted", numeric_owner=True)
    (listed,) = folder.glob("*-container.cdx.json")
    bill = {each["name"] for each in json.loads(listed.read_text("utf-8"))["components"]}
    assert list(root.glob("opt/table-companion/current/lib/python*/site-packages/web/__pycache__/*.pyc")), "compiled"
    assert {"espeak-ng", "libc6", "table-companion", "Flask"} <= bill
    with runnable(request.param):
        yield root, config


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
    given["PATH"] += f":{os.environ['PATH']}"  # the programs that open the namespace are this machine's
    running = subprocess.Popen(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", START, "sh", root, volume, *words],
        env=given,
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
        running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
