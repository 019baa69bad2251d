// The German catalog: the texts of lesson.en.ts.

export const loading = "Warten auf Python …";
export const noAnswer = "Python antwortet nicht; vielleicht läuft es nicht mehr.";
export const language = "Sprache";
export const view = (n: number) => `Ansicht ${n}`;

export const notPlaced = "noch nicht gesetzt";
export const placeFirst = "Setze zuerst deine Schätzung auf die Achse.";
export const chooseFirst = "Wähle zuerst eine der Antworten.";

export const together = "Was zusammengehört";
export const ground = "Boden";
export const sorting = (groups: number) => `Zieh eine Karte zu einer Gruppe, oder wähle sie und drücke „Hierher“; mit der Tastatur: Pfeile, dann ${groups > 1 ? `1 bis ${groups}` : "1"}, oder 0, um sie zurückzunehmen.`;
export const put = "Hierher";
export const chosen = (card: string) => `${card}, gewählt.`;
export const rule = (number: string) => `Regel ${number}`;
