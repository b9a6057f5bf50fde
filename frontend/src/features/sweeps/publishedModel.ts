/** Pure: claims of a best value → the sweeps that their published tables are. */

import type { Claim, ClaimStatement, SweepBest } from "@/api/types";

export interface PublishedSweep {
  claim: number;
  place: number;
  title: string;
  benchmark: string;
  /** The best value in the words of who published it. */
  published: string;
  best: SweepBest;
}

const FEWEST = 3;
const AXIS = /^best (.+) of /;

/** One for each published best value whose table has three numeric values or more. */
export function publishedSweeps(claims: readonly Claim[]): PublishedSweep[] {
  return claims.flatMap((claim) =>
    claim.statements.flatMap((statement) => {
      const best = curveOf(statement);
      if (best === null) return [];
      const { place, benchmark, published } = statement;
      return [{ claim: claim.id, place, title: claim.title, benchmark, published, best }];
    }),
  );
}

function curveOf(statement: ClaimStatement): SweepBest | null {
  const { kind, says, metric, figures, published } = statement;
  if (kind !== "best") return null;
  const points = figures
    .filter(({ label, published: figure }) => label.trim() !== "" && figure !== null)
    .map(({ label, published: figure }) => ({ x: Number(label), value: figure ?? 0 }))
    .filter(({ x }) => Number.isFinite(x))
    .sort((a, b) => a.x - b.x)
    .map((point) => ({ ...point, low: null, high: null }));
  if (points.length < FEWEST) return null;
  const first = points.find(({ x }) => x === Number.parseFloat(published));
  return {
    benchmark_id: 0,
    axis: AXIS.exec(says)?.[1] ?? "its parameter",
    metric,
    unit: figures[0]?.unit ?? "",
    of: 1,
    run_id: 0,
    runs: 1,
    is_fit: true,
    measured_at: null,
    curves: [
      {
        facet: {},
        best_x: first?.x ?? 0,
        best_set: first === undefined ? [] : [first.x],
        values: points.length,
        value: first?.value ?? 0,
        claimed: false,
        points,
      },
    ],
  };
}
