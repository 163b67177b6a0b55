PYTHON ?= python3
BIN = .venv/bin
TESTS = $(BIN)/pytest -n 2 --dist worksteal --durations 10

.PHONY: lesson test check tests fast train newest release

lesson: .venv/installed
	@$(BIN)/python -m course.ch8 --lang it

test: check tests newest

check: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m course audit chapters words exercises

# what trains goes first, and what is short fills the gaps
tests: .venv/installed
	$(TESTS) -m "not release and not newest"

fast: .venv/installed
	$(TESTS) -m "not train and not release and not newest"

train: .venv/installed
	$(TESTS) -m "train and not release and not newest"

newest: .venv/installed
	$(BIN)/nox

release: .venv/installed
	$(TESTS) -m "release or newest"

.venv/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	# what is imported is compiled then; of these libraries that is little
	$(BIN)/python -m pip install --quiet --no-compile -c constraints.txt -e ".[tf,pt]" --group dev
	touch $@
