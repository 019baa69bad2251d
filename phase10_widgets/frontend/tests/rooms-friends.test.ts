import { expect, it } from "vitest";
import { liveTable, room } from "./fake-socket";
import { inside, playing, says, sent } from "./room-visit";
import { act, all, press, settle } from "./page";

const face = (name: string) => ({ name, path: `M${name.length} 1h2` });
const faces = { fox: face("fox"), owl: face("a owl"), hedgehog: face("hedgehog") };
const friends = (portraits: (keyof typeof faces)[], change: Parameters<typeof liveTable>[0] = {}) =>
  room({ friends: true, seat: 1, tables: [liveTable({ portraits: portraits.map((id) => faces[id]), seats: playing.seats, ...change })] });

it("lets friends choose a face that no other person has, before a game", async () => {
  await inside({ faces }, friends(["fox", "owl", "hedgehog"]));
  expect(act("face").getAttribute("aria-label")).toBe("Choose your face: a owl");
  await press("face");
  const offered = all("[data-face]") as HTMLButtonElement[];
  expect(offered.map((each) => [each.dataset.face, each.disabled, each.ariaPressed])).toEqual([
    ["fox", true, "false"],
    ["owl", false, "true"],
    ["hedgehog", false, "false"],
  ]);
  expect(document.activeElement).toBe(offered[1]);
  offered[2]!.click();
  await settle();
  expect(sent()).toMatchObject([{ kind: "face", face: "hedgehog" }]);
  expect(all("[data-face]")).toEqual([]);
  expect(document.activeElement).toBe(act("face"));
  await says(friends(["fox", "hedgehog", "owl"]));
  expect(act("face").getAttribute("aria-label")).toBe("Choose your face: hedgehog");
  await says(friends(["fox", "hedgehog", "owl"], { state: "playing" }));
  expect(act("face")).toBeNull();
});
