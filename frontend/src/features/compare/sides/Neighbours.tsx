/** Steps both sides of a comparison to the commits before or after, in their place. */

import type { Comparison, RunRow } from "@/api/types";
import { useRead } from "@/api/useRead";
import { Button } from "@/ui/controls/Button";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import styles from "../Compare.module.css";
import { neighbours } from "../compareModel";
import type { CompareState } from "../compareUrl";

/** Newest runs of a place among which neighbours are sought. */
const REACH = 200;

interface NeighboursProps {
  project: string;
  comparison: Comparison;
  state: CompareState;
  onChange: (part: Partial<CompareState>) => void;
}

export function Neighbours({ project, comparison, state, onChange }: NeighboursProps) {
  const runs = useRunsOfPlace(project, comparison);
  const found = neighbours(state, runs ?? []);
  if (found === null) return null;
  return (
    <div className={styles.line}>
      {(["earlier", "later"] as const).map((way) => {
        const pair = found[way];
        return (
          <Button
            key={way}
            disabled={pair === undefined}
            title={`Compare the ${way} pair`}
            onClick={() => pair && onChange({ ...pair, row: null })}
          >
            {way === "earlier" ? "← Earlier" : "Later →"}
          </Button>
        );
      })}
    </div>
  );
}

function useRunsOfPlace(project: string, comparison: Comparison): RunRow[] | undefined {
  const isPainted = useIsPainted(true);
  const [run] = comparison.contender.runs;
  const place =
    run === undefined ? {} : { suite: [run.suite], testbed: [run.testbed], branch: [run.branch] };
  const query = { ...place, limit: REACH };
  const isAsked = isPainted && run !== undefined;
  return useRead(
    [project, "runs", "place", query],
    "runs",
    { project, ...query },
    { enabled: isAsked },
  ).data?.rows;
}
