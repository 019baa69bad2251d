// Every English word of the interface.

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const text = {
  loading: "Waiting for the table …",
  noAnswer: "No answer from Python; the kernel may be gone.",
  rule: (rule: string) => `rule ${rule}`,
  region: (edition: string, place: number) => (place > 1 ? `${edition} table, view ${place}` : `${edition} table`),
  dismiss: "Close",

  round: (n: number) => `Round ${n}`,
  tieBreak: "Tie-break",
  sides: { color: "Color side", wild: "Wild side" },
  turned: { color: "Flip! Color side up", wild: "Flip! Wild side up" },
  steps: {
    choose_phase: "Choose your phase",
    draw: "Your turn: draw a card",
    play: "Your turn: play, then discard",
  },
  theirTurn: (name: string) => `${name} is playing`,
  thinking: (name: string) => `${name} is thinking …`,
  noTurn: "The game is over",
  sending: "Sending …",

  seat: {
    cards: (n: number) => plural(n, "card"),
    phase: (n: number | null) => (n === null ? "No phase yet" : `Phase ${n}`),
    score: (n: number) => plural(n, "point"),
    saved: (n: number) => `${n} saved`,
    skipped: "Skipped next",
    dealer: "Dealer",
    completed: (numbers: number[]) => (numbers.length ? `Completed: ${numbers.join(", ")}` : "No phase completed"),
    others: "Other players",
    backs: (faces: string) => `Turned to you: ${faces}`,
    thinking: "thinking",
    you: "You",
  },

  piles: {
    deck: "Draw pile",
    discard: "Discard pile",
    saved: "Your saved cards",
    empty: "empty",
    cards: "cards",
    underside: (card: string) => `underside of the top card: ${card}`,
    top: (card: string) => `top card: ${card}`,
    draw: "draw",
    take: (card: string) => `take ${card}`,
    put: (card: string) => `discard ${card}`,
    takeSaved: (card: string) => `Draw your saved ${card}`,
  },

  card: {
    wild: "wild",
    joker: "joker",
    skip: "skip",
    star: (color: string) => `${color} star`,
    number: (color: string, n: string) => `${color} ${n}`,
    anyColor: "any-color",
    rank: (rank: string, suit: string) => `${rank} of ${suit}`,
    withFlip: (card: string) => `${card} with flip symbol`,
    otherSide: (card: string) => `other side ${card}`,
    standsFor: (what: string) => `stands for ${what}`,
  },

  hand: {
    title: "Your hand",
    label: (n: number) => `Your hand, ${plural(n, "card")}`,
    empty: "No cards in hand",
    place: (i: number, n: number) => `${i} of ${n}`,
    selected: "selected",
    fresh: "new",
    inGroup: (n: number) => `in group ${n}`,
    sort: "Sort",
    sorts: { number: "Number", color: "Color", suit: "Suit", drawn: "As drawn" },
    points: (n: number) => plural(n, "point"),
    chosen: (n: number) => `${plural(n, "card")} selected`,
  },

  act: {
    layDown: "Lay down",
    discard: "Discard",
    discardThis: (card: string) => `Discard ${card}`,
    save: "Save",
    saveThis: (card: string) => `Save ${card}`,
    hit: "Hit",
    undo: "Undo",
    help: "Help",
    clear: "Unselect",
    again: "Play again",
    next: "Next round",
    cancel: "Cancel",
  },

  laid: {
    title: "On the table",
    none: "No phase lies on the table yet.",
    of: (name: string) => `${name}’s groups`,
    yours: "Your groups",
    ends: { any: "", low: ", low end", high: ", high end" },
    hit: (card: string, group: string, end: string) => `with ${card} on ${group}${end}`,
    group: (name: string, what: string, cards: string) => `${name}: ${what}: ${cards}`,
    kinds: {
      set: (id: string) => `set of ${id}s`,
      run: (from: string, to: string) => `run ${from} to ${to}`,
      color: (id: string) => `${id} cards`,
      flush: (id: string) => `${id}`,
      colorRun: (color: string, from: string, to: string) => `${color} run ${from} to ${to}`,
      openColor: "open-color",
    },
  },

  lay: {
    title: (phase: string) => `Lay down: ${phase}`,
    short: "Lay down",
    phase: "Phase",
    proposal: (i: number, n: number, more: boolean) => `Proposal ${i} of ${n}${more ? " or more" : ""}`,
    own: "Your own arrangement",
    none: "No complete proposal: select cards below and add them to the groups.",
    hint: "Select cards in your hand and add them to a group; select a card in a group to take it back.",
    group: (n: number, what: string) => `Group ${n}: ${what}`,
    add: (n: number) => (n ? `Add ${plural(n, "card")}` : "Add selected"),
    addTo: (n: number) => `to group ${n}`,
    takeBack: (card: string) => `Take back ${card}`,
    clear: "Clear",
    next: "Next proposal",
    confirm: "Lay down",
    missing: "empty",
    number: "Number",
    color: "Color",
    suit: "Suit",
    lower: "Wild to the low end",
    higher: "Wild to the high end",
    lowerAll: "Start lower",
    higherAll: "Start higher",
    span: (from: string, to: string) => `${from} to ${to}`,
  },

  target: {
    title: "Who loses the next turn?",
    choose: (name: string) => `Skip ${name}`,
  },

  choose: {
    title: "Which phase will you attempt this round?",
    hint: "You see your hand below. A phase not made may be tried again later.",
    phase: "Phase",
    done: "completed",
  },

  phase: {
    yours: "Your phase",
    any: "Any open phase",
    number: (n: number) => `Phase ${n}`,
    laid: "On the table",
    of: (n: number, all: number) => `${n} of ${all} phases completed`,
  },

  curtain: {
    title: (name: string) => `Pass the screen to ${name}`,
    hint: "All cards are hidden.",
    ready: (name: string) => `I am ${name}, show my hand`,
  },

  summary: {
    title: (round: number) => `Round ${round}`,
    points: (n: number) => `+${n}`,
    total: (n: number) => `${n} in all`,
    phase: (n: number | null, laid: boolean) => (n === null ? "no phase" : laid ? `phase ${n} made` : `phase ${n} not made`),
    out: "went out",
    nothing: "no cards left",
    hand: (name: string, cards: string) => `${name}’s hand: ${cards || "no cards left"}`,
  },

  over: {
    title: "Game over",
    place: "Place",
    winner: "winner",
  },

  score: {
    title: "Scores",
    player: "Player",
    phases: "Phases",
    phase: "Phase",
    points: "Points",
  },

  log: { title: "What happened", empty: "Nothing yet." },

  rules: {
    title: "Rules",
    phases: "Phases",
    options: "Options of this game",
    wording: "The rules in short",
  },

  settings: {
    title: "Settings",
    pace: "Pause of computer players",
    paces: [
      [0, "none"],
      [0.3, "short"],
      [0.6, "normal"],
      [1.5, "long"],
      [3, "very long"],
    ] as [number, string][],
  },

  help: {
    title: "Keys",
    lines: [
      ["← → Home End", "move in the hand"],
      ["Space", "select a card"],
      ["D", "draw from the draw pile"],
      ["P", "pick up the discard"],
      ["L", "lay down"],
      ["H", "hit: go to the fitting groups, then arrows and Enter, or 1–9"],
      ["X", "discard the selected card"],
      ["S", "save the selected card"],
      ["U", "undo"],
      ["N", "next round"],
      ["Esc", "unselect, close"],
      ["?", "this help"],
    ] as [string, string][],
    hint: "Select cards, then act. Press ? for the keys.",
  },
};
