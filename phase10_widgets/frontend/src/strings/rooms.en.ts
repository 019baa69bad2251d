// The English catalog; de/rooms.ts has the German texts.

export const title = "Play together";
export const language = "Language";
export const home = "Start page";

export const name = "Your name";
export const code = "Code";
export const codeHint = "The six letters that your host shows you.";
export const invited = "You are invited.";
export const invitedBy = (name: string) => `${name} invites you to a game of Phase 10.`;
export const whichName = "Which name should the others see?";
export const joinWithCode = "Join with a code";
export const join = "Join";
export const sending = "One moment …";
export const back = "You have been here before";
export const goOn = (name: string) => `Go on as ${name}`;
export const friends = "No code?";
export const open = "Open a room";
export const openHint = "You host it: the others join with your link or code.";
export const withFriends = "Play with friends";
export const openTable = "Open a table";
export const withCode = "I have a code";
export const tableOf = (name: string) => `${name}’s table`;
export const waitingFor = (name: string) => `Waiting for ${name} to start.`;
export const shareLink = "Share the link";
export const orCode = "or the code";
export const empty = "free";
export const startWith = (computers: number) => (computers ? `Start with ${computers === 1 ? "a computer player" : `${computers} computer players`}` : "Start");
export const office = "Game, rules and room";
export const backToFriends = "Back to the table";
export const againAsk = "Again?";
export const againBy = (names: string[], missing: string[] = []) => `Again: ${names.join(", ")}.${missing.length ? ` Waiting for ${missing.join(", ")}.` : ""}`;
export const againToo = "again";
export const face = "Choose your face";
export const yourTurn = "Your turn";
export const teacher = "I am the teacher";
export const recovery = "Recovery code";
export const recoveryHint = "Four groups of five letters, which the room's page has shown you.";
export const recover = "Go back to my room";
export const noName = "Enter a name.";
export const longName = "A name has at most 20 characters.";
export const wrongCode = "A code has six letters.";
export const noAnswer = "The server is not responding. Try again in a moment.";
export const noWall = "Open the wall from the room's page.";

export const connecting = "Connecting …";
export const lost = "Connection lost. Trying again …";
export const found = "Connected again.";
export const outdated = "This page has changed.";
export const reload = "Reload the page";
export const goOnHere = "Go on here";
export const ended = "This room is closed.";

export const room = "Room";
export const greeting = (name: string) => `Hello, ${name}`;
export const hostStarts = "The host starts the game.";
export const chooseSeat = "Choose a seat. The host starts the game.";
export const youHost = "Invite the others, then start.";
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

export const hand = "Raise your hand";
export const handDown = "Lower your hand";
export const handIsUp = "Your hand is up.";
export const handIsDown = "Your hand is down.";
export const hands = "Raised hands";
export const handOf = (name: string) => `${name} raises a hand`;
export const handsUp = (names: string[]) => `Raised hands: ${names.join(", ")}`;
export const handDone = "Done";

export const people = (n: number) => (n === 1 ? "One person is here" : `${n} people are here`);
export const host = "host";
export const notHere = "offline";
export const atTable = (n: number) => `table ${n}`;
export const remove = "Remove";
export const removeReally = (name: string) => `Remove ${name}? A computer takes the seat, and the room is locked until you unlock it.`;
export const removeLater = (n: number) => `Also remove the ${n === 1 ? "person" : `${n} people`} who came later`;
export const cancel = "Cancel";

export const move = "Move";
export const moveWho = (name: string) => `Where ${name} sits`;
export const moveTo = "Table";
export const noTable = "no table";
export const seat = "Seat";
export const anySeat = "any free seat";
export const moveGo = "Seat there";
export const isReally = (name: string) => `${name} has joined again and is really`;
export const nobody = "nobody else";
export const reseat = "Give that place back";

export const invite = "Invite the others";
export const inviteHow = "Scan the picture, open the link or enter the code:";
export const link = "Link";
export const copy = "Copy the link";
export const copied = "The link is copied.";
export const copyThis = "Copy the link from the field.";
export const lockedNow = "The room is locked: nobody else can join.";

export const settings = "Game and rules";
export const edition = "Game";
export const preset = "Rules";
export const seats = "Seats";
export const level = "Computer players";
export const levelOf = (n: number) => `level ${n}`;

export const manage = "Settings";
export const tables = "Number of tables";
export const fewer = "One table fewer";
export const more = "One more table";
export const start = "Start";
export const startAll = "Start all tables";
export const again = "Start another game";
export const lock = "Lock the room";
export const unlock = "Unlock the room";
export const pause = "Pause all tables";
export const goOnAll = "Resume all tables";
export const wall = "Open the wall";
export const cards = "Cards";
export const ownCards = "each table has its own";
export const sameCards = "the same at every table";
export const sameHint = "Luck is equal, play differs. All tables start together, and those who watch see no cards until all have finished.";
export const houseRules = "House rules";
export const samePlan = "All tables have this game.";
export const clock = "Time for a turn";
export const clockOf = (n: number) => (n ? `${n} seconds` : "no limit");
export const pace = "Computer players play";
export const paces = ["fast", "at a normal pace", "slowly"];
export const wallNames = "Names on the wall";
export const wallNobody = "none";
export const wallEverybody = "shown";
export const devices = "Another device";
export const recoveryHow = "A recovery code or a one-time link makes you the host on another device, or brings you back if this browser loses the room.";
export const recoveryShow = "Show code and link";
export const recoveryNew = "Make new ones";
export const recoveryNote = "Write the code down. It is not shown again, and it is valid as long as this room.";
export const hostLink = "A link for one more device; it works once";
export const alone = "End my other devices";
export const aloneReally = "End this room's page on all your other devices?";
export const aloneConfirm = "End them";
export const teach = "Ask the class";
export const noPart = "This part of the page could not be loaded.";
export const end = "End and forget";
export const endReally = "End every game here and delete everything?";
export const endConfirm = "End and delete";

export const standIn = (names: string[]) => (names.length === 1 ? `A computer plays for ${names[0]}.` : `Computers play for ${names.join(" and ")}.`);
export const away = (names: string[]) => `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} away for a moment.`;
export const returned = (names: string[]) => `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} back.`;
export const left = (time: string) => `Time left: ${time}`;
export const yourTime = (time: string) => `Your time: ${time}`;
export const soon = "Ten seconds left.";
export const replaced = "A computer plays for you.";
export const playAgain = "Resume playing";
export const covered = "Every table plays these cards: you see phases and counts until all have finished.";
export const othersPlay = "Other tables are still playing these cards.";
export const hostAgain = "The host can start another game.";

export const wallTitle = "All tables";

/** The words of a shared table that differ from those of a table in a notebook. */
export const atTheTable = {
  leave: "Leave the table",
  leaveWarning: "Leave this game? Your seat stays free for you or a latecomer; a computer plays for it.",
  leaveConfirm: "Leave this game",
  lost: "The connection is lost.",
};
