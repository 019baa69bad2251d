PYTHON ?= python3
BIN := .venv/bin
TESTED_PYTHON := build/tested/venv/bin/python
VENV := $(PYTHON) devtools/build/venv.py
TESTED := --tested analysis app cluster fast hosts lab rl voila
SOAK := tests/game/test_games.py tests/rules/test_solver.py tests/reference/test_against_referee.py \
	tests/contracts/test_hidden.py tests/contracts/test_honesty.py tests/rules/test_sample.py \
	tests/odds/test_numpy_engine.py tests/teaching/test_lessons.py

.NOTPARALLEL:
.PHONY: help play lab site docs check test test-all all lint lint-python lint-frontend lint-tools format bench soak release-check clean

define HELP
Times are for two cores; a first run also installs what it needs into .venv.

  make play           play the game in your browser                     seconds; 30 s the first time
  make lab            open JupyterLab with lessons and the gallery      seconds; 1 min the first time
  make site           build the static site into _site/                 30 s; 67 s the first time
  make docs           build the documentation into build/docs/          1 min
  make check          lint and run the quick tests before a commit      45 s; 3 min the first time
  make lint           check style and types (lint-python, lint-frontend)   1 min
  make format         format the code with ruff                         seconds
  make test           run the tests for every change on a built wheel   15 min
  make test-all       run all tests in all browsers and notebooks       40 min
  make all            lint and test every change in parallel            15 min
  make bench          measure the speed (docs/speed.md)                 10 min
  make soak           run long random games and many simulations        hours
  make release-check  check that a release is ready (docs/release.md)   5 min
  make clean          remove everything built or installed              seconds

Tools, each run as python -m NAME and explained at the top of its file:

  write committed files
    devtools.generate.golden           the messages that Python and TypeScript must both match
    devtools.generate.languages        the catalogs
    devtools.generate.notebooks FILE   a notebook's outputs, and its German page
    devtools.generate.german FILE      the entries of a lesson's German texts
    devtools.generate.analyses         the answers in docs/pandas.md (10 min, with pandas)
    devtools.generate.rule_table       docs/audit/rules.md
    devtools.generate.odds_table       docs/odds.md
    devtools.generate.array_tables     docs/rl-arrays.md
    devtools.generate.rl_picture       docs/rl-table.png
    devtools.generate.expected_draws   the numbers that the expert uses
    devtools.generate.screenshots OUT  the pictures of tables in the README and the documentation
    devtools.release.links             the Binder links
    devtools.measure.shuffle_check --page     the table in docs/shuffle.md (1 min)
    benchmarks --page                  the tables in docs/speed.md
    benchmarks.baselines --page        the table in docs/rl.md (hours)
  measure and check
    benchmarks.questions               the time that each question's trials take
    devtools.measure.load              the load of a school (docs/host.md; 13 min)
    devtools.measure.start             the time until the first page appears (1 min)
    devtools.measure.siege attacks     attacks on a server while honest people play (3 min each)
    devtools.measure.siege troubles    the same while its processes are killed (2 min each)
    devtools.measure.live.messages desk    hostile messages to shared tables; solo: to single visitors' games;
                                       lessons: to their pages (--first N splits a run)
    devtools.measure.inputs KIND       hostile phases or files (1 min)
    devtools.measure.live.kills        kill -9 on a shared-table server
    devtools.measure.live.stand_ins N  people who come and go at N shared tables
    devtools.measure.lighthouse        Lighthouse scores for a server's pages or the site
endef

help:
	$(info $(HELP))
	@:

play:
	@$(VENV) app
	@$(BIN)/phase10 play

lab:
	@$(VENV) app lab
	@$(BIN)/phase10 lab --folder . --no-copy

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
	@$(TESTED_PYTHON) -m devtools.build.suite check

test test-all all:
	@$(VENV) $(TESTED) dev
	@$(TESTED_PYTHON) -m devtools.build.chromium
	@$(TESTED_PYTHON) -m devtools.build.suite $@

bench:
	@$(VENV) app fast lab test
	$(BIN)/python -m benchmarks

soak:
	@$(VENV) fast test
	$(BIN)/python -m pytest -m "soak or not soak" -n auto $(SOAK)

release-check: docs
	@$(PYTHON) devtools/release/release.py

clean:
	rm -rf .venv _site dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks test-results
	rm -rf phase10_widgets/static phase10_widgets/frontend/node_modules phase10_widgets/frontend/src/protocol
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
