import { LineModel } from "../line/line-model";
import type { Said } from "../line/line.svelte";
import type { Line } from "./line.svelte";

/** A shared table at the other end of a line. */
export class SocketModel extends LineModel {
  /** `own` carries out a request of the table that concerns the whole page, and returns true if it was one. */
  constructor(line: Line, own: (message: Said) => boolean = () => false) {
    super(line, (message) => {
      if (!own(message)) line.say(message.kind === "hello" ? { ...message, tokens: [] } : message);
    });
  }
}
