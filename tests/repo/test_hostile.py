"""Bad messages are refused with a sentence; ``devtools.measure.hostile`` sends a hundred times as many."""

from __future__ import annotations

import pytest

from devtools.measure import bad_messages

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def met() -> bad_messages.Met:
    return bad_messages.attack(1_000, seed=2)


def test_every_message_is_refused_with_a_sentence(met: bad_messages.Met) -> None:
    assert met.not_refused == {}
    assert met.without_sentence == {}


def test_nothing_breaks_and_nothing_is_logged(met: bad_messages.Met) -> None:
    assert met.raised == {}
    assert met.logged == []


def test_what_is_played_and_learned_stays_as_it_was(met: bad_messages.Met) -> None:
    assert met.changed == {}
