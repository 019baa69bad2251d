// The English catalog; de/tournament.ts has the German texts.

export const loading = "Waiting for Python …";
export const noAnswer = "Python is not responding; it may have stopped.";
export const language = "Language";
export const title = "Tournament";
export const lead = "Who plays better, and how sure can you be? Each deal is played from every seat.";
export const region = (place: number) => (place > 1 ? `${title}, view ${place}` : title);

export const game = "Game";
export const players = "Players";
export const player = (n: number) => `Player ${n}`;
export const add = "Add a player";
export const remove = (n: number) => `Remove player ${n}`;
export const tables = "Tables";
export const seating = { apart: "in pairs", together: "all at one table" };
export const games = "Games at each table";
export const ends = "Ends";
export const ending = { all: "after all games", decided: "when it is decided" };
export const seed = "Seed (same seed, same cards)";

export const start = "Start";
export const goOn = "Go on";
export const stop = "Stop";
export const again = "Start again";
export const progress = (done: string, most: string) => `${done} of ${most} games`;
export const states = { ready: "Not started", running: "Playing", stopped: "Stopped", over: "Finished" };

export const chart = "Share of wins, with its 95% interval";
export const even = (percent: string) => `even share: ${percent}`;
export const honest = "The 95% interval shows how precise a share is: in 95 of 100 such tournaments it contains the true share. While games are played it is wider, so it stays valid no matter how often you look or when you stop.";
export const playersHint = "expert plays best; its lower levels make more mistakes. greedy takes whatever helps right away. random makes any legal move.";
export const standing = (name: string, percent: string, [low, high]: [string, string]) => `${name}: ${percent} (${low} to ${high})`;
export const nothing = "No game has been played yet.";
export const table = "Standings";
export const columns = { player: "Player", wins: "Wins", games: "Games", share: "Share", interval: "95% interval", rating: "Rating", phases: "Phases", points: "Points", rounds: "Rounds" };
export const averages = "Phases, points and rounds are averages per game.";
export const ratingHint = "The rating is a player's strength as one number, as in chess: 1500 is the average here, and 200 points more win 76% of two-player games. In two out of three tournaments it is off by less than the number after ±.";
export const pairs = "Games won, row against column";
export const against = "Against";
