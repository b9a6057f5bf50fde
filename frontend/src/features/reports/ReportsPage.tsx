/** Reports that were accepted and could not be read, each with what is wrong where. */

import { useParams } from "@tanstack/react-router";
import { send } from "@/api/requests";
import { useMay } from "@/api/session";
import type { ReportList, ReportStatus } from "@/api/types";
import { useRead } from "@/api/useRead";
import { Button } from "@/ui/controls/Button";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { FaultList } from "@/ui/feedback/FaultList";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useAction } from "@/ui/feedback/useAction";
import { Page } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import styles from "./Reports.module.css";

export function ReportsPage() {
  const { project } = useParams({ from: "/p/$project/reports" });
  const query = useFailedReports(project);
  return (
    <Page title="Reports" answer={answerOf(query.data)}>
      <QueryBoundary
        query={query}
        failure="The reports could not be loaded."
        skeleton={<Skeleton height={160} label="Loading the reports" />}
      >
        {(list) => <Reports list={list} />}
      </QueryBoundary>
    </Page>
  );
}

function answerOf(list: ReportList | undefined): string {
  if (list === undefined) return "Reports";
  if (list.total === 0) return "Every report was read";
  return `${formatCount(list.total)} ${list.total === 1 ? "report" : "reports"} could not be read`;
}

function Reports({ list }: { list: ReportList }) {
  if (list.total === 0) {
    return (
      <EmptyState title="Reports that cannot be read will be here.">
        A report is checked when it arrives and read soon after. One that fails then is listed with
        each fault; its document is kept.
      </EmptyState>
    );
  }
  const more = list.total - list.rows.length;
  return (
    <>
      <p className={styles.quiet}>
        Their documents are stored, and their numbers are on no page. Fix what is named, then upload
        the report again under a new idempotency key. Where the cause was on the server and is
        fixed, have the report read again.
      </p>
      <ul className={styles.reports}>
        {list.rows.map((report) => (
          <li key={report.id}>
            <Report report={report} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className={styles.quiet}>
          The newest {formatCount(list.rows.length)} are shown, {formatCount(more)} older are not.
        </p>
      ) : null}
    </>
  );
}

function Report({ report }: { report: ReportStatus }) {
  const { project } = useParams({ from: "/p/$project/reports" });
  const mayAsk = useMay(project, "configure");
  const again = useReadAgain(project);
  return (
    <Panel>
      <p className={styles.head}>
        <a href={report.url} className={styles.id}>
          {report.id}
        </a>
        <span className={styles.quiet}>
          received <RelativeTime at={report.received_at} />
        </span>
        {mayAsk ? (
          <Button
            kind="quiet"
            disabled={again.isPending || again.isSuccess}
            onClick={() => again.mutate(report.id)}
          >
            Read again
          </Button>
        ) : null}
      </p>
      <FaultList faults={report.faults} />
      <ErrorState error={again.error} what="The report was not read again." />
    </Panel>
  );
}

/** The list of unread reports, and the request to read one again. */
function useFailedReports(project: string) {
  return useRead([project, "reports", "failed"], "reports", { project, state: "failed" });
}

/** Has a report read again; it leaves the list, and comes back if it fails again. */
function useReadAgain(project: string) {
  return useAction(
    (report: string) => send("post", "reports/{report_id}/again", { project, report_id: report }),
    [[project, "reports"]],
  );
}
