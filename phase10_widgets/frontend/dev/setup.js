// /setup.html?theme=dark&players=4&edition=flip changes what is filled in; every message is kept in window.sent and printed.
import setup from "/static/setup.js";

const query = new URLSearchParams(location.search);
const { about } = await (await fetch("/golden/setup.json")).json();
if (query.has("theme")) document.body.dataset.jpThemeLight = String(query.get("theme") !== "dark");
if (query.has("edition")) about.start.edition = query.get("edition");
if (query.has("options")) about.start.options = JSON.parse(query.get("options"));
for (let n = about.start.players.length; n < Number(query.get("players")); n++) about.start.players.push({ name: `Guest ${n}`, player: null });

const state = { about, view: { v: 1, rev: 0, ack: null } };
const listeners = new Map();
window.sent = [];
window.say = (message) => listeners.get("msg:custom")?.forEach((listener) => listener(message, []));

const model = {
  get: (trait) => state[trait],
  send: (message) => {
    window.sent.push(message);
    console.log("sent", JSON.stringify(message));
  },
  on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
  off: (event, listener) => listeners.get(event)?.delete(listener),
};

const widget = await setup();
await widget.render({ model, el: document.querySelector("#setup") });
