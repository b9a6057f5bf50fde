/** Reading kept files again, and taking that back. */

import { send } from "@/api/requests";
import { useAction } from "@/ui/feedback/useAction";
import { counted } from "@/ui/words/countWords";

/** Runs, or the suite whose newest runs are meant; of the suite only those before a run. */
export interface Reading {
  runs?: number[];
  suite?: string;
  before?: number;
}

export function useReadAgain(project: string) {
  return useAction(
    (asked: Reading & { dry_run: boolean }) =>
      send("post", "readings", { project }, { runs: [], format: "", mapping: "", ...asked }),
    [[project]],
    ({ deletion, runs }) =>
      deletion === null
        ? null
        : {
            label: `${counted(runs.length, "run")} read again`,
            undo: () =>
              send("post", "deletions/{deletion_id}/restore", { project, deletion_id: deletion }),
          },
  );
}
