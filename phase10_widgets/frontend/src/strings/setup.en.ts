// The English catalog; de/setup.ts has the German texts.

export const loading = "Waiting for the games …";
export const noAnswer = "Python is not responding; it may have stopped.";
export const title = "New game";
export const region = (place: number) => (place > 1 ? `${title}, view ${place}` : title);
export const rule = (rule: string) => `rule ${rule}`;

export const offers = "Games left unfinished";
export const nothingLeft = "Nothing is left of your unfinished game. A game is kept for 30 days after the last action in it.";
export const resume = "Go on";
export const forget = "Forget";
export const language = "Language";

export const games = "Which game?";
export const seats = ([fewest, most]: [number, number]) => `${fewest} to ${most} players`;

export const players = "Who plays?";
export const seat = (n: number) => `Seat ${n}`;
export const name = "Name";
export const playedBy = "Played by";
export const person = "A person";
export const simple = "Simple players";
/** The level of all computer players; null if they differ. */
export const levels = (level: number | null) => (level === null ? "One level for all computer players" : `Level of all computer players: ${level}`);
export const lowest = "beginner";
export const middle = "medium";
export const highest = "expert";
export const levelHint = (usual: number) => `New to the game? Level ${usual} is a fair match. Level 1 makes many mistakes, level 10 hardly any. No level sees hidden cards.`;
export const hints = "Hints";
export const hintsLine = "A button at the table says what an expert would do; after each round you see your costliest decisions.";
export const fallbackName = (n: number) => `Player ${n}`;
export const add = "Add a player";
export const remove = "Remove";
export const added = (name: string, n: number) => `${name} takes seat ${n}.`;
export const removed = (name: string) => `${name} leaves the table.`;
export const trimmed = (edition: string, most: number, names: string[]) =>
  `${edition} is for at most ${most} players: ${names.join(" and ")} ${names.length === 1 ? "sits" : "sit"} this one out.`;
export const shared = "Several people at one screen: the table hides all cards until you have passed it on.";
export const nobody = "At least one player must be a person.";

export const presets = "Which rules?";
export const changed = "changed";
export const phases = "Phases";
/** A summary of the phases in play. */
export const phasesPlayed = (numbers: number[], all: number, own: number | null) =>
  own !== null ? `${own} of our own` : numbers.length === all ? `all ${all}` : numbers.join(", ") || "none yet";
export const fromList = "From the game's own list";
export const ownList = "Our own list";
export const phase = (n: number) => `Phase ${n}`;
export const noPhase = "Choose at least one phase.";
export const wrongPhase = (n: number) => `Phase ${n} of your list is not a valid phase yet.`;
export const builderHint = "Write each phase, or press “Groups” and pick.";
export const cards = (n: number) => `${n} cards`;
export const checking = "Checking …";
export const groups = "Groups";
export const group = (n: number) => `Group ${n}`;
export const kind = "Kind";
export const size = "Cards";
export const addGroup = "Add a group";
export const addPhase = "Add a phase";
export const startOver = "Start again from the game's list";
export const up = "Up";
export const down = "Down";
export const moved = (from: number, to: number) => `Phase ${from} is now phase ${to}.`;
export const gone = (n: number) => `Phase ${n} is removed.`;

export const more = "Rules one by one";
export const dealerUsual = "The last seat, as usual";
export const dealerSeat = (name: string, next: string) => `${name}, so ${next} starts`;

export const files = "Save and load";
export const rulesName = "A name for these rules";
export const saveRules = "Save these rules as a file";
export const loadFile = "Load rules or a saved game from a file";
export const paste = "Or paste the contents of such a file";
export const loadText = "Load this text";
export const loaded = (name: string) => (name ? `The rules “${name}” are loaded.` : "The rules are loaded.");

export const deal = "Play a given deal";
export const seed = "Number or word";
export const seedHint = "The same number or word deals the same cards again. Leave it empty for a new deal.";

export const rules = (edition: string) => `Rules of ${edition} in brief`;

export const minutes = (n: number) => `${n} min`;
export const learn = "Learn in 3 minutes";
export const learnFirst = "New to Phase 10? Win a first game that shows you how it goes.";
export const learnAgain = "The first game, step by step.";
export const play = "Play";
export const starting = "Starting …";
export const summary = (edition: string, names: string[], phases: string, n: number) => [edition, names.join(", "), phases, `about ${n} min`].join(" · ");
