/** What a change point is, in its colour: verdict with interval, or an environment event with its levels. */

import type { ChangePoint } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import styles from "@/ui/feedback/Badge.module.css";
import {
  type ChangeFacts,
  changeMark,
  changeText,
  isConfirmed,
  isEnvironment,
  isOfCode,
} from "./changeWords";

const TONES: Record<ChangePoint["verdict"], Tone> = {
  regression: "worse",
  improvement: "better",
  change: "unresolved",
};

export function ChangeEffect({ change }: { change: ChangeFacts }) {
  return (
    <span className={`${styles.effect} ${styles[toneOf(change)]}`}>
      <span className={styles.mark} aria-hidden="true">
        {changeMark(change)}
      </span>
      {changeText(change)}
    </span>
  );
}

/** Environment events have their own colour; what is closed, suspected or not the code is grey. */
export function toneOf(change: ChangeFacts): Tone {
  if (isEnvironment(change)) return "environment";
  return isConfirmed(change) && isOfCode(change) ? TONES[change.verdict] : "unresolved";
}
