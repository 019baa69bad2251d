import type { Bridge, Fields } from "../shared/adapter.svelte";
import { LatestWins } from "../shared/latest-wins.svelte";
import type { DoRequest, FigureState, FigureView } from "../protocol/figures";

/** Requests to a figure: of several choices only the latest is sent, while every button press is. */
export class FormQueue extends LatestWins<FigureView["asked"], Bridge<FigureState>> {
  #presses = $state.raw<Fields<DoRequest>[]>([]);

  constructor(bridge: Bridge<FigureState>) {
    super(bridge);
  }

  do(name: string, value?: DoRequest["value"]) {
    this.#presses = [...this.#presses, { name, value: value ?? undefined }];
    this.send();
  }

  override send() {
    super.send();
    const [first, ...rest] = this.#presses;
    if (!first || this.bridge.busy) return;
    this.#presses = rest;
    this.bridge.request("do", first);
  }
}
