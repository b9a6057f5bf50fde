/** Pure: a comparison as the server tells it → what its page says and offers. */

import type {
  AlertGroup,
  ComparedVariant,
  Comparison,
  RunRow,
  SeriesLabel,
  SideOffer,
} from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { type CompareRow, valuesDiffer } from "./compareRows";
import type { Kind, Side, SideName, Verdict } from "./compareUrl";

export const VERDICT_WORDS: Record<Verdict, { one: string; tone: Tone }> = {
  regression: { one: "worse", tone: "worse" },
  improvement: { one: "better", tone: "better" },
  change: { one: "changed", tone: "unresolved" },
  unknown: { one: "inconclusive", tone: "unresolved" },
  same: { one: "unchanged", tone: "plain" },
};

export const KIND_WORDS: Record<Kind, string> = {
  run: "run",
  commit: "commit",
  branch: "branch",
  pull: "pull request",
  fork: "merge base of",
  tag: "tag",
  testbed: "testbed",
};

/** "run 12", "commit c0ffee12", "merge base of 7"; with the values that a side is limited to. */
export function sideName({ kind, name, parameters }: Side): string {
  const place = `${KIND_WORDS[kind]} ${kind === "commit" ? shortCommit(name) : name}`;
  return [place, ...valuesOf({ parameters })].join(", ");
}

/** "ring=64 or 16" for each parameter that a side is limited by. */
export function valuesOf({ parameters }: Pick<Side, "parameters">): string[] {
  return Object.entries(parameters).map(([name, chosen]) => `${name}=${chosen.join(" or ")}`);
}

/** "run 3 against run 2", "allocator=tcmalloc against allocator=mimalloc in run 12" */
export function sidesName({ baseline, contender }: Record<SideName, Side>): string {
  const isOnePlace = baseline.kind === contender.kind && baseline.name === contender.name;
  const [first, second] = [contender, baseline].map(valuesOf) as [string[], string[]];
  if (!isOnePlace || first.length === 0 || second.length === 0)
    return `${sideName(contender)} against ${sideName(baseline)}`;
  const place = sideName({ ...contender, parameters: {} });
  return `${first.join(", ")} against ${second.join(", ")} in ${place}`;
}

/** The name of a row whose sides are variants says both: "allocator=mimalloc → tcmalloc". */
export function bothVariants(label: SeriesLabel, sides: Record<SideName, Side>): SeriesLabel {
  const changed = Object.entries(sides.contender.parameters).flatMap(([name, values]) => {
    const before = sides.baseline.parameters[name];
    return before === undefined || before.join() === values.join()
      ? []
      : [[name, `${before.join(" or ")} → ${label.parameters[name] ?? values.join(" or ")}`]];
  });
  return { ...label, parameters: { ...label.parameters, ...Object.fromEntries(changed) } };
}

/** "packaging on bench-1: packaging-26.3 (run 32) against packaging-26.2 (run 31)." */
export function whatText({ baseline, contender }: Pick<Comparison, "baseline" | "contender">) {
  const runs = [...baseline.runs, ...contender.runs];
  const commits = [contender, baseline].map(measuredAt);
  if (commits.includes("")) return "";
  const places = [...new Set(runs.map(({ suite, testbed }) => `${suite} on ${testbed}`))];
  const where = places.length > 3 ? `${places.length} suites and testbeds` : places.join(", ");
  const [first, second] = commits;
  return `${where}: ${first === second ? `${first} on both sides` : commits.join(" against ")}.`;
}

function measuredAt({ runs, run_count }: Comparison["baseline"]): string {
  const commits = [...new Set(runs.map(({ commit }) => shortCommit(commit.name)))];
  const [commit] = commits;
  if (commit === undefined) return "";
  const which = run_count === 1 ? `run ${runs[0]?.id}` : `${run_count} runs`;
  return commits.length === 1 ? `${commit} (${which})` : `${commits.length} commits (${which})`;
}

/** Whether runs of more than one testbed are compared. */
export function hasSeveralTestbeds({
  baseline,
  contender,
}: Pick<Comparison, "baseline" | "contender">): boolean {
  return new Set([...baseline.runs, ...contender.runs].map(({ testbed }) => testbed)).size > 1;
}

/** The newest run of each side, where they are two. */
export function sideRuns({ baseline, contender }: Pick<Comparison, "baseline" | "contender">) {
  const [against, run] = [baseline.runs[0]?.id, contender.runs[0]?.id];
  return against === undefined || run === undefined || against === run ? null : { run, against };
}

export interface Suggestion {
  title: string;
  /** The change whose sides these are. */
  group?: number;
  baseline: string;
  contender: string;
}

/** What is most likely wanted: pull requests, the newest run of each place, then testbeds. */
export function suggestions(
  runs: readonly RunRow[],
  offers: readonly SideOffer[],
  most = 8,
): Suggestion[] {
  return [...pulls(offers), ...newestRuns(runs), ...testbeds(runs)].slice(0, most);
}

/** The commits before and after the newest of these changes that has both and is of the code. */
export function changePair(groups: readonly AlertGroup[]): Suggestion | undefined {
  for (const { cause, number, lead } of groups) {
    const before = lead.previous_commit;
    if (cause !== "code" || number === null || before === null) continue;
    return {
      title: `the newest open change, #${number}`,
      group: number,
      baseline: `commit:${before.name}`,
      contender: `commit:${lead.commit.name}`,
    };
  }
  return undefined;
}

/** Without an open change: the newest two measured commits of a branch, or two runs of one commit. */
export function firstPair(runs: readonly RunRow[]): Suggestion | undefined {
  return newestCommits(runs) ?? newestRuns(runs)[0];
}

/** The commit of the newest run against the one before it that was measured in one of its places. */
function newestCommits(runs: readonly RunRow[]): Suggestion | undefined {
  const newest = runs[0];
  if (newest === undefined) return undefined;
  const { branch, commit } = newest;
  const placeOf = (run: RunRow) => `${run.suite} on ${run.testbed}`;
  const ofBranch = runs.filter((run) => run.branch === branch);
  const places = new Set(ofBranch.filter((run) => run.commit.name === commit.name).map(placeOf));
  const before = ofBranch.find(
    (run) => run.commit.name !== commit.name && places.has(placeOf(run)),
  );
  if (before === undefined) return undefined;
  return {
    title: `the newest two commits of ${branch}`,
    baseline: `commit:${before.commit.name}`,
    contender: `commit:${commit.name}`,
  };
}

type Pair = Record<SideName, Side>;

/**
 * The pairs before and after one of two runs or two commits, in a list with the newest run first;
 * null where the sides are neither.
 */
export function neighbours(
  { baseline, contender }: Pair,
  runs: readonly RunRow[],
): { earlier: Pair | undefined; later: Pair | undefined } | null {
  const { kind } = contender;
  const isStepped = (kind === "run" || kind === "commit") && baseline.kind === kind;
  if (!isStepped || baseline.name === contender.name) return null;
  const names = runs.map((run) => (kind === "run" ? String(run.id) : run.commit.name));
  const order = [...new Set(names)];
  const step = (by: number): Pair | undefined => {
    const [first, second] = [baseline, contender].map(({ name }) => order.indexOf(name));
    const before = order[(first ?? 0) + by];
    const after = order[(second ?? 0) + by];
    if (first === -1 || second === -1 || before === undefined || after === undefined) return;
    return { baseline: { ...baseline, name: before }, contender: { ...contender, name: after } };
  };
  return { earlier: step(1), later: step(-1) };
}

function pulls(offers: readonly SideOffer[]): Suggestion[] {
  return offers
    .filter(({ kind }) => kind === "pull")
    .slice(0, 3)
    .map(({ name, detail }) => ({
      title: `pull request ${name} (${detail}) against its merge base`,
      baseline: `fork:${name}`,
      contender: `pull:${name}`,
    }));
}

/** The newest run of each suite, testbed and branch against the one before it. */
function newestRuns(runs: readonly RunRow[]): Suggestion[] {
  const newest = new Map<string, RunRow>();
  const found = new Map<string, Suggestion>();
  for (const run of runs) {
    const place = `${run.suite} on ${run.testbed}, ${run.branch}`;
    const contender = newest.get(place);
    if (contender === undefined) newest.set(place, run);
    else if (!found.has(place)) {
      found.set(place, {
        title: `${place}: run ${contender.id} against run ${run.id}`,
        baseline: `run:${run.id}`,
        contender: `run:${contender.id}`,
      });
    }
  }
  return [...found.values()];
}

/** Two testbeds that measured one commit with one suite, by the newest run that has such a twin. */
function testbeds(runs: readonly RunRow[]): Suggestion[] {
  for (const run of runs) {
    const twin = runs.find(
      ({ testbed, suite, commit }) =>
        testbed !== run.testbed && suite === run.suite && commit.name === run.commit.name,
    );
    if (twin === undefined) continue;
    const [first = "", second = ""] = [run.testbed, twin.testbed].sort();
    return [
      {
        title: `testbed ${second} against testbed ${first}, at the newest commit of both`,
        baseline: `testbed:${first}`,
        contender: `testbed:${second}`,
      },
    ];
  }
  return [];
}

/** How both sides were measured, and what that means for small differences. */
export function measuredText({ compared, measured, noise }: Comparison): string {
  if (measured === "in turns") return "Both sides were measured in paired rounds.";
  if (measured === "in one run") return "Both sides were measured in one run.";
  const unknown = noise.without_claim;
  if (unknown === 0) return "Separate runs: run-to-run noise is included.";
  const of = unknown === compared ? "" : ` of ${counted(unknown, "result")}`;
  return `Separate runs: run-to-run noise${of} is not known. Intervals of these hold within the runs only, where they have one.`;
}

/** Parameters in which the variants differ: those that are the same in all of them say nothing. */
export function varyingParameters(variants: readonly ComparedVariant[]): Set<string> {
  const all = variants.map(({ parameters }) => parameters);
  const isEverywhere = (name: string) => all.every((parameters) => name in parameters);
  return new Set(
    [...valuesDiffer(all)]
      .filter(([name, differ]) => differ || !isEverywhere(name))
      .map(([name]) => name),
  );
}

/** Parameters that names say: of some rows alone nobody knows in which all of them differ. */
export function namedParameters(
  variants: readonly ComparedVariant[],
  isPart: boolean,
): Set<string> {
  return isPart
    ? new Set(variants.flatMap(({ parameters }) => Object.keys(parameters)))
    : varyingParameters(variants);
}

/** "allocator=glibc threads=2" of a row, without what all rows share. */
export function shortParameters(row: CompareRow, varying: ReadonlySet<string>): string {
  return Object.entries(row.variant.parameters)
    .filter(([name]) => varying.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** What is the same where nothing differs: what a side did not report cannot be. */
export function sameText(reported: Comparison["reported"]): string {
  if (reported.length === 2) return "Environment and machine: same on both sides.";
  if (reported.length === 0) return "Environment and machine: not reported.";
  return reported[0] === "environment"
    ? "Environment: same on both sides. Machine: not reported."
    : "Machine: same on both sides. Environment: not reported.";
}
