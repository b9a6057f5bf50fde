/**
 * Geometry of diverging bars: one scale for all rows, from "no change" to both sides. It is logarithmic, so
 * that half the time and twice the time lie equally far from no change.
 */

import { type Axis, share } from "@/charts/frame/frame";
import { niceStep, type Tick } from "@/charts/frame/ticks";
import { formatNumber, percentNumber } from "@/units/format";

export type BarVerdict = "gain" | "loss" | "same" | "unknown";

type Better = "lower" | "higher";

export interface DivergingBar {
  key: string;
  name: string;
  /** Relative gain in the metric's own numbers; below zero is a loss. */
  gain: number;
  /** Of a metric that is better when lower, half the value is a gain of 50 %, of others the double one of 100 %. */
  better: Better;
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

/** Natural logarithm of how many times better: what the axis counts. Below zero is worse. */
export function logGain(gain: number, better: Better): number {
  return better === "lower" ? -Math.log(Math.max(0, 1 - gain)) : Math.log(Math.max(0, 1 + gain));
}

/** Intervals further out than this many largest effects run to the edge. */
const REACH = 3;
const LEAST = 0.001;

/** Axis that holds every effect, and intervals unless they dwarf the effects. */
export function divergingAxis(groups: readonly DivergingGroup[]): Axis {
  const bars = allBars(groups);
  const effects = bars.map(({ gain, better }) => logGain(gain, better));
  const largest = Math.max(LEAST, ...effects.filter(Number.isFinite).map(Math.abs));
  const ends = bars.flatMap(({ gain, low, high, better }) =>
    [gain, low ?? gain, high ?? gain].map((end) => logGain(end, better)),
  );
  const bound = REACH * largest;
  const low = Math.max(-bound, Math.min(0, ...ends));
  const high = Math.min(bound, Math.max(0, ...ends));
  const pad = 0.04 * (high - low || largest);
  return { low: low - pad, high: high + pad };
}

export function allBars(groups: readonly DivergingGroup[]): DivergingBar[] {
  return groups.flatMap(({ net, bars }) => (net === null ? [...bars] : [net, ...bars]));
}

/** Place on the axis, 0 to 1, held inside it. */
export function barPlace(axis: Axis, logGained: number): { part: number; isBeyond: boolean } {
  const part = share(axis, logGained);
  return { part: Math.min(1, Math.max(0, part)), isBeyond: part < 0 || part > 1 };
}

/** From this factor on, per cent of a gain and of a loss are too unlike: effects are told as factors. */
const FACTOR = 2;

/** "+3.3 %", "4.72×": the word beside it says which way a factor goes. */
export function gainText({ gain, better }: Pick<DivergingBar, "gain" | "better">): string {
  const size = Math.abs(logGain(gain, better));
  if (size > Math.log(FACTOR) && Number.isFinite(size)) return `${formatNumber(Math.exp(size))}×`;
  return `${gain > 0 ? "+" : ""}${percentNumber(gain)}\u202f%`;
}

/** Ticks, no change among them: per cent where all is near, factors where it reaches far. */
export function divergingTicks(axis: Axis, room: number, better: Better): Tick[] {
  const isFar = Math.max(-axis.low, axis.high) > Math.log(FACTOR);
  return isFar ? factorTicks(axis, room) : percentTicks(axis, room, better);
}

function percentTicks(axis: Axis, room: number, better: Better): Tick[] {
  const step = niceStep(100 * (axis.high - axis.low), Math.max(2, room));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks: Tick[] = [];
  const percent = (at: number) => 100 * (better === "lower" ? -Math.expm1(-at) : Math.expm1(at));
  const last = Math.floor(percent(axis.high) / step);
  for (let index = Math.ceil(percent(axis.low) / step); index <= last; index += 1) {
    const value = index * step;
    const sign = value > 0 ? "+" : value < 0 ? "\u2212" : "";
    ticks.push({
      at: logGain(value / 100, better),
      label: `${sign}${Math.abs(value).toFixed(decimals)}\u202f%`,
    });
  }
  return ticks;
}

const MOST_DECADES = 12;
const DECADES = Array.from({ length: MOST_DECADES }, (_, power) => 10 ** power);
const BY_DECADES = [1, 2, 3, 4, 6].map((every) =>
  DECADES.filter((_, power) => power > 0 && power % every === 0),
);

/** Factors that may be marked, the closest first. */
const FACTORS = [
  [1.5, 2, 3, 4, 6, 8],
  DECADES.flatMap((power) => [power, 2 * power, 5 * power]).slice(1),
  ...BY_DECADES,
];

function factorTicks(axis: Axis, room: number): Tick[] {
  const least = (axis.high - axis.low) / Math.max(1, room);
  const reach = Math.exp(Math.max(-axis.low, axis.high));
  const factors =
    FACTORS.map((all) => all.filter((factor) => factor <= reach)).find((inside) =>
      [1, ...inside].every(
        (one, at, all) => at === 0 || Math.log(one / (all[at - 1] ?? 1)) >= least,
      ),
    ) ?? [];
  const sides = factors.flatMap((factor) => [
    { at: -Math.log(factor), label: `${formatNumber(factor, 2)}× worse` },
    { at: Math.log(factor), label: `${formatNumber(factor, 2)}× better` },
  ]);
  return [{ at: 0, label: "no change" }, ...sides].filter(
    ({ at }) => at >= axis.low && at <= axis.high,
  );
}

/** Width of a character of a label, at most. */
export const CHARACTER = 7;

/** Where the middle of a label is, so that none is cut at an edge of the drawing. */
export function labelMiddle(x: number, label: string, width: number): number {
  const half = (label.length * CHARACTER) / 2;
  return Math.min(width - half, Math.max(half, x));
}

const LEAST_NAMES = 150;
const MOST_NAMES = 0.4;
export const BESIDE_NAME = 24;

/** Room for the names beside bars: as much as the longest takes, within a part of the width. */
export function roomForNames(groups: readonly DivergingGroup[], width: number): number {
  const longest = Math.max(0, ...allBars(groups).map(({ name }) => name.length));
  const wanted = longest * CHARACTER + BESIDE_NAME;
  return Math.max(LEAST_NAMES, Math.min(wanted, MOST_NAMES * width));
}
