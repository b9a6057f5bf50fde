/** Pure: the columns of a comparison → its rows, and which of them pass what a person chose. */

import type { ComparedMetric, ComparedVariant, RowColumns, Scalar } from "@/api/types";
import type { CompareState, RowChoice, Verdict } from "./compareUrl";

export interface CompareRow {
  /** Series of the contender; names the row in the address. */
  series: number;
  baselineSeries: number;
  variant: ComparedVariant;
  metric: ComparedMetric;
  testbed: string;
  /** What all numbers are of: empty for centres, else a percentile or the spread. */
  aspect: string;
  baseline: number | null;
  contender: number | null;
  basis: RowColumns["basis"][number];
  n: number;
  isRatio: boolean;
  ratio: number | null;
  difference: number | null;
  low: number | null;
  high: number | null;
  /** The ratio of the centres, of which means are taken. */
  centre: number | null;
  /** Standard error of the logarithm of that. */
  error: number | null;
  adjustedP: number | null;
  verdict: Verdict;
  pairsNeeded: number | null;
  isHopeless: boolean;
  effectToDetect: number | null;
  isSameBinary: boolean;
  coversRuns: boolean;
}

export function rowsOf(columns: RowColumns): CompareRow[] {
  return columns.series.map((_, place) => rowAt(columns, place));
}

export function rowAt(columns: RowColumns, place: number): CompareRow {
  return {
    series: columns.series[place] as number,
    baselineSeries: columns.baseline_series[place] as number,
    variant: columns.variants[columns.variant[place] as number] as ComparedVariant,
    metric: columns.metrics[columns.metric[place] as number] as ComparedMetric,
    testbed: columns.testbeds[columns.testbed[place] as number] as string,
    aspect: columns.aspect[place] as string,
    baseline: columns.baseline[place] as number | null,
    contender: columns.contender[place] as number | null,
    basis: columns.basis[place] as CompareRow["basis"],
    n: columns.n[place] as number,
    isRatio: columns.is_ratio[place] as boolean,
    ratio: columns.ratio[place] as number | null,
    difference: columns.difference[place] as number | null,
    low: columns.low[place] as number | null,
    high: columns.high[place] as number | null,
    centre: columns.centre[place] as number | null,
    error: columns.error[place] as number | null,
    adjustedP: columns.adjusted_p[place] as number | null,
    verdict: columns.verdict[place] as Verdict,
    pairsNeeded: columns.pairs_needed[place] as number | null,
    isHopeless: columns.is_hopeless[place] as boolean,
    effectToDetect: columns.to_see[place] as number | null,
    isSameBinary: columns.same_binary[place] as boolean,
    coversRuns: columns.covers_runs[place] as boolean,
  };
}

/** Made when somebody searches: of thousands of variants it takes longer than all the rest. */
const texts = new WeakMap<ComparedVariant, string>();

function textOfVariant(variant: ComparedVariant): string {
  const known = texts.get(variant);
  if (known !== undefined) return known;
  const { suite, benchmark, parameters, tags } = variant;
  const values = Object.entries({ ...tags, ...parameters }).map(([name, one]) => `${name}=${one}`);
  const text = [suite, benchmark, ...values].join(" ").toLowerCase();
  texts.set(variant, text);
  return text;
}

/** What a search looks into, in lower case. */
function textOf({ variant, metric, aspect }: CompareRow): string {
  return `${textOfVariant(variant)} ${metric.name.toLowerCase()} ${aspect}`;
}

/** Differences that count, and are the code's as far as binaries tell. */
export function isRelevant(row: CompareRow): boolean {
  return row.verdict !== "same" && row.verdict !== "unknown" && !row.isSameBinary;
}

/** Size of an effect as a share, the same for twice as much and half of it. */
export function magnitude({ isRatio, ratio, difference, baseline }: CompareRow): number {
  if (isRatio) return ratio === null || ratio <= 0 ? 0 : Math.expm1(Math.abs(Math.log(ratio)));
  return baseline === null || baseline === 0 || difference === null
    ? 0
    : Math.abs(difference / baseline);
}

/** An exact number has no p-value: any difference is one. */
export function isSignificant(
  { basis, adjustedP, difference }: CompareRow,
  level: number,
): boolean {
  if (basis === "exact") return difference !== 0;
  return adjustedP !== null && adjustedP <= level;
}

/** Reads the value of a row in a dimension: suite, benchmark, metric, testbed, param.x, tag.x. */
export function valueIn(name: string): (row: CompareRow) => Scalar | undefined {
  const inner = name.slice(name.indexOf(".") + 1);
  if (name.startsWith("param.")) return (row) => row.variant.parameters[inner];
  if (name.startsWith("tag.")) return (row) => row.variant.tags[inner];
  if (name === "suite") return (row) => row.variant.suite;
  if (name === "benchmark") return (row) => row.variant.benchmark;
  return name === "metric" ? (row) => row.metric.name : (row) => row.testbed;
}

/** Dimensions by which rows of a comparison are filtered; suite, testbed and branch choose its runs. */
const ON_SERVER = new Set(["suite", "testbed", "branch"]);
type Test = (row: CompareRow) => boolean;

/** One test for each thing that was chosen, by its name. */
function testsOf(choice: RowChoice, level: number): Map<string, Test> {
  const tests = new Map<string, Test>();
  const { filters, verdicts, least, claim } = choice;
  for (const [name, values] of Object.entries(filters.chosen)) {
    const valueHere = valueIn(name);
    if (!ON_SERVER.has(name)) tests.set(name, (row) => values.includes(String(valueHere(row))));
  }
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0)
    tests.set("text", (row) => words.every((word) => textOf(row).includes(word)));
  if (verdicts.length > 0) tests.set("verdict", ({ verdict }) => verdicts.includes(verdict));
  if (choice.isRelevant) tests.set("relevant", isRelevant);
  if (least > 0) tests.set("least", (row) => magnitude(row) >= least);
  if (claim !== "any")
    tests.set("claim", (row) => isSignificant(row, level) === (claim === "told"));
  return tests;
}

export interface Chosen {
  rows: CompareRow[];
  /** Rows that pass all but one choice, by its name: what its counts are made of. */
  beside: (name: string) => readonly CompareRow[];
  /** Rows that pass what says what they are, whatever they show: what a mean may be taken over. */
  unjudged: CompareRow[];
}

const JUDGING = new Set(["verdict", "relevant", "least", "claim"]);

export function choose(rows: readonly CompareRow[], choice: RowChoice, level: number): Chosen {
  const tests = [...testsOf(choice, level)];
  const passing = (kept: (name: string) => boolean) => {
    const used = tests.filter(([name]) => kept(name)).map(([, test]) => test);
    return rows.filter((row) => used.every((test) => test(row)));
  };
  const all = passing(() => true);
  const made = new Map<string, readonly CompareRow[]>();
  return {
    rows: all,
    beside: (name) => {
      if (!tests.some(([other]) => other === name)) return all;
      const found = made.get(name) ?? passing((other) => other !== name);
      made.set(name, found);
      return found;
    },
    unjudged: passing((name) => !JUDGING.has(name)),
  };
}

/** Whether something was chosen that takes all rows: which of them, their order, or all. */
export function choosesRows(
  state: RowChoice & Pick<CompareState, "group" | "sorting" | "rows">,
): boolean {
  const { filters, verdicts, least, claim, group, sorting } = state;
  return (
    verdicts.length > 0 ||
    state.isRelevant ||
    least > 0 ||
    claim !== "any" ||
    filters.text !== "" ||
    Object.keys(filters.chosen).some((name) => !ON_SERVER.has(name)) ||
    group !== "" ||
    sorting !== null ||
    state.rows === "all"
  );
}

/**
 * The rows that differ, where the others are folded: nobody asked for those, and something differs;
 * null where all are shown.
 */
export function foldedOf(
  rows: readonly CompareRow[],
  state: Pick<CompareState, "verdicts" | "claim" | "filters" | "group" | "sorting" | "rows">,
): CompareRow[] | null {
  const { verdicts, claim, filters, group, sorting } = state;
  const isAsked = verdicts.length > 0 || claim !== "any" || filters.text !== "" || group !== "";
  if (isAsked || sorting !== null || state.rows === "all") return null;
  const moved = rows.filter(({ verdict }) => verdict !== "unknown" && verdict !== "same");
  return moved.length === 0 || moved.length === rows.length ? null : moved;
}

export interface Choice {
  value: string;
  count: number;
}

/** Made once: comparing texts without one looks for its rules at every comparison. */
const NUMBERED = new Intl.Collator("en", { numeric: true });

/** Values of a dimension with the rows that each would leave. */
export function choicesIn(rows: readonly CompareRow[], name: string): Choice[] {
  const counts = new Map<string, number>();
  const valueHere = valueIn(name);
  for (const row of rows) {
    const value = valueHere(row);
    if (value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => NUMBERED.compare(a.value, b.value));
}

/** Names of values, each with whether those who have it differ in it. */
export function valuesDiffer(all: readonly Record<string, Scalar>[]): Map<string, boolean> {
  const firsts = new Map<string, Scalar>();
  const differ = new Map<string, boolean>();
  for (const values of all) {
    for (const name in values) {
      const value = values[name] as Scalar;
      const first = firsts.get(name);
      if (first === undefined) {
        firsts.set(name, value);
        differ.set(name, false);
      } else if (first !== value) differ.set(name, true);
    }
  }
  return differ;
}

/** Dimensions in which the rows differ, parameters and tags by their names. */
export function dimensionsOf(columns: RowColumns): string[] {
  const { variants } = columns;
  const parameters = valuesDiffer(variants.map((one) => one.parameters));
  const tags = valuesDiffer(variants.map((one) => one.tags));
  const plain: [string, readonly string[]][] = [
    ["suite", variants.map((one) => one.suite)],
    ["benchmark", variants.map((one) => one.benchmark)],
    ["metric", columns.metrics.map((one) => one.name)],
    ["testbed", columns.testbeds],
  ];
  return [
    ...plain.filter(([, all]) => all.some((one) => one !== all[0])).map(([name]) => name),
    ...[
      ...[...parameters].filter(([, differ]) => differ).map(([name]) => `param.${name}`),
      ...[...tags.keys()].map((name) => `tag.${name}`),
    ].sort((a, b) => a.localeCompare(b)),
  ];
}
