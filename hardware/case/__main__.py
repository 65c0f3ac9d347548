"""`python -m hardware.case`: STL and PNG of every case, into build/case."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hardware.case.openscad_runs import draw, grams, make_stl, program, screen, write_drawings
from hardware.case.part_sizes import PartSizes, shipped_sizes, size_table, sizes_from
from hardware.case.scenes import Scene, piece_scene, scenes
from hardware.case.variants import CAP, chosen, piece_names, piece_texts, variants
from hardware.errors import HardwareError


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what was asked for; returns the exit status."""
    asked = _asked(arguments)
    try:
        sizes = shipped_sizes() if asked.parts is None else sizes_from(asked.parts)
        if asked.table:
            _say(size_table(sizes))
        elif asked.list:
            _say("\n".join(f"{name}: {', '.join(pieces)}" for name, pieces in piece_names(sizes).items()))
        else:
            _make(chosen(tuple(asked.names), sizes), sizes, asked)
    except HardwareError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{asked.into}: cannot be written: {error}; another folder: --into FOLDER\n")
        return 1
    return 0


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.case", description="Write STL and PNG of the printed cases."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a case or a piece; everything if none is named")
    parser.add_argument("--into", type=Path, default=Path("build/case"), metavar="FOLDER", help="default: build/case")
    parser.add_argument("--parts", type=Path, metavar="FILE", help="dimensions instead of hardware/case/parts.toml")
    parser.add_argument("--list", action="store_true", help="print the names of cases and pieces")
    parser.add_argument("--table", action="store_true", help="print the table of all dimensions with their sources")
    parser.add_argument("--no-pictures", dest="pictures", action="store_false", help="STL only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many pieces at the same time")
    return parser.parse_args(arguments)


def _make(pieces: tuple[str, ...], sizes: PartSizes, asked: argparse.Namespace) -> None:
    folder: Path = asked.into
    pictures: bool = asked.pictures
    program()
    if pictures:
        screen()
    folder.mkdir(parents=True, exist_ok=True)
    write_drawings(folder)
    texts = piece_texts(sizes)
    whole = [one for one in variants(sizes).values() if one.base in pieces and one.lids[0] in pieces]
    if whole and pictures and CAP not in pieces:
        pieces = (CAP, *pieces)
    began = time.monotonic()
    _say(f"pieces to make: {len(pieces)}, up to half a minute each")
    with ThreadPoolExecutor(max_workers=max(1, asked.jobs)) as pool:
        for stl in pool.map(lambda one: make_stl(one, texts[one], folder), pieces):
            _say(f"{stl}  {grams(stl):.0f} g")
    drawn: list[Scene] = []
    if pictures:
        drawn = [piece_scene(piece) for piece in pieces] + [scene for one in whole for scene in scenes(one)]
    for scene in drawn:
        _say(str(draw(scene.name, scene.text, folder, scene.camera)))
    _say(f"pieces: {len(pieces)}, pictures: {len(drawn)}, in {time.monotonic() - began:.0f} s")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
