import { mount } from "svelte";
import Banner from "./page/Banner.svelte";
import { PageConnection, type PageConnectionOptions } from "./page/page-connection.svelte";
import { absolute, type Files } from "./connection/widget-file";
import { Place } from "./page/place";
import { PageStatus } from "./page/page-status.svelte";
import { offer, speak, studyAt } from "./strings/language.svelte";
import { text } from "./strings/solo";
import { storeForOffline } from "./solo/offline";
import { WorkerSocket } from "./solo/worker-socket";

/** The margin around the window within which screens are requested, so that they are ready when they scroll into view. */
const AHEAD = "600px 0px";

/** Some places of the page, and the connection for their screens, opened when the first one is needed. */
class ConnectedPlaces {
  readonly #open: () => PageConnection;
  readonly #places = new Map<number, Place>();
  readonly #inSight = new Set<number>();
  /** The screens known to be built by Python in this visit. */
  readonly #asked = new Set<number>();
  #visit = 0;
  #connection: PageConnection | undefined;

  constructor(open: () => PageConnection) {
    this.#open = open;
  }

  add(place: Place) {
    this.#places.set(place.number, place);
  }

  /** Request the screens that are in sight now, unless already requested. */
  see(number: number, inSight: boolean) {
    if (inSight) this.#inSight.add(number);
    else this.#inSight.delete(number);
    if (inSight) this.start();
  }

  /** Request all screens, since an action on one changes the others. */
  seeAll = () => this.#places.forEach((_, number) => this.see(number, true));

  /** Open the connection, or request the missing screens. Without any screen to show, there is no connection. */
  start() {
    if (!this.#places.size) return;
    if (this.#connection) this.#inSight.forEach((number) => this.#asked.has(number) || this.#look(number));
    else this.#connection = this.#opened();
  }

  /** Forget all unanswered messages. */
  drop() {
    this.#places.forEach((place) => place.drop());
  }

  #look(number: number) {
    if (this.#connection?.look(number)) this.#asked.add(number);
  }

  /** Request all screens of this visit again; in a new visit, request those in sight. */
  #welcome(connection: PageConnection) {
    if (this.#visit !== connection.visits) this.#asked.clear();
    this.#visit = connection.visits;
    new Set([...this.#asked, ...this.#inSight]).forEach((number) => this.#look(number));
  }

  #opened() {
    const connection = this.#open();
    this.#places.forEach((place) => (place.connection = connection));
    connection.hear((update) => {
      void this.#places.get(update.screen)?.take(update).catch((error: unknown) => console.error(error));
    });
    connection.welcomed(() => this.#welcome(connection));
    return connection;
  }
}

/** Fill the places of a lesson's page with screens as they come into sight. */
export async function show(target: HTMLElement, options?: Partial<PageConnectionOptions>) {
  const { base = "/", language = "en", page = "", worker, confined, offline } = target.dataset;
  const at = (address: string) => new URL(address, document.baseURI).href;
  const files = absolute(JSON.parse(target.dataset.files ?? "{}") as Files);
  if (files.catalog) await studyAt(files.catalog);
  offer([]);
  speak(language);
  const live = document.querySelector<HTMLElement>("#live")!;
  const status = new PageStatus((words) => {
    live.textContent = words;
  });
  const connection = (url: string, open?: (url: string) => WorkerSocket) => {
    const made = new PageConnection({ url, page, language, open, ...options });
    status.add(made, open !== undefined);
    return made;
  };
  const main = new ConnectedPlaces(() =>
    worker ? connection(at(worker), (url) => new WorkerSocket(url, "lesson", status.arrive)) : connection(at(`${base}play/line`).replace(/^http/, "ws")),
  );
  // The learner's code runs in a worker that can do nothing else, and that is terminated if the code hangs.
  const own: ConnectedPlaces = new ConnectedPlaces(() => connection(at(confined!), (url) => new WorkerSocket(url, "confined", status.arrive, stopped)));
  const stopped = () => {
    own.drop();
    status.report(text.playerStopped);
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
    (el.dataset.confined === undefined ? main : own).add(new Place(el, files, status.announce));
    watcher.observe(el);
  }
  main.start();
  if (offline) void storeForOffline(offline, true);
  return mount(Banner, { target, props: { status } });
}

const target = document.querySelector<HTMLElement>("#line[data-page]");
if (target) void show(target);
