// The English catalogue; setup.de.ts has the same words in German.

export const loading = "Waiting for the games …";
export const noAnswer = "Python does not answer; it may have stopped.";
export const title = "New game";
export const region = (place: number) => (place > 1 ? `${title}, view ${place}` : title);
export const rule = (rule: string) => `rule ${rule}`;

export const games = "Which game?";
export const seats = ([fewest, most]: [number, number]) => `${fewest} to ${most} players`;

export const players = "Who plays?";
export const seat = (n: number) => `Seat ${n}`;
export const name = "Name";
export const playedBy = "Played by";
export const person = "A person";
export const computer = (id: string) => `Computer: ${id}`;
/** How many may play, and what the computer players are like. */
export const about = (range: [number, number], computers: { id: string; text: string }[]) =>
  `${seats(range)}. ${computers.filter(({ text }) => text).map(({ id, text }) => `“${id}” ${text}.`).join(" ")}`;
export const fallbackName = (n: number) => `Player ${n}`;
export const names = ["Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "George", "Hypatia"];
export const add = "Add a player";
export const remove = "Remove";
export const added = (name: string, n: number) => `${name} sits down at seat ${n}.`;
export const removed = (name: string) => `${name} leaves the table.`;
export const trimmed = (edition: string, most: number, names: string[]) =>
  `${edition} is for at most ${most} players: ${names.join(" and ")} ${names.length === 1 ? "sits" : "sit"} this one out.`;
export const shared = "Several people at one screen: the table hides all cards until you have passed it on.";
export const nobody = "At least one seat needs a person.";

export const length = "How long?";
export const phases = "Phases to play";
export const presets = {
  all: (n: number) => `All ${n === 10 ? "ten" : n} phases`,
  even: () => "Only even phases",
  odd: () => "Only odd phases",
  five: () => "The first 5 phases",
  choice: () => "My choice",
};
export const presetNumbers = (numbers: number[]) => numbers.join(", ");
export const phasesChosen = (numbers: number[]) =>
  numbers.length ? `${numbers.length === 1 ? "phase" : "phases"} ${presetNumbers(numbers)}` : "no phase yet";
export const phase = (n: number) => `Phase ${n}`;
export const noPhase = "Choose at least one phase.";
export const advance = "Everybody moves on each round, phase made or not; the lowest score wins";
export const order = "Phases in any order: pick one when you lay down";
export const notWithAdvance = "Not while everybody moves on each round: then the order is fixed.";
export const notWithOrder = "Not while phases are picked in any order: everybody has their own next phase.";

export const more = "More rules";
export const dealerUsual = "The last seat, as usual";
export const dealerSeat = (name: string, next: string) => `${name}, so ${next} starts`;

export const deal = "Play a given deal";
export const seed = "Number or word";
export const seedHint = "The same number or word deals the same cards again. Leave it empty for a new deal.";

export const rules = (edition: string) => `Rules of ${edition} in short`;

export const play = "Play";
export const starting = "Starting …";
export const summary = (edition: string, names: string[], phases: string) => [edition, names.join(", "), phases].join(" · ");
