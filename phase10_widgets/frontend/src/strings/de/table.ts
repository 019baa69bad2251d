// The German catalog: the texts of table.en.ts.

const and = new Intl.ListFormat("de");
const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const points = (n: number) => plural(n, "Punkt", "Punkte");
const cards = (n: number) => plural(n, "Karte", "Karten");
/** A table may have been laid in another language. */
const isYou = (name: string) => name === "Du" || name === "You";
/** Return the genitive of a name: "Bens", but "Hans’". */
const of = (name: string) => (/[sßxz]$/i.test(name) ? `${name}’` : `${name}s`);

export const loading = "Warte auf den Tisch …";
export const rule = (rule: string) => `Regel ${rule}`;
export const region = (edition: string, place: number) => (place > 1 ? `Tisch ${edition}, Ansicht ${place}` : `Tisch ${edition}`);
export const why = "Warum?";
export const dismiss = "Schließen";
export const round = (n: number) => `Runde ${n}`;
export const tieBreak = "Stechen";
export const sides = { color: "Farbseite", wild: "Jokerseite" };
export const turned = { color: "Gewendet! Farbseite oben", wild: "Gewendet! Jokerseite oben" };
export const playComplete = "Deine Phase ist komplett: Leg sie aus.";
export const playCompleteFirst = "Deine Phase ist komplett. Leg sie zuerst aus: Ablegen beendet deinen Zug.";
export const playFits = (cards: string[]) => (cards.length === 1 ? `Eine Karte passt auf dem Tisch: ${cards[0]!}. Leg sie an oder wähle eine Karte zum Ablegen.` : `${cards.length} Karten passen auf dem Tisch, die mit einem +. Leg eine an oder wähle eine Karte zum Ablegen.`);
export const playChosen = "Leg diese Karte ab, dann ist dein Zug zu Ende – oder wähle eine andere.";
export const playSave = "Heb diese Karte auf, dann ist dein Zug zu Ende – oder wähle eine andere.";
export const playOther = "Wähle eine andere Karte: Diese kannst du jetzt nicht ablegen.";
export const drawTake = (card: string) => `Du bist dran: Nimm die oberste Karte (${card}). Der Ziehstapel ist leer.`;
export const drawSaved = "Du bist dran: Zieh eine deiner aufgehobenen Karten.";
export const stepOn = (name: string) => `Nächster Schritt: ${name} ist dran.`;
export const drawNoSkip = "Zieh eine Karte. Die Aussetzen-Karte darf niemand nehmen.";
export const guideStep = (n: number, all: number) => `Schritt ${n} von ${all}`;
export const overReal = "Ein richtiges Spiel spielen (10 Minuten)";
export const overLearn = "Noch einmal lernen";
export const steps = {
  choose_phase: "Wähle deine Phase",
  draw: "Du bist dran: Zieh eine Karte",
  play: "Du bist dran: Wähle eine Karte zum Ablegen",
};
export const theirTurn = (name: string) => `${name} ist dran`;
export const thinking = (name: string) => `${name} überlegt …`;
export const noTurn = "Das Spiel ist aus";
export const waiting = "Angehalten";
export const sending = "Wird gesendet …";
export const watching = "Du schaust zu.";

export const seatCards = cards;
export const seatCardsWord = (n: number) => (n === 1 ? "Karte" : "Karten");
export const seatDetails = (name: string) => `${name}: Einzelheiten`;
export const seatPhase = (n: number | null) => (n === null ? "Noch keine Phase" : `Phase ${n}`);
export const seatScore = points;
export const seatPoints = (n: number) => `${n} P.`;
export const seatSaved = (n: number) => `${n} aufgehoben`;
export const seatSkipped = "Setzt aus";
export const seatMissed = (n: number) => (n === 1 ? "Hat ausgesetzt" : `Hat ${n}-mal ausgesetzt`);
export const missed = (n: number) => `Du hast ${n === 1 ? "" : `${n}-mal `}ausgesetzt.`;
export const seatDealer = "Geber";
export const seatDealerSign = "G";
export const seatCompleted = (numbers: number[]) => (numbers.length ? `Geschafft: ${numbers.join(", ")}` : "Keine Phase geschafft");
export const seatOthers = "Die anderen";
export const seatBacks = (faces: string) => `Dir zugewandt: ${faces}`;
export const seatPresence = { away: "kurz weg", "stand-in": "Computer" };
export const seatThinking = "überlegt";
export const sceneLaid = (name: string, phase: number, you: boolean) => `${you ? "Du hast" : `${name} hat`} Phase ${phase} ausgelegt!`;
export const scenePlace = (place: number, players: number) => `Platz ${place} von ${players}`;
export const sceneKind = "Beim nächsten Mal ist alles wieder offen.";
export const did = {
  drawn: "gezogen",
  took: (card: string) => `${card} genommen`,
  phase_laid: (phase: number) => `Phase ${phase} ausgelegt`,
  hit: (owner: string) => `bei ${owner} angelegt`,
  saved: "Karte aufgehoben",
  turn_skipped: "setzt aus!",
  out: "Schluss!",
};

export const pilesDeck = "Ziehstapel";
export const pilesDiscard = "Ablagestapel";
export const pilesSaved = "Deine aufgehobenen Karten";
export const pilesBrief = { deck: "Stapel", discard: "Ablage" };
export const pilesSavedShort = "Aufgehoben";
export const pilesEmpty = "leer";
export const pilesSaveHere = "Aufheben";
export const pilesUnderside = (card: string) => `Unterseite der obersten Karte: ${card}`;
export const pilesTop = (card: string) => `oberste Karte: ${card}`;
export const pilesDraw = "ziehen";
export const pilesTake = (card: string) => `nehmen: ${card}`;
export const pilesPut = (card: string) => `ablegen: ${card}`;
export const pilesTakeSaved = (card: string) => `Aufgehobene Karte ziehen: ${card}`;

export const colors: Record<string, string> = { R: "Rot", B: "Blau", G: "Grün", Y: "Gelb", O: "Orange", red: "Rot", black: "Schwarz" };
export const suits: Record<string, string> = { C: "Kreuz", D: "Karo", H: "Herz", S: "Pik" };
const ranks: Record<number, string> = { 1: "Ass", 11: "Bube", 12: "Dame", 13: "König" };
/** Return an inflected color: "rote", "roter"; "orange" has no endings, and neither has a color of an edition's own. */
const hue = (color: string, ending: string) => colors[color]!.toLowerCase() + (/^[RBGYrb]/.test(color) ? ending : "");
/** Return the plural of a number or a rank's letter: "7ern", "Damen". */
const many = (id: string) => ({ A: "Assen", J: "Buben", Q: "Damen", K: "Königen" })[id] ?? `${id}ern`;

export const cardWild = "Joker";
export const cardJoker = "Joker";
export const cardSkip = "Aussetzen-Karte";
export const cardStar = (color: string | null) => (color === null ? "Stern der Jokerseite" : `${hue(color, "er")} Stern`);
export const cardNumber = (color: string | null, n: string) => (color === null ? `${n} der Jokerseite` : `${hue(color, "e")} ${n}`);
export const cardRank = (rank: number, suit: string) => `${suits[suit]}-${ranks[rank] ?? rank}`;
export const cardWithFlip = (card: string) => `${card} mit Wendesymbol`;
export const cardOtherSide = (card: string) => `andere Seite ${card}`;
export const cardStandsFor = (color: string | null, suit: string | null, label: string) =>
  `steht für ${[color && (label ? hue(color, "e") : colors[color]), suit && suits[suit], label].filter(Boolean).join(" ")}`;

export const handLabel = (n: number) => `Deine Hand, ${cards(n)}`;
export const handEmpty = "Keine Karten auf der Hand";
export const handPlace = (i: number, n: number) => `${i} von ${n}`;
export const handSelected = "ausgewählt";
export const handFits = "passt auf dem Tisch";
export const handFresh = "neu";
export const handInGroup = (n: number) => `in Gruppe ${n}`;
export const handSort = "Sortieren";
export const handSorts = { number: "Zahl", color: "Farbe", suit: "Farbe", use: "Phase", drawn: "Gezogen", hand: "Von Hand" };
export const handWhose = "Du:";
export const handPoints = points;
export const handLeft = "übrig";
export const handMove = { left: "Nach links", right: "Nach rechts" };

export const actDraw = "Karte ziehen";
export const actTake = (card: string) => `${card} nehmen`;
export const actLayDownPhase = (n: number | null) => (n === null ? "Auslegen" : `Phase ${n} auslegen`);
export const actArrange = "Anordnen";
export const actHitOn = (card: string, name: string) => `${card} anlegen → ${name}`;
export const actDiscardNone = "Wähle eine Karte zum Ablegen";
export const actDiscardOther = "Wähle eine andere Karte zum Ablegen";
export const actLayFirst = "Lege zuerst aus";
export const actGuideFirst = "Folge dem Schritt oben";
export const actDiscardThis = (card: string) => `Ablegen: ${card}`;
export const actDiscardAt = (card: string, name: string) => `Ablegen: ${card} → ${name}`;
export const actDiscardReally = (card: string) => `Wirklich ablegen: ${card}?`;
export const actSaveThis = (card: string) => `Aufheben: ${card}`;
export const actHit = "Anlegen";
export const actHitFirst = (card: string) => `${card} anlegen …`;
export const actChooseGroup = "Gruppe wählen …";
export const actChooseEnd = "Ende wählen …";
export const actDrawSaved = (card: string) => `Aufgehobene Karte ziehen: ${card}`;
export const actUndo = "Rückgängig";
export const actUndoNone = "Nichts rückgängig zu machen";
export const actHelp = "Hilfe";
export const actHint = "Tipp";
export const actClear = "Abwählen";
export const actNext = "Nächste Runde";
export const actResult = "Endstand";
export const actCancel = "Abbrechen";
export const actMenu = "Menü";
export const actReact = "Reagieren";
export const reactions = ["Gut gespielt", "Haha!", "Oje!", "Schade", "Super", "Danke"];
export const actPause = "Anhalten";
export const actGoOn = "Weiter";
export const actStep = "Nächster Schritt";

export const laidTitle = "Auf dem Tisch";
export const laidNone = "Noch liegt keine Phase auf dem Tisch.";
export const laidHeld = "Auf deiner Hand";
export const laidReady = "Bereit zum Auslegen";
export const laidCount = (n: number) => `Auf dem Tisch: ${plural(n, "Gruppe", "Gruppen")}`;
export const laidEnds = { any: "", low: ", unten", high: ", oben" };
export const hitWhere = (card: string) => `Wähle eine leuchtende Gruppe zum Anlegen: ${card}.`;
export const hitWhichEnd = (card: string) => `Wähle ein Ende der Gruppe zum Anlegen: ${card}.`;
export const hitHere = (name: string, discard: boolean) => `Leg diese Karte an ${isYou(name) ? "deine" : of(name)} Gruppe an${discard ? " – oder leg sie ab, dann ist dein Zug zu Ende" : ""}.`;
export const hitEnds = "Wähle ein Ende.";
export const hitEnd = { any: "Anlegen", low: "◂ Unten", high: "Oben ▸" };
export const laidHit = (card: string, group: string, end: string) => `Anlegen: ${card} an ${group}${end}`;
export const laidGroup = (name: string, what: string, list: string) => `${name}: ${what}: ${list}`;
export const laidHitBy = (name: string) => `angelegt von ${name}`;
export const laidKinds = {
  set: (id: string) => `Satz aus ${many(id)}`,
  run: (from: string, to: string) => `Folge ${from} bis ${to}`,
  color: (color: string) => `${hue(color, "e")} Karten`,
  flush: (suit: string) => suits[suit]!,
  colorRun: (color: string | null, from: string, to: string) => `${color ? hue(color, "e") : "offene"} Farbfolge ${from} bis ${to}`,
};

export const layTitle = (phase: string) => `Auslegen: ${phase}`;
export const layShort = "Auslegen";
export const layPhase = "Phase";
export const layProposal = (i: number, n: number, more: boolean) => `Vorschlag ${i} von ${more ? "mehr als " : ""}${n}`;
export const layOwn = "Deine eigene Anordnung";
export const layNone = "Kein vollständiger Vorschlag: Wähle unten Karten aus und füge sie den Gruppen hinzu.";
export const layHint = "Wähle Karten und füge sie einer Gruppe hinzu.";
export const layFilled = "Leg die vollen Gruppen aus oder nimm eine Karte zurück.";
export const layReady = "Leg die Gruppen aus oder füge Karten hinzu.";
export const layGroup = (n: number, what: string) => `Gruppe ${n}: ${what}`;
export const layAdd = (n: number) => (n ? `${cards(n)} hinzufügen` : "Auswahl hinzufügen");
export const layAddTo = (n: number) => `zu Gruppe ${n}`;
export const layTakeBack = (card: string) => `Zurücknehmen: ${card}`;
export const layClear = "Leeren";
export const layNext = "Nächster Vorschlag";
export const layConfirm = "Auslegen";
export const layParts = { number: "Zahl", color: "Farbe", suit: "Farbe" };
export const layLower = "tiefer beginnen";
export const layHigher = "höher beginnen";
export const laySpan = (from: string, to: string) => `${from} bis ${to}`;

export const targetTitle = "Wer setzt aus?";
export const targetHint = "Wähle, wer aussetzt.";
export const targetChoose = (name: string) => `${name} setzt aus`;

export const chooseTitle = "Welche Phase versuchst du?";
export const chooseHint = "Unten siehst du deine Karten. Eine Phase, die nicht gelingt, darfst du später wieder versuchen.";
export const choosePhase = "Phase";
export const chooseDone = "geschafft";
export const chooseMissing = (n: number) => (n ? `${n} ${n === 1 ? "Karte fehlt" : "Karten fehlen"}` : "schon vollständig");

export const phaseYours = "Deine Phase";
export const phaseAny = "Eine beliebige offene Phase";
export const phaseHelps = (cards: string) => `Gesucht: ${cards}.`;
export const phaseDrawFirst = "Zieh eine Karte, dann leg sie aus.";
export const phaseLaid = "Ausgelegt";
export const phasesTitle = "Die Phasen";
export const phaseOf = (n: number, all: number) => `${n} von ${all} Phasen geschafft`;

export const partWants = (what: string, n: number) => `${what}: noch ${n}`;
export const partLacks = (what: string, lacking: string[]) => `${what}: Es ${lacking.length === 1 ? "fehlt" : "fehlen"} ${and.format(lacking)}`;
export const partWhole = (what: string) => `${what}: vollständig`;

export const sayTop = (card: string) => `Ablagestapel: ${card}.`;
export const sayNotTaken = (card: string) => `Ablagestapel: ${card}, darf nicht genommen werden.`;
export const sayFit = (list: string) => `Diese passen auf dem Tisch: ${list}.`;
export const sayEnds = (numbers: string[]) => `Offen für ${and.format(numbers)}.`;
export const sayPoints = (name: string, n: number, score: number) => `${name}: ${points(n)}, insgesamt ${score}.`;
export const sayPlace = (place: number, name: string, phases: number, score: number) => `${place}. ${name}: ${plural(phases, "Phase", "Phasen")} geschafft, ${points(score)}.`;
export const sayNext = "N gibt die nächste Runde.";

export const curtainTitle = (name: string) => `Gib das Gerät an ${name} weiter`;
export const curtainHint = "Alle Karten sind verdeckt.";
export const curtainReady = (name: string) => `Ich bin ${name}, zeig meine Karten`;

export const welcome = {
  title: "Worum es bei Phase 10 geht",
  goal: "Zehn Phasen, eine nach der anderen. Wer zuerst alle zehn geschafft hat, gewinnt.",
  examples: ["Ein Satz: gleiche Zahlen.", "Eine Folge: Zahlen in einer Reihe. Ein Joker steht für jede Karte."],
  round: "In jeder Runde sammelst du die Karten deiner Phase und legst sie aus. Danach musst du den Rest loswerden: Sobald jemand keine Karten mehr hat, zahlen alle anderen für ihre.",
  today: "Heute spielst du eine Phase, Schritt für Schritt. Das dauert drei Minuten.",
  begin: "Los geht’s",
};

export const coach = {
  games: "Deine beendeten Spiele",
  none: "Hier stehen die Spiele, die du in diesem Browser beendest.",
  open: "Ansehen",
  example: "Ein Beispiel zeigen",
  others: "Andere Spiele",
  spots: "Wo du am meisten verlierst",
};
export const grades = { best: "Bester Zug", good: "Guter Zug", inaccuracy: "Ungenauigkeit", mistake: "Fehler", blunder: "Grober Fehler" };
const turns = (cost: number) => cost.toFixed(1).replace(".", ",");
export const gradeCost = (cost: number) => `kostete etwa ${turns(cost)} Züge`;
export const gradeLead = (lead: number) => `jeder andere kostet mindestens ${turns(lead)} Züge`;
export const gradePraise = "Deine beste Entscheidung";
export const gradeBetter = "Besser: ";
export const gradePlayed = (move: string) => `Deine Wahl: ${move}`;
export const gradeAdvice = (move: string) => `Besser: ${move}.`;
export const tryMoment = "Ab hier spielen";
export const tryTitle = "Zweiter Versuch";
export const tryLeave = "Beenden";
export const tryBack = "Zurück zur Wiederholung";
export const tryOnce = "Noch ein Versuch";
export const summaryTitle = (round: number) => `Runde ${round} ist vorbei`;
export const summaryPoints = (n: number) => `+${n}`;
export const summaryTotal = (n: number) => `${n} insgesamt`;
export const summaryPhase = (n: number | null, laid: boolean) => (n === null ? "keine Phase" : laid ? `Phase ${n} geschafft` : `Phase ${n} nicht geschafft`);
export const summaryNext = (what: string, groups: string) => `Als Nächstes: ${what}, ${groups}`;
export const summaryNextAny = "Als Nächstes: eine beliebige offene Phase";
export const summaryNextChoice = "Als Nächstes: Du wählst eine Phase";
/** Das eigene Ergebnis, das zuerst kommt. */
export const ownRound = (phase: number | null, laid: boolean, out: boolean) => {
  const went = out ? " und machst Schluss!" : "!";
  return laid ? `Du legst Phase ${phase}${went}` : out ? "Du machst Schluss!" : phase === null ? "Diesmal keine Phase." : `Phase ${phase} hast du noch vor dir.`;
};
export const ownPlace = (round: number, place: number, of: number, points: number) => `Nach Runde ${round} bist du auf Platz ${place} von ${of}, mit ${plural(points, "Punkt", "Punkten")}.`;
export const ownOver = (place: number, of: number) => `Du bist auf Platz ${place} von\u00a0${of}.`;
export const ownBest = (move: string) => `Dein bester Moment: ${move}.`;
export const summaryOut = "macht Schluss";
export const lastCard = (name: string) => (isYou(name) ? "Deine letzte Karte" : `${of(name)} letzte Karte`);
export const summaryNothing = "keine Karten mehr";
export const summaryHand = (name: string, list: string) => `${isYou(name) ? "Deine" : of(name)} Karten: ${list || "keine mehr"}`;

export const overTitle = "Das Spiel ist aus";
export const overPhases = "Geschaffte Phasen";
export const overMedal = (place: number) => `${place}.`;
export const overCards = (name: string, last: string) => (last ? `${lastCard(name)}: ${last}` : `${isYou(name) ? "Deine" : of(name)} Gruppen in der letzten Runde`);
export const overSeed = "Nummer dieses Spiels";
export const overSame = "Dieselben Karten";
export const overNew = "Neues Spiel";
export const overReplay = "Wiederholung";

export const replayTitle = "Wiederholung";
export const replayHands = "Handkarten";
export const replayFirst = "Erster Moment";
export const replayBack = "Zurück";
export const replayRun = "Ansehen";
export const replayHold = "Anhalten";
export const replayOn = "Vor";
export const replayLast = "Letzter Moment";
export const replayMoment = "Moment";
export const replayRound = (n: number) => `Wiederholung von Runde ${n}`;
export const replayAt = (at: number, last: number) => `Zug ${at} von ${last}`;
export const replayEyes = "Aus Sicht von";
export const replayView = "Mehr …";
export const replayOpen = "alle Karten offen";
export const replayNobody = "Zuschauer";
export const replaySave = "In eine Datei speichern";
export const replayLeave = "Zurück zum Ergebnis";

export const scoreTitle = "Punktestand";
export const scorePlayer = "Name";
export const scorePhases = "Geschafft";
export const scorePhase = "Phase";
export const scorePoints = "Punkte";
export const scoreChart = "Punkte nach Runden";
export const scoreRounds = "In Zahlen";
export const scoreRound = "Runde";
export const log = { title: "Was geschah", empty: "Noch nichts." };

export const rulesTitle = "Regeln";
export const rulesShort = "Das Spiel in Kürze";
export const rulesStory = {
  all: [
    "Alle sammeln eine Phase: bestimmte Gruppen von Karten. Ein Satz sind Karten mit gleicher Zahl, eine Folge sind Zahlen in einer Reihe.",
    "Wer dran ist, zieht eine Karte vom Ziehstapel oder nimmt die oberste vom Ablagestapel. Am Ende des Zuges legt man eine Karte ab.",
    "Wenn deine Karten deine Phase ergeben, darfst du sie auslegen. Von da an darfst du anlegen: passende Karten zu den Gruppen auf dem Tisch legen.",
    "Wer seine letzte Karte loswird, macht Schluss und beendet die Runde. Die anderen bekommen Punkte für die Karten, die sie noch halten, und Punkte sind schlecht.",
    "Wer seine Phase ausgelegt hat, sammelt die nächste; die anderen versuchen ihre noch einmal. Wer zuerst die letzte Phase schafft, gewinnt. Schaffen es mehrere in derselben Runde, gewinnen die wenigsten Punkte.",
    "Ein Joker steht für jede Karte.",
  ],
  classic: "Eine abgelegte Aussetzen-Karte kostet die nächste Person ihren Zug.",
  flip: "Jede Karte hat zwei Seiten. Wird eine Karte mit Wendesymbol abgelegt, drehen sich alle Karten um, und andere Gruppen sind möglich. Sterne sind Joker.",
  standard: "Gespielt wird mit gewöhnlichen Karten: Das Ass ist eine 1, der König ist am höchsten, und Joker stehen für jede Karte.",
  masters: "Vor jeder Runde wählst du die Phase, die du versuchst. Einmal in der Runde darfst du eine Karte für später aufheben, statt eine abzulegen. Mit einer Aussetzen-Karte bestimmst du, wer seinen Zug verliert.",
} as Record<string, string | string[]> & { all: string[] };
export const rulesPhases = "Phasen";
export const rulesOptions = "Optionen dieses Spiels";
export const rulesWording = "Die Regeln nach Nummern";

export const menu = {
  title: "Menü",
  pace: "Computerspieler",
  paces: [
    [null, "Schritt für Schritt"],
    [3, "sehr langsam"],
    [1.5, "langsam"],
    [0.6, "normal"],
    [0.3, "schnell"],
    [0, "sofort"],
  ] as [number | null, string][],
  language: "Sprache",
  felt: "Filz",
  felts: [["green", "grün"], ["blue", "blau"], ["charcoal", "anthrazit"]] as [string, string][],
  back: "Kartenrücken",
  backs: [["diamonds", "Rauten"], ["stars", "Sterne"], ["waves", "Wellen"]] as [string, string][],
  sound: "Ton",
  vibration: "Vibrieren",
  confirm: "Vor dem Ablegen nachfragen",
  save: "In eine Datei speichern",
  saveWarning: "Die Datei enthält alle Karten dieses Spiels, auch die verdeckten.",
  saveConfirm: "Datei speichern",
  load: "Aus einer Datei laden",
  loadHint: "Das Spiel aus der Datei ersetzt das laufende.",
  leave: "Neues Spiel",
  leaveWarning: {
    kept: "Dieses Spiel verlassen? Es bleibt gespeichert; beim Einrichten wird es wieder angeboten.",
    lost: "Dieses Spiel verlassen? Es wird hier nicht gespeichert; eine Datei würde es bewahren.",
  },
  leaveConfirm: "Dieses Spiel verlassen",
  loadTooLarge: "Diese Datei ist zu groß für ein Spiel.",
  loadFailed: "Diese Datei lässt sich nicht lesen.",
};

export const lost = {
  title: "Python antwortet nicht.",
  why: "Es ist beschäftigt oder beendet.",
  stored: "Nichts ist verloren: Das Spiel ist gespeichert.",
  cell: "Bleibt das so, führe diese Zelle noch einmal aus.",
  page: "Bleibt das so, lade die Seite neu.",
  offer: "Der Tisch bietet dir dann an, dieses Spiel fortzusetzen.",
  reload: "Seite neu laden",
};

export const offers = {
  title: "Angefangene Spiele",
  resume: "Fortsetzen",
  forget: "Vergessen",
};

export const helpTitle = "Hilfe";
export const helpKinds = "Gruppen";
export const helpExample = (list: string) => `Zum Beispiel: ${list}`;
export const helpKeys = "Tasten";
export const helpNow = {
  choose_phase: "Jetzt: Wähle die Phase, die du in dieser Runde versuchst.",
  draw: "Jetzt: Zieh eine Karte, vom Ziehstapel oder die oberste vom Ablagestapel.",
  play: "Jetzt: Leg deine Phase aus, wenn du kannst; liegt sie auf dem Tisch, leg an, was passt; dann leg eine Karte ab, das beendet deinen Zug.",
};
export const helpWait = "Jetzt: Warte, bis du dran bist.";
export const helpWhere = "Wie steht es?";
export const helpSigns = "Zeichen";
export const helpMeanings = [
  { sign: "G", meaning: "hat diese Runde gegeben" },
  { sign: "✓", meaning: "die Phase liegt auf dem Tisch" },
  { sign: "+", meaning: "diese Karte passt auf dem Tisch" },
  { sign: "▢", meaning: "gestrichelt: deine zuletzt gezogene Karte" },
];
export const helpTouch = "Gesten";
export const helpGestures = [
  { gesture: "Karte antippen", meaning: "auswählen; eine andere antippen wechselt, dieselbe noch einmal hebt die Wahl auf" },
  { gesture: "Stapel antippen", meaning: "davon ziehen oder die gewählte Karte ablegen" },
  { gesture: "Leuchtende Gruppe antippen", meaning: "die gewählte Karte anlegen" },
  { gesture: "Karte nach oben werfen", meaning: "ablegen" },
  { gesture: "Karte ziehen", meaning: "auf einen Stapel, an eine Gruppe oder zum Sortieren zwischen deine Karten" },
];
export const helpLines = [
  ["← → Pos1 Ende", "durch die Karten gehen"],
  ["Leertaste", "eine Karte auswählen"],
  ["D", "vom Ziehstapel ziehen"],
  ["P", "die oberste abgelegte Karte nehmen"],
  ["L", "auslegen"],
  ["A", "die Gruppen vor dem Auslegen anordnen"],
  ["H", "anlegen: zu den passenden Gruppen gehen, dann Pfeiltasten und Enter oder 1–9"],
  ["X", "die ausgewählte Karte ablegen"],
  ["S", "die ausgewählte Karte aufheben"],
  ["U", "zurücknehmen"],
  ["T", "Tipp"],
  ["N", "nächste Runde, nächster Schritt"],
  ["G", "anhalten, weiter"],
  ["M", "Menü"],
  ["I", "sagen, wie es auf dem Tisch steht"],
  ["← → Bild↑ Bild↓", "beim Ansehen: Momente, Runden"],
  ["Esc", "abwählen, schließen"],
  ["?", "diese Hilfe"],
] as [string, string][];
