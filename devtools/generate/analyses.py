"""Run the worked analyses with large numbers of games, and write their answers into docs/pandas.md.

    python -m devtools.generate.analyses [NUMBER ...]

By default, all ten run, which takes about forty minutes on one core. Each notebook ends with a cell that prints its
answer. The notebooks need pandas and matplotlib (``pip install -e .[analysis]``).
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from pathlib import Path
from typing import Any

from devtools import command

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "pandas.md"
FOLDER = DOCS / "analyses"
LARGE = {1: 1000, 2: 2000, 3: 40_000, 4: 2000, 5: 2000, 6: 800, 7: 1000, 8: 600, 9: 200, 10: 20_000}
"""The value of PHASE10_GAMES for each notebook."""
UNITS = {2: "games of each edition", 3: "rounds", 5: "games for each number of seats", 6: "games of each phase"}
UNITS |= {8: "games of each length", 10: "hands for each phase"}
"""The unit of the count, if it is not games."""
ROW = re.compile(r"^\| \[(?P<title>[^\]]+)\]\(analyses/(?P<name>(?P<number>\d\d)_\w+)\.ipynb\) \|.*$", re.M)


def path_of(number: int) -> Path:
    (found,) = FOLDER.glob(f"{number:02}_*.ipynb")
    return found


def cells(path: Path) -> list[str]:
    """Return a notebook's code, cell by cell."""
    book = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]


def answer(number: int, games: int) -> str:
    """Return the text that the last cell of a notebook prints when it runs with this many games."""
    os.environ["PHASE10_GAMES"], os.environ["MPLBACKEND"] = str(games), "agg"
    names: dict[str, Any] = {}
    for code in cells(path_of(number)):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, path_of(number).name, "exec"), names)
    return printed.getvalue().strip()


def row(number: int, text: str, games: int) -> str:
    """Return a notebook's row in the page's table."""
    path = path_of(number)
    title = json.loads(path.read_text("utf-8"))["cells"][0]["source"]
    name = "".join(title).partition("\n")[0].removeprefix("# ")
    return f"| [{name}](analyses/{path.name}) | {text} | {games:,} {UNITS.get(number, 'games')} |"


def with_row(page: str, number: int, new: str) -> str:
    """Return the page with this notebook's row replaced."""
    return ROW.sub(lambda old: new if int(old["number"]) == number else old[0], page)


def main() -> None:
    """Run the notebooks named on the command line, or all of them, and write a row for each."""
    words = command.parser(__doc__)
    words.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="notebook number; by default, all")
    numbers = words.parse_args().numbers
    if unknown := {*numbers} - {*LARGE}:
        words.error(f"there is no notebook {min(unknown)}; the numbers are 1 to {max(LARGE)}")
    for number in numbers or LARGE:
        new = row(number, answer(number, LARGE[number]), LARGE[number])
        PAGE.write_text(with_row(PAGE.read_text("utf-8"), number, new), "utf-8")
        print(new, flush=True)


if __name__ == "__main__":
    main()
