/** What one profile says alone or against another: stacks, functions, and the measure of both. */

import { useMemo } from "react";
import type { Stack } from "@/charts/flameTree";
import { type LoadedProfile, pairStacks } from "./foldedStacks";
import { type FunctionTime, functionsOf } from "./functionTimes";
import { holdingDiscoveries, type Measure, measureOf } from "./profileModel";

export interface Comparison {
  contender: LoadedProfile;
  baseline: LoadedProfile | null;
  stacks: Stack[];
  functions: FunctionTime[];
  measure: Measure;
}

/** Null as long as a side that was asked for is not there. */
export function useComparison(
  contender: LoadedProfile | undefined,
  baseline: LoadedProfile | null | undefined,
): Comparison | null {
  return useMemo(() => {
    if (contender === undefined || baseline === undefined) return null;
    const stacks = pairStacks(contender.stacks, baseline?.stacks ?? null);
    const functions = functionsOf(stacks);
    const alone = measureOf(contender.detail, baseline?.detail ?? null);
    const measure = baseline === null ? alone : holdingDiscoveries(alone, functions);
    return { contender, baseline, stacks, functions, measure };
  }, [contender, baseline]);
}
