// The English catalog; de/class.ts has the German texts.

export const question = (n: number) => `Question ${n}`;
export const again = "Talk about it, then answer once more.";
export const answer = "Your answer";
export const chooseOne = "Choose one";
export const discard = "Your discard";
export const chanceHint = "A number such as 0.4, 2/5 or 40%";
export const numberHint = "A number such as 12, 2.5 or 5/2";
export const sure = "How sure are you?";
export const sureOf = (n: number) => `${n}% sure`;
export const notSure = "not chosen yet";
export const sureFirst = "First choose how sure you are.";
export const send = "Answer";
export const change = "Change the answer";
export const given = (answer: string, sure: number) => `Your answer: ${answer}, ${sure}% sure.`;
export const mayChange = "You can change it until the question is closed.";
export const closed = "Nobody can answer now. Look to the front.";
export const missed = "You have not answered.";
export const toTable = "Back to the table";

export const answered = (n: number, of: number) => `${n} of ${of} have answered`;
export const votes = ["First vote", "Second vote"];
export const answers = (n: number) => (n === 1 ? "1 answer" : `${n} answers`);
export const few = (n: number) => `Pictures without names need at least ${n} answers.`;
export const half = (low: string, high: string) => `Half of them are from ${low} to ${high}.`;
export const beyond = (n: number) => (n === 1 ? "1 answer is higher than the axis." : `${n} answers are higher than the axis.`);
export const nearOf = (n: number, of: number) => `${n} of ${of} near enough`;
export const rightOf = (n: number, of: number) => `${n} of ${of} right`;
export const agreed = (n: number, of: number) => `${n} of ${of} chose the same as the expert`;
export const truth = "The truth";
export const expert = "The expert’s choice";
export const mistakes = "What happened";
export const mistake = (n: number) => (n === 1 ? "1 of you" : `${n} of you`);
export const calibration = "How sure, how often right";
export const sureness = (n: number) => `${n}% sure`;
export const came = (share: string) => `${share} came true`;

export const pool = "All deals together";
export const deal = "Deal 50 times";
export const dealt = (n: string, people: number) => `${n} deals by ${people === 1 ? "one person" : `${people} people`}`;
export const spread = "Each person’s deals";
export const path = "All deals so far";

export const ask = "Ask the class";
export const lesson = "Lesson";
export const which = "Question";
export const pause = "Pause the tables meanwhile";
export const put = "Ask this question";
export const preview = "What the class will see";
export const otherSteps = "Other steps";
export const hand = "Ask about a hand of a finished round";
export const table = "Table";
export const waiting = "One moment …";
export const steps = { open: "Open it again", closed: "Close the question", shown: "Show the answers", again: "Vote again", truth: "Show the truth" };
export const reopen = "Open the second vote again";
export const phases = { open: "Everybody answers", closed: "Closed; the answers are hidden", shown: "The answers are shown", again: "Everybody answers once more", truth: "The truth is shown" };
export const letDeal = "Let everybody deal";
export const finish = "Finish the question";
export const files = "Your file about this lesson";
export const filesHow = "It has everybody’s name. Nobody else can load it.";
export const forms = { page: "Page to print", learners: "Table of people", questions: "Table of questions" };
export const playedPhases = "Phases to play";
export const rule = (rule: string) => `rule ${rule}`;

export const noFile = "The file could not be loaded. Try again.";

export const wallJoin = "Join with this code";
export const here = (n: number) => (n === 0 ? "Nobody is here yet" : n === 1 ? "1 is here" : `${n} are here`);
export const wallSeat = (n: number, phase: number | null) => (phase === null ? `Seat ${n}` : `Seat ${n}, phase ${phase}`);
