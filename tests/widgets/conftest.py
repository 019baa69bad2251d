"""The widgets' own tests run as in a plain script."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_event_loop() -> Iterator[None]:
    """No event loop is running, although Playwright leaves one in a worker that it shares with other tests."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
