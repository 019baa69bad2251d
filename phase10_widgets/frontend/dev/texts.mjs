// Lists every text of the browser with its id in a catalog, for those who translate: `node texts.mjs` prints JSON.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const STRINGS = new URL("../src/strings/", import.meta.url);

const NO_TEXT = new Set([ts.SyntaxKind.NumericLiteral, ts.SyntaxKind.NullKeyword, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword]);

/** Return the parameters of a function as an id names them; one that is taken apart is called `list`. */
const parameters = (node) => node.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : "list")).join(", ");

/** Return what an expression is in the end: without casts and brackets, an unexported name's value, and the texts that
 * a shared table leaves out. */
function resolved(node, known) {
  if (ts.isConditionalExpression(node) && node.condition.getText() === "__SHARED__") return resolved(node.whenFalse, known);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return resolved(node.expression, known);
  return ts.isIdentifier(node) && known.has(node.text) ? resolved(known.get(node.text), known) : node;
}

function* below(id, given, known) {
  const node = resolved(given, known);
  if (ts.isObjectLiteralExpression(node))
    for (const each of node.properties) {
      if (ts.isSpreadAssignment(each)) yield* below(id, each.expression, known);
      else yield* below(`${id}.${each.name.text}`, each.initializer ?? each.name, known);
    }
  else if (ts.isArrayLiteralExpression(node)) for (const [i, each] of node.elements.entries()) yield* below(`${id}[${i}]`, each, known);
  else if (ts.isArrowFunction(node)) yield [`${id}(${parameters(node)})`, node.getText()];
  else if (!NO_TEXT.has(node.kind)) yield [id, ts.isStringLiteralLike(node) ? node.text : node.getText()];
}

/** Return `[id, English]` of every text; of a function, the English is its source. */
export function texts() {
  const found = [];
  for (const file of readdirSync(STRINGS).filter((name) => name.endsWith(".en.ts")).sort()) {
    const source = ts.createSourceFile(file, readFileSync(new URL(file, STRINGS), "utf8"), ts.ScriptTarget.Latest, true);
    const declared = source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList, modifiers }) => declarationList.declarations.map((one) => [one, Boolean(modifiers?.length)]));
    const known = new Map(declared.map(([{ name, initializer }]) => [name.text, initializer]));
    for (const [{ name, initializer }, exported] of declared) if (exported) found.push(...below(`${file.split(".")[0]}.${name.text}`, initializer, known));
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(JSON.stringify(texts()));
