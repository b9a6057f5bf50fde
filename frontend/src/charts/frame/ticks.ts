/** Places of axis ticks and their labels. */

import { shortCommit } from "@/ui/words/commitName";
import { formatNumber, groupThousands, MISSING } from "@/units/format";
import type { Scale } from "@/units/scale";

export interface Tick {
  at: number;
  label: string;
}

/** 1, 2 or 5 times a power of ten, so that about `count` steps cover the span. */
export function niceStep(span: number, count: number): number {
  if (!(span > 0)) return 1;
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * 0.999) ?? 10;
  return factor * power;
}

/** Ticks of a linear axis in the scale's unit. */
export function linearTicks(low: number, high: number, count: number, scale: Scale): Tick[] {
  const step = niceStep((high - low) / scale.divisor, count);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks: Tick[] = [];
  const first = Math.ceil(low / scale.divisor / step - 1e-9);
  const last = Math.floor(high / scale.divisor / step + 1e-9);
  for (let index = first; index <= last; index += 1) {
    const shown = index * step;
    ticks.push({ at: shown * scale.divisor, label: fixed(shown, decimals) });
  }
  return ticks;
}

function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(Math.min(decimals, 20));
  const [whole = "", fraction] = text.split(".");
  const grouped = groupThousands(whole);
  const sign = value < 0 && Number(text) !== 0 ? "\u2212" : "";
  return `${sign}${fraction === undefined ? grouped : `${grouped}.${fraction}`}`;
}

/** The same ticks with the unit at the last, topmost or rightmost. */
export function unitOnLast(ticks: readonly Tick[], { label: unit }: Scale): Tick[] {
  return ticks.map((tick, index) =>
    index === ticks.length - 1 && unit !== "" ? { ...tick, label: `${tick.label} ${unit}` } : tick,
  );
}

/** Ticks at 1, 2, 5 × 10^n of the shown unit, thinned to powers of ten over many decades. */
export function logTicks(low: number, high: number, scale: Scale): Tick[] {
  const decades = Math.log10(high / low);
  if (!(low > 0) || decades < 0.5) return linearTicks(low, high, 5, scale);
  const factors = decades > 3 ? [1] : [1, 2, 5];
  const ticks: Tick[] = [];
  const [first, last] = [low, high].map((end) => Math.log10(end / scale.divisor)) as [
    number,
    number,
  ];
  for (let power = Math.floor(first); power <= Math.ceil(last); power += 1) {
    for (const factor of factors) {
      const shown = factor * 10 ** power;
      const at = shown * scale.divisor;
      if (at >= low * 0.999 && at <= high * 1.001) {
        ticks.push({ at, label: formatNumber(Number(shown.toPrecision(6))) });
      }
    }
  }
  return ticks;
}

/** Indices of [first, last] at one distance from each other, as many as there is room for; the last is one. */
export function indexTicks(first: number, last: number, room: number): number[] {
  const span = last - first;
  if (span <= 0 || room < 2) return [first];
  const least = Math.ceil(span / (room - 1));
  const step = stepInto(span, least);
  const count = Math.floor(span / step) + 1;
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * step);
}

/** The next step that ends at both ends, unless that leaves half of the room empty. */
function stepInto(span: number, least: number): number {
  for (let step = least; step < 2 * least; step += 1) if (span % step === 0) return step;
  return least;
}

const DAY = 86_400_000;
/** An axis of less holds one moment: labels at its ends would repeat that in the middle. */
const INSTANT = 1000;
const DATE_STEPS = [DAY, 2 * DAY, 7 * DAY, 14 * DAY];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

/** Ticks at round dates: days, weeks, then the first of months. */
export function dateTicks(low: number, high: number, room: number): Tick[] {
  const span = high - low;
  if (span < INSTANT) return [{ at: (low + high) / 2, label: minuteText((low + high) / 2) }];
  const step = DATE_STEPS.find((candidate) => span / candidate <= room);
  if (span < 2 * DAY) return hourTicks(low, high, room);
  return step === undefined ? monthTicks(low, high, room) : dayTicks(low, high, step);
}

function hourTicks(low: number, high: number, room: number): Tick[] {
  return indexTicks(0, 1000, Math.max(2, Math.min(room, 5))).map((part) => {
    const at = low + ((high - low) * part) / 1000;
    return { at, label: clockText(at, high - low) };
  });
}

/** "2026-11-22 15:04" */
function minuteText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

const MINUTES = 10 * 60_000;

/** "11-22 15:04", with seconds where the axis holds few minutes: labels beside each other differ. */
function clockText(at: number, span: number): string {
  const text = new Date(at).toISOString();
  return span < MINUTES ? text.slice(11, 19) : text.slice(5, 16).replace("T", " ");
}

function dayTicks(low: number, high: number, step: number): Tick[] {
  const ticks: Tick[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) {
    ticks.push({ at, label: new Date(at).toISOString().slice(0, 10) });
  }
  return ticks;
}

function monthTicks(low: number, high: number, room: number): Tick[] {
  const months = (high - low) / (30.44 * DAY);
  const step = MONTH_STEPS.find((candidate) => months / candidate <= room) ?? 240;
  const start = new Date(low);
  const ticks: Tick[] = [];
  const firstMonth = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (let month = Math.ceil(firstMonth / step) * step; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12);
    if (at > high) return ticks;
    if (at >= low) ticks.push({ at, label: new Date(at).toISOString().slice(0, 7) });
  }
}

/** Room for labels of about this many characters. */
export function roomFor(width: number, characters: number): number {
  return Math.max(2, Math.floor(width / (characters * 7 + 24)));
}

export function cutLabel(text: string | undefined, length = 14): string {
  if (text === undefined) return MISSING;
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** A commit below an axis: the names of releases differ at their end, so that is kept. */
export function commitLabel(name: string | undefined, length = 14): string {
  if (name === undefined) return MISSING;
  const short = shortCommit(name);
  return short.length > length ? `…${name.slice(1 - length)}` : short;
}
