import type { PhaseAnswer, PhaseGroup } from "../../protocol/setup";

/** One phase of a custom list. */
export interface Line {
  key: number;
  text: string;
  /** Its groups, as far as Python could read them. */
  groups: PhaseGroup[];
  /** True while nobody is typing here, so that Python's spelling may replace the text. */
  tidy: boolean;
}

/** A custom list of phases. Python decides which texts are phases. */
export class Builder {
  lines: Line[] = $state.raw([]);
  answers: Record<string, PhaseAnswer> = $state.raw({});
  #keys = 0;

  get texts(): string[] {
    return this.lines.map(({ text }) => text);
  }

  answer({ text }: Line): PhaseAnswer | undefined {
    return this.answers[text];
  }

  /** The index of the first line that is not a phase. */
  get wrong(): number {
    return this.lines.findIndex((line) => this.answer(line)?.why !== undefined);
  }

  fill(texts: string[]) {
    this.lines = texts.map((text) => ({ key: ++this.#keys, text, groups: [], tidy: true }));
  }

  /** Apply Python's answer to each text. */
  hear(phases: [text: string, answer: PhaseAnswer][]) {
    this.answers = Object.fromEntries(phases.flatMap(([text, answer]) => [[text, answer], [answer.why === undefined ? answer.text : text, answer]]));
    this.lines = this.lines.map((line) => {
      const answer = this.answer(line);
      if (!answer || answer.why !== undefined) return line;
      return { ...line, groups: answer.groups, text: line.tidy ? answer.text : line.text };
    });
  }

  type(key: number, text: string) {
    this.#change(key, { text, tidy: false });
  }

  /** Note that typing has ended. */
  leave(key: number) {
    this.#change(key, { tidy: true });
    this.hear(Object.entries(this.answers));
  }

  /** Accept picked groups; `print` turns them into text. */
  pick(key: number, groups: PhaseGroup[], print: (group: PhaseGroup) => string) {
    this.#change(key, { groups, text: groups.map(print).join(" + "), tidy: true });
  }

  add() {
    const { text, groups } = this.lines.at(-1) ?? { text: "2 sets of 3", groups: [] };
    this.lines = [...this.lines, { key: ++this.#keys, text, groups, tidy: true }];
  }

  remove(key: number) {
    this.lines = this.lines.filter((line) => line.key !== key);
  }

  move(at: number, to: number) {
    this.lines = this.lines.map((_, i) => this.lines[i === at ? to : i === to ? at : i]!);
  }

  #change(key: number, fields: Partial<Line>) {
    this.lines = this.lines.map((line) => (line.key === key ? { ...line, ...fields } : line));
  }
}
