/** Request for the lines of a formula, of the zoomed range only where one is given. */

import { keepingOf } from "@/api/keeping";
import { useRead } from "@/api/useRead";
import type { Zoom } from "../exploreUrl";

const BUDGET = 2000;

export function useFormula(project: string, formula: string, zoom: Zoom | null) {
  return useRead(
    [project, "history", "formula", formula, zoom],
    "formula",
    { project, formula, budget: BUDGET, ...zoom },
    { placeholderData: keepingOf(project, "history", "formula", formula) },
  );
}
