// Returns sentences about visible faults in the table. `touch` requires targets that a finger can hit;
// `scrolling` allows the page to scroll to each part.
(touch, scrolling) => {
  const root = document.querySelector('[data-p10="table"]');
  const wrong = [];
  const shown = (node) => node.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && !node.closest("[inert], .sr, [hidden]") && !spoken(node);
  // Elements for screen readers are clipped to zero size.
  const spoken = (node) => node !== root && (getComputedStyle(node).clipPath === "inset(50%)" || (node.parentElement !== null && spoken(node.parentElement)));
  const name = (node) => {
    const { act, p10, handCard, group, pile } = node.dataset;
    const where = node.closest("[data-group]")?.dataset.group;
    return [node.localName, act ?? p10 ?? handCard ?? group ?? pile ?? node.className, where && `of ${where}`, (node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30)].filter(Boolean).join(" ");
  };
  // The part of a box that its scrolling and clipping ancestors leave visible, inside the window.
  const seen = (node, box) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let scrolls = false;
    for (let each = node; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const clip = each.getBoundingClientRect();
      const hides = [left < clip.left - 1, top < clip.top - 1, right > clip.right + 1, bottom > clip.bottom + 1].some(Boolean);
      if (hides && /auto|scroll/.test(overflowY) && each !== node && each.closest('[data-p10="help"], [data-p10="menu"], [data-p10="rules"], [data-p10="log"], [data-p10="scores"], [data-p10="groups"], [data-p10="summary"], [data-p10="over"], [role="log"], .replay, aside')) scrolls = true;
      [left, top, right, bottom] = [Math.max(left, clip.left), Math.max(top, clip.top), Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    [left, top, right, bottom] = [Math.max(left, 0), Math.max(top, 0), Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    return { scrolls, whole: right - left >= Math.min(box.width, scrolling ? innerWidth - 40 : Infinity) - 1.5 && bottom - top >= box.height - 1.5 };
  };
  const bring = (node) => scrolling && node.scrollIntoView({ block: "center", inline: "start" });
  if (scrollX || scrollY) wrong.push("the page is scrolled");
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (document.body.dataset.voila && (scrollHeight > innerHeight || scrollWidth > innerWidth)) wrong.push(`the page scrolls: ${scrollWidth}x${scrollHeight}`);
  const targets = [...root.querySelectorAll("button, input, select, [tabindex='0']")].filter(shown);
  const messages = [...root.querySelectorAll('.status, .refused span, [data-p10="phase"] .what, h2, .sheet h3')].filter(shown);
  for (const node of [...targets, ...messages]) {
    bring(node);
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const { scrolls } = seen(node, box);
    if (scrolls) continue;
    const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!on) wrong.push(`${name(node)} is out of sight`);
    else if (!node.contains(on) && !(on.contains(node) && on.closest("label"))) {
      const above = on.closest("button, section, header, p, li");
      // A seat has a button on top of its text, and so does a highlighted group.
      if (!on.matches('.targets button, .both, [data-act="seat"]')) wrong.push(`${name(node)} lies under ${above ? name(above) : on.localName}`);
    }
  }
  for (const node of root.querySelectorAll('[data-p10="phase"]:not([data-laid]) :is(.groups, .helps)')) {
    // A long hint may replace the text about helpful cards.
    if (!scrolling && !node.closest("[inert], [data-replay], [data-wordy] .helps") && !shown(node)) wrong.push(`${name(node)} is hidden`);
  }
  if (touch && !scrolling) {
    const hand = [...root.querySelectorAll("[data-hand-card]")].filter(shown);
    for (const node of targets) {
      if (node.matches("[role='log'], [type='range']")) continue;
      const box = node.getBoundingClientRect();
      let { width, height } = box;
      if (node.matches("[data-hand-card]")) {
        // The card to the right covers part of this card.
        const next = hand.map((card) => card.getBoundingClientRect()).filter((other) => other.x > box.x + 1 && Math.abs(other.y - box.y) < box.height / 2);
        width = Math.min(width, ...next.map((other) => other.x - box.x));
      }
      if (node.localName === "select" || node.localName === "input") ({ width, height } = (node.closest("label") ?? node).getBoundingClientRect());
      if (width < 43.5 || height < 43.5) wrong.push(`${name(node)} is small: ${width.toFixed(1)}x${height.toFixed(1)}`);
    }
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !shown(node) || node.closest("svg, select, kbd")) continue;
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < 13) wrong.push(`${name(node)} is ${size} px`);
    bring(node);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 2) continue; // for screen readers only
      // A seat's long name may end in an ellipsis after a few letters: the portrait beside it tells the same.
      if (node.closest("[data-seat-box] .name") && node.closest(".name").clientWidth >= 26) continue;
      const { whole, scrolls } = seen(node, box);
      if (!whole && !scrolls) {
        wrong.push(`${name(node)} is cut off`);
        break;
      }
    }
  }
  return [...new Set(wrong)];
}
