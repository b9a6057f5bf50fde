/** A week in four numbers and one table; the same as Markdown for mail and chat. */

import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";
import { useUrlState } from "@/ui/url/useUrlState";
import styles from "../Changes.module.css";
import { useTriageReport } from "../group/groupQuery";
import { WeekTable } from "./WeekTable";
import { WeekTiles } from "./WeekTiles";
import { weekAnswer, weekBeside } from "./weekModel";

const codec: UrlCodec<{ week: string }> = {
  parse: (raw) => {
    const week = textOf(raw, "week") ?? "";
    return { week: /^\d{4}-W\d{2}$/.test(week) ? week : "" };
  },
  format: ({ week }): RawSearch => (week === "" ? {} : { week }),
};

export function TriageReportPage() {
  const { project } = useParams({ from: "/p/$project/triage-report" });
  const [{ week }, change] = useUrlState(codec);
  const query = useTriageReport(project, week);
  const shown = query.data?.week ?? week;
  return (
    <Page
      title="Week"
      answer={query.data === undefined ? "Week" : weekAnswer(query.data)}
      isBusy={query.isPlaceholderData}
      actions={
        <>
          <Button disabled={shown === ""} onClick={() => change({ week: weekBeside(shown, -1) })}>
            ← Week before
          </Button>
          <Button disabled={shown === ""} onClick={() => change({ week: weekBeside(shown, 1) })}>
            Week after →
          </Button>
        </>
      }
    >
      <QueryBoundary
        query={query}
        failure="The week could not be loaded."
        skeleton={<Skeleton height={420} label="Loading the week" />}
      >
        {(report) => (
          <div className={styles.list}>
            <WeekTiles report={report} />
            <WeekTable project={project} report={report} />
            <div className={styles.all}>
              <CopyButton text={report.markdown} label="Copy as Markdown" />
              <Link to="/p/$project/changes" params={{ project }}>
                All changes
              </Link>
              {week === "" && shown !== "" ? (
                <Link
                  to="/p/$project/triage-report"
                  params={{ project }}
                  search={{ week: weekBeside(shown, -1) }}
                >
                  Week before, {weekBeside(shown, -1)}
                </Link>
              ) : null}
            </div>
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
