import type { Plugin } from "vite";

// Svelte keeps hydration and its optional modes behind variables so that they can leave the bundle, but bundlers do
// not see that nobody sets them. We mount only, so they become constants and a quarter of the runtime goes.
const CONSTANTS: [file: string, find: RegExp, put: string][] = [
  ["dom/hydration.js", /export let hydrating = false;/, "export const hydrating = false;"],
  ["dom/hydration.js", /hydrating = value;/, ""],
  ["dom/hydration.js", /export function reset\(/, "/* @__NO_SIDE_EFFECTS__ */ export function reset("],
  ["dom/hydration.js", /export function next\(/, "/* @__NO_SIDE_EFFECTS__ */ export function next("],
  ["flags/index.js", /export let (\w+) = false;/g, "export const $1 = false;"],
  ["flags/index.js", /\w+_mode_flag = (true|false);(?=\s*\})/g, ""],
  // All state here is replaced, never changed in place, so deep state's proxies can go too.
  ["reactivity/sources.js", /should_proxy \? proxy\(value\) : value/, "value"],
  // Lists glide by lib/motion.ts, not by `animate:`.
  ["blocks/each.js", /var is_animated = \(flags & EACH_IS_ANIMATED\) !== 0/g, "const is_animated = false"],
  // Without async mode no expression waits.
  ["reactivity/async.js", /if \(async\.length === 0 && pending\.length === 0\)/, "if (true)"],
  // Components mount into a boundary that waits for async work and catches errors; without both a branch does.
  ["render.js", /boundary\(\s*\/\*\*[^\n]*\(anchor_node\),\s*\{\s*pending: \(\) => \{\}\s*\},\s*\(anchor_node\) => \{/, "branch(() => {"],
  ["render.js", /,\s*transformError\s*\);/, ");"],
  ["render.js", /import \{ component_root \}/, "import { branch, component_root }"],
];

/** What compiled components must not need, as it was taken out. */
const MISSING: [find: RegExp, advice: string][] = [
  [/\$\.proxy\(|\$\.set\([^;]*, true\)/, "use $state.raw and replace values"],
  [/\$\.animation\(/, "use lib/motion.ts instead of animate:"],
  [/\$\.boundary\(/, "svelte:boundary is not in the bundle"],
];

export function lean(): Plugin {
  return {
    name: "lean-svelte",
    enforce: "post",
    transform(code, id) {
      const path = id.split("?")[0]!.replaceAll("\\", "/");
      const own = path.includes("/src/") && !path.includes("/node_modules/");
      for (const [find, advice] of own ? MISSING : []) if (find.test(code)) this.error(`${path}: ${advice} (see lean.ts)`);
      if (!path.includes("/svelte/src/internal/")) return null;
      const ours = CONSTANTS.filter(([file]) => path.endsWith(`/${file}`));
      for (const [file, find, put] of ours) {
        const changed = code.replace(find, put);
        if (changed === code) this.error(`${file} no longer holds ${find}: adapt lean.ts to this Svelte`);
        code = changed;
      }
      return ours.length ? { code, map: null } : null;
    },
  };
}
