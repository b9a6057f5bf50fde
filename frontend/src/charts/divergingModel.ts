/** Geometry of diverging bars: one scale for all rows, from "no change" to both sides. */

import { type Axis, share } from "./frame";
import { niceStep, type Tick } from "./ticks";

export type BarVerdict = "gain" | "loss" | "same" | "unknown";

export interface DivergingBar {
  key: string;
  name: string;
  /** Relative gain; below zero is a loss. */
  gain: number;
  low: number | null;
  high: number | null;
  verdict: BarVerdict;
  /** In words, with interval and basis. */
  sentence: string;
  /** Its part of the load, 0 to 1. */
  weight: number;
}

export interface DivergingGroup {
  key: string;
  /** Empty: the rows belong to no group. */
  name: string;
  /** Net effect of the group, where there are groups. */
  net: DivergingBar | null;
  bars: readonly DivergingBar[];
}

/** Intervals further out than this many largest effects run to the edge. */
const REACH = 3;
const LEAST = 0.001;

/** Axis that holds every effect, and intervals unless they dwarf the effects. */
export function divergingAxis(groups: readonly DivergingGroup[]): Axis {
  const bars = allBars(groups);
  const largest = Math.max(LEAST, ...bars.map(({ gain }) => Math.abs(gain)));
  const ends = bars.flatMap(({ gain, low, high }) => [gain, low ?? gain, high ?? gain]);
  const bound = REACH * largest;
  const low = Math.max(-bound, Math.min(0, ...ends));
  const high = Math.min(bound, Math.max(0, ...ends));
  const pad = 0.04 * (high - low || largest);
  return { low: low - pad, high: high + pad };
}

export function allBars(groups: readonly DivergingGroup[]): DivergingBar[] {
  return groups.flatMap(({ net, bars }) => (net === null ? [...bars] : [net, ...bars]));
}

/** Place of a gain, 0 to 1, held inside the axis. */
export function barPlace(axis: Axis, gain: number): { part: number; isBeyond: boolean } {
  const part = share(axis, gain);
  return { part: Math.min(1, Math.max(0, part)), isBeyond: part < 0 || part > 1 };
}

/** Ticks in per cent, zero among them. */
export function divergingTicks(axis: Axis, room: number): Tick[] {
  const step = niceStep(100 * (axis.high - axis.low), Math.max(2, room));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks: Tick[] = [];
  const last = Math.floor((100 * axis.high) / step);
  for (let index = Math.ceil((100 * axis.low) / step); index <= last; index += 1) {
    const value = index * step;
    const sign = value > 0 ? "+" : value < 0 ? "\u2212" : "";
    ticks.push({
      at: value / 100,
      label: `${sign}${Math.abs(value).toFixed(decimals)}\u202f%`,
    });
  }
  return ticks;
}
