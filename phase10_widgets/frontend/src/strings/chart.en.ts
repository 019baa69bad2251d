// The English catalog; de/chart.ts has the German texts.

export const numbers = "The numbers as a table";
export const noNumbers = "No numbers yet.";
export const downloads = (chart: string) => `Files of “${chart}”`;
export const downloadAs = (format: string, chart: string) => `Download “${chart}” as ${format}`;
export const downloaded = (format: string, chart: string) => `“${chart}” was saved as ${format}.`;
export const noPicture = "This page cannot make a picture; try SVG or CSV.";
