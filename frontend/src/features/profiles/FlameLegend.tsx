/** What the tints of a flame graph mean. */

import styles from "./Profiles.module.css";
import { FULL_COLOUR, KINDS } from "./profileModel";

const DIFFERENCES = [
  { name: "▲ more time than the baseline", token: "--worse" },
  { name: "▼ less time", token: "--better" },
  { name: "not told apart", token: "--unresolved-ground" },
];

export function FlameLegend({ isCompared }: { isCompared: boolean }) {
  const tints = isCompared ? DIFFERENCES : KINDS;
  return (
    <p className={styles.legend}>
      {tints.map(({ name, token }) => (
        <span key={name}>
          <span className={styles.swatch} style={{ background: `var(${token})` }} />
          {name}
        </span>
      ))}
      {isCompared ? (
        <span>
          full colour from {100 * FULL_COLOUR} % of all time on; at most one in twenty of what is
          told apart is chance, by the counting error of sampling alone: repeating the runs would
          add more
        </span>
      ) : (
        <span>
          <code>_[k]</code> marks frames of the kernel, <code>_[i]</code> functions that the
          compiler merged into their callers
        </span>
      )}
    </p>
  );
}
