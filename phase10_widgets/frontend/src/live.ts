import { mount } from "svelte";
import "./shared/theme.css";
import "./shared/form.css";
import "./line/page.css";
import "./live/live.css";
import Page from "./live/Page.svelte";
import { tellParent } from "./live/frame";
import { steady } from "./shared/press";
import { Visit, type VisitOptions } from "./live/visit.svelte";
import { offer } from "./strings/language.svelte";

/** Show the page for shared tables in this element, whose data say where the server's pages begin. */
export async function show(target: HTMLElement, line?: VisitOptions["line"]) {
  const { base = "/", language, languages, notice = "", friends, home } = target.dataset;
  if (languages) offer(JSON.parse(languages));
  const visit = new Visit({ base, language, line, friends: friends !== "no", home: home !== undefined });
  tellParent();
  await visit.greet();
  steady(target);
  return mount(Page, { target, props: { visit, notice } });
}

const target = document.querySelector<HTMLElement>("#live[data-base]");
if (target) void show(target);
