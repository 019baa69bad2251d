import type { MathNode } from "../../protocol/learner";

/** Return the MathML element with these elements inside. */
export function mathOf(tag: string, nodes: MathNode[], text = ""): Element {
  const made = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag === "binom" ? "mfrac" : tag);
  if (tag === "binom") made.setAttribute("linethickness", "0");
  made.append(text, ...nodes.map((node) => mathOf(node.tag, node.inside, node.text)));
  return made;
}
