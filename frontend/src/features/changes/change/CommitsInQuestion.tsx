/** The commits that may be the cause: author, subject, time, and where they can be read. */

import type { ChangeDetail } from "@/api/types";
import { isOfCode } from "@/ui/words/changeWords";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";
import styles from "../Changes.module.css";
import { SuspectCommits } from "../SuspectCommits";

interface CommitsInQuestionProps {
  project: string;
  detail: ChangeDetail;
}

export function CommitsInQuestion({ project, detail }: CommitsInQuestionProps) {
  const { change, group, comparison_url: compared } = detail;
  if (!isOfCode(change)) return null;
  return (
    <SuspectCommits project={project} commits={group.commits} compared={compared}>
      <p className={styles.quiet}>{rangeText(detail)}</p>
    </SuspectCommits>
  );
}

/** How far the other series of the same cause narrow it down. */
function rangeText({ change, group }: ChangeDetail): string {
  const own = Math.max(1, change.suspects);
  const common = Math.max(1, group.commits.count);
  const one = `${counted(own, "commit holds", "commits hold")} the cause of this series (95 %)`;
  if (group.series < 2) return `${one}.`;
  const all = `all ${formatCount(group.series)} series that moved have ${counted(common, "commit", "commits")} in common`;
  return `${one}; ${all}.`;
}
