// The German catalog: the texts of chart.en.ts.

export const numbers = "Die Zahlen als Tabelle";
export const noNumbers = "Noch keine Zahlen.";
export const downloads = (chart: string) => `Dateien von „${chart}“`;
export const downloadAs = (format: string, chart: string) => `„${chart}“ als ${format} herunterladen`;
export const downloaded = (format: string, chart: string) => `„${chart}“ ist als ${format} fertig.`;
export const noPicture = "Auf dieser Seite konnte kein Bild entstehen; versuche SVG oder CSV.";
