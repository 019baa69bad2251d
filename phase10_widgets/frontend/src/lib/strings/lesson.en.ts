// The English catalogue; lesson.de.ts has the same words in German.

export const loading = "Waiting for Python …";
export const noAnswer = "Python does not answer; it may have stopped.";
export const language = "Language";
export const region = (title: string, place: number) => (place > 1 ? `${title}, view ${place}` : title);
