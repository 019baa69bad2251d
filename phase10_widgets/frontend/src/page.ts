import { mount } from "svelte";
import Banner from "./page/Banner.svelte";
import { PageLine, type PageLineOptions } from "./page/line.svelte";
import { Place, type Files } from "./page/place";
import { offer, speak, studyAt } from "./strings/language.svelte";
import { WorkerSocket } from "./solo/worker-socket";

/** How far outside of the window a screen is asked for, so that it is there when somebody gets to it. */
const AHEAD = "600px 0px";

/** Fill the places of a lesson's page with screens, each once it comes into sight. */
export async function show(target: HTMLElement, line?: Partial<PageLineOptions>) {
  const { base = "/", language = "en", page = "", worker } = target.dataset;
  const files = JSON.parse(target.dataset.files ?? "{}") as Files;
  if (files.catalog) await studyAt(files.catalog);
  offer([]);
  speak(language);
  const url = new URL(worker ?? `${base}play/line`, document.baseURI).href;
  const open = worker ? (url: string) => new WorkerSocket(url) : undefined;
  const own = new PageLine({ url: worker ? url : url.replace(/^http/, "ws"), page, language, open, ...line });
  const live = document.querySelector<HTMLElement>("#live")!;
  const announce = (text: string) => {
    live.textContent = text;
  };
  const places = new Map<number, Place>();
  const wanted = new Set<number>();
  own.hear((news) => {
    void places.get(news.screen)?.take(news).catch((error: unknown) => console.error(error));
  });
  own.welcomed(() => wanted.forEach((number) => own.look(number)));

  const watcher = new IntersectionObserver(
    (seen) =>
      seen.forEach(({ isIntersecting, target }) => {
        if (!isIntersecting) return;
        watcher.unobserve(target);
        const number = Number((target as HTMLElement).dataset.screen);
        wanted.add(number);
        own.look(number);
      }),
    { rootMargin: AHEAD },
  );
  for (const el of document.querySelectorAll<HTMLElement>("[data-screen]")) {
    const place = new Place(el, own, files, announce);
    places.set(place.number, place);
    watcher.observe(el);
  }
  return mount(Banner, { target, props: { line: own, announce } });
}

const target = document.querySelector<HTMLElement>("#line[data-page]");
if (target) void show(target);
