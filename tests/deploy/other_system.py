"""The root of another system, and small wheels that stand for those of a bundle: what ``install.sh --root`` takes."""

from __future__ import annotations

import base64
import ensurepip
import hashlib
import struct
import sysconfig
import zipfile
from collections.abc import Mapping
from pathlib import Path

from deploy.target_environment import MACHINES
from hardware.library_check import LIBRARIES

NAMES = {"luma.oled": "luma.oled", "serial": "pyserial"}
"""The distributions of modules that are called otherwise."""
ACCOUNTS = {
    "passwd": "root:x:0:0:root:/root:/bin/bash",
    "group": "root:x:0:\ndialout:x:20:",
    "shadow": "root:*:20000:0:99999:7:::",
    "gshadow": "root:*::\ndialout:*::",
}
CLI = 'def main():\n    print("table-companion 1.2.3")\n'
CHECK = "hardware/library_check.py"
PREPARING = "web/templating/compiling/__main__.py"
"""What an installation does with the new version before it goes over to it; here it leaves a file `prepared`."""
PREPARED = "from pathlib import Path\nPath(__file__).with_name('prepared').touch()\n"


def write_wheel(
    folder: Path, name: str, version: str, files: Mapping[str, str], *, tag: str = "py3-none-any",
    needs: tuple[str, ...] = (), extra: str = "", programs: str = "",
) -> Path:  # fmt: skip
    """A wheel with these files; ``needs`` are its requirements, under ``extra`` where that is given."""
    info = f"{name.replace('-', '_').replace('.', '_')}-{version}.dist-info"
    required = "".join(f"Requires-Dist: {need}\n" for need in needs)
    provided = f"Provides-Extra: {extra}\n" if extra else ""
    content = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{provided}{required}",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: {tag}\n",
    }
    if programs:
        content[f"{info}/entry_points.txt"] = f"[console_scripts]\n{programs}\n"
    record = "".join(f"{path},sha256={_digest(text)},{len(text.encode())}\n" for path, text in content.items())
    made = folder / f"{info.removesuffix('.dist-info')}-{tag}.whl"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(made, "w") as packed:
        for path, text in {**content, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            packed.writestr(path, text)
    return made


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def write_wheels(folder: Path, pip: Path, without: str = "") -> Path:
    """A folder of wheels like a bundle's: for aarch64, lgpio for 3.11 only; ``pip`` is the real one."""
    libraries = [module for module in LIBRARIES if module != without]
    for module in libraries:
        path = f"{module.replace('.', '/')}/__init__.py"
        # What is compiled has a wheel for each Python, and only the right one may be taken.
        tags = ["cp311-cp311", "cp313-cp313"] if module == "spidev" else ["py3-none"]
        for tag in tags:
            machine = "linux_aarch64" if module == "spidev" else "any"
            write_wheel(folder, NAMES.get(module, module), "3.0", {path: f"tag = {tag!r}\n"}, tag=f"{tag}-{machine}")
    glibc = "manylinux_2_28_aarch64"
    write_wheel(folder, "lgpio", "0.2.2.0", {"lgpio.py": ""}, tag=f"cp311-cp311-{glibc}")
    for tag in ("cp311-cp311", "cp313-cp313"):
        write_wheel(folder, "gpiod", "2.4.2", {"gpiod/__init__.py": ""}, tag=f"{tag}-{glibc}")
    write_companion(folder, "1.2.3", needs_of_companion(without))
    (folder / pip.name).symlink_to(pip)
    return folder


def bundled_pip() -> Path:
    """The wheel of pip that comes with this Python."""
    folders = (sysconfig.get_config_var("WHEEL_PKG_DIR"), Path(ensurepip.__file__).parent / "_bundled")
    return next(wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl"))


def needs_of_companion(without: str = "", *, lgpio: bool = True) -> tuple[str, ...]:
    """What the product asks for on a Pi; whether lgpio too, is a matter of the Python."""
    modules = [NAMES.get(module, module) for module in (*LIBRARIES, "gpiod") if module != without]
    asked = [f"{name}; extra == 'pi'" for name in modules]
    return (*asked, "lgpio==0.2.2.0; python_version < '3.13' and extra == 'pi'") if lgpio else tuple(asked)


def write_companion(
    folder: Path, version: str, needs: tuple[str, ...] = (), beside: Mapping[str, str] | None = None
) -> Path:
    """The product itself, as small as it can be, and files ``beside`` it."""
    check = (Path(__file__).parents[2] / CHECK).read_text(encoding="utf-8")
    files = {"companion/__init__.py": "", "companion/cli.py": CLI, CHECK: check, PREPARING: PREPARED}
    return write_wheel(
        folder, "table-companion", version,
        {**files, **(beside or {})},
        needs=needs, extra="pi", programs="companion = companion.cli:main",
    )  # fmt: skip


def write_system(root: Path, python: str = "3.13", machine: str = "aarch64") -> Path:
    """What a root has of a Debian: a Python that is no program of this machine, boot settings, Avahi's."""
    number = {name: number for number, name in MACHINES.items()}[machine]
    programs = root / "usr" / "bin"
    programs.mkdir(parents=True)
    (programs / f"python{python}").write_bytes(b"\x7fELF" + bytes(14) + struct.pack("<H", number))
    (programs / "python3").symlink_to(f"python{python}")
    (root / "boot" / "firmware").mkdir(parents=True)
    (root / "boot" / "firmware" / "config.txt").write_text("# Pi\ndtparam=audio=on\n#dtparam=spi=on\n")
    (root / "etc" / "avahi").mkdir(parents=True)
    (root / "etc" / "avahi" / "avahi-daemon.conf").write_text("[server]\n#host-name=foo\nuse-ipv4=yes\n")
    for name, line in ACCOUNTS.items():
        (root / "etc" / name).write_text(f"{line}\n")
    return root
