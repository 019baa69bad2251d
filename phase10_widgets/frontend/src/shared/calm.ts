/** Return true if the system asks for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
