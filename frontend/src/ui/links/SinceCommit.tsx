/** Since which commit a change holds, and who made it; after a long time without results, nobody alone. */

import type { AlertGroup } from "@/api/types";
import { pauseOf, pauseText } from "@/ui/words/changeWords";
import { CommitLink } from "./CommitLink";

interface SinceCommitProps {
  group: AlertGroup;
  isShort?: boolean;
}

export function SinceCommit({ group, isShort = false }: SinceCommitProps) {
  const { since } = group.commits;
  const pause = pauseOf(group);
  const by = group.cause === "code" && since.author !== "" ? ` by ${since.author}` : "";
  return (
    <>
      <CommitLink commit={since} isShort={isShort} />
      {pause === null ? by : ` or ${pauseText(pause)}`}
    </>
  );
}
