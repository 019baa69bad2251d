import type { ReportRequest } from "../../protocol/learner";

/** A function to run, and the number of calls. */
export interface Run {
  readonly source: string;
  readonly name: string;
  readonly trials: number;
  readonly seed: number | string;
}

/** The report of `code_runner.py`; Python judges it. */
export type Report = ReportRequest["report"];

/** The time after which code without progress is ended, in milliseconds. */
export const LIMIT = 5000;
/** The time after which any code is ended, in milliseconds. A slow phone may take long, but it makes progress. */
export const MOST = 60_000;
const RUNNING = "running";
const ENDED = "ended";

/** Python in this browser, in a separate worker, which is terminated if its code does not end. */
export class BrowserPython {
  readonly #address: string;
  #worker: Promise<Worker> | undefined;
  /** The last run so far, since programs take turns. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(address: string) {
    this.#address = address;
  }

  /** Run code. `started` is called once Python is ready. Rejects if Python does not start in this browser. */
  run(asked: Run, started: () => void = () => {}): Promise<Report> {
    const run = this.#last.then(() => this.#run(asked, started));
    this.#last = run.catch(() => {});
    return run;
  }

  async #run(asked: Run, started: () => void): Promise<Report> {
    const worker = await (this.#worker ??= this.#start());
    started();
    return new Promise((resolve) => {
      const end = (report: Report) => {
        clearTimeout(limit);
        clearTimeout(most);
        worker.onmessage = worker.onerror = null;
        resolve(report);
      };
      const stop = (fault: string) => {
        worker.terminate();
        this.#worker = undefined;
        end({ fault });
      };
      const late = () => stop("time");
      const most = setTimeout(late, MOST);
      let limit = setTimeout(late, LIMIT);
      worker.onmessage = ({ data }: MessageEvent<string>) => {
        if (data !== RUNNING) return end(JSON.parse(data) as Report);
        clearTimeout(limit);
        limit = setTimeout(late, LIMIT);
      };
      worker.onerror = () => stop("memory");
      worker.postMessage(JSON.stringify(asked));
    });
  }

  #start(): Promise<Worker> {
    const worker = new Worker(this.#address, { type: "module" });
    const ready = new Promise<Worker>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string>) => (data === ENDED ? reject(new Error(ENDED)) : resolve(worker));
      worker.onerror = () => reject(new Error(ENDED));
    });
    ready.catch(() => {
      worker.terminate();
      this.#worker = undefined;
    });
    return ready;
  }
}

const shared = new Map<string, BrowserPython>();

/** Return this page's Python from that address. */
export function browserPython(address: string): BrowserPython {
  const found = shared.get(address) ?? new BrowserPython(address);
  shared.set(address, found);
  return found;
}
