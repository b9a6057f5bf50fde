/** Pure: where published and measured figures stand in a picture, in per cent of its width. */

import type { ClaimFigure, ClaimStatement, StatementOnMachine } from "@/api/types";

interface Span {
  at: number;
  from: number;
  to: number;
}

export interface ClaimSpans {
  published: Span;
  measured: Span;
  /** Where "no difference" stands; null for figures that are no ratios. */
  neutral: number | null;
}

/** Room at either end. */
const MARGIN = 6;

/** The published range beside the measured interval; null where one of them has no number. */
export function claimSpans(
  statement: ClaimStatement,
  machine: StatementOnMachine,
): ClaimSpans | null {
  const { low, high } = statement;
  const said = statement.value ?? low ?? high;
  const found = machine.value;
  const hasNumbers = statement.kind !== "best" && statement.kind !== "order";
  if (!hasNumbers || said === null || found === null) return null;
  const neutral = statement.kind === "ratio" ? 1 : said;
  const place = placing([said, low ?? said, high ?? said, ...endsOf(machine, found), neutral]);
  const [from, to] = endsOf(machine, found);
  return {
    published: {
      at: place(said),
      from: low === null ? 0 : place(low),
      to: high === null ? 100 : place(high),
    },
    measured: { at: place(found), from: place(from), to: place(to) },
    neutral: statement.kind === "ratio" ? place(1) : null,
  };
}

function endsOf(machine: StatementOnMachine, found: number): [number, number] {
  return [machine.low ?? found, machine.high ?? found];
}

/** Places on a scale of ratios where all numbers are positive. */
function placing(numbers: readonly number[]): (value: number) => number {
  const isLog = numbers.every((one) => one > 0);
  const scaled = (value: number) => (isLog ? Math.log(value) : value);
  const low = Math.min(...numbers.map(scaled));
  const high = Math.max(...numbers.map(scaled));
  const width = high - low || 1;
  return (value) => MARGIN + ((100 - 2 * MARGIN) * (scaled(value) - low)) / width;
}

export interface ClaimBar {
  figure: ClaimFigure;
  /** Widths in per cent of the longest bar; null where there is no number. */
  published: number | null;
  measured: number | null;
}

/** Each figure as two bars, published and measured, both relative to one figure that has both. */
export function claimBars(figures: readonly ClaimFigure[]): ClaimBar[] {
  const reference = [...figures].reverse().find((one) => one.published && one.value);
  const share = (value: number | null | undefined, of: number | null | undefined) =>
    value && of ? value / of : null;
  const ratios = figures.map((one) => ({
    published: share(one.published, reference?.published),
    measured: share(one.value, reference?.value),
  }));
  const longest = Math.max(0, ...ratios.flatMap((one) => [one.published ?? 0, one.measured ?? 0]));
  const width = (ratio: number | null) => (ratio === null ? null : (100 * ratio) / longest);
  return figures.map((figure, index) => ({
    figure,
    published: width(ratios[index]?.published ?? null),
    measured: width(ratios[index]?.measured ?? null),
  }));
}
