/** A number that answers at a glance, with its name and what stands behind it. */

import type { ReactNode } from "react";
import styles from "./Tile.module.css";

/** `tiles` for their list, `tile` for the box of each. */
export const tileStyles = styles;

interface TileFaceProps {
  name: string;
  value: ReactNode;
  note: string;
  tone: "worse" | "better" | "good" | "plain";
}

export function TileFace({ name, value, note, tone }: TileFaceProps) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={`${styles.value} ${styles[tone]}`}>{value}</span>
      <span className={styles.note}>{note}</span>
    </>
  );
}
