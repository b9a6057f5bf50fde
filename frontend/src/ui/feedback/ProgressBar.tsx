/** How much of a piece of work is done: a bar and the counts. */

import styles from "./ProgressBar.module.css";

interface ProgressBarProps {
  done: number;
  total: number;
  /** What progresses, for those who hear the page. */
  label: string;
}

export function ProgressBar({ done, total, label }: ProgressBarProps) {
  return (
    <span className={styles.progress}>
      <progress value={done} max={total} aria-label={label} />
      {done} of {total}
    </span>
  );
}
