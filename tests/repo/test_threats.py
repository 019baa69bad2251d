"""Every bound on the page about threats has a test that exists."""

from __future__ import annotations

import re

from tests.packages import CHECKOUT


def test_every_named_test_exists() -> None:
    rows = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (CHECKOUT / "docs/threats.md").read_text("utf-8"))
    assert len(rows) == 50
    missing = [
        f"{path}::{name}"
        for path, name in rows
        if not re.search(rf"^def {name}\(", (CHECKOUT / path).read_text("utf-8"), re.MULTILINE)
    ]
    assert missing == []
