const start = (name: string, n: number) => [...name].slice(0, n).join("");

/** Functions that shorten a name, best first; "greedy 2" ends in a number, as computer players' names do. */
const FORMS = [
  (name: string) => start(name, 1),
  (name: string) => start(name, 2),
  (name: string) => start(name, 1) + (/\d+$/.exec(name)?.[0] ?? ""),
  (name: string) => start(name, 3),
];

/** Return a short form of each name, of at most three letters, or one and a number, and unique if possible. */
export function shortNames(names: readonly string[]): string[] {
  const trimmed = names.map((name) => name.trim());
  return trimmed.map((name, i) => {
    const form = FORMS.find((form) => trimmed.every((other, j) => j === i || form(other) !== form(name)));
    return (form ?? FORMS.at(-1)!)(name);
  });
}
