"""The people in all rooms, keyed by token; anyone with a person's token counts as that person."""

from __future__ import annotations

from .codes import digest, new_token, token_hash
from .room import Person, Room
from .storage.room_store import RoomStore

MOST_TOKENS = 10
"""The maximum number of tokens per person; an additional one invalidates all earlier ones."""


class People:
    """The people in all rooms, keyed by token hash."""

    def __init__(self, store: RoomStore) -> None:
        """Start with no people."""
        self._store = store
        self._by_token: dict[bytes, tuple[Room, Person]] = {}

    def load(self, room: Room) -> None:
        """Load a room's people from the store."""
        for row in self._store.people(room.id):
            self._by_token[row.token] = room, room.people[row.person]
        for person, token in self._store.more_tokens(room.id):
            self._by_token[token] = room, room.people[person]

    def find(self, token: object) -> tuple[Room, Person] | None:
        """Return the room and the person to whom a token belongs, or None if it belongs to nobody."""
        return self._by_token.get(digest(token) or b"")

    def add(self, room: Room, person: Person, token: str) -> None:
        """Add a person who has just joined."""
        self._by_token[token_hash(token)] = room, person

    def another_token(self, room: Room, person: Person) -> str:
        """Return an additional token for a person to use on another device."""
        token = new_token(room.code[0])
        hashed = token_hash(token)
        if len(self._tokens(person)) >= MOST_TOKENS:
            self.keep_only(room, person, hashed)
        else:
            self._store.add_token(room.id, person.id, hashed)
            self._by_token[hashed] = room, person
        return token

    def keep_only(self, room: Room, person: Person, token: bytes) -> None:
        """Invalidate all of a person's tokens except this one."""
        self._store.keep_token(room.id, person.id, token)
        self.drop(person)
        self._by_token[token] = room, person

    def hand(self, room: Room, person: Person, newcomer: Person) -> None:
        """Make a newcomer's token a person's only token, and store the newcomer's deals as that person's."""
        (token,) = self._tokens(newcomer)
        deals = room.lesson.deals_of_both(person.id, newcomer.id)
        self._store.merge(room.id, person.id, newcomer.id, token, deals)
        for one in (person, newcomer):
            self.drop(one)
        self._by_token[token] = room, person

    def drop(self, person: Person) -> None:
        """Forget a person."""
        for token in self._tokens(person):
            del self._by_token[token]

    def drop_room(self, room: Room) -> None:
        """Forget everybody in a room."""
        self._by_token = {token: found for token, found in self._by_token.items() if found[0] is not room}

    def _tokens(self, person: Person) -> list[bytes]:
        return [token for token, (_, one) in self._by_token.items() if one is person]
