// The visitor's data on these pages: the chosen language, unfinished games and progress in the lessons, all from this
// browser's storage, which the pages can clear. They also work without this script.
(() => {
  const LANGUAGE = "p10-language"; // see frontend/src/shared/preferences.ts
  const GAMES = "phase10_widgets"; // see frontend/src/shared/game-tokens.ts
  const PROGRESS = "phase10_widgets.progress"; // see frontend/src/lesson/progress.ts

  const FINISHED = "p10-finished"; // see frontend/src/table/state/play.svelte.ts

  /** The longest wait for an idle moment, in milliseconds. */
  const SOON = 1000;

  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is blocked
    }
  }

  /** Return the names of stored games, or none if they cannot be read. */
  function names(key) {
    try {
      const found = JSON.parse(read(key) ?? "[]");
      return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
    } catch {
      return [];
    }
  }

  const { lang, dataset } = document.documentElement;
  const others = [...document.querySelectorAll("a[hreflang]")];
  for (const link of others)
    link.addEventListener("click", () => {
      try {
        localStorage.setItem(LANGUAGE, link.hreflang);
      } catch {
        // Without storage, the choice lasts only while the visitor follows links.
      }
    });

  // The first page is in the language that the server chose; the visitor's choice takes precedence, then the browser's.
  if (dataset.first !== undefined) {
    const wanted = [read(LANGUAGE), ...navigator.languages].map((tag) => tag?.split("-")[0]);
    const known = [lang, ...others.map(({ hreflang }) => hreflang)];
    const best = wanted.find((name) => known.includes(name));
    const other = others.find(({ hreflang }) => hreflang === best);
    if (other) location.replace(other.href);
  }

  const finished = names(`${GAMES}-finished`);
  if (names(GAMES).some((name) => !finished.includes(name))) for (const link of document.querySelectorAll("a.continue")) link.hidden = false;
  // After the first game, "Play" starts a full one.
  if (read(FINISHED)) for (const label of document.querySelectorAll("[data-full]")) label.textContent = label.dataset.full;

  /** Return the days on which a deal of the day was finished, such as "2026-11-23"; see frontend/src/deal/device.ts. */
  const finishedDays = () =>
    new Promise((resolve) => {
      const none = () => resolve(new Set());
      try {
        const opening = indexedDB.open("phase10");
        opening.onupgradeneeded = () => opening.transaction.abort(); // there is no such database yet
        opening.onerror = opening.onblocked = none;
        opening.onsuccess = () => {
          const found = opening.result;
          const days = new Set();
          found.onversionchange = () => found.close();
          const walk = found.transaction("days").objectStore("days").openCursor();
          walk.onerror = none;
          walk.onsuccess = () => {
            const at = walk.result;
            if (at?.value?.outcome) days.add(at.key);
            if (at) return at.continue();
            found.close();
            resolve(days);
          };
        };
      } catch {
        none(); // storage is blocked
      }
    });

  /** Show the last seven days of deals, and the streak, which today does not break if it is unplayed. */
  async function showWeek() {
    const week = document.querySelector(".week");
    if (!week) return;
    const days = await finishedDays();
    if (!days.size) return;
    const { dayBefore, localDate, streakOf } = await import("./days.js");
    const today = localDate();
    const streak = streakOf(days, today);
    const last = [];
    for (let day = today; last.length < 7; day = dayBefore(day)) last.unshift(days.has(day));
    if (!last.includes(true)) return;
    const said = document.createElement("span");
    said.textContent = streak > 1 ? week.dataset.streak.replace("{n}", streak) : "";
    week.replaceChildren(...last.map((made) => Object.assign(document.createElement("i"), { className: made ? "made" : "" })), said);
    week.hidden = false;
    const line = document.querySelector(".today [data-played]");
    if (last[6] && line) line.textContent = line.dataset.played;
  }
  void showWeek();

  /** Return the stored questions as pairs of id and row, or none if they cannot be read. */
  function questions() {
    try {
      return Object.entries(JSON.parse(read(PROGRESS) ?? "{}").questions ?? {});
    } catch {
      return [];
    }
  }

  /** Show the progress in each lesson, and link to the unfinished lesson with the latest answer, or else to the first lesson. */
  function showProgress() {
    const rows = questions().filter(([id]) => /^\d\d\/[^/]+$/.test(id));
    if (!rows.length) return;
    const lessons = [...document.querySelectorAll("li[data-questions]")].map((item) => {
      const mine = rows.filter(([id]) => Number(id.slice(0, 2)) === item.value).map(([, row]) => row ?? {});
      const of = Number(item.dataset.questions);
      const right = mine.filter(({ outcome }) => outcome === "right").length;
      const over = mine.filter(({ outcome, solved }) => outcome === "right" || solved).length;
      const day = Math.max(-1, ...mine.map(({ day }) => Number(day) || 0));
      const said = item.querySelector("[data-progress]");
      if (said && right) {
        said.textContent = said.dataset.progress.replace("{right}", right);
        said.hidden = false;
      }
      return { item, day, left: of > over };
    });
    const left = lessons.filter((lesson) => lesson.left);
    const latest = Math.max(-1, ...left.map(({ day }) => day));
    const next = latest < 0 ? left[0] : left.findLast(({ day }) => day === latest);
    const link = document.querySelector("a.resume");
    if (!next || !link) return;
    link.href = next.item.querySelector("a").href;
    link.textContent = link.dataset.text.replace("{n}", next.item.value);
    link.hidden = false;
  }
  showProgress();

  /** Delete a database; if another page has it open, deletion waits until that page closes. */
  const drop = (name) =>
    new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = request.onerror = request.onblocked = resolve;
    });

  /** Delete the results of deals of the day and of challenges. */
  const forgetResults = () => drop("phase10");

  async function forgetEverything() {
    for (const key of Object.keys(localStorage)) if (/^(p10-|phase10)/.test(key)) localStorage.removeItem(key);
    await Promise.all([forgetResults(), drop("phase10-games")]);
    const stored = globalThis.caches ? await caches.keys() : []; // plain http has no caches
    await Promise.all(stored.filter((name) => name.startsWith("phase10-")).map((name) => caches.delete(name)));
  }

  for (const button of document.querySelectorAll("button[data-forget]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (!confirm(button.dataset.forget)) return;
      await (button.dataset.only === "results" ? forgetResults() : forgetEverything());
      button.nextElementSibling.textContent = button.dataset.done;
    });
  }

  // An idle start page fetches the files that the game needs: with a server, its scripts; on the site, with the help
  // of the service worker, which makes the site work without a network.
  const { early, worker } = document.currentScript.dataset;
  const { serviceWorker, connection } = navigator;
  if (worker && serviceWorker) serviceWorker.register(worker).catch(() => {}); // some windows do not allow one

  function prefetch() {
    for (const address of early?.split(" ") ?? [])
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", as: address.includes(".css") ? "style" : "script", href: address }));
    if (worker) void serviceWorker?.ready.then(({ active }) => active.postMessage({ store: [location.href] }));
  }
  // Safari has no idle callback, and a slow phone may never be idle.
  const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, SOON));
  if (document.querySelector("a.play") && !connection?.saveData) addEventListener("load", () => idle(prefetch, { timeout: SOON }));
})();
