"""Check that everything the package registers is available by name and works: ``python -m unittest discover tests``."""

from __future__ import annotations

import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import phase10_widgets as p10


class Registered(unittest.TestCase):
    def test_a_game_can_be_played_saved_replayed_and_reviewed(self) -> None:
        session = p10.Session("aurora", ["patient", "greedy"], seed=1)
        session.run()
        record = session.game.record()
        assert p10.Game.replay(record).standings == session.game.standings
        assert p10.Session.load(session.save()).game.record() == record
        assert p10.coach.review(session.game, round=1).decisions

    def test_the_odds_are_counted_or_simulated(self) -> None:
        exact = p10.odds.deal("aurora", 3)
        asked = p10.odds.question("deal", edition="aurora", phase=3)
        assert p10.odds.simulate(asked, 2000, seed=1).agrees_with(exact)
        leap = p10.odds.question("deal", edition="aurora", phase="1 leap of 4")
        assert p10.odds.simulate(leap, 500, seed=1).value > 0

    def test_the_player_plays_in_another_process(self) -> None:
        here = p10.arena.play("aurora", ["patient", "random"], games=4, seed=1)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            there = p10.arena.play("aurora", ["patient", "random"], games=4, seed=1, executor=pool)
        assert here == there

    def test_the_kind_works_in_every_game(self) -> None:
        found = p10.arrange("R2 B4 G6 W", "1 leap of 4", edition="classic")
        assert found is not None
        assert str(found.groups[0]) == "R2 B4 G6 W"

    def test_the_lesson_can_be_answered(self) -> None:
        (question,) = p10.teaching.lesson(21).questions
        question.check(range(50))
        exercise = question.exercise(1)
        assert exercise.check(str(exercise.answer)).outcome == "right"
        assert 21 in p10.teaching.all_numbers()


if __name__ == "__main__":
    unittest.main()
