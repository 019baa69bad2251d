import type { Lifted, Target } from "../../shared/drag";
import type { Held } from "./hand";
import type { Play } from "./play.svelte";

// Draggable cards and their drop targets.

function target(node: HTMLElement | null | undefined, drop: Target["drop"], half?: boolean): Target[] {
  if (!node) return [];
  const { x, y, width, height } = node.getBoundingClientRect();
  return [{ node, box: new DOMRect(x, y, half ? width / 2 : width, height), drop }];
}

/** Lift a card of the player's hand: to a group, the discard pile, the saved cards, a draft group, or a place in the hand. */
export function liftCard(play: Play, card: Held): Lifted | null {
  if (play.busy) return null;
  const { root, selected } = play;
  const find = (selector: string) => root?.querySelector<HTMLElement>(selector);
  play.unselect();
  play.selected = [card.key];
  const after = (action: () => void) => () => {
    action();
    if (!play.busy) play.animations.settle();
  };
  // The low end is the left half of a group with two ends, and is checked first.
  const hits = play.hits.flatMap((hit) => {
    const { owner, group, end } = hit.action;
    const both = end === "low" && play.hits.some(({ action }) => action.owner === owner && action.group === group && action.end === "high");
    return target(find(`[data-group="${owner}-${group}"]`), after(() => play.hit(hit)), both);
  }).sort((a, b) => a.box.width - b.box.width);
  const drafts = play.panel === "lay" ? play.builder.groups.flatMap((_, at) => target(find(`[data-draft="${at}"]`), after(() => play.builder.add(at)))) : [];
  const cancel = () => {
    play.selected = selected;
    play.animations.settle();
  };
  const order = (drop: { x: number; y: number }) => {
    place(play, card, drop);
    play.selected = selected;
    play.animations.settle();
  };
  return {
    targets: [
      ...hits,
      ...drafts,
      ...(play.discards.length ? target(find('[data-pile="discard"]'), after(() => play.discard())) : []),
      ...(play.savable ? target(find('[data-pile="saved"]'), after(() => play.save())) : []),
      // From the lower row of a hand, a throw may end over the upper one.
      ...target(find('[data-p10="hand"]'), order).map((hand) => ({ ...hand, flownOver: true })),
    ],
    cancel,
    // Once the phase is laid, a release over a group means a hit, not a discard.
    ...(play.discards.length ? { throw: (at) => (play.me?.laid.length && overGroup(play, at) ? cancel() : after(() => play.discard())()) } : {}),
  };
}

function overGroup(play: Play, { x, y }: { x: number; y: number }): boolean {
  return [...play.root!.querySelectorAll("[data-group]")].some((node) => {
    const box = node.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
}

/** Put a card of the hand in the place of the card that it was dropped on. */
function place(play: Play, card: Held, at: { x: number; y: number }) {
  const own = play.hand.indexOf(card);
  const far = [...play.root!.querySelectorAll(".hand [data-at]")].map((node, i) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return i === own ? Infinity : Math.hypot(x + width / 2 - at.x, y + height / 2 - at.y);
  });
  const to = far.indexOf(Math.min(...far));
  if (to >= 0) play.shift(card.key, to - own);
}

/** Lift the top card of a pile: to the player's hand. */
export function liftPile(play: Play, from: "deck" | "discard"): Lifted | null {
  if (play.busy || !play.canDraw(from)) return null;
  const draw = () => {
    play.draw(from);
    if (!play.busy) play.animations.settle();
  };
  return { targets: target(play.root?.querySelector<HTMLElement>("section[data-own]"), draw), cancel: () => play.animations.settle() };
}
