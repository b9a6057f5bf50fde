/** What the overview says: its answer, and the words of its rows. */

import type { Agent, ChangePoint, Overview, SeriesLabel, Sparkline, SuiteCard } from "@/api/types";
import { parametersText } from "@/ui/links/SeriesName";
import { changeText } from "@/ui/words/changeWords";
import { counted, listText } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";

/** The first line of the page. */
export function answerOf(overview: Overview): string {
  const { totals, open } = overview;
  if (totals.runs === 0) return "No results yet";
  const live = liveCounts(overview);
  if (live.groups === 0) return nothingOpenText(overview);
  const worst = open.movers.find(({ group }) => !group.is_history)?.group.lead;
  return `${openText(live)}${worst === undefined ? "" : `; ${worstText(worst)}`}`;
}

/** Nothing is wrong, or nothing could have been seen. */
function nothingOpenText(overview: Overview): string {
  const { totals, open } = overview;
  if (open.history.groups > 0) {
    return `No open change; ${counted(open.history.groups, "change")} in imported history`;
  }
  const series = counted(totals.series, "series", "series");
  if (totals.commits < 2) {
    return `${counted(totals.results, "result", "results")} in ${series} at one commit; nothing to compare with yet`;
  }
  const measured = measuredSuites(overview);
  if (measured.length === 0 && overview.suites.length > 0) {
    return "Nothing can be measured here: a dependency of every suite is missing";
  }
  if (measured.length > 0 && measured.every((suite) => suite.runs_missing > 0)) {
    return `Cannot be judged yet: ${series} ${totals.series === 1 ? "needs" : "need"} ${counted(fewestMissing(overview), "more run")} or more`;
  }
  if (open.in_pulls > 0) {
    return `${counted(open.in_pulls, "cause")} on branches of pull requests; no other open change in ${series}`;
  }
  if (open.aside_total > 0) return `Nothing got worse or better; ${asideText(overview)}`;
  const doubts = [collectingText(overview), unfitText(overview)].filter((text) => text !== "");
  return doubts.length === 0
    ? `Nothing is wrong: no open change in ${series}`
    : `No open change in ${series}; ${doubts.join("; ")}`;
}

/** Whether there being nothing open says anything. */
export function isJudged(overview: Overview): boolean {
  const isMeasured = overview.suites.length === 0 || measuredSuites(overview).length > 0;
  return isMeasured && collectingText(overview) === "" && unfitText(overview) === "";
}

/** Where no machine is fit, what was measured shows nothing of the code. */
function unfitText(overview: Overview): string {
  const { fit, unfit } = fitnessCounts(overview);
  return fit === 0 && unfit > 0 ? "no machine is fit to measure" : "";
}

/** Suites without a baseline could not have shown a change. */
function collectingText(overview: Overview): string {
  const measured = measuredSuites(overview);
  const young = measured.filter((suite) => suite.runs_missing > 0).length;
  return young === 0
    ? ""
    : `${young} of ${counted(measured.length, "suite")} cannot be judged yet: too few runs`;
}

function fewestMissing(overview: Overview): number {
  return Math.min(...measuredSuites(overview).map((suite) => suite.runs_missing));
}

/** Those of which this machine could measure something. */
function measuredSuites({ suites }: Overview): SuiteCard[] {
  return suites.filter(({ absent }) => absent === "");
}

export interface LiveCounts {
  groups: number;
  regressions: number;
  improvements: number;
  others: number;
}

/** What is open but for history, which asks nobody to act. */
export function liveCounts({ open }: Overview): LiveCounts {
  const { history } = open;
  return {
    groups: open.total - history.groups,
    regressions: open.regressions - history.regressions,
    improvements: open.improvements - history.improvements,
    others: open.others - history.others,
  };
}

/** Machines whose results can be believed, with reservations or without, and the others. */
export function fitnessCounts({ machines }: Overview) {
  const count = (verdict: string) =>
    machines.filter(({ fitness }) => fitness.verdict === verdict).length;
  const [unfit, unknown] = [count("not fit"), count("unknown")];
  return { fit: machines.length - unfit - unknown, unfit, unknown };
}

/** "3 regressions and 2 improvements are open in 2 changes" */
function openText({ groups, regressions, improvements, others }: LiveCounts): string {
  const parts = [
    regressions > 0 ? counted(regressions, "regression", "regressions") : "",
    improvements > 0 ? counted(improvements, "improvement", "improvements") : "",
    others > 0 ? counted(others, "other change", "other changes") : "",
  ].filter((part) => part !== "");
  const count = regressions + improvements + others;
  const within = groups < count ? ` in ${counted(groups, "change")}` : "";
  return `${listText(parts)} ${count === 1 ? "is" : "are"} open${within}`;
}

/** What is shown as open and asks nobody for anything. */
function asideText({ open: { asides, aside_total: total } }: Overview): string {
  const machines = asides.filter(({ cause }) => cause === "machine").length;
  const parts = [
    machines > 0 ? counted(machines, "environment event", "environment events") : "",
    asides.length > machines
      ? `${counted(asides.length - machines, "step", "steps")} that ${asides.length - machines === 1 ? "is" : "are"} not the code's`
      : "",
    total > asides.length ? `${formatCount(total - asides.length)} more` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** Suspicions are counted by themselves: most come to nothing. */
export function suspectedNote({ suspected_total: suspected }: Overview): string | null {
  if (suspected === 0) return null;
  return counted(suspected, "unconfirmed change", "unconfirmed changes");
}

/** What somebody has acknowledged. */
export function acknowledgedNote({ acknowledged_total: total }: Overview): string | null {
  return total === 0 ? null : `${counted(total, "acknowledged cause", "acknowledged causes")}`;
}

function worstText(change: ChangePoint): string {
  const { series } = change;
  const name = [series.benchmark, parametersText(series.parameters), series.metric].filter(Boolean);
  const branch =
    series.branch === "main" || series.branch === "master" ? "" : ` on ${series.branch}`;
  const word = change.verdict === "regression" ? "worst" : "largest";
  return `${word}: ${name.join(" ")}${branch}, ${changeText(change)}`;
}

/** "2 causes appeared, 1 ended, 14 runs were measured."; nothing to who never marked anything. */
export function newsText(news: Overview["news"]): string | null {
  if (news.since === null) return null;
  const parts = [
    news.appeared_total > 0 ? `${counted(news.appeared_total, "new cause", "new causes")}` : "",
    news.ended_total > 0 ? `${counted(news.ended_total, "cause", "causes")} no longer open` : "",
    news.machines > 0 ? counted(news.machines, "change of a machine", "changes of machines") : "",
  ].filter((part) => part !== "");
  const what = parts.length === 0 ? "No changes" : listText(parts);
  return `${what}; ${counted(news.runs, "run was", "runs were")} measured.`;
}

/** "▲ Failing or missing: agent bench-1 and 2 benchmarks."; since when stands below. */
export function outageNote({ outages }: Overview): string | null {
  if (outages.length === 0) return null;
  const kinds = [...new Set(outages.map(({ kind }) => kind))];
  const named = kinds.map((kind) => outagesName(outages.filter((one) => one.kind === kind)));
  if (kinds.length > 1 || kinds[0] !== "benchmark") {
    return `▲ Failing or missing: ${listText(named)}.`;
  }
  return `▲ ${named[0]} ${outages.length === 1 ? "is" : "are"} failing.`;
}

/** "suite http", "3 benchmarks": outages of one kind are counted; the names stand below. */
function outagesName(outages: Overview["outages"]): string {
  const { kind, name } = outages[0] as Overview["outages"][number];
  const isVeto = kind === "veto";
  if (outages.length === 1) return `${isVeto ? "vetoed runs of" : kind} ${name}`;
  return isVeto
    ? `vetoed runs of ${counted(outages.length, "suite")}`
    : counted(outages.length, kind);
}

/** "1 of 3 machines is not fit to measure: vm"; why stands in its row. */
export function unfitNote({ machines }: Overview): string | null {
  const unfit = machines.filter(({ fitness }) => fitness.verdict === "not fit");
  if (unfit.length === 0) return null;
  const named = unfit.slice(0, MOST_NAMED).map(({ name }) => name);
  if (unfit.length > named.length) named.push(`${formatCount(unfit.length - named.length)} more`);
  const many = `${formatCount(unfit.length)} of ${counted(machines.length, "machine", "machines")}`;
  return `${many} ${unfit.length === 1 ? "is" : "are"} not fit to measure: ${listText(named)}`;
}

const MOST_NAMED = 3;

/** Reports that are not in the numbers yet. */
export function pendingNote({ pending_reports: pending }: Overview): string | null {
  if (pending === 0) return null;
  const [verb, object] = pending === 1 ? ["waits", "it"] : ["wait", "them"];
  const reports = counted(pending, "accepted report", "accepted reports");
  return `${reports} ${verb} to be read; the numbers here are without ${object}.`;
}

/** Reports that never will be; their page names each fault. */
export function failedNote({ failed_reports: failed }: Overview): string | null {
  return failed === 0 ? null : `${counted(failed, "report", "reports")} could not be read`;
}

/** What an agent is doing, in words. */
export function agentText(agent: Agent): string {
  if (agent.is_silent) return "silent";
  if (agent.state === "idle") return "idle";
  return agent.suite === null ? agent.state : `${agent.state} ${agent.suite}`;
}

export function sparklineTone(sparkline: Sparkline): "worse" | "better" | "plain" {
  if (sparkline.worst_verdict === "regression") return "worse";
  return sparkline.worst_verdict === "improvement" ? "better" : "plain";
}

/** What is open in a suite. Where nothing could have been seen yet, that is said instead. */
export function suiteText(suite: SuiteCard): string {
  if (suite.absent !== "") return `not measurable here: ${suite.absent.replace(/\.$/, "")}`;
  const changes = countsText(suite.regressions, suite.improvements);
  const history = suite.history > 0 ? `${formatCount(suite.history)} in history` : "";
  if (changes !== "") return [changes, history].filter(Boolean).join(", ");
  if (history !== "") return `no open change, ${history}`;
  if (suite.runs_missing === 0) return "no changes";
  const missing = counted(suite.runs_missing, "more run", "more runs");
  return `cannot be judged yet, ${missing} needed`;
}

/** "2 regressions, 1 improvement", or nothing. */
function countsText(regressions: number, improvements: number): string {
  return [
    regressions > 0 ? counted(regressions, "regression", "regressions") : "",
    improvements > 0 ? counted(improvements, "improvement", "improvements") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/**
 * "random_mixed rings=16 cycles=2000": parameters in which others of the same benchmark differ
 * come first, as the end of a long name is cut.
 */
export function seriesName(series: SeriesLabel, all: readonly Sparkline[]): string {
  const others = all.map((one) => one.series).filter((one) => one.benchmark === series.benchmark);
  const isShared = (name: string) =>
    others.every((other) => other.parameters[name] === series.parameters[name]);
  const entries = Object.entries(series.parameters);
  const ordered = [
    ...entries.filter(([name]) => !isShared(name)),
    ...entries.filter(([name]) => isShared(name)),
  ];
  return [series.benchmark, ...ordered.map(([name, value]) => `${name}=${value}`)].join(" ");
}
