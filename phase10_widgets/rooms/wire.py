"""Messages between a page and the shared-table service, both for the room and for its tables.

They are JSON strings sent over a websocket. A page's first message is ``hello``. A table's views and messages, as
defined in `ui.table.wire`, are sent unchanged inside ``tell`` and ``say``.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ..ui.setup.wire import Options, OptionSpec, PhaseLine
from ..ui.table.messages_wire import Message
from ..ui.table.wire import About, NamedSeat, View
from ..ui.wire import Portrait, Reject
from .lesson.wire import LiveLessonDown, LiveLessonUp

LiveRole: TypeAlias = Literal["host", "guest", "wall"]
"""A page's role: a host opens and manages tables, and a wall shows only what everybody may see, without names."""
LivePresence: TypeAlias = Literal["person", "away", "stand-in", "computer", "free"]
"""A seat's current player: its person, who may be away or have a stand-in; a computer player; or nobody."""
LiveState: TypeAlias = Literal["open", "playing", "over"]
"""A table's state, which is "open" while people take their seats."""


# down: messages to the page


class LivePerson(TypedDict):
    """A person in the room."""

    person: int
    name: str
    host: bool
    there: bool
    """True if one of the person's pages is connected."""
    table: int | None
    """The table at which the person is sitting."""
    hand: int
    """The person's place in the queue of raised hands, starting at 1, or 0 if their hand is not raised. Only hosts see
    other people's places."""


class LiveSeat(TypedDict):
    """A seat at a table."""

    name: str
    """The name of the person or the computer player (empty for a free seat)."""
    presence: LivePresence
    person: int | None
    phase: int | None
    """The seat's current phase, or null before the game and until a phase is chosen."""
    completed: list[int]
    again: NotRequired[Literal[True]]
    """Present if the game is over and this person wants another one."""


class LiveTable(TypedDict):
    """A table as seen by people in the room."""

    table: int
    state: LiveState
    own: int | None
    """The only seat that this person may take in the current game, or null if they are not limited to one."""
    edition: str
    """The edition's id."""
    title: str
    """The edition's name."""
    preset: str
    """The preset's id."""
    line: str
    """The game in a few words: preset, number of house rules, and level of the computer players."""
    level: int
    """The level of the table's computer players, from 1 to 10."""
    options: Options
    """The house rules that differ from the preset's."""
    most: int
    """The maximum number of seats that the edition allows."""
    phases: list[int]
    """The numbers of the phases to play, in order."""
    seats: list[LiveSeat]
    round: int | None
    to_act: int | None
    needs: str
    """A sentence for the host (empty if nothing needs attention)."""
    urgency: int
    """The urgency: the higher it is, the sooner the host should look (0 if nothing needs attention)."""
    portraits: NotRequired[list[Portrait]]
    """Each seat's portrait, among friends."""


class LiveChoice(TypedDict):
    """An edition or a preset that a host can choose."""

    id: str
    name: str
    line: str


class LiveWelcome(TypedDict):
    """The reply to ``hello``."""

    kind: Literal["welcome"]
    v: Literal[1]
    person: int
    name: str
    role: LiveRole
    language: str
    code: str
    """The room's code: six letters."""
    key: str
    """The key for the invitation link."""
    notice: str
    """The notice that every page shows."""
    editions: list[LiveChoice]
    presets: list[LiveChoice]
    faces: NotRequired[dict[str, Portrait]]
    """The faces to choose from by id, among friends."""


class LiveRoom(TypedDict):
    """Everything about the room: its people and tables. This message replaces the previous one."""

    kind: Literal["room"]
    friends: NotRequired[Literal[True]]
    """Present if friends opened the room for a single table."""
    locked: bool
    """True if the room is locked, so that nobody else can join."""
    paused: bool
    same: bool
    """True if all tables play the same cards."""
    clock: int
    """The number of seconds per turn, or 0 for no clock."""
    pace: float
    """The number of seconds before a computer player acts."""
    names: bool
    """True if walls show names."""
    here: int
    """The number of people present, not counting hosts."""
    people: list[LivePerson]
    tables: list[LiveTable]
    table: int | None
    """The number of the table shown on this page."""
    seat: int | None
    """This person's seat at the table, or null for spectators."""


class LiveRules(TypedDict):
    """The reply to a "rules" message: the house rules that a host can choose for a table."""

    kind: Literal["rules"]
    table: int
    phases: list[PhaseLine]
    """All phases in the edition."""
    options: list[OptionSpec]
    usual: Options
    """The preset's value for each option."""


class LiveTell(TypedDict):
    """A table's constant content, view or message."""

    kind: Literal["tell"]
    table: int
    about: NotRequired[About]
    view: NotRequired[View]
    message: NotRequired[Message]


class LiveHere(TypedDict):
    """The people at the table shown on this page, and the time left in the turn."""

    kind: Literal["here"]
    seats: list[LivePresence]
    to_act: NamedSeat | None
    left: float | None
    """The number of seconds left, or null while the clock is stopped. It is never a time of day, because phones' clocks
    differ."""
    of: float | None
    """The number of seconds per turn, or null if there is no clock."""
    paused: bool
    watchers: int


class LiveRecovery(TypedDict):
    """Two ways for the host to return on another device; they are shown only once."""

    kind: Literal["recovery"]
    code: str
    """The recovery code: four groups of five letters."""
    link: str
    """The key for a single-use link."""


class LiveBye(TypedDict):
    """The service's notice that it is closing the connection."""

    kind: Literal["bye"]
    code: int
    """The close code. 4401: unknown token; 4403: removed; 4409: the page has a different version; 4410: the room is
    closed; 4421: another process serves the room; 4429: newer pages of the same person have replaced this one, or its
    messages are invalid; 1012: the service is restarting or cannot store anything."""
    why: str
    after: float | None
    """The number of seconds before the page reconnects, or null if it never does."""


LiveDown: TypeAlias = (
    LiveWelcome | LiveRoom | LiveRules | LiveTell | LiveHere | LiveRecovery | LiveBye | LiveLessonDown | Reject
)


# up: the page's messages


class LiveHello(TypedDict):
    """The first message on a connection, sent within ten seconds."""

    kind: Literal["hello"]
    v: Literal[1]
    token: str
    language: str
    wall: NotRequired[Literal[True]]
    """Present if the page is a wall, which a host shows on a projector."""


class LiveBeat(TypedDict):
    """A heartbeat, sent every four seconds while the page is visible."""

    kind: Literal["beat"]


class LiveSay(TypedDict):
    """A message to the table shown on this page, as defined in `table`."""

    kind: Literal["say"]
    message: dict[str, object]


class LiveSit(TypedDict):
    """Take a seat, or change seats."""

    kind: Literal["sit"]
    id: str
    table: int
    seat: NotRequired[int]
    """A free seat; by default, the first one."""


class LiveStand(TypedDict):
    """Leave the seat, or stop watching."""

    kind: Literal["stand"]
    id: str


class LiveWatch(TypedDict):
    """Watch a table."""

    kind: Literal["watch"]
    id: str
    table: int


class LiveAgain(TypedDict):
    """Ask for another game at this table; it begins once everybody present has asked for it."""

    kind: Literal["again"]
    id: str


class LiveFace(TypedDict):
    """Choose the face that the others see, before a game or after it."""

    kind: Literal["face"]
    id: str
    face: str
    """The id of a face that nobody else at the table has."""


class LiveBack(TypedDict):
    """Take over from a stand-in."""

    kind: Literal["back"]
    id: str


class LiveHand(TypedDict):
    """Raise a hand to call the host, or lower it."""

    kind: Literal["hand"]
    id: str
    up: bool
    person: NotRequired[int]
    """The person whose hand a host lowers."""


class LiveSpeak(TypedDict):
    """Switch to another language."""

    kind: Literal["language"]
    language: str


class LivePlan(TypedDict):
    """A host changes a table's game before it begins."""

    kind: Literal["plan"]
    id: str
    table: int
    edition: str
    preset: str
    seats: int
    level: int
    options: NotRequired[Options]
    """House rules that differ from the preset's; "phases" lists the edition's phases by number."""


class LiveRulesRequest(TypedDict):
    """A host asks for the house rules that can be chosen for a table."""

    kind: Literal["rules"]
    id: str
    table: int


class LiveStart(TypedDict):
    """A host starts one table or all of them; computer players take the free seats."""

    kind: Literal["start"]
    id: str
    table: int | None


class LiveTables(TypedDict):
    """A host sets the number of tables, 1 to 40; only empty ones are removed."""

    kind: Literal["tables"]
    id: str
    n: int


class LiveSame(TypedDict):
    """A host chooses the same cards at every table, or separate deals, starting with the next game."""

    kind: Literal["same"]
    id: str
    on: bool


class LiveClock(TypedDict):
    """A host limits every turn to 30, 60 or 90 seconds; 0 removes the limit."""

    kind: Literal["clock"]
    id: str
    seconds: int


class LivePace(TypedDict):
    """A host sets the number of seconds before a computer player acts: 0.4, 0.8 or 2."""

    kind: Literal["pace"]
    id: str
    seconds: float


class LiveLock(TypedDict):
    """A host locks or unlocks the room."""

    kind: Literal["lock"]
    id: str
    on: bool


class LivePause(TypedDict):
    """A host pauses or resumes all tables."""

    kind: Literal["pause"]
    id: str
    on: bool


class LiveNames(TypedDict):
    """A host shows or hides names on walls."""

    kind: Literal["names"]
    id: str
    on: bool


class LivePlace(TypedDict):
    """A host seats a person, even in a game in progress, or removes them from a table."""

    kind: Literal["place"]
    id: str
    person: int
    table: int | None
    seat: NotRequired[int]
    """A free seat; by default, the first one."""


class LiveReseat(TypedDict):
    """A host gives a person's place to a newcomer who is the same person, rejoining after their browser lost the
    token."""

    kind: Literal["reseat"]
    id: str
    person: int
    newcomer: int


class LiveRecoveryAsk(TypedDict):
    """A host asks for a new recovery code; it invalidates the earlier one."""

    kind: Literal["recovery"]
    id: str


class LiveAlone(TypedDict):
    """A host signs out their other devices."""

    kind: Literal["alone"]
    id: str


class LiveKick(TypedDict):
    """A host removes a person; computer players take over, and nobody else can join until the host unlocks the room."""

    kind: Literal["kick"]
    id: str
    person: int
    later: NotRequired[Literal[True]]
    """True to also remove everybody who joined after that person."""


class LiveEnd(TypedDict):
    """A host closes the room, which deletes all of its data."""

    kind: Literal["end"]
    id: str


LiveUp: TypeAlias = (
    LiveHello
    | LiveBeat
    | LiveSay
    | LiveSit
    | LiveStand
    | LiveWatch
    | LiveBack
    | LiveHand
    | LiveSpeak
    | LiveAgain
    | LiveFace
    | LivePlan
    | LiveRulesRequest
    | LiveStart
    | LiveTables
    | LiveSame
    | LiveClock
    | LivePace
    | LiveLock
    | LivePause
    | LiveNames
    | LivePlace
    | LiveReseat
    | LiveRecoveryAsk
    | LiveAlone
    | LiveKick
    | LiveEnd
    | LiveLessonUp
)
