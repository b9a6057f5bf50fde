/** Claims in words: verdicts with a mark and a tone, figures as their authors write them. */

import type { ClaimStatement, StatementOnMachine } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { formatNumber, formatPercent, formatSetting, formatValue } from "@/units/format";

export type ClaimVerdict = StatementOnMachine["verdict"];

/** From this ratio on a change is written as a factor. */
const FACTOR = 2;

interface VerdictWords {
  mark: string;
  text: string;
  tone: Tone;
}

export const VERDICTS: Record<ClaimVerdict, VerdictWords> = {
  confirmed: { mark: "✓", text: "confirmed", tone: "better" },
  refuted: { mark: "✗", text: "refuted", tone: "worse" },
  "other size": { mark: "≠", text: "same direction, other size", tone: "environment" },
  undecided: { mark: "?", text: "undecided", tone: "unresolved" },
  "not measurable": { mark: "–", text: "not measurable here", tone: "plain" },
};

function isFar(ratio: number): boolean {
  return ratio >= FACTOR || ratio <= 1 / FACTOR;
}

/** A ratio as a change in per cent, or as a factor where it is large, or what it stands beside. */
export function ratioText(ratio: number, asFactor = isFar(ratio)): string {
  if (asFactor) return `${formatNumber(ratio)}×`;
  const change = ratio - 1;
  return `${change < 0 ? "" : "+"}${formatPercent(change)}`;
}

/** An interval from one end to a hundred times of it says only that there were too few rounds. */
const WIDE = 100;

/** "−8 % [−19 %, −2 %]" or "0.74× [0.44×, 1.24×]": one unit for a ratio and its interval. */
export function ratioWithSpan(ratio: number, low: number | null, high: number | null): string {
  if (low === null || high === null) return ratioText(ratio);
  if (!(high <= WIDE * low)) return `${ratioText(ratio)} (too few rounds for an interval)`;
  const asFactor = [ratio, low, high].some(isFar);
  const [said, from, to] = [ratio, low, high].map((one) => ratioText(one, asFactor));
  return from === to ? `${said}` : `${said} [${from}, ${to}]`;
}

/** What its author wrote, with the minus sign of all other numbers. */
export function publishedText(published: string): string {
  return published.replace(/(^|[\s([])-(?=\d)/g, "$1−");
}

/** What was measured of a statement, with its interval; empty where it has no number. */
export function hereText(statement: ClaimStatement, machine: StatementOnMachine): string {
  const { value, low, high } = machine;
  if (value === null) return "";
  if (statement.kind === "ratio") return ratioWithSpan(value, low, high);
  const write = writerOf(statement, machine);
  const span =
    low === null || high === null || low === high ? "" : ` [${write(low)}, ${write(high)}]`;
  return `${write(value)}${span}`;
}

function writerOf(statement: ClaimStatement, machine: StatementOnMachine) {
  if (statement.kind === "share") return formatPercent;
  if (statement.kind === "best") return formatSetting;
  const unit = machine.figures[0]?.unit ?? "";
  return (number: number) => formatValue(number, unit);
}

/** Since when a statement holds, or does not hold any more; empty where that is not known. */
export function standingText(standing: StatementOnMachine["standing"]): string {
  const since = standing.since_commit.slice(0, 10);
  if (standing.name === "holds") return `holds since ${since}`;
  if (standing.name === "no longer holds") return `no longer since ${since}`;
  return standing.name === "never held" ? "never held" : "";
}
