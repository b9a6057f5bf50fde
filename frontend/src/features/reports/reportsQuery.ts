/** The list of unread reports, and the request to read one again. */

import { send } from "@/api/requests";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

export function useFailedReports(project: string) {
  return useRead([project, "reports", "failed"], "reports", { project, state: "failed" });
}

/** Has a report read again; it leaves the list, and comes back if it fails again. */
export function useReadAgain(project: string) {
  return useAction(
    (report: string) => send("post", "reports/{report_id}/again", { project, report_id: report }),
    [[project, "reports"]],
  );
}
