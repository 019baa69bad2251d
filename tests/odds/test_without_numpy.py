"""NumPy is optional: everything except the batch path works without it, and nothing imports it unnecessarily."""

from __future__ import annotations

import subprocess
import sys

HIDDEN = "import sys; sys.modules['numpy'] = None\n"


def run(source: str) -> str:
    """Return the output of a fresh Python."""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_odds_import_no_numpy() -> None:
    source = "import sys, phase10_widgets.odds as odds; odds.questions(); odds.deal('classic', 4)\n"
    assert run(source + "print(sorted({'numpy', 'numba', 'multiprocessing'} & set(sys.modules)))") == "[]"


def test_counting_and_simulating_need_no_numpy() -> None:
    source = HIDDEN + "from phase10_widgets import odds\nasked = odds.question('deal', edition='classic', phase=1)\n"
    assert run(source + "print(odds.deal('classic', 1).percent, odds.simulate(asked, 1000, seed=1))").startswith(
        "18.28"
    )


def test_whoever_asks_for_many_hands_is_told_what_to_install() -> None:
    source = HIDDEN + "from phase10_widgets import odds\nasked = odds.question('deal', edition='classic', phase=1)\n"
    message = "many hands at once need NumPy: pip install 'phase10_widgets[fast]'"
    for attempt in ("from phase10_widgets.odds import batch", "odds.simulate(asked, 1000, engine='numpy')"):
        attempted = f"try:\n    {attempt}\nexcept ImportError as error:\n    print(error)"
        assert run(source + attempted) == message


def test_help_works_without_numpy_and_names_what_needs_it() -> None:
    source = HIDDEN + "import inspect, pydoc, phase10_widgets.odds as odds\n"
    assert "odds.batch" in run(source + "print(pydoc.plain(pydoc.render_doc(odds)))")
    assert run(source + "print(hasattr(odds, 'batch'), 'batch' in dict(inspect.getmembers(odds)))") == "False False"
    message = "many hands at once need NumPy: pip install 'phase10_widgets[fast]'"
    assert run(source + "try:\n    odds.batch\nexcept AttributeError as error:\n    print(error)") == message
