import type { Bridge, Said } from "../shared/adapter.svelte";
import { LatestWins } from "../shared/latest-wins.svelte";
import type { DoRequest, FigureState, FigureView } from "../protocol/lesson";

/** Requests to a figure: of several choices only the latest is sent, while every button press is. */
export class FormQueue extends LatestWins<FigureView["asked"], Bridge<FigureState>> {
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
