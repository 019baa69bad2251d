// Turns JSON Schemas into TypeScript: devtools/generate/protocol.py gives {module: {banner, home, types}} and takes {module: text}.
import { text as read } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const options = { bannerComment: "", declareExternallyReferenced: false, format: true, style: { printWidth: 120 } };

/** The schema with a name in the place of each reference; `used` collects the names. */
function named(value, used) {
  if (Array.isArray(value)) return value.map((item) => named(item, used));
  if (value === null || typeof value !== "object") return value;
  const ref = value.$ref ?? (value.allOf?.length === 1 ? value.allOf[0].$ref : undefined);
  if (!ref) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item, used)]));
  const tsType = ref.replace("#/definitions/", "");
  used.add(tsType);
  return value.description ? { tsType, description: value.description } : { tsType };
}

async function text({ banner, home, types }) {
  const used = new Set();
  const made = [];
  for (const [name, schema] of Object.entries(types)) made.push(await compile(named(schema, used), name, options));
  const imports = {};
  for (const name of [...used].sort()) if (home[name]) (imports[home[name]] ??= []).push(name);
  const lines = Object.entries(imports).map(([module, names]) => `import type { ${names.join(", ")} } from "./${module}";\n`);
  return [`${banner}\n`, lines.join(""), ...made].filter(Boolean).join("\n");
}

const wanted = JSON.parse(await read(process.stdin));
const found = {};
for (const [module, given] of Object.entries(wanted)) found[module] = await text(given);
process.stdout.write(JSON.stringify(found));
