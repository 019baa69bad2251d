import type { Language, Spoken } from "./strings/language.svelte";
import * as chart from "./strings/chart.de";
import type * as chartEn from "./strings/chart.en";
import * as deal from "./strings/deal.de";
import type * as dealEn from "./strings/deal.en";
import * as lesson from "./strings/lesson.de";
import type * as lessonEn from "./strings/lesson.en";
import * as live from "./strings/live.de";
import type * as liveEn from "./strings/live.en";
import * as odds from "./strings/odds.de";
import type * as oddsEn from "./strings/odds.en";
import * as question from "./strings/question.de";
import type * as questionEn from "./strings/question.en";
import * as setup from "./strings/setup.de";
import type * as setupEn from "./strings/setup.en";
import * as table from "./strings/table.de";
import type * as tableEn from "./strings/table.en";
import * as tournament from "./strings/tournament.de";
import type * as tournamentEn from "./strings/tournament.en";

// A catalog, not a widget: Python sends this file to a widget that speaks German. A missing word does not compile.

export const language: Language = "de";
export const words: { chart: Spoken<typeof chartEn>; deal: Spoken<typeof dealEn>; table: Spoken<typeof tableEn>; setup: Spoken<typeof setupEn>; odds: Spoken<typeof oddsEn>; tournament: Spoken<typeof tournamentEn>; lesson: Spoken<typeof lessonEn>; live: Spoken<typeof liveEn>; question: Spoken<typeof questionEn> } = { chart, deal, table, setup, odds, tournament, lesson, live, question };
