// The English catalog; de/learner.ts has the German texts.

export const loading = "Waiting for Python …";
export const noAnswer = "Python is not responding; it may have stopped.";
export const language = "Language";
export const view = (n: number) => `view ${n}`;

export const notPlaced = "not placed yet";
export const placeFirst = "Place your guess on the axis first.";
export const chooseFirst = "Choose one of the answers first.";

export const together = "What belongs together";
export const ground = "Ground";
export const sorting = (groups: number) => `Drag a card to a group, or choose it and press “Put here”; with the keyboard: arrows, then ${groups > 1 ? `1 to ${groups}` : "1"}, or 0 to take it back.`;
export const put = "Put here";
export const chosen = (card: string) => `${card}, chosen.`;
export const rule = (number: string) => `Rule ${number}`;
