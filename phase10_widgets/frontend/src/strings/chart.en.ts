// The English catalog; chart.de.ts has the German texts.

export const numbers = "The numbers as a table";
export const noNumbers = "No numbers yet.";
export const downloads = (chart: string) => `Files of “${chart}”`;
export const downloadAs = (format: string, chart: string) => `Download “${chart}” as ${format}`;
export const downloaded = (format: string, chart: string) => `“${chart}” was made as ${format}.`;
export const noPicture = "No picture could be made on this page; try SVG or CSV.";
