/** Small pictures of lists: their place is there at once, what draws them comes after the list. */

import { lazy, type ReactNode, Suspense } from "react";
import type { LadderListing, SweepBest } from "@/api/types";
import styles from "./Thumb.module.css";
import { curveText, rungsText } from "./thumbModel";

const Curves = lazy(() => import("./CurveThumb").then((found) => ({ default: found.CurveThumb })));
const Rungs = lazy(() => import("./RungThumb").then((found) => ({ default: found.RungThumb })));

/** A sweep at a glance: its curves, the best set filled. */
export function SweepThumb({ best }: { best: SweepBest | undefined }) {
  const isDrawn = best !== undefined && best.curves.length > 0;
  return (
    <Frame label={isDrawn ? curveText(best) : "no curve yet"}>
      {isDrawn ? <Curves curves={best.curves} /> : null}
    </Frame>
  );
}

/** A ladder at a glance: a bar for each rung, times the baseline. */
export function LadderThumb({ ladder }: { ladder: LadderListing }) {
  return (
    <Frame label={rungsText(ladder)}>
      <Rungs ladder={ladder} />
    </Frame>
  );
}

function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.thumb} role="img" aria-label={label} title={label}>
      <Suspense fallback={null}>{children}</Suspense>
    </span>
  );
}
