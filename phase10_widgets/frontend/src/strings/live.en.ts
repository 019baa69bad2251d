// The English catalog; de/live.ts has the German texts.

export const title = "Play together";
export const language = "Language";

export const name = "Your name";
export const code = "Code";
export const codeHint = "The six letters that your host shows you.";
export const invited = "You are invited. Which name should the others see?";
export const join = "Join";
export const sending = "One moment …";
export const back = "You have been here before";
export const goOn = (name: string) => `Go on as ${name}`;
export const friends = "No code?";
export const open = "Open a table for friends";
export const openHint = "You host it: the others join with your link or code.";
export const noName = "Enter a name.";
export const longName = "A name has at most 20 characters.";
export const wrongCode = "A code has six letters.";
export const noAnswer = "The server does not answer. Try again in a moment.";
export const noWall = "Open the wall from the page of the room.";

export const connecting = "Connecting …";
export const lost = "Connection lost. Trying again …";
export const found = "Connected again.";
export const outdated = "This page has changed.";
export const reload = "Reload the page";
export const ended = "This room is closed.";

export const room = "Room";
export const greeting = (name: string) => `Hello, ${name}`;
export const hostStarts = "The host starts the game.";
export const chooseSeat = "Choose a seat. The host starts the game.";
export const youHost = "Invite the others, then start.";
export const table = (n: number) => `Table ${n}`;
export const states = { open: "not started", playing: "playing", over: "over" };
export const round = (n: number) => `round ${n}`;
export const seatOf = (table: number, seat: number) => `at table ${table}, seat ${seat}`;
export const you = "you";
export const sit = "Sit here";
export const stand = "Leave the seat";
export const unwatch = "Stop watching";
export const watch = "Watch";
export const toTable = "Go to the table";
export const takeOver = "Take over";
export const presences = { away: "away", "stand-in": "a computer plays", computer: "computer", free: "free" };
export const phase = (n: number) => `phase ${n}`;
export const toAct = "plays now";

export const people = (n: number) => (n === 1 ? "One person is here" : `${n} people are here`);
export const host = "host";
export const notHere = "not connected";
export const atTable = (n: number) => `at table ${n}`;
export const remove = "Remove";
export const removeReally = (name: string) => `Remove ${name}? A computer takes the seat.`;
export const cancel = "Cancel";

export const invite = "Invite the others";
export const inviteHow = "Scan the picture, open the link or enter the code:";
export const link = "Link";
export const copy = "Copy the link";
export const copied = "The link is copied.";
export const copyThis = "Copy the link from the field.";
export const qr = "QR code of the link";
export const lockedNow = "The room is locked: nobody else can join.";

export const settings = "Game and rules";
export const edition = "Game";
export const preset = "Rules";
export const seats = "Seats";
export const level = "Computer players";
export const levelOf = (n: number) => `level ${n}`;

export const manage = "For the host";
export const tables = "Number of tables";
export const fewer = "One table fewer";
export const more = "One more table";
export const start = "Start";
export const startAll = "Start all tables";
export const again = "Start another game";
export const lock = "Lock the room";
export const unlock = "Unlock the room";
export const pause = "Pause all tables";
export const goOnAll = "Let all tables go on";
export const wall = "Open the wall for a projector";
export const teach = "Ask the class";
export const noLesson = "The question could not be loaded.";
export const retry = "Try again";
export const end = "End and forget";
export const endReally = "End every game here and delete everything?";
export const endConfirm = "End and delete";

export const paused = "Paused by the host.";
export const standIn = (names: string[]) => (names.length === 1 ? `A computer plays for ${names[0]}.` : `Computers play for ${names.join(" and ")}.`);
export const away = (names: string[]) => `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} away for a moment.`;
export const returned = (names: string[]) => `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} back.`;
export const left = (time: string) => `Time left: ${time}`;
export const hostAgain = "The host can start another game.";

export const wallTitle = "All tables";
export const wallJoin = "Join with this code";
export const wallSeat = (n: number, phase: number | null) => (phase === null ? `Seat ${n}` : `Seat ${n}, phase ${phase}`);

/** The words of a shared table that differ from those of a table in a notebook. */
export const atTheTable = {
  leave: "Leave the table",
  leaveWarning: "Leave this game? Your seat stays free for you or a latecomer; a computer plays for it.",
  leaveConfirm: "Leave this game",
  lost: "The connection is lost.",
};
