PYTHON ?= python3
BIN = .venv/bin
TESTS = $(BIN)/pytest -n 2 --dist worksteal --durations 10

.PHONY: lesson format test check most tf alone newest release

lesson: .venv/installed
	@$(BIN)/python -m course.ch8 --lang it

test: check most tf alone newest

check: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/ruff format --check --config ruff-shown.toml
	$(BIN)/mypy
	$(BIN)/python -m course audit chapters words exercises

format: .venv/installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/ruff format --config ruff-shown.toml

# what needs PyTorch runs on the newest libraries, and on these before a release
most: .venv/installed
	$(TESTS) -m "not tf and not pt and not alone and not release and not newest"

# in processes of their own, so that none has to hold both frameworks
tf: .venv/installed
	$(TESTS) -m "tf and not alone and not release and not newest"

# attacks on the grader, and launches of several processes, take all that a machine has
alone: .venv/installed
	$(TESTS) --dist loadfile -m "alone and not release"

newest: .venv/installed
	$(BIN)/nox

release: .venv/installed
	$(TESTS) -m "release or newest or pt"

.venv/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	# what is imported is compiled then; of these libraries that is little
	$(BIN)/python -m pip install --quiet --no-compile -c constraints.txt -e ".[tf,pt]" --group dev
	touch $@
