/** Pure: a run as the server tells it → what its page says and lists. */

import type { ComparedRow, Comparison, RunDetail, RunResult, RunRow, Scalar } from "@/api/types";
import { median } from "@/charts/samples/median";
import { attributeName } from "@/ui/words/attributes";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { type Scale, scaleFor } from "@/units/scale";
import { type Verdict, verdictOf } from "@/units/verdict";

type Judged = Pick<Comparison, "sentence" | "baseline">;

/**
 * "runtime-rust on bench-1 at c0ffee12: 24 results. Against badc0de: no regression found: 24 unchanged."
 * `judged` is how it stands to the commit before, once that is known.
 */
export function runAnswer(run: RunDetail, judged?: Judged): string {
  const where = `${run.suite} on ${run.testbed} at ${shortCommit(run.commit.name)}`;
  const [cause] = run.absent;
  if (run.results === 0 && run.failures === 0 && cause !== undefined) {
    return `${where}: not measurable here, ${cause}`;
  }
  const counts = [counted(run.results, "result")];
  if (run.failures > 0) counts.push(counted(run.failures, "failure"));
  const starts = changesText(run);
  const head = `${where}: ${counts.join(", ")}${starts === "" ? "" : `; ${starts}`}`;
  if (judged !== undefined)
    return `${head}. Against ${baseName(judged)}: ${uncapitalised(judged.sentence)}`;
  if (run.base_run === null) return `${head}; no earlier commit to compare with.`;
  return starts === "" ? `${head}; no change starts here.` : `${head}.`;
}

/** A sentence that goes on after a colon; those of comparisons begin with a number or a plain word. */
function uncapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function baseName({ baseline }: Judged): string {
  const commit = baseline.runs[0]?.commit.name;
  return commit === undefined ? "the commit before" : shortCommit(commit);
}

/** Open change points whose first commit is that of the run; empty where there is none. */
function changesText({ regressions, improvements }: RunRow): string {
  const parts: string[] = [];
  if (regressions > 0) parts.push(counted(regressions, "regression"));
  if (improvements > 0) parts.push(counted(improvements, "improvement"));
  const starts = regressions + improvements === 1 ? "starts" : "start";
  return parts.length === 0 ? "" : `${parts.join(" and ")} ${starts} here`;
}

/**
 * The results in the order of a comparison with the commit before: what got worse first, the worst
 * at the top, then what got better, then other changes; results that it does not decide keep their order behind them.
 */
export function worstFirst(
  rows: readonly RunResult[],
  compared: readonly Pick<ComparedRow, "series" | "verdict">[],
): RunResult[] {
  const places = new Map<number, number>();
  for (const verdict of ["regression", "improvement", "change"])
    for (const row of compared)
      if (row.verdict === verdict && !places.has(row.series.id))
        places.set(row.series.id, places.size);
  const placeOf = ({ series }: RunResult) => places.get(series.id) ?? places.size;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Names of all parameters of some results, in the order they first appear. */
export function parameterNames(rows: readonly { parameters: Record<string, Scalar> }[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row.parameters)))];
}

/** One scale for each metric, so that its column reads in one prefix. */
export function scalesOf(rows: readonly RunResult[]): Map<string, Scale> {
  const values = new Map<string, { unit: string; values: (number | null)[] }>();
  for (const row of rows) {
    const { metric, unit } = row.series;
    const found = values.get(metric) ?? { unit, values: [] };
    found.values.push(row.value, row.high);
    values.set(metric, found);
  }
  return new Map(
    [...values].map(([metric, { unit, values: all }]) => [metric, columnScale(unit, all)]),
  );
}

/** From here on bare counts get a prefix in columns: smaller ones read better with all digits. */
const LONG_COUNT = 1e6;

/**
 * Scale of a column: that of its middle number, so that 0.5 ms beside 0.9 s is not 0.0005 s. Counts
 * that begin small stay bare, so that 3 is not shown as 0.003 k.
 */
export function columnScale(unit: string, values: readonly (number | null)[]): Scale {
  const sizes = values.flatMap((value) => (value === null || value === 0 ? [] : [Math.abs(value)]));
  const scale = scaleFor(unit, sizes.length === 0 ? 0 : median(sizes));
  const isCount = unit === "1" && scale.divisor <= LONG_COUNT;
  return isCount ? { divisor: 1, label: "" } : scale;
}

/** How a result stands against an earlier number of its series. */
export interface Standing {
  ratio: number;
  verdict: Verdict;
  /** The earlier number lies within the interval of this result, or there is no interval. */
  isUnclear: boolean;
}

/** Smaller differences are not coloured: between runs that much is common. */
const NOTABLE = 0.01;

export function standing(
  result: RunResult,
  reference: number | null,
  isUnfit = false,
): Standing | null {
  if (reference === null || reference <= 0 || result.value < 0) return null;
  const ratio = result.value / reference;
  const { low, high } = result;
  const isApart = low !== null && high !== null && (reference < low || reference > high);
  return {
    ratio,
    verdict: verdictOf(ratio, result.series.direction),
    isUnclear: isUnfit || !isApart || Math.abs(ratio - 1) < NOTABLE,
  };
}

export interface ResultFilter {
  benchmark: string;
  metric: string;
  text: string;
}

export function filterResults(rows: readonly RunResult[], filter: ResultFilter): RunResult[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ series }) => {
    if (filter.benchmark !== "" && series.benchmark !== filter.benchmark) return false;
    if (filter.metric !== "" && series.metric !== filter.metric) return false;
    const whole = `${series.benchmark} ${series.metric} ${parametersOf(series.parameters)}`;
    return words.every((word) => whole.toLowerCase().includes(word));
  });
}

function parametersOf(parameters: Record<string, Scalar>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** A fact of the environment or the machine, marked where it differs from the previous run. */
export interface Attribute {
  name: string;
  value: Scalar | null;
  hasChanged: boolean;
  before: Scalar | null;
}

/** Attributes by name; those that were there before and are gone now are kept, changed first. */
export function attributesOf(
  attributes: Record<string, Scalar>,
  changed: RunDetail["changed_attributes"],
): Attribute[] {
  const changes = new Map(changed.map((change) => [change.name, change]));
  return Object.entries(attributes)
    .map(([name, value]) => ({
      name,
      value,
      hasChanged: changes.has(name),
      before: changes.get(name)?.before ?? null,
    }))
    .sort((a, b) => Number(b.hasChanged) - Number(a.hasChanged) || a.name.localeCompare(b.name));
}

/** Changed attributes that neither the machine nor the environment has any more. */
export function goneAttributes(run: RunDetail): Attribute[] {
  return run.changed_attributes
    .filter(({ name }) => !(name in run.environment) && !(name in run.fingerprint))
    .map(({ name, before }) => ({ name, value: null, hasChanged: true, before }));
}

/** What differs from the run before; nothing is called the same that nobody reported. */
export function surroundingsText(run: RunDetail): string {
  const { changed_attributes: changed, environment, fingerprint } = run;
  if (run.previous_run === null)
    return "No earlier run of this suite on this testbed to compare with.";
  if (changed.length > 0) {
    const names = changed.map(({ name }) => attributeName(name)).join(", ");
    return `Different from the previous run on this testbed: ${names}.`;
  }
  const missing = [
    Object.keys(environment).length === 0 ? "environment" : "",
    Object.keys(fingerprint).length === 0 ? "machine" : "",
  ].filter(Boolean);
  if (missing.length === 2)
    return "Neither environment nor machine was reported: whether they changed is not known.";
  if (missing.length === 1)
    return `Nothing that was reported differs from the previous run on this testbed; its ${missing[0]} was not reported.`;
  return "Nothing differs from the previous run on this testbed.";
}
