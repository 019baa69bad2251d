PYTHON ?= python3
BIN := .venv/bin
VENV := $(PYTHON) devtools/build/venv.py
TESTED := app cluster fast lab marimo rl

.NOTPARALLEL:
.PHONY: help play lab site docs check test all lint lint-python lint-frontend lint-tools format bench soak release-check clean

help:
	@echo "make play    the game in the browser          make check  before a commit: lint and what is quick"
	@echo "make lab     JupyterLab with the gallery      make test   all tests, with the browser"
	@echo "make lint    formatting, types, front-end     make all    lint and all tests side by side"
	@echo "make site    the site that needs no server, into _site/"
	@echo "make docs    the documentation, into build/docs/"
	@echo "make bench   how fast things are              make soak   long random play"
	@echo "make release-check  whether a release is ready"
	@echo "make format  let ruff write the formatting    make clean  remove what was built and installed"

play:
	@$(VENV) app
	@$(BIN)/phase10 play

lab:
	@$(VENV) app lab
	@$(BIN)/phase10 lab

site:
	@$(PYTHON) devtools/build/website.py

docs:
	@$(VENV) docs
	@$(BIN)/python -m devtools.build.docs

lint: lint-python lint-frontend

lint-python: lint-tools
	$(BIN)/ruff check --output-format concise .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-frontend: lint-tools
	$(BIN)/python -m devtools.build.frontend check

lint-tools:
	@$(VENV) dev

format:
	@$(VENV) dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

check:
	@$(VENV) $(TESTED) dev
	@$(BIN)/python -m devtools.build.suite check

test:
	@$(VENV) $(TESTED) test
	@$(BIN)/python -m devtools.build.chromium
	@$(BIN)/python -m devtools.build.suite test

all:
	@$(VENV) $(TESTED) dev
	@$(BIN)/python -m devtools.build.chromium
	@$(BIN)/python -m devtools.build.suite all

bench:
	@$(VENV) app fast lab test
	$(BIN)/python -m benchmarks

soak:
	@$(VENV) test
	$(BIN)/python devtools/measure/soak.py

release-check: docs
	@$(PYTHON) devtools/release/release.py

clean:
	rm -rf .venv _site dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks test-results
	rm -rf phase10_widgets/widgets/static phase10_widgets/frontend/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
