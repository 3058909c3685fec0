# Everything starts from a fresh checkout with Python 3.11+, make and git.
# `make` alone lists what there is.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
BENCH := .venv-bench

.DEFAULT_GOAL := help
.PHONY: help setup play test crash race ledger sim lint types long bench bench-clicks bench-boards bench-fair lock clean

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed 's/:.*## /	/' | expand -t 14

setup: $(STAMP) ## create .venv and install the pinned, hash-checked packages

$(STAMP): requirements.lock requirements-dev.lock
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "Python 3.11 or newer is needed, and $(PYTHON) is not here: install it or say make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed, and $(PYTHON) is older: install one or say make PYTHON=..." >&2; exit 1; }
	@$(PY) -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing the pinned packages into $(VENV) ..."
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $(STAMP)

play: setup ## start the bot: on Discord with a token, else the offline playground
	@if [ -n "$$DISCORD_TOKEN" ] || grep -qsE "^ *(export +)?DISCORD_TOKEN *= *[\"']?[^\"'# ]" .env; \
	then exec $(PY) -m bot; else exec $(PY) -m bot --play; fi

test: setup ## run every test and every example in the docstrings
	$(PY) -m pytest -q -n auto --dist worksteal

crash: setup ## end the bot with kill -9 at every named point and at random, and look at what it left
	$(PY) -m pytest -q -s -m crash tests/crash

race: setup ## 20,000 clicks by three people, doubled, out of order, old and forged
	$(PY) -m pytest -q -s -m long tests/race

ledger: setup ## a million transfers through the ledger's own constraints sum to zero
	$(PY) -m pytest -q -n auto -m long -k a_million tests/data/test_ledger_volume.py

lint: setup ## check style
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: setup ## check types
	$(PY) -m mypy

long: setup ## the same laws over many more random hands, and the proofs too long for `make test`
	$(PY) -m pytest -q -n auto --dist worksteal -m "not crash" --hypothesis-profile=long --timeout=0
	if [ -d ../shared/judge ]; then PYTHONPATH=../shared $(PY) -m pytest -q -m long tests/judge; fi
	$(PY) -m tests.crash --kills 10000 --log var/crash.log

sim: setup ## at least 1,000 hands in the simulator, with every kind of fault (about 8 minutes)
	$(PY) -m tests.simulator --hands 1000 --seed 7

bench: $(BENCH)/.installed ## measure the engine beside OpenSpiel and RLCard, in a .venv of its own
	$(BENCH)/bin/python -m tests.bench

bench-clicks: setup ## measure what a click costs, from the gateway to the durable answer
	$(PY) -m tests.bench.clicks

bench-boards: setup ## measure leaderboards and profiles of 100,000 players and 5 million results (15 minutes, 6 GB of disk)
	$(PY) -m tests.bench.boards

bench-fair: setup ## measure the report on fair play at 100,000 hands (about a minute)
	$(PY) -m tests.bench.fair_play

$(BENCH)/.installed: requirements-bench.lock
	@$(PYTHON) -m venv --clear $(BENCH)
	@$(BENCH)/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-bench.lock
	@touch $(BENCH)/.installed

lock: ## pin the packages of pyproject.toml anew (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
	  pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
	  pyproject.toml --group dev -o requirements-dev.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
	  --group bench -o requirements-bench.lock

clean: ## remove .venv and what the tools left; .env and var/ stay
	rm -rf $(VENV) $(BENCH) .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
