"""NumPy is optional: without it, code that needs it says what to install (``test_the_standard_library_is_enough``)."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
sys.modules["numpy"] = None
import inspect, pydoc, phase10_widgets.odds as odds
asked = odds.question("deal", edition="classic", phase=1)
for attempt in ("from phase10_widgets.odds import batch", 'odds.simulate(asked, 1000, engine="numpy")', "odds.batch"):
    try:
        exec(attempt)
    except (ImportError, AttributeError) as error:
        print(type(error).__name__, error)
print("odds.batch" in pydoc.plain(pydoc.render_doc(odds)))
print(hasattr(odds, "batch"), "batch" in dict(inspect.getmembers(odds)))
"""


def test_without_numpy_a_message_says_what_to_install_and_help_works() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    message = "checking many hands together requires NumPy: pip install 'phase10_widgets[fast]'"
    errors = [f"{name} {message}" for name in ("ImportError", "ImportError", "AttributeError")]
    assert done.stdout.splitlines() == [*errors, "True", "False False"]
