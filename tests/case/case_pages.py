"""What hardware/docs/case.md shows of the cases: its table of prints, and its pictures.

From what `make case` has written,

    python -m tests.case.case_pages

writes both anew. The pictures' sources are kept as digests, so that a test tells which ones are no longer true.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageChops

from hardware.case.openscad_runs import grams
from hardware.case.part_sizes import shipped_sizes
from hardware.case.scad_text import SOURCES
from hardware.case.scenes import Scene, piece_scene, scenes
from hardware.case.variants import CAP, COUPON, Variant, piece_texts, variants

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "hardware" / "docs" / "case.md"
PICTURES = ROOT / "hardware" / "docs" / "case"
DIGESTS = PICTURES / "sources.json"
BUILT = ROOT / "build" / "case"
LARGEST = 60_000
"""A picture's most bytes."""
_HEIGHT = 300
_PER_HOUR = 12.0
"""Grams an hour of an ordinary printer, to guess a time by."""


def sheets() -> dict[str, list[Scene]]:
    """The page's pictures, each with the scenes that stand side by side in it."""
    found: dict[str, list[Scene]] = {"first-prints": [piece_scene(COUPON), piece_scene(CAP)]}
    for name, variant in variants(shipped_sizes()).items():
        by_name = {scene.name: scene for scene in scenes(variant)}
        views = ("closed", "behind", "open", "exploded")
        found[name] = [by_name[f"{name}-{view}"] for view in views]
    pod: Variant = variants(shipped_sizes())["pod-pico"]
    by_name = {scene.name: scene for scene in scenes(pod)}
    found["lids"] = [by_name[f"{lid}-above"] for lid in pod.lids]
    for step in range(1, 7):
        found[f"step-{step}"] = [by_name[f"pod-pico-step-{step}"]]
    return found


def digests() -> dict[str, str]:
    """Of everything that a sheet shows: its scenes, the pieces in them, and the modules they call."""
    texts = piece_texts(shipped_sizes())
    modules = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.scad")))
    found = {}
    for name, shown in sheets().items():
        source = "".join(scene.text for scene in shown)
        pieces = sorted(set(re.findall(r'import\("([^"]+)\.stl"\)', source)))
        whole = modules + _own_paths(source) + "".join(_own_paths(texts[piece]) for piece in pieces)
        found[name] = sha256(whole.encode()).hexdigest()[:16]
    return found


def _own_paths(text: str) -> str:
    return text.replace(str(SOURCES), "scad")


def print_table(folder: Path = BUILT) -> str:
    """Every case with the weight of its pieces, from their STL in ``folder``."""
    rows = ["| Case | Base, g | Lid, g | Together, g | Hours | Size, mm |", "|---|---|---|---|---|---|"]
    for variant in variants(shipped_sizes()).values():
        base, lid = (grams(folder / f"{name}.stl") for name in (variant.base, variant.lids[0]))
        caps = sum(part.footprint.kind == "key" for part in variant.layout.plan.parts) * grams(folder / f"{CAP}.stl")
        height = variant.layout.lid_at + variant.sizes["print"]["lid"] + variant.sizes["print"]["relief"]
        size = f"{variant.layout.size[0]:.0f} x {variant.layout.size[1]:.0f} x {height:.0f}"
        whole = base + lid + caps
        title = f"{variant.title} (`{variant.name}`)"
        rows.append(f"| {title} | {base:.0f} | {lid:.0f} | {whole:.0f} | {whole / _PER_HOUR:.0f} | {size} |")
    return "\n".join(rows)


def between(text: str, mark: str) -> str:
    """What stands between a page's marks of that name."""
    return text.split(f"<!-- {mark} -->\n")[1].split(f"\n<!-- /{mark} -->")[0]


def _replaced(text: str, mark: str, table: str) -> str:
    before, after = text.split(f"<!-- {mark} -->\n")[0], text.split(f"\n<!-- /{mark} -->")[1]
    return f"{before}<!-- {mark} -->\n{table}\n<!-- /{mark} -->{after}"


def _cropped(picture: Path) -> Image.Image:
    """A picture without the empty margin, as high as the sheet."""
    image = Image.open(picture).convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    box = ImageChops.difference(image, ground).getbbox() or (0, 0, *image.size)
    image = image.crop((max(0, box[0] - 12), max(0, box[1] - 12), box[2] + 12, box[3] + 12))
    share = min(_HEIGHT / image.height, 420 / image.width)
    return image.resize((round(image.width * share), round(image.height * share)), Image.Resampling.LANCZOS)


def write_sheet(name: str, shown: list[Scene], folder: Path = BUILT) -> None:
    """One picture of the page."""
    images = [_cropped(folder / f"{scene.name}.png") for scene in shown]
    columns = min(4, len(images))
    rows = [images[start : start + columns] for start in range(0, len(images), columns)]
    width = max(sum(image.width for image in row) for row in rows)
    heights = [max(image.height for image in row) for row in rows]
    sheet = Image.new("RGB", (width, sum(heights)), (248, 248, 248))
    top = 0
    for row, height in zip(rows, heights, strict=True):
        left = 0
        for image in row:
            sheet.paste(image, (left, top + (height - image.height) // 2))
            left += image.width
        top += height
    for colours in (128, 64, 32):
        sheet.quantize(colours, kmeans=1).save(PICTURES / f"{name}.png", optimize=True)
        if (PICTURES / f"{name}.png").stat().st_size <= LARGEST:
            return


def main() -> None:
    """Write the table of prints and the pictures."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_replaced(text, "prints", print_table()), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for name, shown in sheets().items():
        write_sheet(name, shown)
    DIGESTS.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
