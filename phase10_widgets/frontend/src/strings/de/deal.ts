// The German catalog.

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const title = "Karten des Tages";
export const lead = "Heute für alle dieselben Karten. Schlägst du den Experten?";
export const play = "Heutige Karten spielen";
export const again = "Noch einmal spielen";
export const againCounts = "Nur der erste Versuch zählt.";
export const begun = "Du hast die heutigen Karten schon begonnen. Nur der erste Versuch zählt.";
export const result = (place: number, points: number) => `Platz ${place}, ${plural(points, "Punkt", "Punkte")}`;
export const outcome = (own: string, expert: string) => `Gespielt: ${own}. Der Experte: ${expert}.`;
export const streak = (n: number) => `Serie: ${plural(n, "Tag", "Tage")}`;
export const hints = (n: number) => (n ? `Mit ${plural(n, "Tipp", "Tipps")}` : "Ohne Tipps");

export const challenge = "Jemand fordert dich heraus";
export const challengeLead = "Du bekommst dieselben Karten.";
export const accept = "Annehmen";
export const decline = "Jetzt nicht";
export const challengeBegun = "Diese Karten hattest du schon. Nur der erste Versuch zählt.";

export const share = "Ergebnis teilen";
export const challengeFriend = "Jemanden herausfordern";
export const shared = "Fertig.";
export const copied = "Kopiert. Füge es in eine Nachricht ein.";
export const copyThis = "Kopiere diesen Text:";
export const forget = "Meine Ergebnisse vergessen";
export const forgetReally = "Wirklich alle Ergebnisse und die Serie vergessen?";
export const forgotten = "Vergessen.";

export const you = "Du";
export const expert = "Der Experte";
export const compared = "Mit denselben Karten";
export const notCounted = "Du hattest diese Karten schon gespielt, darum zählt dieses Ergebnis nicht.";

export const shareDay = (edition: string, day: string) => `${edition}, Karten des Tages, ${day}`;
export const shareChallenge = (edition: string) => `${edition}, eine Herausforderung`;
export const shareMe = "Ich";
export const shareExpert = "Experte";
export const shareAgain = "nicht der erste Versuch";
export const shareDare = (edition: string, place: number, seats: number, points: number) =>
  `${edition}: Platz ${place} von ${seats}, ${plural(points, "Punkt", "Punkte")}. Kannst du es mit meinen Karten besser?`;

export const undo = "Rückgängig, aber nicht hinter Gesehenes";
export const sealed = "Auch andere spielen mit diesen Karten. Du kannst das Spiel speichern, wenn es vorbei ist.";
