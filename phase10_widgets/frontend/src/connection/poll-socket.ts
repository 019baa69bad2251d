import type { Socket } from "./connection.svelte";

interface Answer {
  line: string | null;
  messages: object[];
}

type Handler<Name extends "onopen" | "onmessage" | "onclose" | "onerror"> = WebSocket[Name];

/** A socket made of plain requests, for networks that block websockets: one waits for news, others send messages. */
export class PollSocket implements Socket {
  onopen: Handler<"onopen"> = null;
  onmessage: Handler<"onmessage"> = null;
  onclose: Handler<"onclose"> = null;
  onerror: Handler<"onerror"> = null;
  readonly #url: string;
  readonly #ended = new AbortController();
  #line: string | null = null;
  #sending = Promise.resolve();

  /** Store the address of the websocket, from which the address for polling follows. */
  constructor(url: string) {
    this.#url = url.replace(/^ws/, "http").replace(/line(?=$|\?)/, "poll");
    queueMicrotask(() => this.onopen?.call(this as never, new Event("open")));
  }

  /** Send a message; the first one opens the connection. */
  send(data: string) {
    if (this.#line === null) void this.#poll(data);
    else this.#sending = this.#sending.then(() => this.#ask([data], false)).then(() => undefined, this.#fail);
  }

  close() {
    this.#ended.abort();
  }

  /** Pass on incoming messages until the connection ends. */
  async #poll(hello: string) {
    try {
      let outgoing = [hello];
      do {
        const { line, messages } = await this.#ask(outgoing, true);
        if (this.#ended.signal.aborted) return;
        this.#line = line;
        outgoing = [];
        for (const message of messages) this.onmessage?.call(this as never, new MessageEvent("message", { data: JSON.stringify(message) }));
      } while (this.#line !== null);
      this.#fail();
    } catch {
      this.#fail();
    }
  }

  async #ask(messages: string[], wait: boolean) {
    const body = `{"line":${JSON.stringify(this.#line)},"say":[${messages.join()}],"wait":${wait}}`;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(this.#url, { method: "POST", headers, body, signal: this.#ended.signal });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.json()) as Answer;
  }

  #fail = () => {
    if (this.#ended.signal.aborted) return;
    this.close();
    this.onclose?.call(this as never, new CloseEvent("close"));
  };
}
