"""Deal many hands at once and use them in simulations: ``simulate(…, engine="numpy")``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...rules.cards import MAX_CARDS, Card
from ..batch import holds
from ..counting.numpy_tables import np
from ..pool import Pool, face_on
from .card_experiment import in_order
from .deals import DealExperiment
from .experiment import Experiment
from .tally import Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

HANDS_PER_BLOCK = 1 << 13
"""The number of hands dealt at once, each from its own deck."""


def deal_hands(pool: Pool, cards: int, n: int, seed: int | str = 0, *, held: Iterable[Card] = ()) -> NDArray[Any]:
    """Return the face counts for *n* hands of *cards* cards from the pool: one row per hand, one column per face.

    Each hand is dealt from the whole pool, without replacement within a hand. The columns are those from
    :func:`batch.columns`. The same seed yields the same hands on every machine.

    >>> from phase10_widgets.editions import edition
    >>> hands = deal_hands(Pool.of_deck(edition("classic")), 10, 1000, seed=1)
    >>> hands.shape, set(hands.sum(axis=1).tolist())
    ((1000, 50), {10})

    Args:
        held: cards that every hand has in addition to those dealt.

    Raises:
        ValueError: *cards* is more than the pool has or a hand may contain, or *n* is negative.
    """
    faces = {code: at for at, code in enumerate(pool.side.faces)}
    own: Any = np.zeros(len(faces), np.uint8)
    kept = [face_on(card, pool.side).code for card in held]
    most = min(pool.size, MAX_CARDS - len(kept))
    if not 0 <= cards <= most:
        raise ValueError(f"each hand can be dealt 0 to {most} cards, not {cards}")
    if n < 0:
        raise ValueError(f"the number of hands must be at least 0, not {n}")
    for code in kept:
        own[faces[code]] += 1
    deck = np.array([faces[card.code] for card in in_order(pool)], np.uint8)
    found: Any = np.empty((n, len(faces)), np.uint8, order="F")
    bits = stream(seed)
    for start in range(0, n, HANDS_PER_BLOCK):
        rows = found[start : start + HANDS_PER_BLOCK]
        rows[:] = own
        _deal(rows, deck, cards, bits)
    return found


def stream(seed: int | str) -> Any:
    """Return the random bits for a seed. NumPy guarantees the same bits in every version and on every machine."""
    return np.random.Philox(np.random.SeedSequence(int.from_bytes(f"odds/numpy/{seed}".encode(), "big")))


def _deal(rows: Any, deck: Any, cards: int, bits: Any) -> None:
    """Deal *cards* cards to every row (a partial shuffle, vectorized)."""
    n, size = len(rows), len(deck)
    left = np.repeat(deck[:, None], n, axis=1).reshape(-1)
    hand = np.arange(n)
    flat = np.zeros((rows.shape[1], n), np.uint8)
    into = flat.reshape(-1)
    raw = bits.random_raw(n * ((cards + 1) // 2)).reshape(-1, n)
    for at in range(cards):
        random = raw[at // 2] >> np.uint64(32) if at % 2 else raw[at // 2] & np.uint64(0xFFFFFFFF)
        other = (random * np.uint64(size - at) >> np.uint64(32)).astype(np.intp)
        other += at
        other *= n
        other += hand
        card = left[other]
        left[other] = left[at * n : (at + 1) * n]
        place = card.astype(np.intp) * n + hand
        into[place] += 1
    rows += flat.T


def in_batches(question: Experiment, seed: int | str, chunk: int, trials: int) -> Tally:
    """Return the tally for a chunk of the "deal" question, whose trials all run together."""
    assert isinstance(question, DealExperiment), "a simulation's plan refuses any other question"
    held = question.held()
    hands = deal_hands(question.pool(), question.cards - len(held), trials, f"{seed}/{chunk}", held=held)
    hits = int(holds(question.edition, question.phase, hands, side=question.side).sum())
    return Tally("chance", trials, hits, hits * (trials - hits) / trials)
