import { mount } from "svelte";
import "./shared/theme.css";
import "./shared/form.css";
import "./connection/page.css";
import Page from "./solo/Page.svelte";
import { absolute, loadWidget, type Files } from "./connection/widget-file";
import { steady } from "./shared/press";
import { linkRequest } from "./solo/link-request";
import { Visit, type VisitOptions } from "./solo/visit.svelte";
import { offer } from "./strings/language.svelte";

/** Show the solo page in this element, whose data attributes give the root of the server's pages, or the worker with Python. */
export async function show(target: HTMLElement, connection?: VisitOptions["connection"]) {
  const { base = "/", language, languages, worker, offline, start: first } = target.dataset;
  if (languages) offer(JSON.parse(languages));
  const start = first === "coach" ? "coach" : "setup";
  const files = absolute(JSON.parse(target.dataset.files ?? "{}") as Files);
  const request = start === "setup" ? await linkRequest() : null;
  // The script arrives together with the screen that needs it.
  if (start === "setup" && !request) void loadWidget(files, "setup").catch(() => {});
  const visit = new Visit({ base, language, worker, offline, start, files, request, connection });
  await visit.greet();
  const picture = target.querySelector("img");
  target.replaceChildren();
  steady(target);
  return mount(Page, { target, props: { visit, picture } });
}

const target = document.querySelector<HTMLElement>("#solo[data-base]");
if (target) void show(target);
