# Prepares .venv from the hashed lock and runs the project's jobs. Needs python3 with venv, make and git; no more.

EXAMPLE ?= requirements_examples/company_service.yaml
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	&& echo $$p && break; done)
BIN := .venv/bin
STAMP := .venv/installed

.DEFAULT_GOAL := help
.PHONY: help setup plan test lint types bench accuracy fit lock

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s  %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## prepare .venv with procure (done once; again when the lock or the packaging changes)

$(STAMP): requirements.lock pyproject.toml setup.py
	@test -n "$(PYTHON)" || { echo "setup needs Python 3.11, 3.12 or 3.13 with venv (Debian: apt-get install python3-venv)" >&2; exit 1; }
	@$(BIN)/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

plan: setup ## plan EXAMPLE (a shipped requirements file) and leave its workbook in reports/
	$(BIN)/procure plan $(EXAMPLE)

test: setup ## run every test, one process per core
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: setup ## formatting and lint rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup ## strict type check
	$(BIN)/mypy optimizer tests benchmarks

bench: setup ## time what the user waits for
	@for script in $$(grep -l __main__ benchmarks/*.py); do echo "== $$script"; $(BIN)/python -m benchmarks.$$(basename $$script .py) || exit 1; done

accuracy: setup ## errors of the throughput and the training model on the shipped measurements, in sample and out of fold
	$(BIN)/python -m benchmarks.throughput_accuracy
	$(BIN)/python -m benchmarks.training_accuracy

fit: setup ## fit both models to the shipped measurements and compare with what is shipped
	$(BIN)/python -m benchmarks.fit_throughput
	$(BIN)/python -m benchmarks.fit_training

lock: ## resolve requirements.lock anew for Python 3.11 to 3.13 (needs uv on PATH)
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --fork-strategy fewest --upgrade \
		--generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock" -o requirements.lock
