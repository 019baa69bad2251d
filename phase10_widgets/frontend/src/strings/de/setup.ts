// The German catalog: the texts of setup.en.ts.

export const loading = "Warte auf die Spiele …";
export const noAnswer = "Keine Antwort. Warte einen Moment und versuche es dann noch einmal.";
export const title = "Neues Spiel";
export const region = (place: number) => (place > 1 ? `${title}, Ansicht ${place}` : title);
export const rule = (rule: string) => `Regel ${rule}`;

export const offers = "Angefangene Spiele";
export const resume = "Fortsetzen";
export const forget = "Vergessen";
export const language = "Sprache";

export const games = "Welches Spiel?";
export const seats = ([fewest, most]: [number, number]) => `${fewest} bis ${most} Personen`;

export const players = "Wer spielt?";
export const seat = (n: number) => `Platz ${n}`;
export const name = "Name";
export const playedBy = "Gespielt von";
export const person = "Mensch";
export const simple = "Einfache Gegner";
export const levels = (level: number | null) => (level === null ? "Eine Stufe für alle Computer" : `Stufe aller Computer: ${level}`);
export const lowest = "Neuling";
export const middle = "mittel";
export const highest = "Profi";
export const levelHint = (usual: number) => `Neu im Spiel? Stufe ${usual} ist ein fairer Gegner. Stufe 1 macht viele Fehler, Stufe 10 kaum welche. Keine Stufe sieht verdeckte Karten.`;
export const hints = "Tipps";
export const hintsLine = "Am Tisch sagt ein Knopf, was ein Profi täte; nach jeder Runde siehst du deine teuersten Entscheidungen.";
export const fallbackName = (n: number) => `Spieler ${n}`;
export const add = "Noch jemand";
export const remove = "Entfernen";
export const added = (name: string, n: number) => `${name} setzt sich auf Platz ${n}.`;
export const removed = (name: string) => `${name} verlässt den Tisch.`;
export const trimmed = (edition: string, most: number, names: string[]) =>
  `${edition} ist für höchstens ${most} Personen: ${names.join(" und ")} ${names.length === 1 ? "setzt" : "setzen"} diesmal aus.`;
export const shared = "Mehrere an einem Bildschirm: Der Tisch verdeckt alle Karten, bis du ihn weitergegeben hast.";
export const nobody = "Auf mindestens einem Platz muss ein Mensch sitzen.";

export const presets = "Welche Regeln?";
export const changed = "geändert";
export const phases = "Phasen";
export const phasesPlayed = (numbers: number[], all: number, own: number | null) =>
  own !== null ? `${own} eigene` : numbers.length === all ? `alle ${all}` : numbers.join(", ") || "noch keine";
export const fromList = "Aus der Liste des Spiels";
export const ownList = "Eine eigene Liste";
export const phase = (n: number) => `Phase ${n}`;
export const noPhase = "Wähle mindestens eine Phase.";
export const wrongPhase = (n: number) => `Phase ${n} deiner Liste ist noch keine Phase.`;
export const builderHint = "Schreibe jede Phase auf Englisch wie im Beispiel, oder drücke „Gruppen“ und wähle aus.";
export const cards = (n: number) => `${n} Karten`;
export const checking = "Wird geprüft …";
export const groups = "Gruppen";
export const group = (n: number) => `Gruppe ${n}`;
export const kind = "Art";
export const size = "Karten";
export const addGroup = "Noch eine Gruppe";
export const addPhase = "Noch eine Phase";
export const startOver = "Neu aus der Liste des Spiels";
export const up = "Hoch";
export const down = "Runter";
export const moved = (from: number, to: number) => `Phase ${from} ist jetzt Phase ${to}.`;
export const gone = (n: number) => `Phase ${n} ist entfernt.`;

export const more = "Regeln im Einzelnen";
export const dealerUsual = "Der letzte Platz, wie üblich";
export const dealerSeat = (name: string, next: string) => `${name}; dann beginnt ${next}`;

export const files = "Speichern und laden";
export const rulesName = "Ein Name für diese Regeln";
export const saveRules = "Diese Regeln als Datei speichern";
export const loadFile = "Regeln oder ein Spiel aus einer Datei laden";
export const paste = "Oder füge ein, was in so einer Datei steht";
export const loadText = "Diesen Text laden";
export const loaded = (name: string) => (name ? `Die Regeln „${name}“ sind geladen.` : "Die Regeln sind geladen.");

export const deal = "Ein bestimmtes Spiel geben";
export const seed = "Zahl oder Wort";
export const seedHint = "Dieselbe Zahl oder dasselbe Wort gibt noch einmal dieselben Karten. Leer heißt: neu gemischt.";

export const rules = (edition: string) => `Regeln von ${edition} in Kürze`;

export const minutes = (n: number) => `${n} Min.`;
export const learn = "In 3 Minuten lernen";
export const learnFirst = "Neu bei Phase 10? Gewinne ein erstes Spiel, das dir alles zeigt.";
export const learnAgain = "Das erste Spiel, Schritt für Schritt.";
export const play = "Spielen";
export const starting = "Es geht los …";
export const summary = (edition: string, names: string[], phases: string, n: number) => [edition, names.join(", "), phases, `etwa ${n} Min.`].join(" · ");
