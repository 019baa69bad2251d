import type { Language, Spoken } from "./strings/language.svelte";
import * as chart from "./strings/de/chart";
import type * as chartEn from "./strings/chart.en";
import * as classroom from "./strings/de/class";
import type * as classEn from "./strings/class.en";
import * as deal from "./strings/de/deal";
import type * as dealEn from "./strings/deal.en";
import * as learner from "./strings/de/learner";
import type * as learnerEn from "./strings/learner.en";
import * as rooms from "./strings/de/rooms";
import type * as roomsEn from "./strings/rooms.en";
import * as odds from "./strings/de/odds";
import type * as oddsEn from "./strings/odds.en";
import * as question from "./strings/de/question";
import type * as questionEn from "./strings/question.en";
import * as roomsShared from "./strings/de/rooms-shared";
import type * as roomsSharedEn from "./strings/rooms-shared.en";
import * as saved from "./strings/de/saved";
import type * as savedEn from "./strings/saved.en";
import * as setup from "./strings/de/setup";
import type * as setupEn from "./strings/setup.en";
import * as solo from "./strings/de/solo";
import type * as soloEn from "./strings/solo.en";
import * as table from "./strings/de/table";
import type * as tableEn from "./strings/table.en";
import * as tournament from "./strings/de/tournament";
import type * as tournamentEn from "./strings/tournament.en";

// A catalog, not a widget: Python sends this file to a widget that speaks German. A missing word does not compile.

export const language: Language = "de";
export const words: { chart: Spoken<typeof chartEn>; class: Spoken<typeof classEn>; deal: Spoken<typeof dealEn>; table: Spoken<typeof tableEn>; setup: Spoken<typeof setupEn>; odds: Spoken<typeof oddsEn>; tournament: Spoken<typeof tournamentEn>; learner: Spoken<typeof learnerEn>; rooms: Spoken<typeof roomsEn>; question: Spoken<typeof questionEn>; "rooms-shared": Spoken<typeof roomsSharedEn>; saved: Spoken<typeof savedEn>; solo: Spoken<typeof soloEn> } = { chart, class: classroom, deal, table, setup, odds, tournament, learner, rooms, question, "rooms-shared": roomsShared, saved, solo };
