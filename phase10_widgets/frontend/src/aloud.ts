// Reads an act aloud with a voice of this device; loaded by acts.ts if there is such a voice.

/** The words for mathematical signs, in the page's language. */
type Words = Record<string, string>;

const SKIPPED = "button, select, input, textarea, summary, svg, pre, .sr, [aria-hidden=true], [role=img], [data-part=controls], .p10:not([data-p10=odds])";
const BLOCKS = "h1, h2, h3, h4, p, li, th, td, label, caption, figcaption, div";
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** What may stand before and after a sign between two numbers. */
const [BEFORE, AFTER] = ["(?<=[\\d)!%]|\\b\\p{L}) ?", " ?(?=[\\d(√]|\\p{L}\\b|\\p{L}\\()"];

/** Return a text with its mathematics as words. */
export function worded(text: string, words: Words) {
  const put = (pattern: string | RegExp, sign: string) => (text = text.replace(new RegExp(pattern, "gu"), ` ${words[sign]} `));
  text = text.replace(/(?<=\d)[\u00a0\u202f ](?=\d{3}(?!\d))/g, "");
  put("\\bC\\((\\w+), ([^()]+)\\)", "C");
  put("\\bP(?=\\()", "P");
  text = text.replace(/[⁰-⁹¹²³]+/g, (raised) => `^${[...raised].map((digit) => RAISED.indexOf(digit)).join("")}`);
  put(`${BEFORE}·${AFTER}`, "·");
  put(`${BEFORE}/${AFTER}| / `, "/");
  put("(?<=\\d)–(?=\\d)", "–");
  text = text.replace(/[=+−×÷≈√^|]/g, (sign) => ` ${words[sign]} `);
  return text.replace(/\s+/g, " ").trim();
}

/** Return the visible text of an act, block by block. */
function textsOf(act: Element) {
  const found = new Map<Element, string>();
  const walker = document.createTreeWalker(act, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: around } = walker.currentNode as Text & { parentElement: Element };
    const block = around.closest(BLOCKS)!;
    if (!around.closest(SKIPPED) && around.checkVisibility()) found.set(block, (found.get(block) ?? "") + data);
  }
  return [...found.values()].filter((text) => text.trim());
}

const nav = document.querySelector<HTMLElement>("nav.acts");
if (nav) {
  const words = Object.fromEntries(JSON.parse(nav.dataset.words!) as [string, string][]);
  const button = document.createElement("button");
  let last: SpeechSynthesisUtterance | undefined;

  function stop() {
    last = undefined;
    speechSynthesis.cancel();
    button.ariaPressed = "false";
  }
  function read() {
    const language = document.documentElement.lang;
    const voice = speechSynthesis.getVoices().find(({ localService, lang }) => localService && lang.startsWith(language))!;
    const act = document.querySelector(".act[data-now]")!;
    const title = act.id === "act-1" ? document.querySelectorAll("article > h1") : [];
    for (const text of [...title, act].flatMap(textsOf)) {
      last = new SpeechSynthesisUtterance(worded(text, words));
      Object.assign(last, { voice, lang: voice.lang, onend: ({ utterance }: SpeechSynthesisEvent) => utterance === last && stop() });
      speechSynthesis.speak(last);
    }
    button.ariaPressed = String(Boolean(last));
  }

  button.className = "aloud";
  button.ariaPressed = "false";
  button.innerHTML = '<svg viewBox="0 0 24 24" width="22" fill="currentColor" aria-hidden="true"><path d="M3 9v6h4l6 5V4L7 9zm12-1.5a6 6 0 0 1 0 9zm1.5-4v2.2a8 8 0 0 1 0 12.6v2.2a10 10 0 0 0 0-17z"/></svg><span></span>';
  button.lastElementChild!.textContent = words.read!;
  button.onclick = () => (last ? stop() : read());
  nav.querySelector(".next")!.before(button);
  addEventListener("hashchange", stop);
  addEventListener("pagehide", stop);
}
