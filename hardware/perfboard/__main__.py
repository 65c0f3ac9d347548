"""``python -m hardware.perfboard`` draws every plan into `hardware/docs/perfboard` and writes the tables of its page;
with names it draws these. ``--route`` first finds their wires again and writes them into the plan's file.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from hardware.perfboard.copper import faults
from hardware.perfboard.footprints import PlanError
from hardware.perfboard.plan_files import plan_names, read_plan
from hardware.perfboard.plan_page import PAGE, PICTURES, filled, write_pictures
from hardware.perfboard.wire_router import in_order, routed, wires_as_toml

PLANS = Path(__file__).parent / "plans"


def draw(name: str) -> None:
    """Write the four pictures of a plan. Raises PlanError for one whose wires are wrong."""
    plan = read_plan(name)
    if problems := faults(plan):
        raise PlanError(f"{name}.toml", tuple(problems))
    write_pictures(plan, PICTURES)


def route(name: str, tries: int, seed: int) -> None:
    """Find a plan's wires and write them over those in its file."""
    file = PLANS / f"{name}.toml"
    plan = read_plan(name)
    wires = in_order(replace(plan, wires=routed(plan, tries, seed)))
    head = file.read_text(encoding="utf-8").partition("[[wire]]")[0].rstrip()
    file.write_text(f"{head}\n\n{wires_as_toml(wires)}", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Exit code 1 and a sentence on stderr for a plan that cannot be drawn."""
    parser = argparse.ArgumentParser(prog="python -m hardware.perfboard", description="Draw the perfboard plans.")
    parser.add_argument("names", nargs="*", metavar="PLAN", help="one of: " + ", ".join(plan_names()))
    parser.add_argument("--route", action="store_true", help="find the wires anew and write them into the plan's file")
    parser.add_argument("--tries", type=int, default=60, help="orders of the nets to try (60)")
    parser.add_argument("--seed", type=int, default=1, help="another number gives other orders")
    options = parser.parse_args(arguments)
    try:
        for name in options.names or plan_names():
            if options.route:
                route(name, options.tries, options.seed)
            draw(name)
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    except PlanError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
