// The German catalogue: the same words as lesson.en.ts.

export const loading = "Warten auf Python …";
export const noAnswer = "Python antwortet nicht; vielleicht läuft es nicht mehr.";
export const language = "Sprache";
export const region = (title: string, place: number) => (place > 1 ? `${title}, Ansicht ${place}` : title);
