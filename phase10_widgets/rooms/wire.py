"""The connection between a page and the service of shared tables: the room's messages, and each table's own.

Messages are JSON texts over a websocket. A page says ``hello`` first. The table's own views and messages, as in
`table`, travel inside ``tell`` and ``say`` and stay as they are.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ..ui.setup.wire import Options, OptionSpec, PhaseLine
from ..ui.table.messages_wire import Message
from ..ui.table.wire import About, NamedSeat, View
from ..ui.wire import Reject
from .lesson.wire import LiveLessonDown, LiveLessonUp

LiveRole: TypeAlias = Literal["host", "guest", "wall"]
"""A host opens tables and decides about them; a wall shows what everybody may see, and no names."""
LivePresence: TypeAlias = Literal["person", "away", "stand-in", "computer", "free"]
"""The present player of a seat: its person, perhaps away or with a stand-in; a computer player; or nobody."""
LiveState: TypeAlias = Literal["open", "playing", "over"]
"""Open while people take their seats."""


# before there is a connection: POST live/join and live/open


class LiveJoin(TypedDict):
    """Join with the key of a link, or with the code that somebody typed."""

    key: NotRequired[str]
    """128 random bits, from the part of the link after ``#``."""
    code: NotRequired[str]
    """Six letters."""
    name: str
    """1 to 20 visible characters."""


class LiveOpen(TypedDict):
    """Open a game for friends."""

    name: str
    language: str


class LiveRecover(TypedDict):
    """Join as the host of a room from another device: POST live/recover."""

    code: NotRequired[str]
    """The recovery code."""
    link: NotRequired[str]
    """The key after ``#h=`` in a host's link; it becomes invalid once a page that used it says hello."""


class LiveJoined(TypedDict):
    """The answer to all of them."""

    token: str
    """256 random bits that identify the person. The browser keeps them."""


class LiveRefused(TypedDict):
    """The answer to a refused request."""

    code: str
    """For programs: "refused", "unknown", "full", "closed", "wait", or "soon": then the page tries again by itself."""
    why: str
    """For people: a sentence."""
    after: NotRequired[float]
    """The seconds to wait before another try."""


# down


class LivePerson(TypedDict):
    """Somebody in the room."""

    person: int
    name: str
    host: bool
    there: bool
    """True if a page of theirs is connected."""
    table: int | None
    """The table at which they sit."""
    hand: int
    """The place of their raised hand in the queue, from 1; 0 if it is down. Only hosts see other people's."""


class LiveSeat(TypedDict):
    """A seat at a table."""

    name: str
    """The name of the person or the computer player; empty for a free seat."""
    presence: LivePresence
    person: int | None
    phase: int | None
    """The phase it tries; null before the game, and where it is not chosen yet."""
    completed: list[int]


class LiveTable(TypedDict):
    """A table as people in the room see it."""

    table: int
    state: LiveState
    own: int | None
    """The only seat that this person may take in the running game; null if they have none."""
    edition: str
    """The edition's id."""
    title: str
    """The edition's name."""
    preset: str
    """The preset's id."""
    line: str
    """The game in a few words: preset, number of house rules, and level of the computer players."""
    level: int
    """The level of its computer players, 1 to 10."""
    options: Options
    """The house rules that differ from the preset's."""
    most: int
    """The most seats that the edition allows."""
    phases: list[int]
    """The numbers of the phases to play, in order."""
    seats: list[LiveSeat]
    round: int | None
    to_act: int | None
    needs: str
    """A sentence for the host; empty if nothing needs attention."""
    urgency: int
    """The higher, the sooner the host should look; 0 if nothing needs attention."""


class LiveChoice(TypedDict):
    """An edition or a preset that a host can choose."""

    id: str
    name: str
    line: str


class LiveWelcome(TypedDict):
    """The answer to ``hello``."""

    kind: Literal["welcome"]
    v: Literal[1]
    person: int
    name: str
    role: LiveRole
    language: str
    code: str
    """The code of the room, six letters."""
    key: str
    """The key for the link that invites others."""
    notice: str
    """The notice that every page shows."""
    editions: list[LiveChoice]
    presets: list[LiveChoice]


class LiveRoom(TypedDict):
    """Everything about the room: its people and tables. It replaces the previous message."""

    kind: Literal["room"]
    locked: bool
    """Nobody else can join."""
    paused: bool
    same: bool
    """All tables play the same cards."""
    clock: int
    """The seconds for a turn; 0 for no clock."""
    pace: float
    """The seconds before a computer player acts."""
    names: bool
    """Walls show names."""
    people: list[LivePerson]
    tables: list[LiveTable]
    table: int | None
    """The table that this page shows."""
    seat: int | None
    """This person's seat there; null for spectators."""


class LiveRules(TypedDict):
    """The house rules that a host can choose for a table: the answer to "rules"."""

    kind: Literal["rules"]
    table: int
    phases: list[PhaseLine]
    """All phases of the edition."""
    options: list[OptionSpec]
    usual: Options
    """The value of each option in the preset."""


class LiveTell(TypedDict):
    """A table's constant content, view or message."""

    kind: Literal["tell"]
    table: int
    about: NotRequired[About]
    view: NotRequired[View]
    message: NotRequired[Message]


class LiveHere(TypedDict):
    """The people at the table that this page shows, and the time left for the turn."""

    kind: Literal["here"]
    seats: list[LivePresence]
    to_act: NamedSeat | None
    left: float | None
    """The seconds left; null while the clock stands still. It is never a date, because the clocks of phones differ."""
    of: float | None
    """The seconds for a turn; null without a clock."""
    paused: bool
    watchers: int


class LiveRecovery(TypedDict):
    """The host's ways back from another device; they are shown once."""

    kind: Literal["recovery"]
    code: str
    """Four groups of five letters."""
    link: str
    """The key of a link that works once."""


class LiveBye(TypedDict):
    """The service ends the connection."""

    kind: Literal["bye"]
    code: int
    """4401: unknown token; 4403: removed; 4409: the page has another version; 4410: the room is closed; 4421: another
    process serves the room; 4429: newer pages of this person have replaced it, or its messages are invalid; 1012: the
    service restarts, or cannot store anything."""
    why: str
    after: float | None
    """The seconds before the page reconnects; null for never."""


LiveDown: TypeAlias = (
    LiveWelcome | LiveRoom | LiveRules | LiveTell | LiveHere | LiveRecovery | LiveBye | LiveLessonDown | Reject
)


# up


class LiveHello(TypedDict):
    """The first message on a connection, within ten seconds."""

    kind: Literal["hello"]
    v: Literal[1]
    token: str
    language: str
    wall: NotRequired[Literal[True]]
    """A host's page on the projector."""


class LiveBeat(TypedDict):
    """A sign of life, every four seconds while the page is visible."""

    kind: Literal["beat"]


class LiveSay(TypedDict):
    """A message to the table that this page shows, as in `table`."""

    kind: Literal["say"]
    message: dict[str, object]


class LiveSit(TypedDict):
    """Take a seat, or change seats."""

    kind: Literal["sit"]
    id: str
    table: int
    seat: NotRequired[int]
    """A free seat, by default the first."""


class LiveStand(TypedDict):
    """Leave the seat, or stop watching."""

    kind: Literal["stand"]
    id: str


class LiveWatch(TypedDict):
    """Watch a table."""

    kind: Literal["watch"]
    id: str
    table: int


class LiveBack(TypedDict):
    """Take over from a stand-in."""

    kind: Literal["back"]
    id: str


class LiveHand(TypedDict):
    """Raise a hand, so that the host comes, or lower it."""

    kind: Literal["hand"]
    id: str
    up: bool
    person: NotRequired[int]
    """The person whose hand a host lowers."""


class LiveSpeak(TypedDict):
    """Speak another language from now on."""

    kind: Literal["language"]
    language: str


class LivePlan(TypedDict):
    """A host changes the game of a table before it begins."""

    kind: Literal["plan"]
    id: str
    table: int
    edition: str
    preset: str
    seats: int
    level: int
    options: NotRequired[Options]
    """House rules beyond the preset; "phases" has numbers of the edition's phases."""


class LiveRulesRequest(TypedDict):
    """A host asks for the house rules that a table could have."""

    kind: Literal["rules"]
    id: str
    table: int


class LiveStart(TypedDict):
    """A host starts a table, or all of them; computer players take the free seats."""

    kind: Literal["start"]
    id: str
    table: int | None


class LiveTables(TypedDict):
    """A host sets the number of tables, 1 to 40; only empty ones go."""

    kind: Literal["tables"]
    id: str
    n: int


class LiveSame(TypedDict):
    """A host chooses the same cards at every table, or separate deals, from the next start on."""

    kind: Literal["same"]
    id: str
    on: bool


class LiveClock(TypedDict):
    """A host limits every turn to 30, 60 or 90 seconds; 0 removes the limit."""

    kind: Literal["clock"]
    id: str
    seconds: int


class LivePace(TypedDict):
    """A host sets the seconds before a computer player acts: 0.4, 0.8 or 2."""

    kind: Literal["pace"]
    id: str
    seconds: float


class LiveLock(TypedDict):
    """A host lets nobody else in, or lets people in again."""

    kind: Literal["lock"]
    id: str
    on: bool


class LivePause(TypedDict):
    """A host stops all tables, or lets them go on."""

    kind: Literal["pause"]
    id: str
    on: bool


class LiveNames(TypedDict):
    """A host shows names on walls, or none."""

    kind: Literal["names"]
    id: str
    on: bool


class LivePlace(TypedDict):
    """A host seats somebody, also in a running game, or takes them off a table."""

    kind: Literal["place"]
    id: str
    person: int
    table: int | None
    seat: NotRequired[int]
    """A free seat, by default the first."""


class LiveReseat(TypedDict):
    """A host gives a person's place to a newcomer: their browser has lost the token, and they have joined again."""

    kind: Literal["reseat"]
    id: str
    person: int
    newcomer: int


class LiveRecoveryAsk(TypedDict):
    """A host asks for a new recovery code; it invalidates the earlier one."""

    kind: Literal["recovery"]
    id: str


class LiveAlone(TypedDict):
    """A host ends their other devices."""

    kind: Literal["alone"]
    id: str


class LiveKick(TypedDict):
    """A host removes somebody; computer players take over, and nobody else gets in until the host unlocks the room."""

    kind: Literal["kick"]
    id: str
    person: int
    later: NotRequired[Literal[True]]
    """True to remove everybody who joined after them as well."""


class LiveEnd(TypedDict):
    """A host closes the room, which deletes everything about it."""

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
