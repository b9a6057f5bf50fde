/** The request behind the import page. */

import { sendFile } from "@/api/requests";
import { useAction } from "@/ui/feedback/useAction";
import { directionQuery, type ImportForm } from "./importsModel";

/** Sends the file; with questions open the server stores nothing and asks. */
export function useImport(project: string) {
  return useAction(
    ({ file, testbed, branch, isSameHistory, directions }: ImportForm & { file: File }) => {
      const fields = {
        project,
        format_name: "github-action-benchmark",
        testbed: testbed.trim(),
        branch: branch.trim(),
        ...(isSameHistory ? { same_history: true } : {}),
        ...directionQuery(directions),
      };
      return sendFile("imports/{format_name}", fields, file);
    },
    [[project]],
  );
}
