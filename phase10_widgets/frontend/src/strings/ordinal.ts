const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** Return a place in English words. */
export const ordinal = (place: number) => ORDINALS[place - 1] ?? `place ${place}`;
