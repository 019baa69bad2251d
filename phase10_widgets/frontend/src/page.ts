import { mount } from "svelte";
import Banner from "./page/Banner.svelte";
import { PageLine, type PageLineOptions } from "./page/line.svelte";
import { Place, type Files } from "./page/place";
import { News } from "./page/news.svelte";
import { offer, speak, studyAt } from "./strings/language.svelte";
import { text } from "./strings/solo";
import { storeForOffline } from "./solo/offline";
import { WorkerSocket } from "./solo/worker-socket";

/** How far outside of the window a screen is asked for, so that it is there when somebody gets to it. */
const AHEAD = "600px 0px";

/** Some places of the page, and the line that carries their screens once one of them is wanted. */
class Carried {
  readonly #open: () => PageLine;
  readonly #places = new Map<number, Place>();
  readonly #inSight = new Set<number>();
  /** The screens that Python has built in this visit, as far as this page knows. */
  readonly #asked = new Set<number>();
  #visit = 0;
  #line: PageLine | undefined;

  constructor(open: () => PageLine) {
    this.#open = open;
  }

  add(place: Place) {
    this.#places.set(place.number, place);
  }

  /** Ask for the screens that are in sight now, unless they have been asked for. */
  see(number: number, inSight: boolean) {
    if (inSight) this.#inSight.add(number);
    else this.#inSight.delete(number);
    if (inSight) this.start();
  }

  /** Have all screens in sight: what somebody does on one changes the others. */
  seeAll = () => this.#places.forEach((_, number) => this.see(number, true));

  /** Open the line, or ask for what is missing. Where nothing can be shown, there is no line. */
  start() {
    if (!this.#places.size) return;
    if (this.#line) this.#inSight.forEach((number) => this.#asked.has(number) || this.#look(number));
    else this.#line = this.#opened();
  }

  /** Send nothing again. */
  drop() {
    this.#places.forEach((place) => place.drop());
  }

  #look(number: number) {
    if (this.#line?.look(number)) this.#asked.add(number);
  }

  /** Ask again for all screens of this visit; of another one, for those in sight. */
  #welcome(line: PageLine) {
    if (this.#visit !== line.visits) this.#asked.clear();
    this.#visit = line.visits;
    new Set([...this.#asked, ...this.#inSight]).forEach((number) => this.#look(number));
  }

  #opened() {
    const line = this.#open();
    this.#places.forEach((place) => (place.line = line));
    line.hear((news) => {
      void this.#places.get(news.screen)?.take(news).catch((error: unknown) => console.error(error));
    });
    line.welcomed(() => this.#welcome(line));
    return line;
  }
}

/** Fill the places of a lesson's page with screens, each once it comes into sight. */
export async function show(target: HTMLElement, options?: Partial<PageLineOptions>) {
  const { base = "/", language = "en", page = "", worker, confined, offline } = target.dataset;
  const at = (address: string) => new URL(address, document.baseURI).href;
  // A script's imports would begin where it lies, not where the page does.
  const files: Files = Object.fromEntries(Object.entries(JSON.parse(target.dataset.files ?? "{}") as Files).map(([name, file]) => [name, at(file)]));
  if (files.catalog) await studyAt(files.catalog);
  offer([]);
  speak(language);
  const live = document.querySelector<HTMLElement>("#live")!;
  const news = new News((words) => {
    live.textContent = words;
  });
  const line = (url: string, open?: (url: string) => WorkerSocket) => {
    const made = new PageLine({ url, page, language, open, ...options });
    news.add(made, open !== undefined);
    return made;
  };
  const main = new Carried(() =>
    worker ? line(at(worker), (url) => new WorkerSocket(url, "lesson", news.arrive)) : line(at(`${base}play/line`).replace(/^http/, "ws")),
  );
  // What the learner wrote runs in a worker that can do nothing else, and that ends if it does not.
  const own: Carried = new Carried(() => line(at(confined!), (url) => new WorkerSocket(url, "confined", news.arrive, stopped)));
  const stopped = () => {
    own.drop();
    news.say(text.playerStopped);
  };

  const watcher = new IntersectionObserver(
    (seen) =>
      seen.forEach(({ isIntersecting, target }) => {
        const { screen, confined: apart } = (target as HTMLElement).dataset;
        if (apart === undefined) main.see(Number(screen), isIntersecting);
        else if (isIntersecting) own.seeAll();
      }),
    { rootMargin: AHEAD },
  );
  for (const el of document.querySelectorAll<HTMLElement>("[data-screen]")) {
    (el.dataset.confined === undefined ? main : own).add(new Place(el, files, news.announce));
    watcher.observe(el);
  }
  main.start();
  if (offline) void storeForOffline(offline, true);
  return mount(Banner, { target, props: { news } });
}

const target = document.querySelector<HTMLElement>("#line[data-page]");
if (target) void show(target);
