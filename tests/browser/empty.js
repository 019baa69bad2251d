// Return the area of the largest empty rectangle in the viewport, as a share of it. Cards, piles, seats, lines of text
// and buttons are occupied; panels and the felt are not.
() => {
  const STEP = 4;
  const [columns, rows] = [innerWidth, innerHeight].map((size) => Math.floor(size / STEP));
  const occupied = Array.from({ length: rows }, () => new Uint8Array(columns));
  const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const fill = ({ left, top, right, bottom }) => {
    for (let y = Math.max(0, Math.floor(top / STEP)); y < Math.min(rows, bottom / STEP); y++)
      occupied[y].fill(1, Math.max(0, Math.floor(left / STEP)), Math.max(0, Math.min(columns, Math.ceil(right / STEP))));
  };
  for (const node of document.querySelectorAll(".card, [data-hand-card], [data-pile] svg, .row svg, .slot, [data-seat-box], button"))
    if (shown(node)) fill(node.getBoundingClientRect());
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.data.trim() || !shown(text.parentElement)) continue;
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) fill(box);
  }
  // The largest rectangle under the histogram of empty cells above each row.
  const heights = new Uint32Array(columns + 1);
  let most = 0;
  for (const row of occupied) {
    const open = [];
    for (let x = 0; x <= columns; x++) {
      const height = x === columns ? 0 : row[x] ? 0 : heights[x] + 1;
      if (x < columns) heights[x] = height;
      let start = x;
      while (open.length && open.at(-1)[1] >= height) {
        const [from, high] = open.pop();
        most = Math.max(most, high * (x - from));
        start = from;
      }
      open.push([start, height]);
    }
  }
  return most / (columns * rows);
}
