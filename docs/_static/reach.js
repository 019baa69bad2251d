// What the theme leaves to be desired for keyboards and screen readers; see also reach.css.

/** What scrolls sideways can be reached by keyboard; what does not is no stop on the way. */
function reach() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** The drawer that a checkbox opens, with its icons as buttons; Escape closes it. */
function drawer(id, selector, name) {
  const open = document.getElementById(id);
  const icons = [...document.querySelectorAll(`label[for=${id}] > .icon`)];
  const box = document.querySelector(selector);
  if (!open || !box) return;
  box.ariaLabel = name;
  const told = () => icons.forEach((icon) => (icon.ariaExpanded = String(open.checked)));
  for (const icon of icons) {
    Object.assign(icon, { tabIndex: 0, role: "button", ariaLabel: name });
    icon.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open.click();
    });
  }
  open.addEventListener("change", told);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open.checked) return;
    open.click();
    icons.find((icon) => icon.offsetParent)?.focus();
  });
  told();
}

document.addEventListener("DOMContentLoaded", () => {
  drawer("__navigation", ".sidebar-drawer", "Contents");
  drawer("__toc", ".toc-drawer", "On this page");
  for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.ariaLevel = "2";
  reach();
});
addEventListener("resize", reach);
