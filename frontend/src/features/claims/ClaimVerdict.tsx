/** The verdict of a statement: its word with a mark, what was said, and what was measured. */

import type { ClaimStatement, StatementOnMachine } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { hereText, publishedText, VERDICTS } from "@/ui/words/claimWords";
import styles from "./Claims.module.css";

export function VerdictBadge({ verdict }: { verdict: StatementOnMachine["verdict"] }) {
  const { mark, text, tone } = VERDICTS[verdict];
  return (
    <Badge tone={tone}>
      <span aria-hidden="true">{mark} </span>
      {text}
    </Badge>
  );
}

interface FiguresProps {
  statement: ClaimStatement;
  machine: StatementOnMachine | undefined;
}

/** Both numbers in one line: "published −8 %, here −12 % [−19, −2]". */
export function ClaimNumbers({ statement, machine }: FiguresProps) {
  const here = machine === undefined ? "" : hereText(statement, machine);
  return (
    <span className={styles.figures}>
      published {publishedText(statement.published)}
      {here === "" ? null : (
        <>
          , <b>here {here}</b>
        </>
      )}
    </span>
  );
}
