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
  // Without async mode a batch never waits, so none is merged, taken up again or settled later.
  ["reactivity/batch.js", /this\.#commit\(\);/, ""],
  ["reactivity/batch.js", /if \(this\.#is_deferred\(\)\) \{[^]*?\n\t\t\}\n/, ""],
  ["reactivity/batch.js", /if \(!this\.#is_deferred\(\)\) this/, "this"],
  ["reactivity/batch.js", /const earlier_batch = [^]*?\n\t\t\}\n/, ""],
  ["reactivity/batch.js", /!batch\.#intersects\(this\)/, "false"],
  ...without("reactivity/batch.js", "#is_deferred", "#is_skipped", "#commit", "#find_earlier_batch", "#intersects", "#merge", "#defer_effects"),
  ...without("reactivity/batch.js", "skip_effect", "unskip_effect", "register_created_effect", "oncommit", "ondiscard", "increment", "decrement", "settled", "transfer_reactions"),
  ...["batch.js", "deriveds.js", "sources.js"].map((file): [string, RegExp, string] => [`reactivity/${file}`, /\b(this|batch|current_batch)\??\.is_fork\b(?! =)/g, "false"]),
  ["client/runtime.js", /current_batch\?\.is_fork/, "false"],
  ["reactivity/batch.js", /this\.#deferred\?\.resolve\(\);/g, ""],
  ["reactivity/batch.js", /for \(const deferred of this\.async_deriveds\.values\(\)\) \{[^}]*\}/, ""],
  ["reactivity/batch.js", / \|\| this\.#skipped_branches\.has\(effect\)/, ""],
  ...["#skipped_branches = new Map", "#unskipped_branches = new Set", "async_deriveds = new Map", "#blocking_pending = new Map"].map((field): [string, RegExp, string] => [
    "reactivity/batch.js",
    new RegExp(`\\n\\t${field}\\(\\);`),
    "",
  ]),
  // Nobody asks for a signal that aborts.
  ["client/runtime.js", /if \((reaction|derived)\.ac !== null\)/g, "if (false)"],
  ["reactivity/deriveds.js", /if \(e\.ac !== null\)/, "if (false)"],
  ["reactivity/effects.js", /if \(controller !== null\)/, "if (false)"],
  ["reactivity/effects.js", /current_batch\?\.register_created_effect\(effect\);/, ""],
  // Without transitions what leaves a list goes at once.
  ["blocks/each.js", /var remaining = to_destroy\.length;\s*for \([^]*?\n\t\}\n/, "var remaining = 0;\n"],
  ["blocks/each.js", /if \(state\.outrogroups !== null\)/g, "if (false)"],
  ["blocks/each.js", /pause_effect\(fallback, \(\) => \{[^]*?\n\t\t\t\t\}\);/, "destroy_effect(fallback); fallback = null;"],
  ["blocks/each.js", /resume_effect\(fallback\);/, ""],
  ["blocks/each.js", /if \(\(effect\.f & INERT\) !== 0\)/, "if (false)"],
  ["blocks/each.js", /if \(state\.pending\.size > 0\)/, "if (false)"],
  ["blocks/each.js", /if \(preserved_effects\?\.has\(e\)\)/, "if (false)"],
  ["reactivity/effects.js", /if \(options\.outro\)/, "if (false)"],
  // What actions are given is replaced, too, never changed in place.
  ["elements/actions.js", /deep_read_state\(value\);/, ""],
  // Neither waits a branch, and without transitions it goes as soon as another one comes.
  ["blocks/branches.js", /\n\t#commit = [^]*?\n\t\};\n/, "\n"],
  ["blocks/branches.js", /\n\t#discard = [^]*?\n\t\};\n/, "\n"],
  [
    "blocks/branches.js",
    /\n\tensure\(key, fn\) \{[^]*?\n\t\}\n/,
    `
	ensure(key, fn) {
		if (fn && !this.#onscreen.has(key)) this.#onscreen.set(key, branch(() => fn(this.anchor)));
		for (const [k, effect] of this.#onscreen)
			if (k !== key) {
				destroy_effect(effect);
				this.#onscreen.delete(k);
			}
	}
`,
  ],
  ...["#batches = new Map", "#offscreen = new Map", "#outroing = new Set"].map((field): [string, RegExp, string] => ["blocks/branches.js", new RegExp(`\\n\\t${field}\\(\\);`), ""]),
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
  [/\bgetAbortSignal\(/, "getAbortSignal is not in the bundle"],
  [/\$\.transition\(|\bflushSync\(/, "transitions and flushSync are not in the bundle"],
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
      if (building && /\/strings\/\w+\.ts$/.test(path)) return { code: code.replace(/import \* as (en|de) /g, "import $1 "), map: null };
      // Names of faces are in the catalogues; those in the file are Python's.
      if (building && path.endsWith("/faces.json")) return { code: code.replace(/"?\bname"?: ?"\w+", ?/g, ""), map: null };
      if (!path.includes("/svelte/src/internal/")) return null;
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
      if (building && !error && left) this.error(`Svelte no longer has ${left[0]}: adapt lean.ts to this Svelte`);
    },
  };
}
