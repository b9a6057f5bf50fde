/** An effect in words with its mark: "▲ 4.8 % slower [3.1, 6.4]". */

import type { Tone } from "@/ui/feedback/Badge";
import styles from "@/ui/feedback/Badge.module.css";
import {
  type Effect,
  effectParts,
  effectPhrase,
  type Quantity,
  type Verdict,
} from "@/units/verdict";

interface VerdictTextProps {
  effect: Effect;
  quantity: Quantity;
  verdict: Verdict;
  /** Where the effect was not decided: grey, whatever the verdict. */
  isUnresolved?: boolean;
  /** The change alone, with the digits that it has beside its interval. */
  isChangeOnly?: boolean;
  /** The words alone, without the mark of the way the number went. */
  isPlain?: boolean;
}

const TONES: Record<Verdict, Tone> = {
  regression: "worse",
  improvement: "better",
  change: "unresolved",
};

function toneOf(verdict: Verdict): Tone {
  return TONES[verdict];
}

export function VerdictText(props: VerdictTextProps) {
  const { effect, quantity, verdict, isUnresolved, isChangeOnly, isPlain } = props;
  const tone = isUnresolved ? "unresolved" : toneOf(verdict);
  const { change } = effectParts(effect, quantity);
  return (
    <span className={`${styles.effect} ${styles[tone]}`}>
      {isPlain ? null : (
        <span className={styles.mark} aria-hidden="true">
          {isNone(change) ? "" : markOf(effect.ratio)}
        </span>
      )}
      {isChangeOnly ? change : effectPhrase(effect, quantity)}
    </span>
  );
}

/** Whether a change is written as zero: it went neither way. */
function isNone(change: string): boolean {
  return !/[1-9]/.test(change);
}

/** The way the numbers went; nothing where they did not, or there is no ratio, as from a level of zero. */
function markOf(ratio: number | null): string {
  if (ratio === null || !Number.isFinite(ratio) || ratio === 1) return "";
  return ratio > 1 ? "▲" : "▼";
}
