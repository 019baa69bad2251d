// The German catalog: the texts of question.en.ts.

export const loading = "Warten auf Python …";
export const noAnswer = "Python antwortet nicht; vielleicht läuft es nicht mehr.";
export const language = "Sprache";
export const view = (n: number) => `Ansicht ${n}`;

export const expect = "Was erwartest du?";
export const guess = "Deine Schätzung";
export const from = "Deine Schätzung: von";
export const to = "bis";
export const guessHint = "0,4; 2/5; 40 % oder 1 - C(4; 2)/C(6; 2)";
export const numberHint = "12; 2,5; 5/2 oder C(8; 2)";
export const sure = "Wie sicher bist du?";
export const sureOf = (n: number) => `zu ${n} % sicher`;
export const notSure = "noch nicht gewählt";
export const sureFirst = "Wähle zuerst, wie sicher du bist.";
export const predict = "Vorhersagen";
export const skip = "Ohne Vorhersage weiter";
export const guessed = (written: string, sure: string) => `Deine Schätzung: ${written}, ${sure}.`;
export const noGuess = "Du hast nichts vorhergesagt.";
export const change = "Ändern";

export const tryOut = "Probiere es aus";
export const trials = (n: string, one: boolean) => (one ? "1 Versuch" : `${n} Versuche`);
export const seed = (seed: string) => `Startwert: ${seed}`;

export const exactly = "Wie viel ist es genau?";
export const chooseOne = "Was stimmt?";
export const answer = "Deine Antwort";
export const check = "Prüfen";
export const readAs = "Gelesen als";
export const yourGuess = (sure: string) => `deine Schätzung, ${sure}`;
export const rightOne = "die richtige Antwort";

export const help = "Hilfe";
export const hint = "Einen Hinweis zeigen";
export const nextHint = "Den nächsten Hinweis zeigen";
export const hintOf = (n: number, of: number) => `Hinweis ${n} von ${of}`;
export const back = "Hinweis davor";
export const on = "Hinweis danach";
export const solve = "Die Lösung zeigen";
export const solution = "Lösung";

export const think = "Denk darüber nach";
export const yours = "In deinen Worten";
export const save = "Speichern";
export const saved = "Gespeichert.";
export const model = "So könnte man antworten:";
export const renew = "Dieselbe Frage mit anderen Zahlen";

export const recalled = (n: number, right: boolean) => `Frage ${n}${right ? ", richtig" : ""}`;
export const nextRecalled = "Nächste Frage";
export const answerNow = "Antworten";
export const tested = (n: number, answered: boolean) => `Frage ${n}${answered ? ", beantwortet" : ""}`;
export const given = (typed: string) => `Deine Antwort: ${typed}.`;
export const unknown = "Du wusstest es nicht.";

export const code = (name: string) => `Dein Code für ${name}`;
export const run = "Ausführen";
export const runningCode = "Läuft …";
export const questions = "Fragen";
export const startingPython = "Python startet …";
export const noPython = "Python startet in diesem Browser nicht. Versuche es mit einem neueren.";
export const runKeys = "Umschalt+Eingabe führt ihn auch aus.";
export const printed = "Dein Code hat ausgegeben:";
export const startOver = "Von vorn";
export const inCell = (name: string) => `Ändere ${name} in der Zelle darüber und führe sie aus.`;
export const chooseProgram = "Diese Seite kann keinen Code ausführen. Welches dieser Programme ist richtig?";

export const name = "Dein Name, wenn er in der Datei stehen soll";
export const export_ = "In einer Datei speichern";
export const load = "Eine Datei laden";
export const forget = "Vergessen";
export const forgetPart = (title: string) => `${title} vergessen`;
export const forgetAll = "Alles vergessen";
export const reallyAll = "Wirklich alles vergessen?";
export const yes = "Ja, vergessen";
export const no = "Nein";
export const where = "Deine Arbeit bleibt nur in diesem Browser. „Vergessen“ neben einer Lektion oder Frage setzt sie zurück.";
