// The German catalog: the texts of solo.en.ts.

export const titles = { setup: "Phase 10 spielen", coach: "Noch einmal ansehen · Phase 10" };
export const home = "Phase 10";

export const connecting = "Verbinde …";
export const notLoaded = "Ein Teil dieser Seite ließ sich nicht laden.";
export const starting = "Python startet in deinem Browser. Beim ersten Mal dauert das eine Weile.";
export const arrived = "Geladen";
export const restarting = "Python ist stehen geblieben und startet neu …";
export const playerStopped = "Dein Spieler hat zu lange gebraucht und wurde gestoppt. Ändere ihn und starte ihn neu.";
export const lost = "Keine Verbindung. Neuer Versuch …";
export const found = "Wieder verbunden.";
export const outdated = "Von dieser Seite gibt es eine neue Fassung.";
export const reload = "Seite neu laden";
export const ended = "Hier kann niemand mehr spielen.";

/** The words of a screen that differ from those in a notebook. */
export const overNetwork = {
  lost: "Die Verbindung ist weg.",
  why: "Diese Seite verbindet sich von selbst wieder.",
  offer: "Danach kannst du weiterspielen.",
};
