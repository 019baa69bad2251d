// The stages of the start as they happen, in the visitor's language, until the widgets are there.
(() => {
  const TEXTS = {
    en: {
      scripts: "Loading the game …",
      python: "Connecting to Python …",
      browser: "Starting Python in your browser …",
      table: "Setting the table …",
      slow: "This takes longer than usual. If nothing happens, reload the page.",
      parts: (n, all) => `${n} of ${all} parts`,
      files: (n) => (n === 1 ? "1 file so far" : `${n} files so far`),
      megabytes: (n, all) => `${n} of ${all} MB`,
    },
    de: {
      scripts: "Das Spiel wird geladen …",
      python: "Python wird verbunden …",
      browser: "Python startet in deinem Browser …",
      table: "Der Tisch wird gedeckt …",
      slow: "Das dauert länger als sonst. Wenn nichts geschieht, lade die Seite neu.",
      parts: (n, all) => `${n} von ${all} Teilen`,
      files: (n) => (n === 1 ? "bisher 1 Datei" : `bisher ${n} Dateien`),
      megabytes: (n, all) => `${n} von ${all} MB`,
    },
  };
  const SLOW = 45_000;
  const SHOWN = "#rendered_cells :is(.p10, .jp-RenderedHTMLCommon, .jp-RenderedText)";
  const start = document.getElementById("start");
  const [stage, detail] = start.querySelectorAll("p");
  const bar = start.querySelector("progress");
  const parts = [...document.querySelectorAll("script[data-part]")].map(({ src }) => src);

  function chosen() {
    try {
      return localStorage.getItem("p10-language");
    } catch {
      return null; // storage is blocked
    }
  }
  const linked = new URLSearchParams(location.search).get("language");
  const wanted = [linked, chosen(), ...navigator.languages].map((tag) => tag?.split("-")[0].toLowerCase());
  const language = wanted.find((name) => name in TEXTS) ?? "en";
  const text = TEXTS[language];
  start.lang = language;
  const home = document.querySelector("body > header a");
  if (home?.dataset[language]) home.href = home.dataset[language];

  const say = (words) => stage.textContent === words || (stage.textContent = words);
  function show(value, words = "") {
    bar.value = Math.max(bar.value, value);
    detail.textContent = words || "\u00a0";
  }
  const arrived = new Set();
  function see({ name, initiatorType }) {
    if (!parts.length && initiatorType === "script" && !bar.value) {
      arrived.add(name); // how many will come is unknown
      detail.textContent = text.files(arrived.size);
    } else if (parts.includes(name)) {
      arrived.add(name);
      show((70 * arrived.size) / parts.length, text.parts(arrived.size, parts.length));
      if (arrived.size === parts.length) say(text.python);
    } else if (name.includes("/api/kernels/")) {
      say(text.table);
      show(85);
    }
  }
  performance.setResourceTimingBufferSize(1000);
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(see));
  observer.observe({ type: "resource", buffered: true });
  const slow = setTimeout(() => say(text.slow), SLOW);
  say(text.scripts);

  // On the site, Python comes into the browser; the service worker sees its files arrive, and stores them.
  const { worker } = start.dataset;
  const files = new Map();
  const inMegabytes = (bytes) => Math.round(bytes / 1e6);
  function hear({ data: { name, bytes, all } }) {
    if (!bytes) return;
    files.set(name, bytes);
    const here = [...files.values()].reduce((sum, each) => sum + each, 0);
    say(text.browser);
    show((80 * here) / all, text.megabytes(inMegabytes(here), inMegabytes(all)));
  }
  const { serviceWorker } = navigator; // only over HTTPS, and on one's own machine
  if (worker && serviceWorker) {
    serviceWorker.addEventListener("message", hear);
    serviceWorker.startMessages();
    serviceWorker.register(worker).catch(() => {}); // some windows allow none
  }
  function store() {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    void serviceWorker.ready.then(({ active }) => active.postMessage({ store: [location.href, ...loaded] }));
  }

  const later = [...document.querySelectorAll("link[data-later]")];
  function apply(link) {
    link.media = "all";
    unveil();
  }

  // Lessons have their text before their widgets; it is shown as soon as Voilà has styled it.
  function unveil() {
    if (later.some(({ media }) => media !== "all")) return;
    const shown = document.querySelector(SHOWN);
    if (!shown?.getClientRects().length) return;
    watch.disconnect();
    observer.disconnect();
    clearTimeout(slow);
    if (worker && serviceWorker) {
      serviceWorker.removeEventListener("message", hear);
      store();
    }
    document.getElementById("rendered_cells").removeAttribute("aria-busy");
    if (location.hash) stay(location.hash.slice(1));
    start.classList.add("over");
    setTimeout(() => start.remove(), matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250);
  }
  // The browser looked for the address's anchor while nothing was shown. Widgets come one by one and push the text
  // down: what the address names stays on top until the reader moves.
  function stay(id) {
    const growing = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView());
    const stop = () => growing.disconnect();
    for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(kind, stop, { once: true, passive: true });
    setTimeout(stop, SLOW);
    growing.observe(document.getElementById("rendered_cells"));
  }
  const watch = new MutationObserver(unveil);
  for (const link of later)
    if (link.sheet) apply(link);
    else for (const kind of ["load", "error"]) link.addEventListener(kind, () => apply(link), { once: true });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] });
})();
