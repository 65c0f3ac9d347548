"""What takes minutes when emulated is done by the same programs of Debian for this machine's own processor.

They lie in a root of their own; nothing of it comes into the image.
"""

from __future__ import annotations

import os
from pathlib import Path

from deploy.debian import Archive
from deploy.image import contents
from deploy.image.programs import ImageError, run

PACKAGES = ("python3-minimal", "libpython3-stdlib", "openssl", "ca-certificates", "udev", "device-tree-compiler")
PYTHON_PLACES = ("usr/lib/python3", f"usr/lib/python{contents.PYTHON}", "usr/share")
OVERLAYS = "usr/local/lib/table-companion/overlays"
SHARED = ("etc/ssl", "etc/ca-certificates.conf", "usr/share/ca-certificates", "usr/lib/udev")
WRAPPER = """#!/bin/sh
exec env PYTHONHOME={native}/usr {loader} --library-path {libraries} {native}/usr/bin/{version} "$@"
"""


class NativeTools:
    """Debian's packages of the image's release for this machine, unpacked under ``place``.

    Raises ``ImageError`` and ``DebianError``.
    """

    def __init__(self, archive: Archive, place: Path) -> None:
        self._root = place / "native"
        self._programs = place / "programs"
        for folder in ("usr/bin", "usr/sbin", "usr/lib", "usr/lib64"):
            (self._root / folder).mkdir(parents=True, exist_ok=True)
        for name in ("bin", "sbin", "lib", "lib64"):
            (self._root / name).symlink_to(f"usr/{name}")
        for package in archive.fetch(PACKAGES):
            run("dpkg-deb", "--extract", package, self._root)
        self.python = self._wrap_python()

    def _wrap_python(self) -> Path:
        """A program ``python3.13`` that this machine can run, whatever Python it has itself."""
        version = (self._root / "usr/bin/python3").readlink().name
        loader = next(iter(self._root.glob("usr/lib*/ld-linux-*.so.*")), None)
        if loader is None:
            raise ImageError("Debian's C library has no loader where it is looked for")
        libraries = ":".join(str(path) for path in self._root.glob("usr/lib/*-linux-gnu*"))
        program = self._programs / version
        program.parent.mkdir(exist_ok=True)
        program.write_text(
            WRAPPER.format(native=self._root, loader=loader, libraries=libraries, version=version), encoding="utf-8"
        )
        program.chmod(0o755)
        return program

    def compile_python(self, root: Path) -> None:
        """Compile what Debian's packages brought, as their own scripts would have done."""
        places = [root / place for place in PYTHON_PLACES if (root / place).is_dir()]
        words: list[str | Path] = [self.python, "-m", "compileall", "-qq", "-s", root, "-p", "/", *places]
        # Templates among them cannot be compiled; Debian's own scripts do not mind either.
        run("sh", "-c", '"$@" || test "$?" -eq 1', "sh", *words, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def make_tables(self, root: Path) -> None:
        """Link the certificates of authorities, write udev's table of devices, compile overlays of device trees."""
        shared = {"dev/null": Path("/dev/null"), "target": root, **{name: root / name for name in SHARED}}
        for name, source in shared.items():
            run("mount", "--bind", source, self._place_for(name, source))
        (self._root / "proc").mkdir(exist_ok=True)
        run("mount", "-t", "proc", "none", self._root / "proc")
        inside = ("chroot", self._root)
        run(*inside, "/usr/sbin/update-ca-certificates")
        run(*inside, "systemd-hwdb", "--root=/target", "--usr", "update")
        for overlay in (root / OVERLAYS).glob("*.dts"):
            place = f"/target/{OVERLAYS}/{overlay.stem}"
            run(*inside, "dtc", "-@", "-q", "-I", "dts", "-O", "dtb", "-o", f"{place}.dtbo", f"{place}.dts")
        for name in ("proc", *reversed(shared)):
            run("umount", self._root / name)

    def _place_for(self, name: str, like: Path) -> Path:
        place = self._root / name
        if like.is_dir():
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
        return place
