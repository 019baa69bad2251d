"""Each feature that docs/lessons.md promises has existing tests."""

from __future__ import annotations

import ast
import re

from tests.packages import CHECKOUT

TABLE = (CHECKOUT / "docs" / "audit" / "features.md").read_text("utf-8")
ROWS = re.findall(r"(?m)^\| (\d+) \| (.+) \| (.+) \|$", TABLE)
FEATURES = 35


def test_every_feature_has_a_row() -> None:
    assert [int(number) for number, _, _ in ROWS] == list(range(1, FEATURES + 1))


def test_what_shows_it_exists() -> None:
    for number, _, shown in ROWS:
        named = re.findall(r"`([^`]+)`", shown)
        assert any(each.startswith("tests/") for each in named), number
        for each in named:
            if each.startswith("phase10 "):
                continue
            path, _, test = each.partition("::")
            if path.startswith("python -m "):
                path = path.removeprefix("python -m ").replace(".", "/") + ".py"
            assert (CHECKOUT / path).is_file(), each
            if test:
                body = ast.parse((CHECKOUT / path).read_text("utf-8")).body
                assert test in {node.name for node in body if isinstance(node, ast.FunctionDef)}, each
