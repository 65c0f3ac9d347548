"""An image of one layer as an archive that Docker, Podman and everything that follows OCI's image layout load."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
CONFIG = "application/vnd.oci.image.config.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"
LATEST = "latest"
"""A second tag, so that what starts an image need not name its version."""


@dataclass(frozen=True)
class Image:
    """What an image is called, which processor it is for (``arm64``), and how it is started.

    ``config`` has the keys of OCI's configuration (``User``, ``Env``, ``Cmd``, ...), and Docker's ``Healthcheck``.
    ``owners`` gives folders of the root to users by number; all else is root's.
    """

    name: str
    tag: str
    architecture: str
    created: str
    config: Mapping[str, Any]
    owners: Mapping[str, int] = field(default_factory=dict)


def write_archive(root: Path, image: Image, archive: Path, time: int) -> str:
    """Pack the folder ``root`` as ``image`` into ``archive``; every file has this time. The digest of its manifest."""
    plain = _layer(root, image.owners, time)
    packed = gzip.compress(plain, mtime=0)
    config = _json(
        {
            "created": image.created,
            "architecture": image.architecture,
            "os": "linux",
            "config": dict(image.config),
            "rootfs": {"type": "layers", "diff_ids": [_digest(plain)]},
            "history": [{"created": image.created, "created_by": "table-companion"}],
        }
    )
    manifest = _json(
        {
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": _described(CONFIG, config),
            "layers": [_described(LAYER, packed)],
        }
    )
    platform = {"architecture": image.architecture, "os": "linux"}
    tags = (image.tag, LATEST)
    listed = [
        _described(MANIFEST, manifest)
        | {
            "platform": platform,
            "annotations": {
                "org.opencontainers.image.ref.name": tag,
                "io.containerd.image.name": f"docker.io/library/{image.name}:{tag}",
            },
        }
        for tag in tags
    ]
    # Docker before version 25 and Podman read this list, and the same files.
    references = [f"{image.name}:{tag}" for tag in tags]
    docker = [{"Config": _place(config), "RepoTags": references, "Layers": [_place(packed)]}]
    files = {
        "oci-layout": _json({"imageLayoutVersion": "1.0.0"}),
        "index.json": _json({"schemaVersion": 2, "mediaType": INDEX, "manifests": listed}),
        "manifest.json": _json(docker),
        **{_place(blob): blob for blob in (config, manifest, packed)},
    }
    with tarfile.open(archive, "w", format=tarfile.GNU_FORMAT) as tar:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(data), time
            tar.addfile(entry, io.BytesIO(data))
    return _digest(manifest)


def _layer(root: Path, owners: Mapping[str, int], time: int) -> bytes:
    """The files of a root, in the order of their names."""

    def as_told(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = next((owner for place, owner in owners.items() if entry.name == place), 0)
        entry.uname = entry.gname = ""
        entry.mtime = time
        return entry

    layer = io.BytesIO()
    with tarfile.open(fileobj=layer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(root.rglob("*")):
            tar.add(path, path.relative_to(root).as_posix(), recursive=False, filter=as_told)
    return layer.getvalue()


def _json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True).encode()


def _described(kind: str, blob: bytes) -> dict[str, Any]:
    return {"mediaType": kind, "digest": _digest(blob), "size": len(blob)}


def _digest(blob: bytes) -> str:
    return f"sha256:{hashlib.sha256(blob).hexdigest()}"


def _place(blob: bytes) -> str:
    return f"blobs/sha256/{_digest(blob).removeprefix('sha256:')}"
