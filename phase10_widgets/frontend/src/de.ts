import type { Language, Spoken } from "./lib/strings/language.svelte";
import * as chart from "./lib/strings/chart.de";
import type * as chartEn from "./lib/strings/chart.en";
import * as lesson from "./lib/strings/lesson.de";
import type * as lessonEn from "./lib/strings/lesson.en";
import * as odds from "./lib/strings/odds.de";
import type * as oddsEn from "./lib/strings/odds.en";
import * as question from "./lib/strings/question.de";
import type * as questionEn from "./lib/strings/question.en";
import * as setup from "./lib/strings/setup.de";
import type * as setupEn from "./lib/strings/setup.en";
import * as table from "./lib/strings/table.de";
import type * as tableEn from "./lib/strings/table.en";
import * as tournament from "./lib/strings/tournament.de";
import type * as tournamentEn from "./lib/strings/tournament.en";

// No widget but words: Python sends this file to a widget that is to speak German. A missing word does not compile.

export const language: Language = "de";
export const words: { chart: Spoken<typeof chartEn>; table: Spoken<typeof tableEn>; setup: Spoken<typeof setupEn>; odds: Spoken<typeof oddsEn>; tournament: Spoken<typeof tournamentEn>; lesson: Spoken<typeof lessonEn>; question: Spoken<typeof questionEn> } = { chart, table, setup, odds, tournament, lesson, question };
