import type { ReportRequest } from "../../protocol/lesson";

/** What to run: a function, called so often. */
export interface Run {
  readonly source: string;
  readonly name: string;
  readonly trials: number;
  readonly seed: number | string;
}

/** What `code_runner.py` reports; Python judges it. */
export type Report = ReportRequest["report"];

/** The milliseconds that code may run. */
export const LIMIT = 5000;
const ENDED = "ended";

/** Python in this browser, in a worker of its own, which is ended with code that does not end by itself. */
export class BrowserPython {
  readonly #address: string;
  #worker: Promise<Worker> | undefined;
  /** The last run so far: programs take turns. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(address: string) {
    this.#address = address;
  }

  /** Run code. `started` is called once Python is there. Rejects if Python does not start in this browser. */
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
        worker.onmessage = worker.onerror = null;
        resolve(report);
      };
      const stop = (fault: string) => {
        worker.terminate();
        this.#worker = undefined;
        end({ fault });
      };
      const limit = setTimeout(() => stop("time"), LIMIT);
      worker.onmessage = ({ data }: MessageEvent<string>) => end(JSON.parse(data) as Report);
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

/** Return this page's Python of that address. */
export function browserPython(address: string): BrowserPython {
  const found = shared.get(address) ?? new BrowserPython(address);
  shared.set(address, found);
  return found;
}
