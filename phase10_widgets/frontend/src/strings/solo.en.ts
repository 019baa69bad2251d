// The English catalog; de/solo.ts has the German texts.

export const titles = { setup: "Play Phase 10", coach: "Look again · Phase 10" };
export const home = "Phase 10";

export const connecting = "Connecting …";
export const notLoaded = "A part of this page could not be loaded.";
export const starting = "Python is starting in this browser. The first time, this takes a while.";
export const arrived = "Downloaded";
export const restarting = "Python has stopped. It is starting again …";
export const playerStopped = "Your player took too long, so it was stopped. Change it, and run it again.";
export const lost = "Connection lost. Trying again …";
export const found = "Connected again.";
export const outdated = "There is a new version of this page.";
export const reload = "Reload the page";
export const ended = "Nobody can play here anymore.";

/** The words of a screen that differ from those in a notebook, since Python is at the other end of a network. */
export const overNetwork = {
  lost: "The connection is lost.",
  why: "This page reconnects by itself.",
  offer: "Then you can go on with this game.",
};
