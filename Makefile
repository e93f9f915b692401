# Two commands do everything on a machine with Python 3.11, make and the package index:
#   make run    the main job: a casino to play at in a browser
#   make test   set up .venv, lint, check types, run every test

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

# The tests start hundreds of processes: each would compile every module anew where compiled modules are not kept.
export PYTHONDONTWRITEBYTECODE =

.PHONY: run test test-all docs env bench verify attack shown solutions public-names format clean

# Its store is demonstration.db, which stays; PORT=9000 takes another port.
run: $(VENV)/.installed
	@CUTCARD_LOG_LEVEL=$${CUTCARD_LOG_LEVEL:-warning} \
		$(BIN)/cutcard serve --demonstration --db demonstration.db $(if $(PORT),--port $(PORT))

# One more than the cores of a small machine: tests wait for clocks, browsers and databases a third of their time.
WORKERS ?= 3

test: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "checking types; kernels are compiled beside it, before several workers would each compile them"
	@$(BIN)/python -m tools.kernels > /dev/null & $(BIN)/mypy
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder || $(AGAIN)

# Real browsers, processes and databases share the machine's cores, so a moment may come late once. The modules of what
# failed run again by themselves, and a second failure is final; a test that needs it is listed by name and is to be mended.
FAILED = $(BIN)/python -c "import json; print(*{name.partition('::')[0] for name in json.load(open('.pytest_cache/v/cache/lastfailed'))})"
AGAIN = (modules=$$($(FAILED)) && test -n "$$modules" && echo "what failed runs again, alone: $$modules" && $(BIN)/pytest $$modules)

# The same with every Python that is installed, each with a virtual environment of its own. A Python that pyenv has
# installed but not switched on is found where pyenv keeps it.
PYENV_ROOT ?= $(HOME)/.pyenv
PYTHONS ?= $(foreach version,3.11 3.12 3.13,$(shell \
	for python in python$(version) $(PYENV_ROOT)/versions/$(version).*/bin/python$(version); do \
		$$python -c 'import sys; print(sys.executable)' 2>/dev/null && break; \
	done))
test-all:
	$(foreach python,$(PYTHONS),$(MAKE) test PYTHON=$(python) VENV=.venv-$(notdir $(python)) &&) true

env: $(VENV)/.ready

$(VENV)/.installed: pyproject.toml constraints.txt
	@echo "setting up $(VENV), a minute or so the first time"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable '.[web]'
	@touch $@

$(VENV)/.ready: $(VENV)/.installed
	@echo "adding what the tests need"
	@$(PIP) --editable '.[test]'
	@touch $@

# What the tests show of the clause ledger, kept in the package for `cutcard clauses`.
shown: env
	$(BIN)/python tools/shown.py

# The exact solutions that come with the package; those that are there already are left.
solutions: env
	$(BIN)/python -m tools.solutions

# The names that callers may rely on, kept in a file that a test compares.
public-names: env
	$(BIN)/python tests/support/public_names.py

# The documentation as a site, with the API reference made from the docstrings: open site/index.html.
docs: env
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# What each part does in a second. AGAINST=../older measures another checkout in turns with this one; ONLY="engine odds".
bench: env
	$(BIN)/python -m benchmarks $(if $(AGAINST),--against $(AGAINST)) $(ONLY)

# The long checks, some hours: every solution that comes with the package worked out anew, engine, referee, kernel and
# exact odds against each other over a million random rounds of each game, a table's process and the whole service
# killed a hundred times on both databases, and every known attack.
verify: env
	$(BIN)/python -m tools.solutions --check
	$(BIN)/python -m tools.verify
	$(BIN)/python -m tools.kill_test
	$(BIN)/python -m tools.kill_service
	$(BIN)/python -m tools.prize_races
	$(BIN)/python -m tools.limit_races
	$(BIN)/python -m tools.fuzz_api
	$(BIN)/python -m tools.interleavings
	$(BIN)/python -m tools.attack
	$(BIN)/python -m benchmarks.abuse

# Every attack that is known against a service of our own, on both databases: exit status 1 if one succeeds.
attack: env
	$(BIN)/python -m tools.attack

format: env
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .venv-* site .mypy_cache .pytest_cache .ruff_cache
