/** The place of something that is loading, in its right size, so that nothing jumps. */

import styles from "./States.module.css";

interface SkeletonProps {
  height: number | string;
  width?: number | string;
  /** What is loading, for screen readers. */
  label?: string;
}

export function Skeleton({ height, width = "100%", label = "Loading" }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={styles.skeleton} style={{ height, width }} />
  );
}
