/** Says that everything up to now was seen; what comes later is told as news. */

import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useMarkSeen } from "./overviewQuery";

interface MarkSeenProps {
  project: string;
  /** Up to when it was seen before. */
  since: string | null;
  /** When this answer was made, by the server's clock: what came later has not been seen. */
  asOf: string;
}

export function MarkSeen({ project, since, asOf }: MarkSeenProps) {
  const mark = useMarkSeen(project, since);
  return (
    <>
      <Button kind="quiet" disabled={mark.isPending} onClick={() => mark.mutate(asOf)}>
        Mark as seen
      </Button>
      <ErrorState error={mark.error} what="The mark was not stored." />
    </>
  );
}
