// The German catalog.

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const title = "Karten des Tages";
export const lead = "Heute für alle dieselben Karten. Schlägst du den Experten?";
export const play = "Heutige Karten spielen";
export const again = "Noch einmal spielen";
export const againCounts = "Nur der erste Versuch zählt.";
export const begun = "Du hast die heutigen Karten schon begonnen. Nur der erste Versuch zählt.";
export const result = (place: number, points: number) => `Platz\u00a0${place}, ${plural(points, "Punkt", "Punkte")}`;
export const finished = (place: number, points: number) => `Du bist auf Platz\u00a0${place}, mit ${plural(points, "Punkt", "Punkten")}.`;
export const full = (place: number, phases: number, points: number) => `Platz\u00a0${place} · ${plural(phases, "Phase", "Phasen")} · ${plural(points, "Punkt", "Punkte")}`;
export const rounds = (made: number, of: number) => `in ${made} von ${plural(of, "Runde", "Runden")} eine Phase`;
export const streak = (n: number) => `Serie: ${plural(n, "Tag", "Tage")}`;
export const hints = (n: number) => (n ? `Mit ${plural(n, "Tipp", "Tipps")}` : "Ohne Tipps");

export const challenge = "Eine Herausforderung";
export const friend = "Dein Gegenüber";
export const dare = (name: string, place: number, points: number) => `${name || friend}: ${result(place, points)}.`;
export const challengeLead = "Kannst du es mit denselben Karten besser?";
export const challengeChanged = "Seitdem haben sich die Regeln geändert. Die beiden Ergebnisse lassen sich darum nicht vergleichen.";
export const accept = (name: string) => (name ? `Die Karten von ${name} spielen` : "Diese Karten spielen");
export const decline = "Jetzt nicht";
export const challengeBegun = "Diese Karten hattest du schon. Nur der erste Versuch zählt.";

export const share = "Ergebnis teilen";
export const picture = "Als Bild speichern";
export const pictureSaved = "Das Bild liegt bei deinen Downloads.";
export const noPicture = "Dieser Browser kann das Bild nicht zeichnen.";
export const challengeFriend = "Jemanden herausfordern";
export const shared = "Fertig.";
export const copied = "Kopiert. Füge es in eine Nachricht ein.";
export const copyThis = "Kopiere diesen Text:";

export const you = "Du";
export const expert = "Der Experte";
export const made = "Ein volles Kästchen ist eine Runde mit Phase.";
export const compared = "Mit denselben Karten";
export const notCounted = "Du hattest diese Karten schon gespielt, darum zählt dieses Ergebnis nicht.";

export const shareDay = (edition: string, day: string) => `${edition}, Karten des Tages, ${day}`;
export const shareChallenge = (edition: string) => `${edition}, eine Herausforderung`;
export const shareMe = "Ich";
export const shareExpert = "Experte";
export const shareAgain = "nicht der erste Versuch";
export const shareDare = (edition: string, place: number, seats: number, points: number) =>
  `${edition}: Platz\u00a0${place} von ${seats}, ${plural(points, "Punkt", "Punkte")}. Kannst du es mit meinen Karten besser?`;

export const forget = "Meine Ergebnisse vergessen";
export const forgetReally = "Alle Ergebnisse und die Serie vergessen? Das lässt sich nicht rückgängig machen.";
export const forgotten = "Erledigt. Dieser Browser speichert keine Ergebnisse mehr.";

export const undo = "Rückgängig, aber nicht hinter Gesehenes";
export const sealed = "Auch andere spielen mit diesen Karten. Du kannst das Spiel speichern, wenn es vorbei ist.";
