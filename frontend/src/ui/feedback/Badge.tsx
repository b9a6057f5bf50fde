/** A word with a tone; verdicts carry a mark as well, so that they read in greyscale. */

import type { ReactNode } from "react";
import styles from "./Badge.module.css";

export type Tone = "worse" | "better" | "unresolved" | "environment" | "plain";

interface BadgeProps {
  tone?: Tone;
  children: ReactNode;
  title?: string;
}

export function Badge({ tone = "plain", children, title }: BadgeProps) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} title={title}>
      {children}
    </span>
  );
}
