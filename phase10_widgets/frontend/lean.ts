import type { Plugin } from "vite";

/** Takes these methods out of the only class of a file. */
const without = (file: string, ...names: string[]) =>
  names.map((name): [string, RegExp, string] => [file, new RegExp(`\\n\\t${name}\\([^\\n]*\\) \\{\\n(\\t\\t[^\\n]*\\n|\\n)*\\t\\}\\n`), "\n"]);

// What of Svelte's runtime leaves the bundle, for its budget of 45,000 bytes (tests/test_bundle.py). A new Svelte that
// looks different fails the build here; a part that is needed after all fails it below.
const CHANGES: [file: string, find: RegExp, put: string][] = [
  // We mount and never hydrate; a bundler does not see that nobody sets this.
  ["dom/hydration.js", /export let hydrating = false;/, "export const hydrating = false;"],
  ["dom/hydration.js", /hydrating = value;/, ""],
  // All state here is replaced, never changed in place, so deep state's proxies can go too.
  ["reactivity/sources.js", /should_proxy \? proxy\(value\) : value/, "value"],
  // Lists glide by lib/motion.ts, not by `animate:`.
  ["blocks/each.js", /var is_animated = \(flags & EACH_IS_ANIMATED\) !== 0/g, "const is_animated = false"],
  // Without async mode no expression waits.
  ["reactivity/async.js", /if \(async\.length === 0 && pending\.length === 0\)/, "if (true)"],
  ...without("reactivity/batch.js", "increment", "decrement", "settled", "transfer_reactions"),
  // An error's name says enough.
  ["client/errors.js", /https:\/\/svelte\.dev\/e\//g, ""],
  // What actions are given is replaced, too.
  ["elements/actions.js", /deep_read_state\(value\);/, ""],
  // Without transitions what leaves a list goes at once, and is not found again.
  ["blocks/each.js", /var remaining = to_destroy\.length;\s*for \([^]*?\n\t\}\n/, "var remaining = 0;\n"],
  ["blocks/each.js", /if \(state\.outrogroups !== null\)/g, "if (false)"],
  ["blocks/each.js", /if \(\(effect\.f & INERT\) !== 0\)/, "if (false)"],
  // Components mount into a boundary that waits for async work and catches errors; without both a branch does.
  ["render.js", /boundary\(\s*\/\*\*[^\n]*\(anchor_node\),\s*\{\s*pending: \(\) => \{\}\s*\},\s*\(anchor_node\) => \{/, "branch(() => {"],
  ["render.js", /,\s*transformError\s*\);/, ");"],
  ["render.js", /import \{ component_root \}/, "import { branch, component_root }"],
];

/** What compiled components must not need, as it was taken out. */
const MISSING: [find: RegExp, advice: string][] = [
  [/\$\.proxy\(|\$\.set\([^;]*,[^;,]+, true\)/, "use $state.raw and replace values"],
  [/\$\.animation\(/, "use lib/motion.ts instead of animate:"],
  [/\$\.boundary\(/, "svelte:boundary is not in the bundle"],
  [/\$\.transition\(/, "transitions are not in the bundle: use lib/motion.ts"],
];

/** The words of one language as one object: in a module's namespace each word takes a name and a function more. */
function packed(code: string): string {
  const names = [...code.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  return `${code.replace(/^export const /gm, "const ")}\nexport default { ${names.join()} };\n`;
}

export function lean(): Plugin {
  const done = new Set<RegExp>();
  let building = false;
  return {
    name: "lean-svelte",
    enforce: "post",
    configResolved({ command }) {
      building = command === "build";
    },
    transform(code, id) {
      const path = id.split("?")[0]!.replaceAll("\\", "/");
      const own = path.includes("/src/") && !path.includes("/node_modules/");
      for (const [find, advice] of own ? MISSING : []) if (find.test(code)) this.error(`${path}: ${advice} (see lean.ts)`);
      if (building && /\/strings\/\w+\.(en|de)\.ts$/.test(path)) return { code: packed(code), map: null };
      // The names of faces are in the catalogues; those in the file are Python's.
      if (building && path.endsWith("/faces.json")) return { code: code.replace(/"?\bname"?: ?"\w+", ?/g, ""), map: null };
      if (building && own) code = code.replace(/import \* as (\w+) from (".*\.(en|de)")/g, "import $1 from $2");
      if (!path.includes("/svelte/src/internal/")) return own ? { code, map: null } : null;
      const ours = CHANGES.filter(([file]) => path.endsWith(`/${file}`));
      for (const [file, find, put] of ours) {
        const changed = code.replace(find, put);
        if (changed === code) this.error(`${file} no longer holds ${find}: adapt lean.ts to this Svelte`);
        code = changed;
        done.add(find);
      }
      return ours.length ? { code, map: null } : null;
    },
    buildEnd(error) {
      const left = CHANGES.find(([, find]) => !done.has(find));
      if (building && !error && done.size && left) this.error(`Svelte no longer has ${left[0]}: adapt lean.ts to this Svelte`);
    },
  };
}
