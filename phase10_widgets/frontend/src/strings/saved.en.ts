// The English catalog; de/saved.ts has the German texts.

export const title = "This is a saved page.";
export const why = "It shows what was there when it was saved. To go on, run the cell in the notebook.";
