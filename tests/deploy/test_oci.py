"""The archive of a container image: what Docker and Podman read, by its own digests; same content, same file."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from deploy.container.oci import Image, write_archive

IMAGE = Image("table-companion", "1.2.3", "arm64", "2026-11-30T00:00:00Z", {"User": "1000:1000"}, {"data": 1000})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/table").write_text("#!/bin/sh\n")
    (root / "usr/bin/table").chmod(0o755)
    (root / "bin").symlink_to("usr/bin")
    (root / "data").mkdir()
    return root


def read(archive: Path) -> dict[str, bytes]:
    with tarfile.open(archive) as packed:
        return {entry.name: file.read() for entry in packed if (file := packed.extractfile(entry)) is not None}


def test_every_blob_is_called_by_its_digest_and_leads_to_the_files(root: Path, tmp_path: Path) -> None:
    digest = write_archive(root, IMAGE, tmp_path / "image.tar", 1_700_000_000)
    files = read(tmp_path / "image.tar")

    def blob(described: dict[str, Any]) -> bytes:
        data = files[f"blobs/sha256/{described['digest'].removeprefix('sha256:')}"]
        assert f"sha256:{hashlib.sha256(data).hexdigest()}" == described["digest"]
        assert len(data) == described["size"]
        return data

    assert json.loads(files["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}
    listed, latest = json.loads(files["index.json"])["manifests"]
    assert latest == listed | {"annotations": latest["annotations"]}, "another name of the same image"
    assert (listed["digest"], listed["platform"]["architecture"]) == (digest, "arm64")
    manifest = json.loads(blob(listed))
    config, (layer,) = json.loads(blob(manifest["config"])), manifest["layers"]
    plain = gzip.decompress(blob(layer))
    assert config["rootfs"]["diff_ids"] == [f"sha256:{hashlib.sha256(plain).hexdigest()}"]
    assert (config["architecture"], config["os"], config["config"]) == ("arm64", "linux", {"User": "1000:1000"})
    (docker,) = json.loads(files["manifest.json"])
    assert docker["RepoTags"] == ["table-companion:1.2.3", "table-companion:latest"]
    assert {docker["Config"], *docker["Layers"]} <= set(files)
    with tarfile.open(fileobj=io.BytesIO(plain)) as packed:
        entries = {entry.name: entry for entry in packed}
    assert entries["bin"].linkname == "usr/bin"
    assert entries["usr/bin/table"].mode == 0o755
    assert {name: entry.uid for name, entry in entries.items() if entry.uid} == {"data": 1000}


def test_the_same_content_is_the_same_archive(root: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_archive(root, IMAGE, tmp_path / name, 1_700_000_000)
        (root / "usr/bin/table").touch()
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
