/** Pure: the readings of a machine → lines over its runs, with what changed in between. */

import type { FingerprintRevision, MachineReading } from "@/api/types";
import { indexTicks, type Tick } from "@/charts/frame/ticks";
import type { ChartLine, LineEvent } from "@/charts/lines/linesModel";
import { attributeName } from "@/ui/words/attributes";
import { counted } from "@/ui/words/countWords";
import { formatPercent } from "@/units/format";
import { absoluteTime } from "@/units/relativeTime";

/** Noise score from which down a machine is not fit; the verdict of the server has the same. */
export const LOUD = 50;

/** The noise score of each run that has one, at the place of the run. */
export function scoreLine(readings: readonly MachineReading[]): ChartLine {
  const points = readings.flatMap(({ score, low, high }, x) =>
    score === null ? [] : [{ x, y: score, low, high, isBad: score <= LOUD }],
  );
  return { name: "noise score", points };
}

/** After over before of each work of the control; vetoed runs are marked. */
export function controlLines(readings: readonly MachineReading[]): ChartLine[] {
  const names = [...new Set(readings.flatMap(({ works }) => works.map(({ work }) => work)))];
  return names.map((name) => ({
    name: name.replaceAll("_", " "),
    points: readings.flatMap(({ works, verdict }, x) => {
      const work = works.find((one) => one.work === name);
      if (work?.ratio == null) return [];
      return [{ x, y: work.ratio, low: work.low, high: work.high, isBad: verdict === "veto" }];
    }),
  }));
}

/** "Newest limit: an interval wholly beyond 10 % (integer work) vetoes"; each work has its own. */
export function controlLimits(readings: readonly MachineReading[]): string | null {
  const limits = readings
    .map(({ works }) => works.filter(isLimited))
    .filter(isFilled)
    .at(-1);
  if (limits === undefined) return null;
  const named = limits.map(
    ({ work, limit }) => `${formatPercent(limit ?? 0)} (${work.replaceAll("_", " ")})`,
  );
  return `Newest limit: an interval wholly beyond ${named.join(", ")} vetoes; so may a step against earlier runs`;
}

const isLimited = ({ limit }: { limit?: number | null }) => limit != null;
const isFilled = (some: readonly unknown[]) => some.length > 0;

/** What the work took before each run: the level of the machine over time. */
export function levelLines(readings: readonly MachineReading[]): ChartLine[] {
  const names = [...new Set(readings.flatMap(({ works }) => works.map(({ work }) => work)))];
  return names.map((name) => ({
    name: name.replaceAll("_", " "),
    points: readings.flatMap(({ works, verdict }, x) => {
      const level = works.find((one) => one.work === name)?.before_s;
      return level == null ? [] : [{ x, y: level, isBad: verdict === "veto" }];
    }),
  }));
}

/** Runs at which the machine was another than at the run before, with what differs. */
export function environmentEvents(
  readings: readonly MachineReading[],
  revisions: readonly FingerprintRevision[],
): LineEvent[] {
  return readings.flatMap(({ revision }, x) => {
    const before = readings[x - 1];
    if (before === undefined || revision === null || before.revision === revision) return [];
    const found = revisions.find((one) => one.revision === revision);
    const names = (found?.changed ?? []).map(attributeName).join(", ");
    return [{ x, label: `fingerprint ${revision}${names === "" ? "" : `: ${names}`}` }];
  });
}

/** "2026-01-08 12:30, run 17" */
export function readingText(readings: readonly MachineReading[], x: number): string {
  const reading = readings[x];
  if (reading === undefined) return "";
  return `${absoluteTime(new Date(reading.measured_at))}, run ${reading.run}`;
}

export function readingTicks(readings: readonly MachineReading[], room: number): Tick[] {
  const last = readings.length - 1;
  const places = indexTicks(0, Math.max(0, last), Math.max(2, Math.min(5, room - 1)));
  const shown = places.flatMap((at) => (readings[at] === undefined ? [] : [readings[at]]));
  const texts = TIMES.map((write) => shown.map(write));
  const labels = texts.find((all) => new Set(all).size === all.length) ?? texts.at(-1) ?? [];
  return places.map((at, index) => ({ at, label: labels[index] ?? "" }));
}

/** From short to exact; the first under which the runs beside each other differ is taken. */
const TIMES: ((reading: MachineReading) => string)[] = [
  ({ measured_at }) => timeText(measured_at).slice(0, 10),
  ({ measured_at }) => timeText(measured_at).slice(5, 16),
  ({ measured_at }) => timeText(measured_at).slice(11, 19),
  ({ run }) => `run ${run}`,
];

function timeText(at: string): string {
  return absoluteTime(new Date(at));
}

/** "40 judged runs: 33 steady, 5 moved, 2 vetoed. 65 more have no control." */
export function controlCounts(readings: readonly MachineReading[]): string {
  const judged = readings.filter(({ verdict }) => verdict !== null);
  const of = (verdict: string) => judged.filter((one) => one.verdict === verdict).length;
  const runs = counted(judged.length, "judged run");
  const verdicts = `${runs}: ${of("steady")} steady, ${of("moved")} moved, ${of("veto")} vetoed.`;
  const others = readings.length - judged.length;
  if (others === 0) return verdicts;
  return `${verdicts} ${counted(others, "more has no control", "more have no control")}.`;
}
