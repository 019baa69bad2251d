"""A sampler of hidden cards, for programs that sample the same observation many times."""

from __future__ import annotations

from random import Random

from ..base.integers import check_seed
from ..rules.hidden.worlds import explained, state_now
from ..rules.observation import SAMPLERS, SPECTATOR, BacksSeen, Observation, Recall, RecallStart
from ..rules.record import begun
from .game import Game


class Sampler:
    """A sampler of games that one seat cannot tell from the true one; see :meth:`Observation.sampler`."""

    def __init__(self, observation: Observation, seed: int | str = 0) -> None:
        """Work out what the seat knows, which is done only once."""
        self.observation = observation
        self._random = Random(check_seed(seed))
        self._known = explained(observation)
        self._recalls = _recalls(observation)

    def sample(self) -> Game:
        """Return the next game.

        >>> seen = Game.new("classic", seed=7).observe(0)
        >>> sampler = Sampler(seen, seed=1)
        >>> sampler.sample().observe(1).hand == sampler.sample().observe(1).hand
        False
        """
        view = self.observation
        if view.edition.must_lay_down:
            return view.sample(self._random)  # type: ignore[no-any-return]
        state = state_now(self._known, self._random)
        return Game(state, (), view.log, self._recalls, begun(state, None), state)

    def __repr__(self) -> str:
        return f"<Sampler of {self.observation!r:.200}>"


def _recalls(view: Observation) -> tuple[Recall, ...]:
    """Return every seat's recall, followed by the spectator's: only what the observing seat knows of it."""
    opening = view.recall[0]
    assert isinstance(opening, RecallStart), "a recall begins with an opening"
    flips = [item for item in view.recall if isinstance(item, BacksSeen)]
    public: Recall = (RecallStart(opening.public, (), ()), *flips)
    found: list[Recall] = [() for _ in view.seats]
    found.append(public)
    found[SPECTATOR if view.seat == SPECTATOR else view.seat] = view.recall
    return tuple(found)


SAMPLERS["sampler"] = Sampler
