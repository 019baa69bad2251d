"""Hostile strings, and a watch that detects whether a page interprets any of them."""

from __future__ import annotations

import dataclasses
from typing import Any

from playwright.sync_api import Page

from phase10_widgets.teaching import Question, lesson

PAYLOADS = (
    "<img src=x onerror=harm()>",
    "</script><script>harm()</script>",
    "<svg onload=harm()><a href=#harm>x</a>",
    '"><iframe srcdoc=harm>',
    "<style>*{--harm:0}</style>",
    "javascript:harm()",
    "[x](javascript:harm()) ![x](harm)",
    r"$\href{javascript:harm()}{x}$ \(harm\)",
    "{harm} ${harm()} {{harm()}} &lt;harm&#62;",
    "' onfocus='harm()' autofocus='",
    '"}*{--harm:0}</style><img src=x onerror=harm()>',
)
"""Payloads that contain the word "harm", are short enough for a name, and would take effect as HTML, an attribute, a
style, a link address, Markdown, a formula or a template."""

ARM = "window.harmed = 0; window.harm = () => void (window.harmed += 1);"
SEARCH = """() => {
  const found = window.harmed ? [`a script ran, ${window.harmed} times`] : [];
  const walk = (root) => {
    for (const node of root.querySelectorAll("*")) {
      const tag = node.localName;
      const holds = ["script", "iframe", "template", "mjx-container"].includes(tag);
      if (holds && node.textContent.includes("harm"))
        found.push(`<${tag}> holds it`);
      for (const { name, value } of node.attributes) {
        if (name.startsWith("on")) found.push(`<${tag} ${name}>`);
        const counts = ["href", "src", "srcdoc", "style", "action", "formaction", "xlink:href"].includes(name);
        if (counts && value.includes("harm"))
          found.push(`<${tag} ${name}="${value}">`);
      }
      if (node.shadowRoot) walk(node.shadowRoot);
    }
  };
  walk(document);
  if (getComputedStyle(document.body).getPropertyValue("--harm")) found.push("a style counts");
  return [...new Set(found)];
}"""


class Watch:
    """A watch on a page, created before anything is loaded; `found()` then returns the payloads that took effect."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialogs: list[str] = []
        page.add_init_script(ARM)
        page.on("dialog", self._note)

    def _note(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def found(self) -> list[str]:
        """Return every payload that was interpreted, or an empty list if there was none."""
        seen: list[str] = self.page.evaluate(SEARCH)
        return [*self.dialogs, *seen]

    def shows(self, payload: str) -> bool:
        """Return True if the payload is displayed literally, in text or in a field."""
        shown: bool = self.page.evaluate(
            """(payload) => document.body.innerText.includes(payload)
              || [...document.querySelectorAll("input, textarea")].some(({ value }) => value.includes(payload))""",
            payload,
        )
        return shown


def own_question(payload: str) -> Question:
    """Return a teacher's question with the payload in every one of its strings."""
    text = payload.replace("{", "{{").replace("}", "}}")
    found = lesson(3).question("at-least-one")
    return dataclasses.replace(
        found,
        id="own/at-least-one",
        prompt=f"{found.prompt} {text}",
        hints=tuple(f"{hint} {text}" for hint in found.hints),
        solution=f"{found.solution} {text}",
        reflect=dataclasses.replace(found.reflect, prompt=f"{found.reflect.prompt} {text}"),
        tested=True,
    )
