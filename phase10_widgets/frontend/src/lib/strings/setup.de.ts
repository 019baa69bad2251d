// The German catalogue: the same words as setup.en.ts.

export const loading = "Warte auf die Spiele …";
export const noAnswer = "Python antwortet nicht; vielleicht ist es beendet.";
export const title = "Neues Spiel";
export const region = (place: number) => (place > 1 ? `${title}, Ansicht ${place}` : title);
export const rule = (rule: string) => `Regel ${rule}`;

export const games = "Welches Spiel?";
export const seats = ([fewest, most]: [number, number]) => `${fewest} bis ${most} Personen`;

export const players = "Wer spielt?";
export const seat = (n: number) => `Platz ${n}`;
export const name = "Name";
export const playedBy = "Gespielt von";
export const person = "Mensch";
export const computer = (id: string) => `Computer: ${id}`;
export const about = (range: [number, number], computers: { id: string; text: string }[]) =>
  `${seats(range)}. ${computers.filter(({ text }) => text).map(({ id, text }) => `„${id}“ ${text}.`).join(" ")}`;
export const fallbackName = (n: number) => `Spieler ${n}`;
export const names = ["Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Georg", "Hypatia"];
export const add = "Noch jemand";
export const remove = "Entfernen";
export const added = (name: string, n: number) => `${name} setzt sich auf Platz ${n}.`;
export const removed = (name: string) => `${name} verlässt den Tisch.`;
export const trimmed = (edition: string, most: number, names: string[]) =>
  `${edition} ist für höchstens ${most} Personen: ${names.join(" und ")} ${names.length === 1 ? "setzt" : "setzen"} diesmal aus.`;
export const shared = "Mehrere an einem Bildschirm: Der Tisch verdeckt alle Karten, bis du ihn weitergegeben hast.";
export const nobody = "Auf mindestens einem Platz muss ein Mensch sitzen.";

export const length = "Wie lange?";
export const phases = "Zu spielende Phasen";
export const presets = {
  all: (n: number) => `Alle ${n === 10 ? "zehn" : n} Phasen`,
  even: () => "Nur gerade Phasen",
  odd: () => "Nur ungerade Phasen",
  five: () => "Die ersten 5 Phasen",
  choice: () => "Eigene Auswahl",
};
export const presetNumbers = (numbers: number[]) => numbers.join(", ");
export const phasesChosen = (numbers: number[]) =>
  numbers.length ? `${numbers.length === 1 ? "Phase" : "Phasen"} ${presetNumbers(numbers)}` : "noch keine Phase";
export const phase = (n: number) => `Phase ${n}`;
export const noPhase = "Wähle mindestens eine Phase.";
export const advance = "Alle rücken jede Runde weiter, Phase geschafft oder nicht; die wenigsten Punkte gewinnen";
export const order = "Phasen in beliebiger Reihenfolge: Beim Auslegen suchst du dir eine aus";
export const notWithAdvance = "Nicht, wenn alle jede Runde weiterrücken: Dann steht die Reihenfolge fest.";
export const notWithOrder = "Nicht bei beliebiger Reihenfolge: Dann hat jeder eine andere nächste Phase.";

export const more = "Weitere Regeln";
export const dealerUsual = "Der letzte Platz, wie üblich";
export const dealerSeat = (name: string, next: string) => `${name}; dann beginnt ${next}`;

export const deal = "Ein bestimmtes Spiel geben";
export const seed = "Zahl oder Wort";
export const seedHint = "Dieselbe Zahl oder dasselbe Wort gibt noch einmal dieselben Karten. Leer heißt: neu gemischt.";

export const rules = (edition: string) => `Regeln von ${edition} in Kürze`;

export const play = "Spielen";
export const starting = "Es geht los …";
export const summary = (edition: string, names: string[], phases: string) => [edition, names.join(", "), phases].join(" · ");
