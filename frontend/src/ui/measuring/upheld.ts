/** Pure: what measuring suspicions again found → the share that was upheld. */

import type { VerdictTallies } from "@/api/types";
import { counted } from "@/ui/words/countWords";

type Tally = VerdictTallies["rows"][number];

function measured({ upheld, refuted, unclear, unsteady }: Tally): number {
  return upheld + refuted + unclear + unsteady;
}

/** "4 of 6 alerts that were measured again were upheld: 3 of 4 on vm, 1 of 2 on lab."; empty without any. */
export function upheldText(rows: readonly Tally[]): string {
  const all = rows.reduce((sum, one) => sum + measured(one), 0);
  if (all === 0) return "";
  const upheld = rows.reduce((sum, one) => sum + one.upheld, 0);
  const places = rows.map((one) => `${one.upheld} of ${measured(one)} on ${one.testbed}`);
  const verb = all === 1 ? "that was measured again was" : "that were measured again were";
  return `${upheld} of ${counted(all, "alert", "alerts")} ${verb} upheld: ${places.join(", ")}.`;
}
