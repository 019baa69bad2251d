"""Everybody in every room, by their tokens: whoever has a token is that person."""

from __future__ import annotations

from .book import Book
from .codes import digest, new_token
from .room import Person, Room

MOST_TOKENS = 10
"""The most tokens of one person; with one more, all earlier ones are worth nothing."""


class People:
    """Everybody, by the hashes of their tokens."""

    def __init__(self, book: Book) -> None:
        """Know nobody yet."""
        self._book = book
        self._by_token: dict[bytes, tuple[Room, Person]] = {}

    def load(self, room: Room) -> None:
        """Know the people of a room of the book."""
        for row in self._book.people(room.id):
            self._by_token[row.token] = room, room.people[row.person]
        for person, token in self._book.more_tokens(room.id):
            self._by_token[token] = room, room.people[person]

    def find(self, token: object) -> tuple[Room, Person] | None:
        """Return the person with a token, and their room; None if nobody has it."""
        return self._by_token.get(digest(token) or b"")

    def add(self, room: Room, person: Person, token: str) -> None:
        """Know somebody who has just come."""
        self._by_token[digest(token) or b""] = room, person

    def another_token(self, room: Room, person: Person) -> str:
        """Return one more token for a person, as for another device."""
        token = new_token(room.code[0])
        hashed = digest(token)
        assert hashed is not None, "a token is a text"
        if len(self._tokens(person)) >= MOST_TOKENS:
            self.keep_only(room, person, hashed)
        else:
            self._book.add_token(room.id, person.id, hashed)
            self._by_token[hashed] = room, person
        return token

    def keep_only(self, room: Room, person: Person, token: bytes) -> None:
        """Make all tokens of a person but this one worth nothing."""
        self._book.keep_token(room.id, person.id, token)
        self.drop(person)
        self._by_token[token] = room, person

    def hand(self, room: Room, person: Person, newcomer: Person) -> None:
        """Make a newcomer's token the only one of a person, and write down what they bring; the newcomer is gone."""
        (token,) = self._tokens(newcomer)
        deals = room.lesson.deals_of_both(person.id, newcomer.id)
        self._book.merge(room.id, person.id, newcomer.id, token, deals)
        for one in (person, newcomer):
            self.drop(one)
        self._by_token[token] = room, person

    def drop(self, person: Person) -> None:
        """Know somebody no longer."""
        for token in self._tokens(person):
            del self._by_token[token]

    def drop_room(self, room: Room) -> None:
        """Know nobody in a room anymore."""
        self._by_token = {token: found for token, found in self._by_token.items() if found[0] is not room}

    def _tokens(self, person: Person) -> list[bytes]:
        return [token for token, (_, one) in self._by_token.items() if one is person]
