/** What one profile says alone or against another: frames, functions, and the measure of both. */

import { useMemo } from "react";
import type { Frames } from "@/charts/flame/flameTree";
import { framesOf, type LoadedProfile } from "./foldedStacks";
import { type FunctionTime, functionsOf } from "./functionTimes";
import { holdingDiscoveries, type Measure, measureOf } from "./profileModel";

export interface Comparison {
  contender: LoadedProfile;
  baseline: LoadedProfile | null;
  frames: Frames;
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
    const frames = framesOf(contender.stacks, baseline?.stacks ?? null);
    const functions = functionsOf(frames);
    const alone = measureOf(contender.detail, baseline?.detail ?? null);
    const measure = baseline === null ? alone : holdingDiscoveries(alone, functions);
    return { contender, baseline, frames, functions, measure };
  }, [contender, baseline]);
}
