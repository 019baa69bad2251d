// The German catalog: the texts of room.en.ts.

export const table = (n: number) => `Tisch ${n}`;
export const states = { open: "noch nicht gestartet", playing: "läuft", over: "zu Ende" };
export const round = (n: number) => `Runde ${n}`;
export const paused = "Die Spielleitung hat angehalten.";
export const qr = "QR-Code des Links";
