// A lesson in acts, on light pages and in Voilà: shows one act at a time, remembers it in this browser, and keeps a figure in sight while its text changes.

const KEY = "phase10_widgets.acts";

type Left = Record<string, number>;

/** Return the act in which the learner left each lesson. */
function left(): Left {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Left | null) ?? {};
  } catch {
    return {};
  }
}

function keep(page: string, act: number) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...left(), [page]: act }));
  } catch {
    // Storage may be full or blocked: the learner then starts in the first act.
  }
}

/** Return the element that the address names; null if there is none, or if nobody can read the address. */
function named() {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}

/** Show the acts of a lesson one by one; return a function that stops following addresses. */
export function play(article: HTMLElement, nav: HTMLElement, page: string) {
  const acts = [...article.querySelectorAll<HTMLElement>(".act")];
  const [back, next] = nav.querySelectorAll("button");
  const menu = nav.querySelector("details")!;
  const stages = new Map<number, [HTMLElement, Comment]>();
  const title = article.querySelector("h1");
  let now = 0;

  if (title) article.prepend(title); // a page has its title in every act
  for (const act of acts) act.querySelector(":scope > h3:first-child, .jp-MarkdownOutput > h3:first-child")?.setAttribute("aria-level", "2");

  for (const { dataset } of acts) {
    const stage = [...(acts[Number(dataset.keeps) - 1]?.querySelectorAll<HTMLElement>(".screen") ?? [])].at(-1);
    if (!stage || stages.has(Number(dataset.keeps))) continue;
    const home = document.createComment("");
    stage.before(home);
    stages.set(Number(dataset.keeps), [stage, home]);
  }
  acts.forEach((act, i) => act.classList.toggle("beside", Boolean(act.dataset.keeps) || stages.has(i + 1)));

  const bringHome = () => stages.forEach(([stage, home]) => home.nextSibling === stage || home.after(stage));

  function show(act: HTMLElement) {
    now = acts.indexOf(act) + 1;
    article.dataset.view = "acts";
    bringHome();
    const stage = stages.get(Number(act.dataset.keeps));
    if (stage) act.append(stage[0]);
    acts.forEach((each) => each.toggleAttribute("data-now", each === act));
    nav.querySelectorAll("li a").forEach((link, i) => (i === now - 1 ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current")));
    nav.querySelector("summary")!.textContent = nav.dataset.place!.replace("{n}", String(now));
    back!.disabled = now === 1;
    next!.disabled = now === acts.length;
    keep(page, now);
  }

  function readWhole() {
    bringHome();
    article.dataset.view = "whole";
    nav.querySelector<HTMLAnchorElement>(".by-act")!.href = `#act-${now}`;
    scrollTo(0, 0);
  }

  /** Follow the address to an act, or to something within one. */
  function follow() {
    menu.open = false;
    const target = named();
    if (target === article) return readWhole();
    const act = target === title ? acts[0] : target?.closest<HTMLElement>(".act");
    if (!target || !act || (article.dataset.view === "whole" && target !== act)) return;
    show(act);
    const heading = target === act ? (act.querySelector<HTMLElement>("h2, h3") ?? title!) : target;
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: true });
    // A figure beside the text begins where its act does, above the heading.
    (now > 1 && target.matches(".act, .act > :first-child, h2 + h3") ? act : heading).scrollIntoView();
  }

  /** Return the act to begin with: the one in the address, or later in its part the one where the learner left. */
  function first() {
    const act = named()?.closest<HTMLElement>(".act");
    const begin = act ? acts.indexOf(act) : 0;
    const was = acts.findIndex(({ id }) => id === `act-${left()[page]}`);
    const asked = act && location.hash === `#${act.id}`;
    return !asked && was > begin && (!act || !acts.slice(begin + 1, was + 1).some(({ dataset }) => "part" in dataset)) ? acts[was]! : acts[begin]!;
  }

  for (const button of [back!, next!]) {
    button.addEventListener("click", () => (location.hash = `act-${now + Number(button.dataset.step)}`));
  }
  addEventListener("hashchange", follow);
  show(first());
  if (named() === article) readWhole();
  else if (now > 1) {
    history.replaceState(history.state, "", `#act-${now}`);
    acts[now - 1]!.scrollIntoView();
  }
  return () => removeEventListener("hashchange", follow);
}

const article = document.querySelector<HTMLElement>("article[data-acts]");
const nav = document.querySelector<HTMLElement>("nav.acts");
if (article && nav) {
  play(article, nav, nav.dataset.page!.replace(/^\w\w\//, ""));
  const { speechSynthesis: speech } = window;
  /** Offer to read aloud if a voice of this device speaks the page's language; a voice of a service would hear what is read. */
  const offer = () => {
    if (speech.getVoices().some(({ localService, lang }) => localService && lang.startsWith(document.documentElement.lang))) void import(/* @vite-ignore */ new URL(nav.dataset.aloud!, document.baseURI).href);
  };
  speech?.addEventListener("voiceschanged", offer);
  if (speech) offer();
}
