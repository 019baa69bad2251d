import type { Bridge, Said } from "../shared/adapter.svelte";
import { Asking } from "../shared/latest-wins.svelte";
import type { DoRequest, FigureState, FigureView } from "../protocol/lesson";

/** What somebody asks of a figure: of what is chosen the last wish counts, what is done is done each time. */
export class Wishes extends Asking<FigureView["asked"], Bridge<FigureState>> {
  #deeds = $state.raw<Said<DoRequest>[]>([]);

  constructor(bridge: Bridge<FigureState>) {
    super(bridge);
  }

  do(name: string, value?: DoRequest["value"]) {
    this.#deeds = [...this.#deeds, { name, value: value ?? undefined }];
    this.send();
  }

  override send() {
    super.send();
    const [first, ...rest] = this.#deeds;
    if (!first || this.bridge.busy) return;
    this.#deeds = rest;
    this.bridge.ask("do", first);
  }
}
