/** The state of a page, field by field: how each is read from the address and written there. */

import type { Sorting } from "@/ui/tables/tableSort";
import { type Filters, formatFilters, parseFilters } from "./filters";
import { listOf, type RawSearch, textOf, type UrlCodec } from "./urlState";

/** One field of a state; it stands in the address under its own name unless `under` another. */
export interface UrlField<Value> {
  parse: (raw: RawSearch, name: string) => Value;
  /** Nothing for the default, so that addresses stay short. */
  format: (value: Value, name: string) => RawSearch;
}

/** The codec of a state that is made of these fields. */
export function codecOf<State extends object>(
  fields: {
    [Name in keyof State]: UrlField<State[Name]>;
  },
): UrlCodec<State> {
  const names = Object.keys(fields) as (keyof State & string)[];
  return {
    parse: (raw) =>
      Object.fromEntries(names.map((name) => [name, fields[name].parse(raw, name)])) as State,
    format: (state) =>
      Object.assign({}, ...names.map((name) => fields[name].format(state[name], name))),
  };
}

export type StateOf<Codec> = Codec extends UrlCodec<infer State> ? State : never;

/** A value that is one text in the address; the default is written as the empty text. */
export function field<Value>(
  read: (text: string) => Value,
  write: (value: Value) => string,
): UrlField<Value> {
  return {
    parse: (raw, name) => read(textOf(raw, name) ?? ""),
    format: (value, name) => {
      const text = write(value);
      return text === "" ? {} : { [name]: text };
    },
  };
}

/** The same field, under another name in the address. */
export function under<Value>(name: string, inner: UrlField<Value>): UrlField<Value> {
  return {
    parse: (raw) => inner.parse(raw, name),
    format: (value) => inner.format(value, name),
  };
}

export const TEXT = field<string>(
  (text) => text,
  (value) => value,
);

/** Null where the address says nothing. */
export const TEXT_OR_NULL = field<string | null>(
  (text) => text || null,
  (value) => value ?? "",
);

/** A number that passes; null where the address has none. */
export function numberField(isMeant: (number: number) => boolean = () => true) {
  return field<number | null>(
    (text) => {
      const number = text.trim() === "" ? Number.NaN : Number(text);
      return Number.isFinite(number) && isMeant(number) ? number : null;
    },
    (value) => (value === null ? "" : String(value)),
  );
}

/** A whole number; null where the address has none. */
export const WHOLE = field<number | null>(
  (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : null),
  (value) => (value === null ? "" : String(value)),
);

/** One of a few words; the first of them is the default. */
export function oneOf<Word extends string>(words: readonly [Word, ...Word[]]): UrlField<Word> {
  return field<Word>(
    (text) => words.find((word) => word === text) ?? words[0],
    (value) => (value === words[0] ? "" : value),
  );
}

/** One of a few words, or what stands for none. */
export function oneOrNone<Word extends string, None extends "" | null>(
  words: readonly Word[],
  none: None,
): UrlField<Word | None> {
  return field<Word | None>(
    (text) => words.find((word) => word === text) ?? none,
    (value) => value ?? "",
  );
}

/** Whether the address says this word. */
export function flag(word: string): UrlField<boolean> {
  return field(
    (text) => text === word,
    (value) => (value ? word : ""),
  );
}

/** Several values of one parameter, each once. */
export function listField<Value extends string | number>(
  read: (texts: readonly string[]) => readonly Value[],
): UrlField<Value[]> {
  return {
    parse: (raw, name) => [...new Set(read(listOf(raw, name)))],
    format: (values, name) => (values.length === 0 ? {} : { [name]: values.map(String) }),
  };
}

export const LIST = listField((texts) => texts.filter((text) => text !== ""));

/** Those of some words that the address has, in their order. */
export function someOf<Word extends string>(words: readonly Word[]): UrlField<Word[]> {
  return listField((texts) => words.filter((word) => texts.includes(word)));
}

/** Column of a table; a minus before it sorts from the largest. */
export const SORTING = field<Sorting | null>(
  (text) => {
    const isDescending = text.startsWith("-");
    const column = isDescending ? text.slice(1) : text;
    return column === "" ? null : { column, isDescending };
  },
  (value) => (value === null ? "" : `${value.isDescending ? "-" : ""}${value.column}`),
);

export const FILTERS: UrlField<Filters> = { parse: parseFilters, format: formatFilters };
