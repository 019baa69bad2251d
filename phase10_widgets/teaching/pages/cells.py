"""The code in a lesson's notebook, for a page without cells: which cells show a screen, and which cells those need.

Only the notebook's code ever runs, in a namespace whose ``p10`` builds screens; code from a visitor is never run.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

PACKAGE = __name__.partition(".")[0]
YOUR_TURN, PLAYER = "learner.your_turn", "learner.player"
"""The decorators that show a card for the function below them; the function itself is not called."""
CARDS = frozenset(
    {
        "ask",
        "recall",
        "mixed",
        "pretest",
        "posttest",
        "hands",
        "calibration",
        "design",
        "table",
        "your_turn",
        "overview",
    },
)
"""The learner methods that return a screen."""


class CodeCell(NamedTuple):
    """A cell with code."""

    source: str
    binds: frozenset[str]
    """The names that the cell binds."""
    uses: frozenset[str]
    """The names that the cell uses."""
    builds: frozenset[str]
    """The bound names that refer to a screen."""
    shows: bool
    """True if the cell shows a screen."""
    player: bool
    """True if the cell defines the learner's player."""
    last: str | None
    """The expression in the cell's last line, whose value a notebook shows; None if there is none."""


def read_cell(source: str, screens: Container[str]) -> CodeCell:
    """Read a cell; *screens* are the names in ``p10`` that build a screen.

    >>> cell = read_cell("p10.figures.Series(games=n)", {"figures.Series"})
    >>> cell.shows, sorted(cell.uses), sorted(cell.binds)
    (True, ['n', 'p10'], [])
    >>> sorted(read_cell("from math import comb as c; n = c(5, 2)", ()).binds)
    ['c', 'n']
    >>> [read_cell(each, {"Learner"}).shows for each in ("learner", "learner.ask('table')", "learner.number(0.5)")]
    [True, True, False]
    >>> read_cell("%matplotlib inline", ()).last
    '%matplotlib inline'
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:  # notebook commands
        return CodeCell(source, frozenset(), frozenset(), frozenset(), shows=False, player=False, last=source)
    bound, used = set[str](), set[str]()
    _note_names(tree, bound, used)
    *_, end = tree.body or [ast.Pass()]
    last = ast.unparse(end.value) if isinstance(end, ast.Expr) and not source.rstrip().endswith(";") else None
    built = frozenset(_built(tree, screens))
    marks = _marks(tree)
    shows = last in built or bool(marks) or _ends_with(tree, screens)
    return CodeCell(source, frozenset(bound), frozenset(used), built, shows, PLAYER in marks, last)


def needed(cells: Mapping[int, CodeCell], number: int) -> list[int]:
    """Return the numbers of the cells to run before the cell with this number, in order, followed by its own number.

    A name comes from the nearest earlier cell that binds it.

    >>> cells = {at: read_cell(text, ()) for at, text in enumerate(["a = 1", "b = 2", "a = a + 1", "c = a"])}
    >>> needed(cells, 3)
    [0, 2, 3]
    """
    found, open_ = {number}, [number]
    while open_:
        at = open_.pop()
        for name in cells[at].uses - frozenset(dir(builtins)):
            before = [other for other in cells if other < at and name in cells[other].binds]
            if before and max(before) not in found:
                found.add(max(before))
                open_.append(max(before))
    return sorted(found)


def shown(cells: Mapping[int, CodeCell], number: int) -> bool:
    """Return True if the cell with this number shows a screen, which an earlier cell may have built.

    >>> cells = {at: read_cell(text, {"Table"}) for at, text in enumerate(["t = p10.Table()", "t", "t = 1", "t"])}
    >>> [shown(cells, at) for at in cells]
    [False, True, False, False]
    """
    name = cells[number].last
    before = [other for other in cells if other < number and name in cells[other].binds]
    return cells[number].shows or bool(before and name in cells[max(before)].builds)


def _built(tree: ast.Module, screens: Container[str]) -> Iterator[str]:
    """Yield the names that refer to a screen after the code has run."""
    assigned = {
        target.id: _is_screen(statement.value, screens)
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    return (name for name, is_screen in assigned.items() if is_screen)


def _marks(tree: ast.Module) -> set[str]:
    """Return the decorators on a cell's last function that show a card."""
    match tree.body:
        case [*_, ast.FunctionDef(decorator_list=found)]:
            return {YOUR_TURN, PLAYER} & set(map(ast.unparse, found))
    return set()


def _ends_with(tree: ast.Module, screens: Container[str]) -> bool:
    """Return True if a cell ends with a screen or a learner."""
    match tree.body:
        case [*_, ast.Expr(value)]:
            return _is_screen(value, screens)
    return False


def _is_screen(node: ast.expr, screens: Container[str]) -> bool:
    """Return True if the value of an expression is a screen, or a learner (shown as its progress)."""
    match node:
        case ast.Name("learner"):
            return True
        case ast.Call(ast.Attribute(ast.Name("learner"), name)):
            return name in CARDS
        case ast.Call(ast.Attribute(ast.Call(kind), name)) if _is_one_of(kind, {"Learner"}):
            return name in CARDS
        case ast.Call(ast.Attribute(kind)) if _is_one_of(kind, screens):  # such as DrawOdds.of(...)
            return True
        case ast.Call(kind):
            return _is_one_of(kind, screens)
    return False


def _is_one_of(node: ast.expr, names: Container[str]) -> bool:
    """Return True if an expression is one of these names in ``p10``, or one imported from there."""
    path = ast.unparse(node)
    return path.removeprefix("p10.") in names or f"figures.{path}" in names


def _note_names(node: ast.AST, bound: set[str], used: set[str]) -> None:
    """Add the names that the code uses to *used*, and those that it leaves bound to *bound*."""
    match node:
        case ast.Name(name, ast.Load()):
            used.add(name)
        case ast.Name(name):
            bound.add(name)
        case ast.Import(names) | ast.ImportFrom(names=names):
            bound |= {(each.asname or each.name).partition(".")[0] for each in names}
        case ast.AugAssign(ast.Name(name), _, value):
            used.add(name)
            bound.add(name)
            _note_names(value, bound, used)
        case ast.FunctionDef(name, decorator_list=decorators) if YOUR_TURN in map(ast.unparse, decorators):
            bound.add(name)  # the card uses its source text
            used.add("learner")
        case ast.FunctionDef(name, decorator_list=outside) | ast.ClassDef(name, bases=outside):
            bound.add(name)
            _note_all(outside, bound, used)
            _note_all(ast.iter_child_nodes(node), set(), used)
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            _note_all(ast.iter_child_nodes(node), set(), used)
        case _:
            _note_all(ast.iter_child_nodes(node), bound, used)


def _note_all(nodes: Iterable[ast.AST], bound: set[str], used: set[str]) -> None:
    for node in nodes:
        _note_names(node, bound, used)
