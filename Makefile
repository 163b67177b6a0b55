PYTHON ?= python3
BIN = .venv/bin
TESTS = $(BIN)/pytest -n 2 --dist worksteal --durations 10

.PHONY: lesson test check fast train newest release

lesson: .venv/installed
	@$(BIN)/python -m course.ch8 --lang it

# attacks on the grader take all that a machine has: nothing that is timed runs beside them
test: check fast train newest

check: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m course audit chapters words exercises

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
