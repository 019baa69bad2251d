// The English catalog; de/question.ts has the German texts.

export const loading = "Waiting for Python …";
export const noAnswer = "Python is not responding; it may have stopped.";
export const language = "Language";
export const view = (n: number) => `view ${n}`;

export const expect = "What do you expect?";
export const guess = "Your guess";
export const from = "Your guess: from";
export const to = "to";
export const guessHint = "0.4, 2/5, 40% or 1 - C(4, 2)/C(6, 2)";
export const numberHint = "12, 2.5, 5/2 or C(8, 2)";
export const sure = "How sure are you?";
export const sureOf = (n: number) => `${n}% sure`;
export const notSure = "not chosen yet";
export const sureFirst = "First choose how sure you are.";
export const predict = "Predict";
export const skip = "Go on without a prediction";
export const guessed = (written: string, sure: string) => `Your guess: ${written}, ${sure}.`;
export const noGuess = "You went on without a prediction.";
export const change = "Change";

export const tryOut = "Try it out";
export const trials = (n: string, one: boolean) => (one ? "1 trial" : `${n} trials`);
export const seed = (seed: string) => `Seed: ${seed}`;

export const exactly = "What is it exactly?";
export const chooseOne = "Which one is it?";
export const answer = "Your answer";
export const check = "Check";
export const readAs = "Read as";
export const yourGuess = (sure: string) => `your guess, ${sure}`;
export const rightOne = "the right answer";

export const help = "Help";
export const hint = "Show a hint";
export const nextHint = "Show the next hint";
export const hintOf = (n: number, of: number) => `Hint ${n} of ${of}`;
export const back = "Previous hint";
export const on = "Next hint";
export const solve = "Show the solution";
export const solution = "Solution";

export const think = "Think about it";
export const yours = "In your words";
export const save = "Save";
export const saved = "Saved.";
export const model = "A possible answer:";
export const renew = "The same question with other numbers";

export const recalled = (n: number, right: boolean) => `Question ${n}${right ? ", right" : ""}`;
export const nextRecalled = "Next question";
export const answerNow = "Answer";
export const tested = (n: number, answered: boolean) => `Question ${n}${answered ? ", answered" : ""}`;
export const given = (typed: string) => `Your answer: ${typed}.`;
export const unknown = "You did not know.";

export const code = (name: string) => `Your code for ${name}`;
export const run = "Run";
export const runningCode = "Running …";
export const questions = "Questions";
export const startingPython = "Starting Python …";
export const noPython = "Python cannot start in this browser. Try a newer browser.";
export const runKeys = "Shift+Enter runs it, too.";
export const printed = "Your code printed:";
export const startOver = "Start over";
export const inCell = (name: string) => `Change ${name} in the cell above, and run the cell.`;
export const chooseProgram = "This page cannot run code. Which of these programs is right?";

export const name = "Your name, if you want it in your file";
export const export_ = "Save to a file";
export const load = "Load a file";
export const forget = "Forget";
export const forgetPart = (title: string) => `Forget ${title}`;
export const forgetAll = "Forget everything";
export const reallyAll = "Really forget everything?";
export const yes = "Yes, forget it";
export const no = "No";
export const where = "Your work is stored only in this browser. “Forget” next to a lesson or a question resets it.";
