/** Pure: thresholds and dry runs → what their page says, and fields of a form → a rule as text. */

import type { DryRun, Fault, ThresholdReading, ThresholdRule } from "@/api/types";
import type { Filters } from "@/ui/url/filters";
import { counted, listText } from "@/ui/words/countWords";
import { formatCount, formatPercent } from "@/units/format";

export type Judging = Pick<ThresholdRule, "minimum_effect" | "sensitivity" | "is_gate">;

/** One row of the table of rules; the standard has the number 0. */
export interface JudgingRow extends Judging {
  number: number;
  name: string;
  words: string;
  series: number;
  matched: number;
  filters: Filters | null;
}

export function rowsOf(reading: ThresholdReading): JudgingRow[] {
  const standard = {
    ...reading.standard,
    number: 0,
    name: "the standard",
    words: "no rule matches",
    series: reading.standard_series,
    matched: reading.standard_series,
    filters: null,
  };
  const rules = reading.rules.map((rule) => ({ ...rule, filters: filtersOf(rule) }));
  return [...rules, standard];
}

/** The selection of a rule as the explorer filters by it. */
function filtersOf({ filters }: ThresholdRule): Filters {
  const { parameters, tags, text, ...named } = filters;
  const chosen = {
    ...named,
    ...prefixed("param.", parameters),
    ...prefixed("tag.", tags),
  };
  const given = Object.entries(chosen).filter(([, values]) => values.length > 0);
  return { chosen: Object.fromEntries(given), text };
}

function prefixed(prefix: string, named: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(named).map(([name, to]) => [prefix + name, to]));
}

export function effectText({ minimum_effect }: Judging): string {
  if (minimum_effect === null) return `${formatPercent(0.01)}, exact any`;
  return minimum_effect === 0 ? "any" : formatPercent(minimum_effect);
}

function sizeText({ minimum_effect }: Judging): string {
  if (minimum_effect === 0) return "any change";
  const exact = minimum_effect === null ? ", any where the metric is exact" : "";
  return `changes of ${formatPercent(minimum_effect ?? 0.01)} or more${exact}`;
}

export function actionText({ is_gate }: Pick<Judging, "is_gate">): string {
  return is_gate ? "gate" : "inform";
}

/** "12 of 20 it matches": later rules may judge what a rule matches. */
export function reachText({ number, series, matched }: JudgingRow): string {
  if (number === 0 || series === matched) return formatCount(series);
  return `${formatCount(series)} of ${formatCount(matched)} matched`;
}

export function answerOf(reading: ThresholdReading, waiting: number): string {
  const judged = reading.series - reading.standard_series;
  const later =
    waiting === 0 ? "" : ` ${counted(waiting, "series is", "series are")} being judged again.`;
  if (reading.rules.length === 0) {
    const { standard } = reading;
    const all = counted(reading.series, "series", "series");
    const check = standard.is_gate ? "fails PR checks" : "fails no check";
    return `Default rule for all ${all}: ${sizeText(standard)}, ${standard.sensitivity} sensitivity, ${check}.${later}`;
  }
  const rules = counted(reading.rules.length, "rule judges", "rules judge");
  return `${rules} ${formatCount(judged)} of ${counted(reading.series, "series", "series")}; the standard judges the rest.${later}`;
}

/** What a dry run found, in sentences. */
export function dryRunText(run: DryRun): string {
  if (run.total === 0 && run.to_inform + run.to_gate === 0) {
    return `Nothing would be judged otherwise: ${counted(run.unchanged, "change stays", "changes stay")}.`;
  }
  const moved = [
    moves(run.gone, "would be removed", run.gone_regressions),
    moves(run.added, "would be added", run.added_regressions),
    `${counted(run.unchanged, "change stays", "changes stay")}`,
  ];
  const sentences = [`${listText(moved)}.`, alertText(run), gateText(run)];
  return sentences.filter((one) => one !== "").join(" ");
}

function moves(count: number, verb: string, regressions: number): string {
  const behind = count === 0 ? "" : ` (${counted(regressions, "regression", "regressions")})`;
  return `${counted(count, "change", "changes")} ${verb}${behind}`;
}

function alertText({ alerts_opened, alerts_closed }: DryRun): string {
  const parts = [];
  if (alerts_closed > 0)
    parts.push(`${counted(alerts_closed, "numbered change")} would be taken back`);
  if (alerts_opened > 0) parts.push(`${counted(alerts_opened, "numbered change")} would open`);
  return parts.length === 0 ? "No numbered change opens or closes." : `${listText(parts)}.`;
}

function gateText({ to_inform, to_gate }: DryRun): string {
  const parts = [];
  if (to_inform > 0)
    parts.push(
      `${counted(to_inform, "open regression would no longer fail a check", "open regressions would no longer fail a check")}`,
    );
  if (to_gate > 0)
    parts.push(
      `${counted(to_gate, "open regression would fail a check", "open regressions would fail a check")}`,
    );
  return parts.length === 0 ? "" : `${listText(parts)}.`;
}

const WHY = {
  gone: { size: "smaller than the minimum effect", evidence: "too little evidence" },
  added: { size: "large enough by now", evidence: "evidence enough by now" },
} as const;

export function whyText({ what, why }: Pick<DryRun["changes"][number], "what" | "why">): string {
  return WHY[what][why];
}

/** Where in a text a fault stands, as a place of its caret. */
export function caretOf(text: string, { line, column }: Fault): number {
  const before = text.split("\n").slice(0, (line ?? 1) - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + (column ?? 1) - 1;
}

/** "2, gate": by which rule a change is judged, and what that means for a check. */
export function actionOf({
  rule,
  is_gate,
}: Pick<DryRun["changes"][number], "rule" | "is_gate">): string {
  return `${rule === 0 ? "the standard" : rule}, ${actionText({ is_gate })}`;
}
