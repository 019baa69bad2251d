"""Cards, phases and games sent to another process."""

from __future__ import annotations

import base64
import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import phase10_widgets as p10
from phase10_widgets import Game, Phase
from tests.faults import every

ROOT = Path(__file__).parents[2]


def there_and_back(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@every("edition", p10.EDITIONS)
def test_cards_stay_the_same_objects(edition: str) -> None:
    for card in p10.edition(edition).deck(2):
        assert there_and_back(card) is card
        assert copy.deepcopy(card) is card
        if card.back is not None:
            assert there_and_back(card.turned) is card.turned
            assert there_and_back(card.back) is card.back


def test_pickled_values_are_equal_in_a_fresh_process() -> None:
    """Equal phases have equal hashes there as well, although string hashes differ."""
    (card,) = p10.edition("flip").cards("9/R5!")
    game, phase = Game.new("masters", seed=1), Phase.parse("1 set of 3 + 1 run of 4")
    program = """if True:
        import base64, pickle, sys
        card, game, phase = pickle.loads(base64.b64decode(sys.argv[1]))
        other = type(phase).parse(str(phase))
        print(repr(card), game.position(), phase == other, phase in {other}, sep="\\n")
    """
    env = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(ROOT)}
    data = base64.b64encode(pickle.dumps((card, game, phase))).decode()
    command = [sys.executable, "-W", "error", "-c", program, data]
    lines = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=True).stdout.splitlines()
    assert lines == [repr(card), str(game.position()), "True", "True"]
