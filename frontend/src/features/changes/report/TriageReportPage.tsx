/** The triage report of a week: read it here, or copy it as Markdown into mail and chat. */

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
import { MarkdownText } from "../MarkdownText";
import { weekBeside } from "./weekModel";

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
      title="Triage report"
      answer={shown === "" ? "Triage report" : `Triage report of week ${shown}`}
      isBusy={query.isPlaceholderData}
      actions={
        <>
          <Button disabled={shown === ""} onClick={() => change({ week: weekBeside(shown, -1) })}>
            Week before
          </Button>
          <Button disabled={shown === ""} onClick={() => change({ week: weekBeside(shown, 1) })}>
            Week after
          </Button>
        </>
      }
    >
      <QueryBoundary
        query={query}
        failure="The report could not be made."
        skeleton={<Skeleton height={420} label="Writing the report" />}
      >
        {({ markdown }) => (
          <div className={styles.list}>
            {week === "" && shown !== "" ? (
              <p>
                This week is not over.{" "}
                <Link
                  to="/p/$project/triage-report"
                  params={{ project }}
                  search={{ week: weekBeside(shown, -1) }}
                >
                  The report of the week before, {weekBeside(shown, -1)}
                </Link>
              </p>
            ) : null}
            <div className={styles.all}>
              <CopyButton text={markdown} label="Copy as Markdown" />
              <Link to="/p/$project/changes" params={{ project }}>
                To the list of alert groups
              </Link>
            </div>
            <div className={styles.report}>
              <MarkdownText text={withoutTitle(markdown)} isPage />
            </div>
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** The page has that title already. */
function withoutTitle(markdown: string): string {
  return markdown.replace(/^# .*\n+/, "");
}
