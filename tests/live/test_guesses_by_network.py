"""A household's 256 IPv6 networks have more than one of them, and much less than 256."""

from __future__ import annotations

from phase10_widgets.live.guesses import (
    MOST_JOINS,
    MOST_OPENED,
    MOST_WRONG,
    WIDER,
    Arrivals,
    EntryRefused,
    Guesses,
    Openings,
)


def networks() -> list[str]:
    return [f"2001:db8:1:{n:x}::1" for n in range(256)]


NEIGHBOR = "2001:db8:2::1"


def test_wrong_codes_of_a_household() -> None:
    guesses = Guesses()
    tried = 0
    for address in networks() * MOST_WRONG:
        if guesses.wait(address, 0.0):
            break
        guesses.wrong(address, 0.0)
        tried += 1
    assert tried == MOST_WRONG * WIDER
    assert guesses.wait(networks()[255], 0.0) > 0
    assert guesses.wait(NEIGHBOR, 0.0) == 0


def test_one_network_of_it_has_the_bound_of_an_address() -> None:
    guesses = Guesses()
    for _ in range(MOST_WRONG):
        assert guesses.wait(networks()[0], 0.0) == 0
        guesses.wrong(networks()[0], 0.0)
    assert guesses.wait(networks()[0], 0.0) > 0
    assert guesses.wait(networks()[1], 0.0) == 0


def test_rooms_that_a_household_opens_and_joins() -> None:
    openings, arrivals = Openings(), Arrivals()
    opened = joined = 0
    for address in networks() * 3:
        if not openings.wait(address, 0.0):
            openings.note(address, 0.0)
            opened += 1
    assert opened == MOST_OPENED * WIDER
    for address in networks() * MOST_JOINS:
        try:
            arrivals.check(1, address, 0.0)
        except EntryRefused:
            continue
        arrivals.note(1, address, 0.0)
        joined += 1
    assert joined == MOST_JOINS * WIDER
    arrivals.check(2, networks()[0], 0.0)
    arrivals.check(1, NEIGHBOR, 0.0)
