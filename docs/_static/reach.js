// What the theme leaves to be desired for keyboards and screen readers.

/** What scrolls sideways can be reached by keyboard; what does not is no stop on the way. */
function reach() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "Contents");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");
  for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.ariaLevel = "2";
  reach();
});
addEventListener("resize", reach);
