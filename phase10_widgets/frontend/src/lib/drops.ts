import type { Lifted, Target } from "./drag";
import type { Held } from "./hand";
import type { Play } from "./play.svelte";

// What may be dragged, and where it may be dropped.

function target(node: HTMLElement | null | undefined, drop: Target["drop"], half?: "low" | "high"): Target[] {
  if (!node) return [];
  const { x, y, width, height } = node.getBoundingClientRect();
  const box = half ? new DOMRect(half === "low" ? x : x + width / 2, y, width / 2, height) : new DOMRect(x, y, width, height);
  return [{ node, box, drop }];
}

/** A card of the own hand: to a group, the discard pile, the saved cards, a group in the making, or a place in the hand. */
export function liftCard(play: Play, card: Held): Lifted | null {
  if (play.busy || play.stage.past) return null;
  const { root, selected } = play;
  const find = (selector: string) => root?.querySelector<HTMLElement>(selector);
  play.selected = [card.key];
  const after = (deed: () => void) => () => {
    deed();
    if (!play.busy) play.stage.settle();
  };
  const hits = play.hits.flatMap((hit) => {
    const { owner, group, end } = hit.action;
    return target(find(`[data-group="${owner}-${group}"]`), after(() => play.hit(hit)), end === "any" || play.hits.filter(({ action }) => action.owner === owner && action.group === group).length < 2 ? undefined : end);
  });
  const drafts = play.panel === "lay" ? play.builder.groups.flatMap((_, at) => target(find(`[data-draft="${at}"]`), after(() => play.builder.add(at)))) : [];
  const order = (drop: { x: number; y: number }) => {
    place(play, card, drop);
    play.selected = selected;
    play.stage.settle();
  };
  return {
    targets: [
      ...hits,
      ...drafts,
      ...(play.discards.length ? target(find('[data-pile="discard"]'), after(() => play.discard())) : []),
      ...(play.savable ? target(find('[data-pile="saved"]'), after(() => play.save())) : []),
      ...target(find('[data-p10="hand"]'), order),
    ],
    cancel: () => {
      play.selected = selected;
      play.stage.settle();
    },
  };
}

/** Puts a card of the hand where it was dropped among the others. */
function place(play: Play, card: Held, at: { x: number; y: number }) {
  const boxes = [...(play.root?.querySelectorAll<HTMLElement>("[data-hand-card]") ?? [])].map((node) => node.getBoundingClientRect());
  const own = play.hand.findIndex(({ key }) => key === card.key);
  const row = (box: DOMRect) => Math.abs(box.y + box.height / 2 - at.y);
  const others = boxes.flatMap((box, i) => (i === own ? [] : [{ i, box }]));
  const nearest = Math.min(...others.map(({ box }) => row(box)));
  const same = others.filter(({ box }) => row(box) < nearest + box.height / 2);
  const next = same.find(({ box }) => at.x < box.x + box.width / 2)?.i ?? (same.at(-1)?.i ?? own) + 1;
  const to = next > own ? next - 1 : next;
  if (to !== own) play.shift(card.key, to - own);
}

/** The top card of a pile: to the own hand. */
export function liftPile(play: Play, from: "deck" | "discard"): Lifted | null {
  if (play.busy || play.stage.past || !play.canDraw(from)) return null;
  const draw = () => {
    play.draw(from);
    if (!play.busy) play.stage.settle();
  };
  return { targets: target(play.root?.querySelector<HTMLElement>("[data-own]"), draw), cancel: () => play.stage.settle() };
}
