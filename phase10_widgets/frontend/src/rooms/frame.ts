import type { AnyModel } from "@anywidget/types";
import "../shared/place.css";

/** The time after which a silent page counts as blocked by the browser, in milliseconds. */
export const PATIENCE = 6000;

/** The values that Python sets: see `rooms/notebook/page.py`. */
export interface FrameState {
  height: number;
  /** HTML about the page, above it. */
  head: string;
  texts: { title: string; open: string; refused: string; over: string };
}

/** The answer to "here": the addresses of the page for the frame and for a tab, or null if it is gone. */
interface Answer {
  kind: "page";
  id: string | null;
  url: string | null;
  tab: string | null;
}

/** Return the sites that show this page: its own, and those of the frames around it. */
const sites = () => [...new Set([location.origin, ...(location.ancestorOrigins ?? [])])];

const LOOPBACK = /^http:\/\/(localhost|127\.|\[::1\])/;

/** Return true if a secure page cannot show this address. */
const mixed = (url: string) => location.protocol === "https:" && url.startsWith("http:") && !LOOPBACK.test(url);

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, properties: Partial<HTMLElementTagNameMap[Name]> = {}) {
  return Object.assign(document.createElement(name), properties);
}

/** Show the page in a frame once Python has admitted this site; if the browser blocks it, show only a link. */
export function show(model: AnyModel<FrameState>, el: HTMLElement) {
  const { title, open, refused, over } = model.get("texts");
  const id = `frame:${Math.random().toString(36).slice(2)}`;
  const frame = element("iframe", { title, height: `${model.get("height")}`, referrerPolicy: "no-referrer", allow: "clipboard-write; fullscreen" });
  const link = element("a", { textContent: open, target: "_blank", rel: "noopener noreferrer" });
  const note = element("p");
  note.setAttribute("role", "status");
  const line = element("p");
  line.append(link);
  let patience: ReturnType<typeof setTimeout> | undefined;

  const say = (words: string) => {
    clearTimeout(patience);
    note.textContent = words;
    if (words) frame.remove();
  };
  const take = (answer: Answer) => {
    if (answer.kind !== "page" || (answer.id !== null && answer.id !== id)) return;
    if (answer.url === null) {
      line.remove();
      return say(over);
    }
    link.href = answer.tab ?? answer.url;
    el.append(line);
    if (mixed(answer.url)) return say(refused);
    frame.src = answer.url;
    head.after(frame);
    patience = setTimeout(() => say(refused), PATIENCE);
  };
  // From outside, a blocked frame looks like any other, so the page itself reports that it has loaded.
  const listen = ({ source, data }: MessageEvent) => {
    if (source === frame.contentWindow && (data as { phase10?: string } | null)?.phase10 === "here") say("");
  };

  el.classList.add("p10-frame", "p10-place");
  const head = element("div", { innerHTML: model.get("head") });
  el.append(head, note);
  model.on("msg:custom", take);
  window.addEventListener("message", listen);
  model.send({ kind: "here", v: 1, id, sites: sites() });
  return () => {
    clearTimeout(patience);
    model.off("msg:custom", take);
    window.removeEventListener("message", listen);
  };
}

/** Tell the page around this frame that this page has loaded. */
export function tellParent() {
  if (window.parent !== window) window.parent.postMessage({ phase10: "here" }, "*");
}
