// The German catalog; ../saved.en.ts has the English texts.

export const title = "Das ist eine gespeicherte Seite.";
export const why = "Sie zeigt, was beim Speichern zu sehen war. Um weiterzumachen, führe die Zelle im Notebook aus.";
