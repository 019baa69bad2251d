import { mount } from "svelte";
import "./shared/theme.css";
import "./shared/form.css";
import "./connection/page.css";
import "./rooms/rooms.css";
import Page from "./rooms/Page.svelte";
import { tellParent } from "./rooms/frame";
import { steady } from "./shared/press";
import { Visit, type VisitOptions } from "./rooms/visit.svelte";
import { offer } from "./strings/language.svelte";

/** Show the page for shared tables in this element, whose data attributes give the root of the server's pages. */
export async function show(target: HTMLElement, connection?: VisitOptions["connection"]) {
  const { base = "/", language, languages, notice = "", friends, home } = target.dataset;
  if (languages) offer(JSON.parse(languages));
  const visit = new Visit({ base, language, connection, friends: friends !== "no", home: home !== undefined });
  tellParent();
  await visit.greet();
  steady(target);
  return mount(Page, { target, props: { visit, notice } });
}

const target = document.querySelector<HTMLElement>("#live[data-base]");
if (target) void show(target);
