// The German catalog: the texts of odds.en.ts.

import type { CardName } from "../../protocol/odds";

export const loading = "Warte auf die Zahlen …";
export const noAnswer = "Python antwortet nicht; vielleicht ist es beendet. Führe die Zelle noch einmal aus oder lade die Seite neu.";
export const language = "Sprache";
export const titles = { deal: "Auf Anhieb", draw: "Was dieser Hand hilft", table: "Jede Phase in jedem Spiel" };
export const leads = {
  deal: "Wie oft enthalten ausgeteilte Karten schon eine Phase?",
  draw: "Welche Karten helfen, wie lange dauert es, und was kann weg?",
  table: "Wie oft ausgeteilte Karten schon eine Phase enthalten, genau gezählt.",
};
export const region = (kind: "deal" | "draw" | "table", place: number) => (place > 1 ? `${titles[kind]}, Ansicht ${place}` : titles[kind]);

export const game = "Spiel";
export const side = "Seite";
export const phase = "Phase";
export const phaseNumber = (n: number) => `Phase ${n}`;
export const phaseLine = (n: number, words: string) => `${n}: ${words}`;
export const cards = "Ausgeteilte Karten";
export const wilds = "Joker im Stapel";
export const printed = (n: number) => `gedruckt: ${n}`;
export const seed = "Startzahl";
export const seedHint = "gleiche Zahl, gleiche Karten";

export const exact = "Genau gezählt";
export const fraction = "Als Bruch";
export const asked = (game: string, phase: number, words: string, cards: number) => `${game}, Phase ${phase}: ${words}, in ${cards} Karten`;
export const said = (what: string, percent: string, often: string) => `${what}: ${percent}, ${often}.`;

export const sample = "Ausprobieren";
export const sampleHint = "Teile immer wieder aus: Der Anteil der Treffer nähert sich der genauen Chance. In Klammern steht ein 95\u2011%\u2011Intervall: Von 100 solchen Intervallen enthalten etwa 95 die genaue Chance.";
export const deal = (n: string) => `${n}-mal austeilen`;
export const reset = "Von vorn";
export const dealing = (done: string, wanted: string) => `${done} von ${wanted} Versuchen …`;
export const noDeals = "Noch kein Versuch.";
export const result = (trials: string, hits: string, percent: string, [low, high]: [string, string]) => `Versuche: ${trials}. Treffer: ${hits}, geschätzt ${percent} (${low} bis ${high}).`;
export const sampleChart = "Der Anteil der Treffer, Versuch für Versuch";
export const keys = { truth: (percent: string) => `genau: ${percent}`, sample: (percent: string) => `Stichprobe: ${percent}, mit 95-%-Intervall`, none: "Stichprobe: noch kein Versuch" };
export const deals = "Versuche";
export const columns = {
  deals: "Versuche", share: "Anteil", low: "Von", high: "Bis", game: "Spiel", phase: "Phase", chance: "Chance", often: "Ungefähr", fraction: "Bruch",
  draws: "Züge", card: "Karte", unseen: "Ungesehen", helps: "Was sie bewirkt", rank: "Platz", move: "Zug", nextTurn: "Fertig bis zu deinem nächsten Zug", lacking: "Karten, die dann im Schnitt fehlen",
}; // prettier-ignore

export const games = "Dieselbe Phasennummer in jedem Spiel";
export const fewCards = "zu wenige Karten";
export const counting = "wird gezählt …";

export const hand = "Die Hand";
export const written = (faces: CardName[]) => `So werden Karten geschrieben: ${faces.map(({ word, name }) => `${word}\u00a0=\u00a0${name}`).join(", ")}.`;
export const top = "Oberste Karte des Ablagestapels";
export const show = "Diese Hand zeigen";
export const another = "Andere Hand austeilen";
export const outsTitle = "Karten, die helfen";
export const noOuts = "Keine einzelne Karte hilft.";
export const effects = { completes: "macht die Phase fertig", nearer: "bringt die Phase näher" };
export const outs = (effect: string, n: number, unseen: number) => (n === 0 ? `Keine der ${unseen} ungesehenen Karten ${effect}.` : n === 1 ? `1 von ${unseen} ungesehenen Karten ${effect}.` : `${n} von ${unseen} ungesehenen Karten: jede ${effect}.`);
export const wait = "Wie lange dauert es?";
export const within = "Fertig nach so vielen Karten, wenn alle behalten werden";
export const draws = (n: number) => (n === 1 ? "1 Karte" : `${n} Karten`);
export const options = "Was ziehen, was ablegen: das Beste zuerst";
export const more = (n: number) => (n === 1 ? "1 weitere Möglichkeit ist nicht gezeigt." : `${n} weitere Möglichkeiten sind nicht gezeigt.`);

export const tableHint = "Wähle ein Feld, um zu lesen, was seine Chance bedeutet. Drücke den Namen einer Spalte, um nach ihr zu sortieren. Je kräftiger die Farbe, desto wahrscheinlicher.";
export const tableCaption = (cards: number) => `Die Chance jeder Phase mit ${cards} Karten`;
export const countingLeft = (done: number, all: number) => `${done} von ${all} sind gezählt`;
export const counted = (n: number, cards: number) => `${n} Chancen sind für ${cards} Karten gezählt.`;
export const sorted = (by: string, down: boolean) => `Sortiert nach ${by}, das ${down ? "Größte" : "Kleinste"} zuerst.`;
