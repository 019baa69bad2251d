// ?view=classic-play&theme=dark picks a moment; every message is kept in window.sent and printed.
import table from "/static/table.js";

const query = new URLSearchParams(location.search);
const moments = await (await fetch("/golden/moments.json")).json();
const names = Object.keys(moments);
const name = query.get("view") ?? names[0];
const state = moments[name];
if (query.has("theme")) document.body.dataset.jpThemeLight = String(query.get("theme") !== "dark");
if (query.has("bare")) document.querySelector("p").remove();

const select = document.querySelector("#views");
select?.append(...names.map((each) => new Option(each, each, false, each === name)));
select?.addEventListener("change", () => (location.search = `?view=${select.value}`));

const listeners = new Map();
const fire = (event, ...values) => listeners.get(event)?.forEach((listener) => listener(...values));
window.sent = [];
window.write = (trait, value) => {
  state[trait] = value;
  fire(`change:${trait}`);
};
window.say = (message) => fire("msg:custom", message, []);
window.state = state;

const model = {
  get: (trait) => state[trait],
  set: () => {},
  save_changes: () => {},
  send: (message) => {
    window.sent.push(message);
    console.log("sent", JSON.stringify(message));
  },
  on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
  off: (event, listener) => listeners.get(event)?.delete(listener),
};

const widget = await table();
await widget.initialize?.({ model });
await widget.render({ model, el: document.querySelector("#table") });
