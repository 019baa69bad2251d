"""Run tests on the site's own Python: ``pytest_in_pyodide.py WHEELS REPORT ...``, started by in_pyodide.mjs.

WHEELS is a folder in this repository with pytest as pure-Python wheels. REPORT is a JSON file in the repository for the
outcome of each test. All other arguments are passed to pytest.
"""
# mypy: ignore-errors

import json
import os
import sys
import zipfile
from pathlib import Path

REPOSITORY = Path("/repo")
LIBRARY = Path("/tmp/library")
MARKERS = "soak\nbrowser\nslow\nrotating"
"""The markers and settings defined by plugins that are missing here."""

wheels, report, *words = sys.argv[1:]
for wheel in sorted((REPOSITORY / wheels).glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(LIBRARY)
sys.path[:0] = [str(REPOSITORY), str(LIBRARY)]
os.chdir(REPOSITORY)
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = "/tmp/hypothesis"

await load_packages(["jinja2"])  # noqa: F704, F821, PLE1142

import pytest  # noqa: E402


class Outcomes:
    """A plugin that records the outcome of each test by name."""

    def __init__(self):
        self.outcomes = {"passed": [], "failed": [], "skipped": {}, "left out": []}

    def pytest_addoption(self, parser):
        parser.addini("timeout", "setting of pytest-timeout, which is missing here")

    def pytest_runtest_logreport(self, report):
        if report.skipped:
            self.outcomes["skipped"][report.nodeid] = report.longrepr[2]
        elif report.failed or report.when == "call":
            self.outcomes[report.outcome].append(report.nodeid)

    def pytest_collectreport(self, report):
        if report.skipped:
            self.outcomes["skipped"][report.nodeid] = report.longrepr[2]

    def pytest_deselected(self, items):
        self.outcomes["left out"] += [item.nodeid for item in items]


recorder = Outcomes()
addopts = "addopts=--import-mode=importlib --doctest-modules -m 'not soak'"
plain = ["-p", "no:cacheprovider", "-o", addopts, "-o", f"markers={MARKERS}"]
STATUS = int(pytest.main([*plain, *words], plugins=[recorder]))
(REPOSITORY / report).write_text(json.dumps(recorder.outcomes, indent=1))
sys.stdout.flush()
