// The English catalog; de/odds.ts has the German texts.

import type { CardName } from "../protocol/odds";

export const loading = "Waiting for the numbers …";
export const noAnswer = "Python is not responding; it may have stopped. Run the cell again, or reload the page.";
export const language = "Language";
export const titles = { deal: "Straight from the deal", draw: "What helps this hand", table: "Every phase in every game" };
export const leads = {
  deal: "How often do dealt cards already hold a phase?",
  draw: "Which cards help, how long is the wait, and what should go?",
  table: "How often dealt cards already hold a phase, counted exactly.",
};
export const region = (kind: "deal" | "draw" | "table", place: number) => (place > 1 ? `${titles[kind]}, view ${place}` : titles[kind]);

export const game = "Game";
export const side = "Side";
export const phase = "Phase";
export const phaseNumber = (n: number) => `phase ${n}`;
export const phaseLine = (n: number, words: string) => `${n}: ${words}`;
export const cards = "Cards dealt";
export const wilds = "Wilds in the deck";
export const printed = (n: number) => `as printed: ${n}`;
export const seed = "Seed";
export const seedHint = "the same number, the same deals";

export const exact = "Counted exactly";
export const fraction = "As a fraction";
export const asked = (game: string, phase: number, words: string, cards: number) => `${game}, phase ${phase}: ${words}, in ${cards} cards`;
export const said = (what: string, percent: string, often: string) => `${what}: ${percent}, ${often}.`;

export const sample = "Try it";
export const sampleHint = "Deal again and again: the share of hits settles on the exact chance. The brackets show a 95% interval: about 95 of 100 such intervals contain the exact chance.";
export const deal = (n: string) => (n === "1" ? "Deal once" : `Deal ${n} times`);
export const reset = "Start again";
export const dealing = (done: string, wanted: string) => `${done} of ${wanted} deals …`;
export const noDeals = "No deals yet.";
export const result = (trials: string, hits: string, percent: string, [low, high]: [string, string]) => `Deals: ${trials}. Hits: ${hits}, which suggests ${percent} (${low} to ${high}).`;
export const sampleChart = "The share of hits, deal by deal";
export const keys = { truth: (percent: string) => `exact: ${percent}`, sample: (percent: string) => `sample: ${percent}, with its 95% interval`, none: "sample: no deals yet" };
export const deals = "deals";
export const columns = {
  deals: "Deals", share: "Share", low: "From", high: "To", game: "Game", phase: "Phase", chance: "Chance", often: "About", fraction: "Fraction",
  draws: "Draws", card: "Card", unseen: "Unseen", helps: "What it does", rank: "Rank", move: "Move", nextTurn: "Complete by your next turn", lacking: "Cards still missing, on average",
}; // prettier-ignore

export const games = "The same phase number in each game";
export const fewCards = "too few cards";
export const counting = "counting …";

export const hand = "The hand";
export const written = (faces: CardName[]) => `Cards are written like this: ${faces.map(({ word, name }) => `${word}\u00a0=\u00a0${name}`).join(", ")}.`;
export const top = "Top of the discard pile";
export const show = "Show this hand";
export const another = "Deal another hand";
export const outsTitle = "Cards that help";
export const noOuts = "No single card helps.";
export const effects = { completes: "completes the phase", nearer: "brings the phase nearer" };
export const outs = (effect: string, n: number, unseen: number) => (n === 0 ? `None of the ${unseen} unseen cards ${effect}.` : n === 1 ? `1 of ${unseen} unseen cards ${effect}.` : `${n} of ${unseen} unseen cards: each ${effect}.`);
export const wait = "How long is the wait?";
export const within = "Complete within this many draws, keeping all cards";
export const draws = (n: number) => (n === 1 ? "1 draw" : `${n} draws`);
export const options = "What to draw and discard, the best first";
export const more = (n: number) => (n === 1 ? "1 more way is not shown." : `${n} more ways are not shown.`);

export const tableHint = "Choose a cell to read what its chance means. Press a column's name to sort by it. The stronger the color, the likelier.";
export const tableCaption = (cards: number) => `The chance of each phase with ${cards} cards`;
export const countingLeft = (done: number, all: number) => `${done} of ${all} are counted`;
export const counted = (n: number, cards: number) => `${n} chances are counted for ${cards} cards.`;
export const sorted = (by: string, down: boolean) => `Sorted by ${by}, ${down ? "largest" : "smallest"} first.`;
