"""The faces that people at shared tables choose: drawings that stand for them at their seats."""

from __future__ import annotations

from collections.abc import Collection

from ..base.translatable import Refusal, phrase
from ..ui.table.portraits import NAMES

TAKEN_FACE = phrase("Somebody at this table has this face: choose another.")


class Faces(dict[int, str]):
    """The faces of a room's people, keyed by person; people at one table have different ones."""

    def give(self, person: int, others: Collection[int | None]) -> None:
        """Give a person a face that none of the *others* at the table has, unless theirs is already different.

        >>> faces = Faces({1: "fox", 2: "fox"})
        >>> faces.give(2, [1, None])
        >>> faces
        {1: 'fox', 2: 'cat'}
        """
        taken = self._of(person, others)
        if self.get(person, "") in {"", *taken}:
            self[person] = next(face for face in NAMES if face not in taken)

    def choose(self, person: int, face: object, others: Collection[int | None]) -> None:
        """Give a person the face that they want.

        Raises:
            Refusal: there is no such face, or one of the *others* at the table has it.
        """
        if not isinstance(face, str) or face not in NAMES:
            raise Refusal("There is no such face.")
        if face in self._of(person, others):
            raise Refusal(TAKEN_FACE)
        self[person] = face

    def _of(self, person: int, others: Collection[int | None]) -> set[str]:
        """Return the faces of these people except *person*."""
        return {self[each] for each in others if each is not None and each != person and each in self}
