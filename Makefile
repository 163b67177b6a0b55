PYTHON ?= python3
BIN = .venv/bin
TESTS = $(BIN)/pytest --durations 10

# tests start many processes: each would compile all that it imports
unexport PYTHONDONTWRITEBYTECODE

.PHONY: lesson format check quick fast test slow site tensorflow attacks newest release draws matrix

lesson: .venv/installed
	@$(BIN)/python -m course.ch8 --lang it

format: .venv/installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/ruff format --config ruff-shown.toml

# lint, types, the contract of the content, and the tests that take seconds
fast: check quick

# some use one core only, and attacks and the browser mostly wait: others can run meanwhile
test: .venv/installed
	$(MAKE) --jobs 2 --output-sync=target check quick
	$(MAKE) --jobs 2 --output-sync=target slow attacks .nox/installed .pyodide/installed
	$(MAKE) --jobs 2 --output-sync=target newest tensorflow site

release: .venv/installed .nox/installed .pyodide/installed
	$(TESTS) -m "(release or newest or pt) and not (tf or site)"
	$(TESTS) -m "release and site"
	$(TESTS) -m "release and tf"
	$(BIN)/nox --no-install -- tests/cases -m "pt and release"
	$(MAKE) draws

# what each symptom is on other sets of versions: an environment for each, and more than an hour
matrix: .venv/installed
	$(BIN)/nox -s matrix extras colab
	$(BIN)/python -m course audit --update recordings

# every kept answer of every exercise on twenty draws, which takes hours
draws: .venv/installed
	$(TESTS) -m draws

check: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/ruff format --check --config ruff-shown.toml
	$(BIN)/mypy
	$(BIN)/python -m course audit chapters words exercises cases recordings

quick: .venv/installed
	$(TESTS)

slow: .venv/installed
	$(TESTS) -m "slow and not (site or tf or pt or train or attacks or newest or release)"

# the web site in Chromium, with an exercise that runs in its page
site: .venv/installed .pyodide/installed
	$(TESTS) -m "site and not release"

# in processes of their own, so that none has to hold both frameworks
tensorflow: .venv/installed
	$(TESTS) -m "tf and not (attacks or release or newest)"

# attacks on the grader: a test run in which all of them are graded
attacks: .venv/installed
	$(TESTS) -n 0 -m "attacks and not release"

# what needs PyTorch, on the newest libraries, which readers on Colab have
newest: .nox/installed
	$(BIN)/nox --no-install

.venv/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	# what is imported is compiled then; of these libraries that is little
	$(BIN)/python -m pip install --quiet --no-compile -c constraints.txt -e ".[tf,pt]" --group dev --group site
	$(BIN)/python tests/support/compiled.py 2> /dev/null
	touch $@

# the newest libraries
.nox/installed: .venv/installed constraints-newest.txt noxfile.py
	$(BIN)/nox --install-only
	touch $@

# Python for the browser
.pyodide/installed: Makefile
	npm install --silent --no-audit --no-fund --no-package-lock --prefix .pyodide pyodide@314.0.7
	touch $@
