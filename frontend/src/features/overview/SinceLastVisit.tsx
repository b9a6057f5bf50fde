/** What happened since the reader looked last; it stays until they say that they have seen it. */

import type { Overview } from "@/api/types";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { Section } from "@/ui/Page";
import { RelativeTime } from "@/ui/RelativeTime";
import { OpenCauses } from "./OpenCauses";
import styles from "./Overview.module.css";
import { newsText } from "./overviewModel";
import { useMarkSeen } from "./overviewQuery";

interface SinceLastVisitProps {
  project: string;
  news: Overview["news"];
  /** When this answer was made, by the server's clock: what came later has not been seen. */
  asOf: string;
}

export function SinceLastVisit({ project, news, asOf }: SinceLastVisitProps) {
  const mark = useMarkSeen(project, news.since);
  return (
    <Section
      title="Since your last visit"
      aside={
        <>
          {news.since === null ? null : (
            <>
              seen up to <RelativeTime at={news.since} />{" "}
            </>
          )}
          <Button kind="quiet" disabled={mark.isPending} onClick={() => mark.mutate(asOf)}>
            Mark as seen
          </Button>
        </>
      }
    >
      <p className={styles.news}>{newsText(news)}</p>
      {news.appeared.length === 0 ? null : (
        <OpenCauses project={project} groups={news.appeared} since={null} />
      )}
      {news.ended.length === 0 ? null : (
        <>
          <h3 className={styles.subhead}>No longer open</h3>
          <OpenCauses project={project} groups={news.ended} since={null} />
        </>
      )}
      {mark.error === null ? null : (
        <ErrorState error={mark.error} what="The mark was not stored." />
      )}
    </Section>
  );
}
