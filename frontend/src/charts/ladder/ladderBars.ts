/** Pure: the rungs of a ladder → stacked bars that say where the gain came from. */

import { coloursFor } from "@/charts/frame/palette";

interface Range {
  ratio: number;
  low: number | null;
  high: number | null;
}

export interface LadderBarRung {
  id: number;
  label: string;
  role: "baseline" | "rung" | "control";
  verdict: string;
  stands: boolean;
  is_best: boolean;
  is_step: boolean;
  versus_baseline: Range | null;
}

interface BarPart {
  from: number;
  to: number;
  /** "baseline", the rung that brought it, what is lost against the best so far, or what is not shown. */
  kind: "baseline" | "step" | "lost" | "open";
  /** Rung that brought it. */
  step: number | null;
  colour: string;
}

export interface LadderBar {
  id: number;
  label: string;
  verdict: string;
  isBest: boolean;
  /** Times the baseline, above 1 is better, whichever way the metric goes. */
  times: number;
  low: number | null;
  high: number | null;
  parts: BarPart[];
}

export interface LadderBars {
  bars: LadderBar[];
  /** End of the scale. */
  most: number;
  /** Rungs that brought a gain, in order: times the best before, and times the baseline more. */
  steps: { id: number; label: string; colour: string; factor: number; added: number }[];
}

const BASELINE = "var(--series-muted)";
/** A whisker may lengthen the scale by this factor at most. */
const ROOM = 1.25;

/** Bars of the baseline and every rung with a result; controls would dwarf them and are left out. */
export function ladderBars(
  rungs: readonly LadderBarRung[],
  direction: "lower" | "higher",
): LadderBars {
  const colours = coloursFor(rungs.filter((rung) => rung.is_step).map((rung) => rung.id));
  const steps: LadderBars["steps"] = [];
  const stack: BarPart[] = [{ from: 0, to: 1, kind: "baseline", step: null, colour: BASELINE }];
  const bars: LadderBar[] = [];
  for (const rung of rungs) {
    const range = rung.role === "baseline" ? ONE : goodness(rung.versus_baseline, direction);
    if (rung.role === "control" || range === null) continue;
    const best = stack.at(-1)?.to ?? 1;
    if (rung.is_step && rung.role === "rung") {
      const colour = colours.get(rung.id) ?? BASELINE;
      const { id, label } = rung;
      steps.push({ id, label, colour, factor: range.ratio / best, added: range.ratio - best });
      stack.push({ from: best, to: range.ratio, kind: "step", step: rung.id, colour });
      bars.push(barOf(rung, range, [...stack]));
    } else {
      bars.push(barOf(rung, range, beside(stack, range.ratio)));
    }
  }
  const ends = bars.map((bar) => Math.min(bar.high ?? bar.times, bar.times * ROOM));
  return { bars, most: Math.max(1, ...ends, ...bars.map((bar) => bar.times)), steps };
}

const ONE: Range = { ratio: 1, low: null, high: null };

/** A ratio turned so that above 1 is better. */
export function goodness(range: Range | null, direction: "lower" | "higher"): Range | null {
  if (range === null) return null;
  if (direction === "higher") return range;
  const { ratio, low, high } = range;
  return {
    ratio: 1 / ratio,
    low: high === null || high === 0 ? null : 1 / high,
    high: low === null || low === 0 ? null : 1 / low,
  };
}

function barOf(rung: LadderBarRung, range: Range, parts: BarPart[]): LadderBar {
  return {
    id: rung.id,
    label: rung.label,
    verdict: rung.verdict,
    isBest: rung.is_best,
    times: range.ratio,
    low: range.low,
    high: range.high,
    parts,
  };
}

/** The best so far cut where this rung ends, and what it loses of it, or adds without evidence. */
function beside(stack: readonly BarPart[], end: number): BarPart[] {
  const best = stack.at(-1)?.to ?? 1;
  const kept = stack
    .filter((part) => part.from < end)
    .map((part) => ({ ...part, to: Math.min(part.to, end) }));
  if (end < best) return [...kept, { ...LOST, from: end, to: best }];
  return end > best ? [...kept, { ...OPEN, from: best, to: end }] : kept;
}

const LOST = { kind: "lost", step: null, colour: "none" } as const;
const OPEN = { kind: "open", step: null, colour: "none" } as const;
