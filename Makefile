# The menu is what a bare `make` prints: every target with two hashes after it.
PYTHON ?= python3
# One more than processors: some of the time of the tests is waiting, for pages above all; with more of them, browsers time out.
WORKERS ?= $(shell echo $$((1 + $$(getconf _NPROCESSORS_ONLN))))
VENV := .venv
BIN := $(VENV)/bin
CATALOGUES := $(wildcard companion/locale/*/LC_MESSAGES/*.po)
# The tests start many processes: with their bytecode kept, each starts in a third of the time.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help run test test-long test-vm bundle image container release test-arm bench bench-growth bench-devices bench-club check messages translations plans screenshots case clean

help:  ## print this menu
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/run.stamp  ## open a table you can play at (PORT=8000)
	@# One heap for all threads takes a fifth less memory.
	MALLOC_ARENA_MAX=1 $(BIN)/companion run

test:  ## style, types, and every test but the long ones and the virtual machine's
	@# Python's packages come while the system's do.
	@$(MAKE) --no-print-directory -j 2 $(VENV)/test.stamp need-test
	@$(MAKE) --no-print-directory need-tsc
	@$(BIN)/python -m web.templating.compiling
	@$(MAKE) --no-print-directory --keep-going --output-sync=target -j $(WORKERS) check $(SUITES:%=suite-%)

# Each suite is a pytest of its own. A single one with workers would collect all tests in each of them and hand them out one by
# one: a fifth more processor time. The longest come first; what is named nowhere is among the others.
SUITES := browser pages others contract programs games
pages := tests/web
contract := companion/game_tests tests/contract tests/golden tests/locale tests/pace
browser := tests/browser tests/bench tests/hardware tests/render
games := tests/core tests/games tests/plays tests/service
programs := tests/cli tests/damage tests/deploy tests/keeping tests/network tests/test_shown_commands.py
ALL_TESTS := $(filter-out tests/__pycache__,$(patsubst %/,%,$(wildcard tests/*/ tests/test_*.py)))
others := $(filter-out $(foreach suite,$(SUITES),$($(suite))),$(ALL_TESTS))

suite-%: $(VENV)/test.stamp
	$(BIN)/pytest -q -p no:xdist -p no:cacheprovider -m "not long" $($*)

test-long: $(VENV)/test.stamp need-test need-long  ## the long tests, other Pythons, and the oldest libraries allowed
	@# The soak measures this process's memory: no other test may have filled it before.
	$(BIN)/pytest -m long tests/long
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m long --ignore=tests/long
	@$(BIN)/python -m tests.environments pythons
	@$(BIN)/python -m tests.environments oldest

test-vm: $(VENV)/test.stamp need-browser  ## install, start, press, pull the plug, update in a virtual machine (as root)
	$(BIN)/pytest -m vm -x -p no:cacheprovider tests/vm

bundle: $(VENV)/run.stamp  ## one archive to install from without network, for 64-bit ARM, into dist
	$(BIN)/python -m deploy.bundle

image: $(VENV)/run.stamp  ## a disk image to flash for a Pi 3, 4 or Zero 2 W, into dist (as root)
	$(BIN)/python -m deploy.image

container: $(VENV)/run.stamp  ## an image for Docker and Podman on this kind of processor, into dist
	$(BIN)/python -m deploy.container

release: $(VENV)/test.stamp  ## all that people download, with a page that says for whom, into dist (as root; WITHOUT="image bundle" KEY=)
	$(BIN)/python -m deploy.release $(addprefix --without ,$(WITHOUT)) $(if $(KEY),--sign $(KEY))

test-arm: $(VENV)/test.stamp  ## build that image, start it on an emulated 64-bit ARM processor and a Pi 3 (as root)
	$(BIN)/pytest -m arm -x -p no:cacheprovider tests/arm

bench: $(VENV)/test.stamp need-bench  ## what people feel at a table of each of the five games; ten quiet minutes (BENCH=--busy)
	$(BIN)/python -m tests.bench people $(BENCH)

bench-growth: $(VENV)/test.stamp need-bench  ## how cost grows with phones, entries, plays and moves
	$(BIN)/python -m tests.bench growth $(BENCH)

bench-devices: $(VENV)/test.stamp  ## presses at eight model pods, and dimmed lamps
	MALLOC_ARENA_MAX=1 $(BIN)/python -m tests.bench devices $(BENCH)

bench-club: $(VENV)/test.stamp need-club  ## results, rounds and walls of a club of many tables
	$(BIN)/python -m tests.bench club $(BENCH)

check: $(VENV)/test.stamp  ## style, types, who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	@$(MAKE) --no-print-directory need-tsc
	[ ! -x $(TSC) ] || $(TSC)

messages: $(VENV)/test.stamp  ## bring the catalogues up to date with the sources
	$(BIN)/python -m tests.messages

translations: $(VENV)/test.stamp  ## a page of all texts of a language, with what is wrong, and what is missing (LANGUAGE=de)
	$(BIN)/python -m tests.locale.translation_page $(or $(LANGUAGE),de)
	$(BIN)/python -m tests.locale.completeness

plans: $(VENV)/run.stamp  ## draw the perfboard plans and write the tables of their page
	$(BIN)/python -m hardware.perfboard

screenshots: $(VENV)/test.stamp need-browser  ## the pictures of the documents, in a real browser
	$(BIN)/pytest -m browser --screenshots docs/pictures tests/browser/test_pictures.py tests/browser/test_club_pictures.py

case: $(VENV)/run.stamp  ## STL and PNG of every printed case into build/case (needs OpenSCAD; CASE=pod-pico for one)
	$(BIN)/python -m hardware.case $(CASE)

clean:  ## remove the environment and what tests leave behind
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
	find . -name .git -prune -o '(' -name __pycache__ -o -name '*.mo' ')' -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 run"; exit 1; }
	@echo "Making an environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { echo "Install the venv module first: sudo apt install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/run.stamp: pyproject.toml hatch_build.py hatch_bundles.py $(CATALOGUES) | $(VENV)/bin/python
	@echo "Installing what the companion needs (about a minute, longer on a small Pi) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/test.stamp: pyproject.toml hatch_build.py hatch_bundles.py $(CATALOGUES) | $(VENV)/bin/python
	@echo "Installing what the tests need (a minute or two) ..."
	@# Not compiled: of what is installed here, the tests load a part.
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[test]'
	@touch $@ $(VENV)/run.stamp

# What a run needs beside Python's packages; what a subject means stands in tests/need.
NEEDS := need-browser need-test need-long need-bench need-club
.PHONY: $(NEEDS)
need-browser: NEEDED := browser
need-test: NEEDED := browser system firmware broker database
need-long: NEEDED := long case
need-bench: NEEDED := browser image-python firmware
need-club: NEEDED := broker database

# TypeScript checks the scripts of pages, where npm is and can fetch it.
TSC := node_modules/.bin/tsc
.PHONY: need-tsc
need-tsc:
	@command -v npm >/dev/null || { echo "The types of scripts are not checked. To check them too: sudo apt install nodejs npm"; exit 0; }; \
		[ $(TSC) -nt package-lock.json ] || { npm ci --silent --no-audit --no-fund && touch $(TSC); } || { \
		rm -rf node_modules; echo "The types of scripts are not checked: npm cannot fetch TypeScript."; }

# After that of the short tests: only one apt-get can run.
need-long: | need-test

$(NEEDS):
	@tests/need $(NEEDED)
