// The English catalog; de/table.ts has the German texts.

import { ordinal } from "./ordinal";

const and = new Intl.ListFormat("en-GB");
const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
/** A table may have been set up in another language. */
const isYou = (name: string) => name === "You" || name === "Du";

export const loading = "Waiting for the table …";
export const rule = (rule: string) => `rule ${rule}`;
export const region = (edition: string, place: number) => (place > 1 ? `${edition} table, view ${place}` : `${edition} table`);
export const why = "Why?";
export const dismiss = "Close";
export const round = (n: number) => `Round ${n}`;
export const tieBreak = "Tie-break";
export const sides = { color: "Color side", wild: "Wild side" };
export const turned = { color: "Flip! Color side up", wild: "Flip! Wild side up" };
export const playComplete = "Your phase is complete: lay it down.";
export const playCompleteFirst = "Your phase is complete. Lay it down first: a discard ends your turn.";
export const playFits = (cards: string[]) => (cards.length === 1 ? `The ${cards[0]!} fits on the table. Hit with it, or select a card to discard.` : `${cards.length} cards fit on the table, those with a +. Hit with one, or select a card to discard.`);
export const playChosen = "Discard this card to end your turn, or select another.";
export const playSave = "Save this card to end your turn, or select another.";
export const playOther = "Select another card: this one cannot be discarded now.";
export const drawTake = (card: string) => `Your turn: take the ${card}. The draw pile is empty.`;
export const drawSaved = "Your turn: draw one of your saved cards.";
export const stepOn = (name: string) => `Next step: ${name} plays.`;
export const drawNoSkip = "Your turn: draw a card. The skip may not be taken.";
export const guideStep = (n: number, all: number) => `Step ${n} of ${all}`;
export const overReal = "Play a real game (10 minutes)";
export const overLearn = "Learn once more";
export const steps = {
  choose_phase: "Choose your phase",
  draw: "Your turn: draw a card",
  play: "Your turn: select a card to discard",
};
export const theirTurn = (name: string) => `${name} is playing`;
export const thinking = (name: string) => `${name} is thinking …`;
export const noTurn = "The game is over";
export const waiting = "Paused";
export const sending = "Sending …";
export const watching = "You are watching.";

export const seatCards = (n: number) => plural(n, "card");
export const seatCardsWord = (n: number) => (n === 1 ? "card" : "cards");
export const seatDetails = (name: string) => `${name}: details`;
export const seatPhase = (n: number | null) => (n === null ? "No phase yet" : `Phase ${n}`);
export const seatScore = (n: number) => plural(n, "point");
export const seatPoints = (n: number) => `${n} ${n === 1 ? "pt" : "pts"}`;
export const seatSaved = (n: number) => `${n} saved`;
export const seatSkipped = "Skipped next";
export const seatMissed = (n: number) => (n === 1 ? "Lost a turn" : `Lost ${n} turns`);
export const missed = (n: number) => `You lost ${n === 1 ? "a turn" : `${n} turns`}.`;
export const seatDealer = "Dealer";
export const seatDealerSign = "D";
export const seatCompleted = (numbers: number[]) => (numbers.length ? `Completed: ${numbers.join(", ")}` : "No phase completed");
export const seatOthers = "Other players";
export const seatBacks = (faces: string) => `Turned to you: ${faces}`;
export const seatPresence = { away: "away", "stand-in": "computer" };
export const seatThinking = "thinking";
export const sceneLaid = (name: string, phase: number, you: boolean) => `${you ? "You" : name} laid phase ${phase}!`;
export const scenePlace = (place: number, players: number) => `Place ${place} of ${players}`;
export const sceneKind = "The next deal is a new chance.";
/** The last thing that a seat did, in its bubble. */
export const did = {
  drawn: "drew",
  took: (card: string) => `took the ${card}`,
  phase_laid: (phase: number) => `laid phase ${phase}`,
  hit: (owner: string) => `hit ${owner}`,
  saved: "saved a card",
  turn_skipped: "skipped!",
  out: "out!",
};

export const pilesDeck = "Draw pile";
export const pilesDiscard = "Discard pile";
export const pilesSaved = "Your saved cards";
export const pilesBrief = { deck: "Pile", discard: "Discards" };
export const pilesSavedShort = "Saved";
export const pilesEmpty = "empty";
export const pilesSaveHere = "Save here";
export const pilesUnderside = (card: string) => `underside of the top card: ${card}`;
export const pilesTop = (card: string) => `top card: ${card}`;
export const pilesDraw = "draw";
export const pilesTake = (card: string) => `take ${card}`;
export const pilesPut = (card: string) => `discard ${card}`;
export const pilesTakeSaved = (card: string) => `Draw your saved ${card}`;

export const colors: Record<string, string> = { R: "red", B: "blue", G: "green", Y: "yellow", O: "orange", red: "red", black: "black" };
export const suits: Record<string, string> = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const ranks: Record<number, string> = { 1: "ace", 11: "jack", 12: "queen", 13: "king" };
/** Return a color by its letter; null is the wild side, which has none. */
const hue = (color: string | null) => (color === null ? "wild-side" : colors[color]!);

export const cardWild = "wild";
export const cardJoker = "joker";
export const cardSkip = "skip";
export const cardStar = (color: string | null) => `${hue(color)} star`;
export const cardNumber = (color: string | null, n: string) => `${hue(color)} ${n}`;
export const cardRank = (rank: number, suit: string) => `${ranks[rank] ?? rank} of ${suits[suit]}`;
export const cardWithFlip = (card: string) => `${card} with flip symbol`;
export const cardOtherSide = (card: string) => `other side ${card}`;
/** Name the card that a wild stands for, as far as it is determined: a color, a suit, a number. */
export const cardStandsFor = (color: string | null, suit: string | null, label: string) =>
  `stands for ${[color && colors[color], suit && suits[suit], label].filter(Boolean).join(" ")}`;

export const handLabel = (n: number) => `Your hand, ${plural(n, "card")}`;
export const handEmpty = "No cards in hand";
export const handPlace = (i: number, n: number) => `${i} of ${n}`;
export const handSelected = "selected";
export const handFits = "fits on the table";
export const handFresh = "new";
export const handInGroup = (n: number) => `in group ${n}`;
export const handSort = "Sort";
export const handSorts = { number: "Number", color: "Color", suit: "Suit", use: "Phase", drawn: "As drawn", hand: "By hand" };
export const handWhose = "You:";
export const handPoints = (n: number) => plural(n, "point");
export const handLeft = "left over";
export const handMove = { left: "Move left", right: "Move right" };

export const actDraw = "Draw a card";
export const actTake = (card: string) => `Take ${card}`;
export const actLayDownPhase = (n: number | null) => (n === null ? "Lay down" : `Lay down phase ${n}`);
export const actArrange = "Arrange";
export const actHitOn = (card: string, name: string) => `Hit ${card} → ${name}`;
export const actDiscardNone = "Select a card to discard";
export const actDiscardOther = "Select another card to discard";
export const actLayFirst = "Lay down first";
export const actGuideFirst = "Follow the step above";
export const actDiscardThis = (card: string) => `Discard ${card}`;
export const actDiscardAt = (card: string, name: string) => `Discard ${card} → ${name}`;
export const actDiscardReally = (card: string) => `Really discard ${card}?`;
export const actSaveThis = (card: string) => `Save ${card} for later`;
export const actHit = "Hit";
export const actHitFirst = (card: string) => `Hit ${card} …`;
export const actChooseGroup = "Choose a group …";
export const actChooseEnd = "Choose an end …";
export const actDrawSaved = (card: string) => `Draw saved ${card}`;
export const actUndo = "Undo";
export const actUndoNone = "Nothing to undo";
export const actHelp = "Help";
export const actHint = "Hint";
export const actClear = "Unselect";
export const actNext = "Next round";
export const actResult = "Final result";
export const actCancel = "Cancel";
export const actMenu = "Menu";
export const actReact = "React";
export const reactions = ["Well played", "Ha!", "Oh!", "Too bad", "Great", "Thank you"];
export const actPause = "Pause";
export const actGoOn = "Go on";
export const actStep = "Next step";

export const laidTitle = "On the table";
export const laidNone = "No phase is on the table yet.";
export const laidHeld = "In your hand";
export const laidReady = "Ready to lay down";
export const laidCount = (n: number) => `On the table: ${plural(n, "group")}`;
export const laidEnds = { any: "", low: ", low end", high: ", high end" };
export const hitWhere = (card: string) => `Choose a lit group for the ${card}.`;
export const hitWhichEnd = (card: string) => `Choose an end of the group for the ${card}.`;
export const hitHere = (name: string, discard: boolean) => `Hit this card on ${isYou(name) ? "your" : `${name}’s`} group${discard ? ", or discard it to end your turn" : ""}.`;
export const hitEnds = "Choose an end.";
export const hitEnd = { any: "Hit", low: "◂ Low end", high: "High end ▸" };
export const laidHit = (card: string, group: string, end: string) => `Hit ${card} on ${group}${end}`;
export const laidGroup = (name: string, what: string, cards: string) => `${name}: ${what}: ${cards}`;
export const laidHitBy = (name: string) => `hit by ${name}`;
export const laidKinds = {
  set: (id: string) => `set of ${id}s`,
  run: (from: string, to: string) => `run ${from} to ${to}`,
  color: (color: string) => `${colors[color]} cards`,
  flush: (suit: string) => suits[suit]!,
  /** The color is null while it is open. */
  colorRun: (color: string | null, from: string, to: string) => `${color ? colors[color] : "open-color"} run ${from} to ${to}`,
};

export const layTitle = (phase: string) => `Lay down: ${phase}`;
export const layShort = "Lay down";
export const layPhase = "Phase";
export const layProposal = (i: number, n: number, more: boolean) => `Option ${i} of ${n}${more ? " or more" : ""}`;
export const layOwn = "Your own arrangement";
export const layNone = "Your cards do not complete the phase. Select cards below and add them to the groups.";
export const layHint = "Select cards, then add them to a group.";
export const layFilled = "Every group is full. Lay them down, or press a card to take it out.";
export const layReady = "Lay the groups down, or add more cards.";
export const layGroup = (n: number, what: string) => `Group ${n}: ${what}`;
export const layAdd = (n: number) => (n ? `Add ${plural(n, "card")}` : "Add selected");
export const layAddTo = (n: number) => `to group ${n}`;
export const layTakeBack = (card: string) => `Take back ${card}`;
export const layClear = "Clear";
export const layNext = "Next option";
export const layConfirm = "Lay down";
export const layParts = { number: "Number", color: "Color", suit: "Suit" };
export const layLower = "start lower";
export const layHigher = "start higher";
export const laySpan = (from: string, to: string) => `${from} to ${to}`;

export const targetTitle = "Who will be skipped?";
export const targetHint = "Choose whom to skip.";
export const targetChoose = (name: string) => `Skip ${name}`;

export const chooseTitle = "Which phase will you try?";
export const chooseHint = "Your hand is below. If you miss a phase, you can try it again later.";
export const choosePhase = "Phase";
export const chooseDone = "completed";
export const chooseMissing = (n: number) => (n ? `${plural(n, "card")} missing` : "already complete");

export const phaseYours = "Your phase";
export const phaseAny = "Any open phase";
export const phaseHelps = (cards: string) => `Look for ${cards}.`;
export const phaseDrawFirst = "Draw first, then lay it down.";
export const phaseLaid = "On the table";
export const phasesTitle = "The phases";
export const phaseOf = (n: number, all: number) => `${n} of ${all} phases completed`;

export const partWants = (what: string, n: number) => `${what}: ${n} more`;
export const partLacks = (what: string, lacking: string[]) => `${what}: ${and.format(lacking)} ${lacking.length === 1 ? "is" : "are"} missing`;
export const partWhole = (what: string) => `${what}: complete`;

export const sayTop = (card: string) => `Discard pile: ${card}.`;
export const sayNotTaken = (card: string) => `Discard pile: ${card}, which may not be taken.`;
export const sayFit = (cards: string) => `These fit on the table: ${cards}.`;
export const sayEnds = (numbers: string[]) => `Open for ${and.format(numbers)}.`;
export const sayPoints = (name: string, points: number, score: number) => `${name}: ${plural(points, "point")}, ${score} in total.`;
export const sayPlace = (place: number, name: string, phases: number, score: number) => `Place ${place}: ${name}, ${plural(phases, "phase")} completed, ${plural(score, "point")}.`;
export const sayNext = "N deals the next round.";

export const curtainTitle = (name: string) => `Pass the device to ${name}`;
export const curtainHint = "All cards are hidden.";
export const curtainReady = (name: string) => `I am ${name}, show my hand`;

// Shared tables have no first game.
export const welcome = __SHARED__ ? (null as never) : {
  title: "What Phase 10 is about",
  goal: "Ten phases, in order. Whoever completes all ten first wins.",
  examples: ["A set: equal numbers.", "A run: numbers in a row. A wild stands for any card."],
  round: "In each round, collect the cards for your phase and lay it down. Then get rid of the rest: as soon as somebody has no cards left, all others pay for theirs.",
  today: "Today you play one phase, step by step. It takes three minutes.",
  begin: "Begin",
};

export const coach = __SHARED__ ? (null as never) : {
  games: "Your finished games",
  none: "Games that you finish in this browser appear here.",
  open: "Review",
  example: "Show an example",
  others: "Other games",
  spots: "Where you lose the most",
};
export const grades = { best: "Best move", good: "Good move", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };
const turns = (cost: number) => cost.toFixed(1);
export const gradeCost = (cost: number) => `cost about ${turns(cost)} turns`;
export const gradeLead = (lead: number) => `any other move costs at least ${turns(lead)} turns`;
export const gradePraise = "Your best decision";
export const gradeBetter = "Better: ";
export const gradePlayed = (move: string) => `Your choice: ${move}`;
export const gradeAdvice = (move: string) => `Better: ${move}.`;
export const tryMoment = "Play from here";
export const tryTitle = "Second try";
export const tryLeave = "End try";
export const tryBack = "Back to the replay";
export const tryOnce = "Try once more";
export const summaryTitle = (round: number) => `Round ${round} is over`;
export const summaryPoints = (n: number) => `+${n}`;
export const summaryTotal = (n: number) => `${n} total`;
export const summaryPhase = (n: number | null, laid: boolean) => (n === null ? "no phase" : laid ? `made phase ${n}` : `missed phase ${n}`);
export const summaryNext = (what: string, groups: string) => `Next: ${what[0]!.toLowerCase()}${what.slice(1)}, ${groups}`;
export const summaryNextAny = "Next: any open phase";
export const summaryNextChoice = "Next: you choose a phase";
/** A person's own result, which comes first. */
export const ownRound = (phase: number | null, laid: boolean, out: boolean) => {
  const went = out ? " and went out!" : "!";
  return laid ? `You laid phase ${phase}${went}` : out ? "You went out!" : phase === null ? "No phase this time." : `Phase ${phase} is still ahead of you.`;
};
export const ownPlace = (round: number, place: number, of: number, points: number) => `After round ${round}, you are ${ordinal(place)} of ${of}, with ${plural(points, "point")}.`;
export const ownOver = (place: number, of: number) => `You finished ${ordinal(place)} of\u00a0${of}.`;
export const ownBest = (move: string) => `Your best moment: ${move}.`;
export const summaryOut = "went out";
export const lastCard = (name: string) => (isYou(name) ? "Your last card" : `${name}’s last card`);
export const summaryNothing = "no cards left";
export const summaryHand = (name: string, cards: string) => `${isYou(name) ? "Your" : `${name}’s`} hand: ${cards || "no cards left"}`;

export const overTitle = "Game over";
export const overPhases = "Phases made";
export const overMedal = (place: number) => ["1st", "2nd", "3rd"][place - 1] ?? `${place}th`;
/** Whose cards these are, with the card that ended the round if it was theirs. */
export const overCards = (name: string, last: string) => (last ? `${isYou(name) ? "You" : name} went out with the ${last}.` : `${isYou(name) ? "Your" : `${name}’s`} groups in the last round`);
export const overSeed = "Number of this deal";
export const overSame = "Same cards again";
export const overNew = "New deal";
export const overReplay = "Replay";

export const replayTitle = "Replay";
export const replayHands = "Hands";
export const replayFirst = "First moment";
export const replayBack = "Back";
export const replayRun = "Watch";
export const replayHold = "Stop";
export const replayOn = "On";
export const replayLast = "Last moment";
export const replayMoment = "Moment";
export const replayRound = (n: number) => `Replay of round ${n}`;
export const replayAt = (at: number, last: number) => `Move ${at} of ${last}`;
export const replayEyes = "Seen by";
export const replayView = "More …";
export const replayOpen = "all hands open";
export const replayNobody = "a spectator";
export const replaySave = "Save as a file";
export const replayLeave = "Back to the result";

export const scoreTitle = "Scores";
export const scorePlayer = "Player";
export const scorePhases = "Done";
export const scorePhase = "Phase";
export const scorePoints = "Points";
export const scoreChart = "Scores by round";
export const scoreRounds = "In numbers";
export const scoreRound = "Round";
export const log = { title: "What happened", empty: "Nothing yet." };

export const rulesTitle = "Rules";
export const rulesShort = "The game in brief";
export const rulesStory = {
  all: [
    "Everybody collects a phase: certain groups of cards. A set is cards with the same number; a run is numbers in a row.",
    "On your turn, you draw a card from the draw pile or the discard pile. You end your turn by discarding a card.",
    "When your cards make your phase, you may lay it down. From then on you may hit: add cards that fit to the groups on the table.",
    "Whoever gets rid of the last card goes out and ends the round. The others get points for the cards they still hold, and points are bad.",
    "Whoever laid down a phase goes on to the next one; the others try theirs again. The first to finish the last phase wins. If several do in the same round, the fewest points win.",
    "A wild stands for any card.",
  ],
  classic: "A skip, when discarded, takes the next player’s turn.",
  flip: "Every card has two sides. When a card with a flip symbol is discarded, all cards turn over, and other groups are possible. Stars are wild.",
  standard: "You play with ordinary cards: an ace is a 1, the king is the highest, and jokers are wild.",
  masters: "Before each round, you choose the phase you attempt. Once a round, you may save a card for a later turn instead of discarding. A skip takes the turn of a player you choose.",
} as Record<string, string | string[]> & { all: string[] };
export const rulesPhases = "Phases";
export const rulesOptions = "Options of this game";
export const rulesWording = "The rules by number";

export const menu = {
  title: "Menu",
  pace: "Computer players",
  paces: [
    [null, "one step at a time"],
    [3, "very slow"],
    [1.5, "slow"],
    [0.6, "normal"],
    [0.3, "fast"],
    [0, "at once"],
  ] as [number | null, string][],
  language: "Language",
  felt: "Felt",
  felts: [["green", "green"], ["blue", "blue"], ["charcoal", "charcoal"]] as [string, string][],
  back: "Card backs",
  backs: [["diamonds", "diamonds"], ["stars", "stars"], ["waves", "waves"]] as [string, string][],
  sound: "Sound",
  vibration: "Vibration",
  confirm: "Ask before a card is discarded",
  save: "Save to a file",
  saveWarning: "The file holds the whole deal, hidden cards too.",
  saveConfirm: "Save the file",
  load: "Load from a file",
  loadHint: "The game in the file replaces this one.",
  leave: "New game",
  leaveWarning: {
    kept: "Leave this game? It is saved; the setup screen offers it again.",
    lost: "Leave this game? It is not saved here; save it to a file to keep it.",
  },
  leaveConfirm: "Leave this game",
  loadTooLarge: "This file is too large.",
  loadFailed: "This file cannot be read.",
};

export const lost = {
  title: "Python is not responding.",
  why: "It is busy, or it has stopped.",
  stored: "Nothing is lost: the game is stored.",
  cell: "If this persists, run this cell again.",
  page: "If this persists, reload the page.",
  offer: "The table will offer to continue this game.",
  reload: "Reload the page",
};

export const offers = __SHARED__ ? (null as never) : {
  title: "Games left unfinished",
  resume: "Go on",
  forget: "Forget",
};

export const helpTitle = "Help";
export const helpKinds = "Groups";
export const helpExample = (cards: string) => `For example: ${cards}`;
export const helpKeys = "Keys";
export const helpNow = {
  choose_phase: "Now: choose the phase that you will try in this round.",
  draw: "Now: draw one card, from the draw pile or the top of the discard pile.",
  play: "Now: lay down your phase if you can; once it is on the table, hit with cards that fit; then discard one card, which ends your turn.",
};
export const helpWait = "Now: wait for your turn.";
export const helpWhere = "Where am I?";
export const helpSigns = "Signs";
export const helpMeanings = [
  { sign: "D", meaning: "this player dealt the round" },
  { sign: "✓", meaning: "the phase is on the table" },
  { sign: "+", meaning: "this card fits on the table" },
  { sign: "▢", meaning: "dashed: the card you drew last" },
];
export const helpTouch = "Gestures";
export const helpGestures = [
  { gesture: "Tap a card", meaning: "select it; tap another card to switch, or the same one again to deselect it" },
  { gesture: "Tap a pile", meaning: "draw from it, or discard the selected card" },
  { gesture: "Tap a lit group", meaning: "hit the selected card on it" },
  { gesture: "Throw a card up", meaning: "discard it" },
  { gesture: "Drag a card", meaning: "to a pile or a group, or among your cards to sort them" },
];
export const helpLines = [
  ["← → Home End", "move in the hand"],
  ["Space", "select a card"],
  ["D", "draw from the draw pile"],
  ["P", "pick up the discard"],
  ["L", "lay down"],
  ["A", "arrange the groups before laying down"],
  ["H", "hit: go to the fitting groups, then arrows and Enter, or 1–9"],
  ["X", "discard the selected card"],
  ["S", "save the selected card"],
  ["U", "undo"],
  ["T", "hint"],
  ["N", "next round, next step"],
  ["G", "pause, go on"],
  ["M", "menu"],
  ["I", "describe the table aloud"],
  ["← → PgUp PgDn", "in a replay: moments, rounds"],
  ["Esc", "unselect, close"],
  ["?", "this help"],
] as [string, string][];
