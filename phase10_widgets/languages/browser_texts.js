// Build the browser texts of a plugin's language from its catalog. Python adds a line with the catalog's texts.

/**
 * Return a text's parts: literal text, and `[path, kind, options]` for each placeholder in braces.
 *
 * A placeholder is a parameter, `{name}`, one with a number of decimals, `{cost, number, 1}`, or one that selects text:
 * `{n, plural, one {…} other {…}}`, `{n, select, none {…} other {…}}`.
 */
function parse(source) {
  let at = 0;
  const fail = (what) => {
    throw new SyntaxError(`${what} in ${JSON.stringify(source)}`);
  };
  const until = (ends) => {
    const from = at;
    while (at < source.length && !ends.includes(source[at])) at += 1;
    return source.slice(from, at).trim();
  };
  function message(nested) {
    const parts = [];
    while (at < source.length && source[at] !== "}") {
      if (source[at] === "{") parts.push(braces());
      else parts.push(source.slice(at, (until("{}"), at)));
    }
    if (nested ? source[at++] !== "}" : at < source.length) fail("a brace is missing or left over");
    return parts;
  }
  function braces() {
    at += 1;
    const path = until(",{}");
    if (source[at] === "}") return (at += 1), [path, "", {}];
    if (source[at++] !== ",") fail("a comma is missing");
    const kind = until(",{}");
    if (!["plural", "select", "number"].includes(kind)) fail(`"${kind}" is not plural, select or number`);
    if (source[at++] !== ",") fail("a comma is missing");
    const options = {};
    if (kind === "number") {
      const digits = until("{}");
      if (!/^\d$/.test(digits) || source[at++] !== "}") fail("a number of decimals or a brace is missing");
      return [path, kind, { minimumFractionDigits: +digits, maximumFractionDigits: +digits }];
    }
    for (let name; (name = until("{}")) && source[at] === "{"; ) (at += 1), (options[name] = message(true));
    if (source[at++] !== "}" || !options.other) fail(`"other" or a brace is missing`);
    return [path, kind, options];
  }
  return message(false);
}

/** Return the browser's catalogs with these texts, named by their message ids, such as `table.round(n)`. */
function catalogs(language, texts) {
  const list = new Intl.ListFormat(language);
  const rules = new Intl.PluralRules(language);
  const missing = (value) => value === null || value === undefined || value === "";
  const shown = (value) => (missing(value) ? "" : Array.isArray(value) ? list.format(value.map(String)) : String(value));
  const room = (id) => id.slice(0, id.indexOf("."));

  /** Return the value of `card`, `range.0`, `names.length`, or `colors[color]`, another text of the same catalog. */
  function find(path, given, words) {
    const [, name, key] = /^(\w+)\[([\w.]+)\]$/.exec(path) ?? [];
    if (name) return words[name]?.[find(key, given, words)];
    return path.split(".").reduce((value, step) => value?.[step], given);
  }
  function choose(kind, value, options) {
    if (kind === "select") return options[missing(value) ? "none" : String(value)] ?? options.other;
    const n = Number(Array.isArray(value) ? value.length : value);
    return options[`=${n}`] ?? options[rules.select(n)] ?? options.other;
  }
  function write(parts, given, words) {
    const written = parts.map((part) => {
      if (typeof part === "string") return part;
      const [path, kind, options] = part;
      const value = find(path, given, words);
      if (kind === "number") return value.toLocaleString(language, options);
      return kind ? write(choose(kind, value, options), given, words) : shown(value);
    });
    return written.join("");
  }

  const made = {};
  for (const [id, source] of Object.entries(texts)) {
    const [, path, parameters] = /^([\w.[\]-]+)(?:\((.*)\))?$/.exec(id) ?? [];
    if (!path) continue;
    try {
      const parts = parse(source);
      const names = parameters?.split(",").map((name) => name.trim());
      const words = (made[room(id)] ??= {});
      const text = names ? (...given) => write(parts, Object.fromEntries(names.map((name, i) => [name, given[i]])), words) : write(parts, {}, words);
      const steps = path.match(/[\w-]+|\[\d+\]/g);
      const keys = steps.map((step) => step.replace(/[[\]]/g, ""));
      const into = keys.slice(0, -1).reduce((into, key, i) => (into[key] ??= steps[i + 1].startsWith("[") ? [] : {}), made);
      into[keys.at(-1)] = text;
    } catch (error) {
      console.warn(`${id} stays in English:`, error); // the other texts are useful without it
    }
  }
  return made;
}
