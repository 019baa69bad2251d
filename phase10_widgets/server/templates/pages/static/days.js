// Days on this device's calendar, and the streak of deals of the day: for the start page, and for the game's screens.

/** Return a date on this device's clock and calendar, such as "2026-11-23". */
export function localDate(now = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Return the date before this one. */
export function dayBefore(/** @type {string} */ day) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** Return the number of consecutive days, up to `today`, whose deal was played; today's does not break the streak if it is unplayed. */
export function streakOf(/** @type {ReadonlySet<string>} */ played, /** @type {string} */ today) {
  let day = played.has(today) ? today : dayBefore(today);
  let n = 0;
  for (; played.has(day); day = dayBefore(day)) n++;
  return n;
}
