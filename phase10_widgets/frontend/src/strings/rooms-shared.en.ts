// The English catalog; de/rooms-shared.ts has the German texts.

export const table = (n: number) => `Table ${n}`;
export const states = { open: "not started", playing: "playing", over: "over" };
export const round = (n: number) => `round ${n}`;
export const paused = "Paused by the host.";
export const qr = "QR code of the link";
