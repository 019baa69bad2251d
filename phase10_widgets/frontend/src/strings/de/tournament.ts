// The German catalog: the texts of tournament.en.ts.

export const loading = "Warte auf Python …";
export const noAnswer = "Python antwortet nicht; vielleicht ist es beendet.";
export const language = "Sprache";
export const title = "Turnier";
export const lead = "Wer spielt besser, und wie sicher ist das? Jedes Blatt wird von jedem Platz aus gespielt.";
export const region = (place: number) => (place > 1 ? `${title}, Ansicht ${place}` : title);

export const game = "Spiel";
export const players = "Spieler";
export const player = (n: number) => `Spieler ${n}`;
export const add = "Spieler hinzufügen";
export const remove = (n: number) => `Spieler ${n} entfernen`;
export const tables = "Tische";
export const seating = { apart: "jeder gegen jeden", together: "alle an einem Tisch" };
export const games = "Spiele an jedem Tisch";
export const ends = "Ende";
export const ending = { all: "nach allen Spielen", decided: "wenn es entschieden ist" };
export const seed = "Startzahl der Karten";

export const start = "Start";
export const goOn = "Weiter";
export const stop = "Anhalten";
export const again = "Von vorn";
export const progress = (done: string, most: string) => `${done} von ${most} Spielen`;
export const states = { ready: "Noch nicht begonnen", running: "Läuft", stopped: "Angehalten", over: "Beendet" };

export const chart = "Anteil der Siege mit 95-%-Intervall";
export const even = (percent: string) => `gleicher Anteil: ${percent}`;
export const honest = "Das 95-%-Intervall zeigt, wie genau ein Anteil bestimmt ist: In 95 von 100 solchen Turnieren enthält es den wahren Anteil. Solange gespielt wird, ist es breiter; so gilt es, egal wie oft du hinsiehst und wann du aufhörst.";
export const playersHint = "expert spielt am besten; je niedriger seine Stufe, desto öfter irrt er sich. greedy nimmt, was sofort hilft. random tut irgendetwas Erlaubtes.";
export const standing = (name: string, percent: string, [low, high]: [string, string]) => `${name}: ${percent} (${low} bis ${high})`;
export const nothing = "Noch ist kein Spiel gespielt.";
export const table = "Tabelle";
export const columns = { player: "Spieler", wins: "Siege", games: "Spiele", share: "Anteil", interval: "95-%-Intervall", rating: "Wertung", phases: "Phasen", points: "Punkte", rounds: "Runden" };
export const averages = "Phasen, Punkte und Runden sind Mittelwerte je Spiel.";
export const ratingHint = "Die Wertung ist die Spielstärke als eine Zahl, wie beim Schach: 1500 ist hier der Durchschnitt, und wer 200 Punkte mehr hat, gewinnt zu zweit 76 % der Spiele. In zwei von drei Turnieren weicht sie um weniger ab, als hinter ± steht.";
export const pairs = "Gewonnene Spiele, Zeile gegen Spalte";
export const against = "Gegen";
