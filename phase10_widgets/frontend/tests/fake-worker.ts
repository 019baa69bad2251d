/** An in-memory stand-in for a worker; the test acts as the Python in it. */
export class FakeWorker {
  static all: FakeWorker[] = [];
  static get last() {
    return FakeWorker.all.at(-1)!;
  }
  readonly url: string;
  readonly options: WorkerOptions | undefined;
  readonly sent: Record<string, any>[] = [];
  /** True while its Python is busy. */
  busy = false;
  ended = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  constructor(url: string, options?: WorkerOptions) {
    this.url = url;
    this.options = options;
    FakeWorker.all.push(this);
  }
  postMessage(text: string) {
    if (text === "ping") queueMicrotask(() => this.busy || this.posts("pong"));
    else this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  terminate() {
    this.ended = true;
  }
  posts(...messages: (string | object)[]) {
    for (const message of messages) this.onmessage?.(new MessageEvent("message", { data: typeof message === "string" ? message : JSON.stringify(message) }));
  }
  fails() {
    this.onerror?.(new Event("error"));
  }
}
