"""No page of the course prints a simulated result with more digits than its standard error supports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.repo.pages import PAGES, cells, every, source

CHI_SQUARE = {"expected[cell]:.1f", "part:.3f", "total:.3f"}
CHI_SQUARE |= {f"learner.number({one})" for one in ("erwartet[feld], '.1f'", "teil, '.3f'", "summe, '.3f'")}
"""Chi-square is computed from one table of counts. It estimates nothing, so it has no standard error."""
CHANCE = {"random", "sample", "choice", "choices", "shuffle", "randrange", "randint", "gauss"}
"""The methods of a random number generator; a function that calls one is a simulation."""
PLAYED = {"p10.odds.simulate", "p10.odds.answers", "p10.arena.play", "p10.Session", "p10.Game.new"}
ROUNDED = {"p10.odds.share", "p10.odds.average", "p10.odds.rounded"}
"""These show no more digits than the standard error supports."""
COMPUTED = {"round", "mean", "stdev", "pstdev", "correlation"}
WRITER = "learner.number"  # with the digits that a second argument names


def name_of(node: ast.AST) -> str:
    """Return a dotted name, or only its end if something else comes before it."""
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}".lstrip(".")
    return node.id if isinstance(node, ast.Name) else ""


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Walk a tree without what is rounded already."""
    if isinstance(node, ast.Call) and name_of(node.func) in ROUNDED:
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from walk(child)


class Reader:
    """Reads the cells of a page in order, and keeps the names whose values depend on chance."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.found: list[str] = []
        """The expressions that are printed with digits of their own choice."""

    def by_chance(self, node: ast.AST) -> bool:
        """Return True if the value depends on chance and was not rounded."""
        return self._draws([node], self.names)

    def _draws(self, nodes: Sequence[ast.AST], names: set[str]) -> bool:
        return any(
            (isinstance(one, ast.Name) and one.id in names)
            or (isinstance(one, ast.Attribute) and (one.attr in CHANCE or name_of(one) in PLAYED))
            for node in nodes
            for one in walk(node)
        )

    def read(self, body: list[ast.stmt], *, by_chance: bool = False) -> None:
        """Read some lines, such as those of a cell."""
        for statement in body:
            self._step(statement, by_chance=by_chance)

    def _step(self, node: ast.stmt, *, by_chance: bool) -> None:
        if isinstance(node, ast.FunctionDef):
            own = {one.arg for one in node.args.args}
            drawn = self._draws(node.body, self.names - own)
            self.names = self.names | {node.name} if drawn else self.names - {node.name}
        elif isinstance(node, ast.Assign | ast.AugAssign):
            self._look(node.value)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            self._set(targets, by_chance=by_chance or self.by_chance(node.value), keep=isinstance(node, ast.AugAssign))
        elif isinstance(node, ast.For | ast.While | ast.If):
            luck = by_chance or self.by_chance(node.iter if isinstance(node, ast.For) else node.test)
            if isinstance(node, ast.For):
                self._set([node.target], by_chance=luck)
            self.read([*node.body, *node.orelse], by_chance=luck)
        elif isinstance(node, ast.Expr):
            self._look(node.value)
            call = node.value
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append":
                self._set([call.func.value], by_chance=by_chance or any(map(self.by_chance, call.args)), keep=True)

    def _set(self, targets: Sequence[ast.expr], *, by_chance: bool, keep: bool = False) -> None:
        """Note whether these depend on chance; an item that is set at random makes its whole list random."""
        for target in targets:
            stored = [one for one in ast.walk(target) if isinstance(one, ast.Name)]
            place = [one for one in ast.walk(target) if isinstance(one, ast.Subscript)]
            luck = by_chance or any(self.by_chance(one.slice) for one in place)
            for name in stored[:1] if place else stored:
                if luck:
                    self.names.add(name.id)
                elif not keep and not place:
                    self.names.discard(name.id)

    def _look(self, node: ast.expr) -> None:
        """Note each loose number in this expression that is written out."""
        loops = [one for one in ast.walk(node) if isinstance(one, ast.comprehension) and not self.by_chance(one.iter)]
        own = {one.id for loop in loops for one in ast.walk(loop.target) if isinstance(one, ast.Name)}
        before, self.names = self.names, self.names - own
        self.found += [ast.unparse(one).strip("{}") for one in walk(node) if self._is_loose(one)]
        self.names = before

    def _is_loose(self, node: ast.AST) -> bool:
        if isinstance(node, ast.FormattedValue):
            spec = "" if node.format_spec is None else ast.unparse(node.format_spec)
            return self.by_chance(node.value) and (bool(set(spec) & set(".%e")) or self._is_computed(node.value))
        if not isinstance(node, ast.Call):
            return False
        if name_of(node.func) == "print":
            return any(self.by_chance(one) and self._is_computed(one) for one in node.args)
        if name_of(node.func) != WRITER or not self.by_chance(node.args[0]):
            return False
        counted = isinstance(node.args[0], ast.Call) and name_of(node.args[0].func) in {"len", "sum"}
        return (len(node.args) > 1 and not counted) or self._is_computed(node.args[0])

    def _is_computed(self, node: ast.AST) -> bool:
        """Return True for a quotient, a mean, or a share that shows all its digits; a text was looked at already."""
        if isinstance(node, ast.JoinedStr):
            return False
        whole = any(isinstance(one, ast.Attribute) and one.attr == "ends" for one in ast.walk(node))
        return any(
            (isinstance(one, ast.BinOp) and isinstance(one.op, ast.Div))
            or (isinstance(one, ast.Call) and name_of(one.func).rpartition(".")[2] in COMPUTED)
            or (isinstance(one, ast.Attribute) and one.attr == "shares" and not whole)
            for one in walk(node)
        )


def it_chooses_no_digits(path: Path) -> None:
    reader = Reader()
    for cell in cells(path, "code"):
        reader.read(ast.parse(source(cell)).body)
    assert {*reader.found} <= CHI_SQUARE


def test_a_simulated_result_is_rounded_by_the_library() -> None:
    """Only estimates, ``p10.odds.share``, ``average`` and ``rounded`` write results of chance; counts are exact."""
    every(PAGES, it_chooses_no_digits)
