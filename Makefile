# `make demo` and `make test` do all the set-up themselves; Python 3.11, make and pip suffice.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
WORKSPACE ?= .
# A module compiled once need not be compiled again by each process that imports it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install install-dev demo run compile test check format bench clean

install: $(VENV)/.installed
install-dev: $(VENV)/.installed-dev

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@ $(VENV)/.installed

demo: install
	$(BIN)/specreview demo --dir demo

run: install
	$(BIN)/specreview serve --workspace $(WORKSPACE)

# One process compiles what the tests import, so that their workers need not do it all at once.
compile: install-dev
	$(BIN)/python -m pytest --collect-only --quiet --quiet

test: install-dev
	$(BIN)/python -m pytest -n auto --dist loadgroup -r s

check: install-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: install-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: install-dev
	for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
