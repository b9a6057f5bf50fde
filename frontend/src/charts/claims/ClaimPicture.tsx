/** A statement as a picture: the published range as a band, the measured interval as a bar. */

import type { ClaimStatement, StatementOnMachine } from "@/api/types";
import { hereText, VERDICTS } from "@/ui/words/claimWords";
import { ClaimBars } from "./ClaimBars";
import styles from "./Claims.module.css";
import { claimSpans } from "./claimScale";

interface ClaimPictureProps {
  statement: ClaimStatement;
  machine: StatementOnMachine;
}

export function ClaimPicture({ statement, machine }: ClaimPictureProps) {
  const spans = claimSpans(statement, machine);
  if (spans === null) return <ClaimBars figures={machine.figures} isSmall />;
  const { published, measured, neutral } = spans;
  const words = `published ${statement.published}, here ${hereText(statement, machine)}`;
  return (
    <div className={styles.picture} role="img" aria-label={words}>
      {neutral === null ? null : (
        <span className={styles.neutral} style={{ left: `${neutral}%` }} />
      )}
      <span
        className={styles.band}
        style={{ left: `${published.from}%`, width: `${published.to - published.from}%` }}
      />
      <span className={styles.said} style={{ left: `${published.at}%` }} />
      <span
        className={`${styles.interval} ${styles[VERDICTS[machine.verdict].tone]}`}
        style={{ left: `${measured.from}%`, width: `${measured.to - measured.from}%` }}
      />
      <span
        className={`${styles.dot} ${styles[VERDICTS[machine.verdict].tone]}`}
        style={{ left: `${measured.at}%` }}
      />
    </div>
  );
}
