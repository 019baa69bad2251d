"""Games with the same cards at every table, as in duplicate bridge: the luck is the same, so only the play differs.

All tables in a deal share a seed, so each table could give away the others' cards. Until every table has finished a
round, a table's cards in that round are shown only to the people there, and nobody can move to a table that is behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

from ..base.translatable import Refusal, phrase
from .codes import new_seed
from .plan import Plan
from .wire import LiveState

STILL = phrase("Other tables are still playing these cards. Another game can start once all have finished.")


class DealTable(Protocol):
    """The attributes and methods of a table that a shared deal uses."""

    number: int
    plan: Plan
    deal: SharedDeal | None

    @property
    def state(self) -> LiveState: ...
    @property
    def ready(self) -> bool: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def round(self) -> int: ...
    @property
    def finished_rounds(self) -> int: ...
    def check_plan(self, plan: Plan) -> None: ...
    def set_plan(self, plan: Plan) -> None: ...


T = TypeVar("T", bound=DealTable)


class SharedDeal:
    """A deal shared by several tables."""

    def __init__(
        self, seed: int, here: Iterable[int] | None = None, seen: Mapping[int, Mapping[int, int]] | None = None
    ) -> None:
        """Start with no tables; *here* and *seen* become the attributes of the same names."""
        self.seed = seed
        self.here = None if here is None else {*here}
        """The people who were in the room when the deal was drawn, or None if unknown."""
        self.tables: dict[int, DealTable] = {}
        """The tables that have begun with this deal, keyed by number."""
        self.seen = {person: dict(rounds) for person, rounds in (seen or {}).items()}
        """The last round whose cards a person saw at each table that they have left, keyed by person and table."""

    def add(self, table: DealTable) -> None:
        """Add a table that has begun with these cards."""
        table.deal = self
        self.tables[table.number] = table

    def drop(self, table: DealTable) -> None:
        """Remove a table that is gone or is playing something else."""
        table.deal = None
        self.tables.pop(table.number, None)

    @property
    def over(self) -> bool:
        """True once every table has finished playing these cards."""
        return all(table.state == "over" for table in self.tables.values())

    @property
    def open_rounds(self) -> int:
        """The number of rounds that every table has finished and that are therefore public."""
        return min((table.finished_rounds for table in self.tables.values() if table.state != "over"), default=0)

    def note(self, person: int, table: DealTable) -> None:
        """Record that a person is leaving a table and knows its cards."""
        self.seen.setdefault(person, {})[table.number] = table.round

    def merge(self, person: int, other: int) -> None:
        """Merge two records of the cards seen by the same person."""
        rounds = self.seen.setdefault(person, {})
        for number, seen in self.seen.pop(other, {}).items():
            rounds[number] = max(seen, rounds.get(number, 0))

    def check(self, person: int, table: DealTable, left: DealTable | None) -> None:
        """Refuse a seat to a person who knows cards that are still to be played there.

        Args:
            person: the person.
            table: the table with the seat.
            left: the table that they would leave for it.

        Raises:
            Refusal: another table has shown them cards from this table's round, or from a later one.
        """
        if self.over:
            return
        rounds = {number: seen for number, seen in self.seen.get(person, {}).items() if number != table.number}
        if left is not None and left is not table and left.deal is self:
            rounds[left.number] = left.round
        if max(rounds.values(), default=0) >= max(1, table.round):
            raise Refusal("This table still has to play cards that have been seen at another table.")
        others = [each.round for number, each in self.tables.items() if number != table.number]
        newcomer = self.here is not None and person not in self.here
        if newcomer and max(others, default=0) >= max(1, table.round):
            raise Refusal("Anyone who arrives after the deal can sit only at a table that is ahead of all others.")

    def forget(self, person: int) -> None:
        """Forget a removed person; the next person with that number is a newcomer."""
        if self.here is not None:
            self.here.discard(person)

    def to_dict(self) -> dict[str, Any]:
        """Return the deal's JSON form."""
        rows = {str(person): {str(at): seen for at, seen in rounds.items()} for person, rounds in self.seen.items()}
        return {"seed": self.seed, "seen": rows, "here": None if self.here is None else sorted(self.here)}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> SharedDeal:
        """Return a deal from the store."""
        rows = data["seen"].items()
        seen = {int(who): {int(at): last for at, last in rounds.items()} for who, rounds in rows}
        return cls(data["seed"], data.get("here"), seen)


class SameCards:
    """A room's choice between dealing the same cards at every table and dealing separately."""

    def __init__(self, settings: Mapping[str, Any] | None = None) -> None:
        """Read the choice from the store."""
        found = settings or {}
        self.on = found.get("on") is True
        self.deal = SharedDeal.read(found["deal"]) if found.get("deal") else None

    def to_dict(self) -> dict[str, Any]:
        """Return the choice's JSON form."""
        return {"on": self.on, "deal": None if self.deal is None else self.deal.to_dict()}

    def find(self, tables: Iterable[DealTable]) -> None:
        """Collect the deal's tables once they have been loaded from the store."""
        for table in tables:
            if self.deal is not None and table.seed == self.deal.seed:
                self.deal.add(table)

    @property
    def running(self) -> SharedDeal | None:
        """The deal that at least one table is still playing, or None."""
        return None if self.deal is None or self.deal.over else self.deal

    def switch(self, on: bool, tables: Mapping[int, T]) -> None:
        """Turn same-deal play on or off for all tables; turning it on gives every table the first table's plan.

        Raises:
            Refusal: a game is being played, or the first table's game has too few seats for the people at another
                table.
        """
        if any(table.state == "playing" for table in tables.values()):
            raise Refusal("Wait until no table is playing.")
        if on:
            self._plan_all(tables[min(tables)].plan, tables.values())
        self.on = on

    def set_plan(self, table: T, plan: Plan, tables: Mapping[int, T]) -> None:
        """Change a table's game, or all tables' games if they play the same cards.

        Raises:
            Refusal: a game is being played, or more people are sitting at a table than the new game has seats.
        """
        if not self.on:
            table.set_plan(plan)
        elif self.running is not None:
            raise Refusal(STILL)
        else:
            self._plan_all(plan, tables.values())

    def _plan_all(self, plan: Plan, tables: Iterable[DealTable]) -> None:
        changed = [table for table in tables if table.plan != plan]
        for table in changed:
            table.check_plan(plan)
        for table in changed:
            table.set_plan(plan)

    def to_start(self, table: T | None, tables: Mapping[int, T]) -> list[T]:
        """Return the tables to start: this one, or all ready ones if *table* is None.

        If all tables play the same cards, they begin a deal together, and a late table may begin it alone.

        Raises:
            Refusal: other tables are too far ahead, or nobody has a seat.
        """
        ready = [each for each in tables.values() if each.ready]
        if not self.on:
            ready = ready if table is None else [table]
        elif (deal := self.running) is not None:
            ready = [each for each in ready if each.deal is None and table in (None, each)]
            if not ready:
                raise Refusal(STILL)
            if deal.open_rounds:
                raise Refusal("The other tables have finished a round with these cards. Start with them next time.")
        if not ready:
            raise Refusal("Nobody is sitting at a table that could start.")
        return ready

    def draw(self, here: Iterable[int]) -> SharedDeal | None:
        """Return the current deal or a new one for tables that begin now, or None if each table gets separate cards.

        *here* lists the people in the room.
        """
        if not self.on:
            return None
        if self.running is None:
            self.deal = SharedDeal(new_seed(), here)
        return self.deal

    def forget(self, person: int) -> None:
        """Forget a person who has been removed from the room."""
        if self.deal is not None:
            self.deal.forget(person)

    def check(self, person: int, table: DealTable, left: DealTable | None) -> None:
        """Refuse a seat to a person who knows cards that are still to be played there (see
        :meth:`SharedDeal.check`)."""
        deal = self.running
        if deal is not None and (table.deal is deal or table.state == "open"):
            deal.check(person, table, left)
