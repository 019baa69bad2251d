"""The people of all rooms by their tokens: whoever has a token is that person."""

from __future__ import annotations

from .codes import digest, new_token, token_hash
from .room import Person, Room
from .storage.room_store import RoomStore

MOST_TOKENS = 10
"""The most tokens of one person; one more invalidates all earlier ones."""


class People:
    """The people of all rooms, by the hashes of their tokens."""

    def __init__(self, store: RoomStore) -> None:
        """Start without anybody."""
        self._store = store
        self._by_token: dict[bytes, tuple[Room, Person]] = {}

    def load(self, room: Room) -> None:
        """Load the people of a room from the store."""
        for row in self._store.people(room.id):
            self._by_token[row.token] = room, room.people[row.person]
        for person, token in self._store.more_tokens(room.id):
            self._by_token[token] = room, room.people[person]

    def find(self, token: object) -> tuple[Room, Person] | None:
        """Return the room and the person of a token; None if nobody has it."""
        return self._by_token.get(digest(token) or b"")

    def add(self, room: Room, person: Person, token: str) -> None:
        """Add somebody who has just joined."""
        self._by_token[token_hash(token)] = room, person

    def another_token(self, room: Room, person: Person) -> str:
        """Return an additional token for a person, for another device."""
        token = new_token(room.code[0])
        hashed = token_hash(token)
        if len(self._tokens(person)) >= MOST_TOKENS:
            self.keep_only(room, person, hashed)
        else:
            self._store.add_token(room.id, person.id, hashed)
            self._by_token[hashed] = room, person
        return token

    def keep_only(self, room: Room, person: Person, token: bytes) -> None:
        """Invalidate all tokens of a person but this one."""
        self._store.keep_token(room.id, person.id, token)
        self.drop(person)
        self._by_token[token] = room, person

    def hand(self, room: Room, person: Person, newcomer: Person) -> None:
        """Give a person a newcomer's token as their only one, and store the newcomer's deals as theirs."""
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
