/** Page state in the URL: every page has one codec between its state and the query string. */

/** A query string as a record; a repeated parameter is a list. */
export type RawSearch = Record<string, string | string[] | undefined>;

export interface UrlCodec<State> {
  parse: (raw: RawSearch) => State;
  /** Leaves out what has its default, so that addresses stay short. */
  format: (state: State) => RawSearch;
}

/** All values of a parameter. */
export function listOf(raw: RawSearch, name: string): string[] {
  const found = raw[name];
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** The only (or last) value of a parameter. */
export function textOf(raw: RawSearch, name: string): string | undefined {
  return listOf(raw, name).at(-1);
}

/** A whole number, or nothing where the parameter is absent or no number. */
export function wholeOf(raw: RawSearch, name: string): number | undefined {
  const text = textOf(raw, name);
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** One of a few words, else the first of them. */
export function choiceOf<Word extends string>(
  raw: RawSearch,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const text = textOf(raw, name);
  return words.find((word) => word === text) ?? words[0];
}

/** `?a=1&a=2&b=x` → `{ a: ['1', '2'], b: 'x' }`. */
export function parseSearch(text: string): RawSearch {
  const raw: RawSearch = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const found = raw[name];
    raw[name] = found === undefined ? value : [...(Array.isArray(found) ? found : [found]), value];
  }
  return raw;
}

export function stringifySearch(raw: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(raw)) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== undefined && single !== null && single !== "")
        parameters.append(name, String(single));
    }
  }
  const text = parameters.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}
