import type { AnyWidget } from "@anywidget/types";
import { load } from "../strings/language.svelte";

/** The addresses of scripts and styles, by file name. */
export type Files = Record<string, string>;
type Definition = Exclude<AnyWidget, (...given: never[]) => unknown>;

/** Load the script and the styles of a widget; fail if the script cannot be loaded. */
export async function loadWidget(files: Files, name: string): Promise<Definition> {
  const styles = files[`${name}.css`]!;
  if (![...document.querySelectorAll("link")].some(({ href }) => href === styles)) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: styles });
    const loaded = new Promise((done) => (link.onload = link.onerror = done));
    document.head.append(link);
    await loaded;
  }
  const { default: made } = (await load(files[`${name}.js`]!)) as { default: AnyWidget };
  return (typeof made === "function" ? await made() : made) as Definition;
}

/** Return these addresses as absolute ones: a script resolves imports against its own address, not the page's. */
export const absolute = (files: Files): Files => Object.fromEntries(Object.entries(files).map(([name, file]) => [name, new URL(file, document.baseURI).href]));
