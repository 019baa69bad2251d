import { activeWord, caption, groupName, numberLabel, parseFace, spoken, spokenCaption, spokenList, upWord, words, type Caption } from "../../shared/cards";
import { missed, status } from "./next";
import type { Play } from "./play.svelte";
import type { Group, ProgressPart } from "../../protocol/table";
import { text } from "../../strings/table";

// The table in words, for screen readers.

const sentences = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(" ");
const stop = (words: string) => (words && !/[.!?…]$/.test(words) ? `${words}.` : words);

export interface LabeledCard {
  word: string;
  chip: Caption | null;
  name: string;
}

/** Return a card of a group with the card that it stands for. */
export function labeledCard(group: Omit<Group, "cards">, card: string, index: number, numbers: number): LabeledCard {
  const face = parseFace(upWord(card));
  const chip = caption(face, group, index, numbers);
  return { word: face.word, chip, name: chip ? `${spoken(face.word)} ${spokenCaption(chip)}` : spoken(face.word) };
}

export const labeledCards = (group: Group, numbers: number) => words(group.cards).map((card, i) => labeledCard(group, card, i, numbers));

/** Return the number that fits the empty place of a group; "" if any will do. */
export function lacking({ number, start }: ProgressPart, index: number, numbers: number): string {
  const n = start == null ? number : start + index;
  return n == null ? "" : numberLabel(n, numbers);
}

/** Describe a part: "set of 7s: 1 more", "run 4 to 7: 7 is missing". */
export function partText(part: ProgressPart, plain: string, numbers: number): string {
  const { row, number, start, color, suit } = part;
  const known = (start ?? number ?? color ?? suit) != null;
  const what = known ? groupName({ ...part, cards: row.map(() => "-").join(" ") }, numbers) : plain;
  const gaps = row.flatMap((card, i) => (card === null ? [lacking(part, i, numbers)] : []));
  if (!gaps.length) return text.partWhole(what);
  return start != null ? text.partLacks(what, gaps) : text.partWants(what, gaps.length);
}

/** Return the groups of the player's phase, in progress or laid down, each with a description. */
export function parts({ me, view, about }: Play): { part: ProgressPart; words: string }[] {
  const laid = me?.laid ?? [];
  const number = laid.length ? me!.phase : view.progress?.phase;
  const specs = about.phases.find((phase) => phase.number === number)?.groups ?? [];
  if (!laid.length) return (view.progress?.parts ?? []).map((part, i) => ({ part, words: partText(part, specs[i]?.text ?? "", about.numbers) }));
  return laid.map((group, i) => ({
    part: { ...group, row: words(group.cards).slice(0, specs[i]?.size) },
    words: groupName(group, about.numbers),
  }));
}

function pileTop(play: Play): string {
  const [top] = words(play.seen!.discard_pile);
  if (!top) return text.sayTop(text.pilesEmpty);
  const name = spoken(activeWord(top, play.side));
  return play.step === "draw" && !play.canDraw("discard") ? text.sayNotTaken(name) : text.sayTop(name);
}

function underside(play: Play): string {
  const { back } = play.seen!.draw_pile;
  return back ? stop(`${text.pilesDeck}: ${text.pilesUnderside(spoken(back))}`) : "";
}

/** List the cards of the hand that can hit a laid group now. */
export function fitting(play: Play): string {
  const { fitting } = play;
  return fitting.length ? text.sayFit([...new Set(fitting.map((card) => play.cardName(card)))].join(", ")) : "";
}

/** Return the prompt for the player at this screen; "" while others play. */
export function prompt(play: Play): string {
  const { summary, over, curtain, progress } = play.view;
  if (play.view.replay) return "";
  if (curtain) return stop(text.curtainTitle(curtain.name));
  if (summary) return sentences(stop(text.summaryTitle(summary.round)), ...summary.seats.map(({ name, points, score }) => text.sayPoints(name, points, score)), over ? standings(play) : play.view.you !== null && text.sayNext);
  if (over) return standings(play);
  if (play.view.guide) return play.view.guide.text;
  if (play.step === "draw") return sentences(missed(play), stop(text.steps.draw), pileTop(play), underside(play));
  if (play.step === "play") return sentences(stop(text.steps.play), play.me?.laid.length === 0 && progress?.text, play.me?.laid.length === 0 && progress?.helps && text.phaseHelps(progress.helps), fitting(play));
  return play.step ? stop(text.steps[play.step]) : "";
}

function standings(play: Play): string {
  return sentences(stop(text.overTitle), ...play.view.over!.standings.map(({ place, name, completed, score }) => text.sayPlace(place, name, completed.length, score)));
}

/** Describe a run's open ends: "3 or 8 fits". */
function openEnds({ start, cards }: Group, numbers: number): string {
  if (start == null) return "";
  const ends = [start - 1, start + words(cards).length].filter((n) => n >= 1 && n <= numbers);
  return ends.length ? text.sayEnds(ends.map((n) => numberLabel(n, numbers))) : "";
}

function groups(play: Play): string[] {
  const { numbers } = play.about;
  return play.seen!.seats.flatMap(({ name, laid }) =>
    laid.map((group) => {
      const cards = labeledCards(group, numbers).map((card) => card.name).join(", ");
      return sentences(stop(text.laidGroup(name, groupName(group, numbers), cards)), openEnds(group, numbers));
    }),
  );
}

function seats(play: Play): string[] {
  return play.seen!.seats.map(({ name, cards, phase, score, skipped, saved_cards: saved }) =>
    stop(
      [
        `${name}: ${text.seatCards(cards)}`,
        text.seatPhase(phase),
        text.seatScore(score),
        saved && text.seatSaved(saved),
        skipped && text.seatSkipped,
      ]
        .filter(Boolean)
        .join(", "),
    ),
  );
}

function ownPhase(play: Play): string {
  const { me } = play;
  if (!me) return "";
  const spec = play.about.phases.find(({ number }) => number === me.phase);
  const name = stop(spec ? `${text.seatPhase(spec.number)}: ${spec.text}` : text.seatPhase(me.phase));
  return sentences(text.phaseYours + ":", name, ...(me.laid.length ? [stop(text.phaseLaid)] : parts(play).map((part) => stop(part.words))));
}

/** Describe the whole table. */
export function whereabouts(play: Play): string {
  const { seen } = play;
  if (!seen || play.paused) return sentences(stop(status(play)), prompt(play));
  const { saved } = seen;
  return sentences(
    stop(text.round(seen.round)),
    play.flip && stop(text.sides[play.side]),
    stop(status(play)),
    ownPhase(play),
    play.me && stop(`${text.handLabel(play.hand.length)}: ${spokenList(play.hand.map(({ active }) => active))}`),
    saved && stop(`${text.pilesSaved}: ${spokenList(words(saved))}`),
    fitting(play),
    stop(`${text.pilesDeck}: ${text.seatCards(seen.draw_pile.cards)}`),
    underside(play),
    pileTop(play),
    ...(seen.seats.some(({ laid }) => laid.length) ? groups(play) : [text.laidNone]),
    ...seats(play),
  );
}
