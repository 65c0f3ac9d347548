"""What is in the image, as a CycloneDX bill of materials: Debian's packages and the companion's wheels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from deploy.image.contents import ARCHITECTURE, RELEASE
from deploy.image.programs import ImageError

SPECIFICATION = "1.6"
Component = dict[str, Any]


def debian_packages(status: str) -> Iterator[Component]:
    """The installed packages of a dpkg status file. Raises ``ImageError`` for one that is half installed."""
    for paragraph in status.strip().split("\n\n"):
        fields = HeaderParser().parsestr(paragraph)
        name, version = fields["Package"], fields["Version"]
        if fields["Status"] != "install ok installed":
            raise ImageError(f"{name} is not installed as it should be: {fields['Status']}")
        architecture = fields["Architecture"]
        address = f"pkg:deb/debian/{quote(name)}@{quote(version)}?arch={architecture}&distro={RELEASE}"
        component = _component(name, version, address)
        component["supplier"] = {"name": fields["Maintainer"]}
        source = (fields["Source"] or name).split()[0]
        component["properties"] = [{"name": "debian:source", "value": source}]
        yield component


def wheels(site: Path) -> Iterator[Component]:
    """The packages in a ``site-packages`` folder, by their metadata."""
    for file in sorted(site.glob("*.dist-info/METADATA")):
        yield wheel_component(HeaderParser().parsestr(file.read_text(encoding="utf-8")))


def wheel_component(fields: Message) -> Component:
    """The package that such metadata describes."""
    name, version = fields["Name"], fields["Version"]
    component = _component(name, version, f"pkg:pypi/{quote(name.lower().replace('_', '-'))}@{quote(version)}")
    if licence := fields["License-Expression"]:
        component["licenses"] = [{"expression": licence}]
    return component


def bill(
    name: str,
    version: str,
    made: str,
    components: Iterable[Component],
    digest: str,
    kind: str = "operating-system",
    architecture: str = ARCHITECTURE,
) -> str:
    """The whole document as JSON. ``made`` is a time in ISO 8601, ``digest`` the SHA-256 of the file that holds it all,
    ``kind`` what that is.
    """
    listed = sorted(components, key=lambda component: component["bom-ref"])
    image = {
        "type": kind,
        "bom-ref": f"{name}@{version}",
        "name": name,
        "version": version,
        "hashes": [{"alg": "SHA-256", "content": digest}],
        "properties": [{"name": "architecture", "value": architecture}],
    }
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": SPECIFICATION,
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {"timestamp": made, "component": image},
        "components": listed,
        "dependencies": [{"ref": image["bom-ref"], "dependsOn": [each["bom-ref"] for each in listed]}],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _component(name: str, version: str, address: str) -> Component:
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}
