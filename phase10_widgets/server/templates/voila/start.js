// Shows each stage of startup as it happens, in the visitor's language, until the widgets appear.
(() => {
  const TEXTS = {
    en: {
      scripts: "Loading the game …",
      table: "Setting the table …",
      slow: "This takes longer than usual. If nothing happens, reload the page.",
      files: (n) => (n === 1 ? "1 file so far" : `${n} files so far`),
    },
    de: {
      scripts: "Das Spiel wird geladen …",
      table: "Der Tisch wird gedeckt …",
      slow: "Das dauert länger als sonst. Wenn nichts geschieht, lade die Seite neu.",
      files: (n) => (n === 1 ? "bisher 1 Datei" : `bisher ${n} Dateien`),
    },
  };
  const SLOW = 45_000;
  const SHOWN = "#rendered_cells :is(.p10, .jp-RenderedHTMLCommon, .jp-RenderedText)";
  const start = document.getElementById("start");
  const [stage, detail] = start.querySelectorAll("p");
  const bar = start.querySelector("progress");

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

  const say = (words) => stage.textContent === words || (stage.textContent = words);
  const arrived = new Set();
  function see({ name, initiatorType }) {
    if (name.includes("/api/kernels/")) {
      say(text.table);
      bar.value = 85;
      detail.textContent = "\u00a0";
    } else if (initiatorType === "script" && !bar.value) {
      arrived.add(name); // the total is unknown
      detail.textContent = text.files(arrived.size);
    }
  }
  performance.setResourceTimingBufferSize(1000);
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(see));
  observer.observe({ type: "resource", buffered: true });
  const slow = setTimeout(() => say(text.slow), SLOW);
  say(text.scripts);

  const later = [...document.querySelectorAll("link[data-later]")];
  function apply(link) {
    link.media = "all";
    unveil();
  }

  // A lesson's text arrives before its widgets and is shown as soon as Voilà has styled it.
  function unveil() {
    if (later.some(({ media }) => media !== "all")) return;
    if (![...document.querySelectorAll(SHOWN)].some((each) => each.getClientRects().length)) return;
    watch.disconnect();
    observer.disconnect();
    clearTimeout(slow);
    document.getElementById("rendered_cells").removeAttribute("aria-busy");
    if (location.hash) stay(location.hash.slice(1));
    start.classList.add("over");
    setTimeout(() => start.remove(), matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250);
  }
  // The browser looked for the address's anchor while the page was blank. Widgets appear one by one and push the text
  // down, so the anchor is kept at the top until the reader does something.
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
