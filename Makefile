# `make help` lists the targets. Nothing is installed outside this folder.

VENV ?= .venv
DEMO_OUT ?= runs/demo
DEMO_GAMES ?= 1000000
JOBS ?= auto
UPGRADE ?=

BIN := $(VENV)/bin
MAIN := $(VENV)/.stamp-main
TEST := $(VENV)/.stamp-test
PIP = $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --maxprocesses=4 --dist=loadfile --quiet

# The first of these that runs and is new enough.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for candidate in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$candidate -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$candidate && break; done)

.DEFAULT_GOAL := help
.PHONY: help demo install cluster test lint types unit all-tests gate format web kernels bench images docs dist lock clean distclean

help: ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(MAIN) ## Install and play a million games of three bots; plays afresh each time
	@rm -rf -- "$(DEMO_OUT)"
	@mkdir -p -- "$(dir $(DEMO_OUT))"
	@$(BIN)/tongits simulate --rules pagat --players greedy,caller,hunter --games $(DEMO_GAMES) --seed 1 --out "$(DEMO_OUT)"
	@echo "Saved in $(DEMO_OUT). $(BIN)/tongits setup warmup compiles, once, what the other commands need at their first use."

install: $(MAIN) ## Install into .venv: the exact versions of requirements.lock
	@echo "Ready: $(BIN)/tongits --help"

cluster: $(MAIN) ## Install dask too, for --backend dask
	@echo "Installing dask."
	$(call install_lock,requirements-cluster.lock)

# Types are checked on one core: beside the tests, which often wait, that costs little.
test: lint ## Everything that must pass: style, types, all tests, the gate
	@$(MAKE) --no-print-directory --jobs=2 types all-tests
	@$(MAKE) --no-print-directory gate

lint: $(TEST) ## Style: the checks of tools/checks.py
	@$(BIN)/python -m tools.checks

types: $(TEST) ## Types (mypy)
	@$(BIN)/mypy --no-error-summary
	@echo "Types: nothing to complain about."

all-tests: $(TEST) ## All tests, slow ones too
	@$(PYTEST)

unit: $(TEST) ## The quick tests
	@$(PYTEST) -m "not slow and not browser"

gate: $(MAIN) ## Play 40 command lines: games and estimates must be those of tools/gate.json
	@$(BIN)/python -m tools.gate

format: $(TEST) ## Sort imports, mend what can be mended, lay out the code
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

web: $(TEST) ## The module for browsers, after a change of a kernel or bot
	@$(BIN)/python -c "import ziglang" 2>/dev/null || command -v wasm-ld >/dev/null || $(PIP) install "ziglang>=0.14"
	@$(BIN)/python -m tools.web

kernels: $(MAIN) ## The compiled kernels that come with the program, after a change of one; takes some minutes
	@$(BIN)/python -m tools.kernels

images: $(MAIN) ## The card in README and docs (docs/gallery.md names the command of every picture)
	@$(BIN)/python -m tools.images

docs: $(TEST) ## The pages of docs as a site, in build/site; a warning is an error
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/site
	@echo "Wrote build/site/index.html."

dist: $(TEST) ## Build the files of a release, check them, and try both in empty environments
	@$(BIN)/python -m tools.kernels --check
	@rm -rf build dist
	@$(BIN)/python -m build --no-isolation > /dev/null
	@$(BIN)/twine check --strict dist/*
	@$(BIN)/check-wheel-contents --toplevel tongits_sim,strategies,analyses,reports,mahjong_sim dist/*.whl
	@$(BIN)/python -m tools.dist dist

bench: $(MAIN) ## Games per second on this machine
	@$(BIN)/tongits selfcheck --speed

clean: ## Remove what is generated; keep .venv and runs
	@rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean ## Remove .venv too
	@rm -rf -- "$(VENV)"

# --- Installing: a stamp for each step, so that nothing is done twice and the network is needed once ---

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and none was found. Install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { echo "$(PYTHON) is older than Python 3.11. Name a newer one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)."
	@$(PYTHON) -m venv "$(VENV)" || { rm -rf -- "$(VENV)"; echo "On Debian and its like: apt-get install python3-venv" >&2; exit 1; }

# A lock, by uv, which takes a fifteenth of pip's time; by pip where uv cannot be had.
define install_lock
	@uv=$$(command -v uv || echo $(BIN)/uv); [ -x "$$uv" ] || $(PIP) install --no-deps "uv>=0.9" 2>/dev/null || true; \
	"$$uv" pip install --quiet --python $(BIN)/python --require-hashes --requirement $(1) 2>/dev/null \
	|| $(PIP) install --require-hashes --requirement $(1)
endef

$(MAIN): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing the exact versions of requirements.lock (once)."
	$(call install_lock,requirements.lock)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(TEST): requirements-dev.lock $(MAIN)
	@echo "Installing what the tests need."
	$(call install_lock,requirements-dev.lock)
	@touch $@

# --- Locks: exact versions and hashes for every platform. UPGRADE=--upgrade takes the newest that fit ---

COMPILE = echo "hatchling>=1.27" | $(BIN)/uv pip compile pyproject.toml - --quiet $(UPGRADE) --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --custom-compile-command "make lock" --no-annotate --no-emit-index-url

lock: $(BIN)/python ## Write the lock files anew from pyproject.toml
	@$(PIP) install "uv>=0.9"
	@$(COMPILE) --output-file requirements.lock
	@$(COMPILE) --constraint requirements.lock --group dev --output-file requirements-dev.lock
	@$(COMPILE) --constraint requirements.lock --extra dask --output-file requirements-cluster.lock
	@echo "Wrote requirements.lock, requirements-dev.lock and requirements-cluster.lock. Now: make install test"
