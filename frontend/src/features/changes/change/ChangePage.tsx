/** One change: how large and how sure, since which commit, what moved with it, what else changed. */

import { Link, useParams } from "@tanstack/react-router";
import type { ChangeDetail } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { Explain } from "@/ui/feedback/Explain";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { NoisyMachine } from "@/ui/links/NoisyMachine";
import { SeriesName } from "@/ui/links/SeriesName";
import { exploreSearch } from "@/ui/url/pageLinks";
import { ChangeEffect } from "@/ui/words/ChangeEffect";
import { causeText } from "@/ui/words/changeWords";
import { counted } from "@/ui/words/countWords";
import styles from "../Changes.module.css";
import { useChange } from "../changesQuery";
import { JudgedBy } from "../JudgedBy";
import { MovedTable } from "../MovedTable";
import { ChangeAround } from "./ChangeAround";
import { CommitsInQuestion } from "./CommitsInQuestion";
import { answerOf, hasSuspects, standingTerm, standingText } from "./changeModel";
import { JudgementButtons } from "./JudgementButtons";
import { Notes } from "./Notes";
import { SimilarChanges } from "./SimilarChanges";
import { WhatElse } from "./WhatElse";

export function ChangePage() {
  const { project, change } = useParams({ from: "/p/$project/changes/$change" });
  const query = useChange(project, Number(change));
  return (
    <QueryBoundary
      query={query}
      failure="The change could not be loaded."
      skeleton={<ChangeSkeleton />}
    >
      {(detail) => <Content project={project} detail={detail} />}
    </QueryBoundary>
  );
}

function Content({ project, detail }: { project: string; detail: ChangeDetail }) {
  const { change, group } = detail;
  return (
    <Page
      title={`Change of ${change.series.benchmark} ${change.series.metric}`}
      answer={answerOf(change)}
      actions={<JudgementButtons project={project} changes={[change]} />}
    >
      <Standing project={project} detail={detail} />
      <ChangeAround key={change.id} project={project} change={change} />
      <CommitsInQuestion project={project} detail={detail} />
      <WhatElse project={project} change={change} surroundings={detail.surroundings} />
      <Section
        title="What moved with it"
        aside={`${counted(group.series, "series", "series")}: ${counted(group.regressions, "regression", "regressions")}, ${counted(group.improvements, "improvement", "improvements")}`}
      >
        <MovedTable
          project={project}
          members={group.members}
          total={group.changes}
          caption="Every change that the same commits may have made"
          current={change.id}
        />
        {group.members.length > 1 ? (
          <div className={styles.all}>
            <span>All together:</span>
            <JudgementButtons project={project} changes={group.members} isAll />
          </div>
        ) : null}
      </Section>
      <SimilarChanges project={project} similar={detail.similar} />
      <Notes project={project} change={change.id} detail={detail} />
    </Page>
  );
}

function Standing({ project, detail }: { project: string; detail: ChangeDetail }) {
  const { change, noisy_machines: noisy } = detail;
  return (
    <div className={styles.standing}>
      <p>
        <ChangeEffect change={change} /> <Explain term="interval of a change" />{" "}
        <Badge>{standingText(change)}</Badge> <Explain term={standingTerm(change)} />
      </p>
      <p className={styles.quiet}>
        {causeText(change)} {hasSuspects(change) ? <Explain term="culprit range" /> : null}{" "}
        <SeriesName label={change.series} isFull />.{" "}
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={exploreSearch([change.series.id], change.commit.id)}
        >
          Open in the explorer
        </Link>
      </p>
      {noisy.map((machine) => (
        <p key={machine.machine_id} className={styles.quiet}>
          <NoisyMachine project={project} noisy={machine} />
        </p>
      ))}
      <JudgedBy project={project} series={change.series.id} />
    </div>
  );
}

function ChangeSkeleton() {
  return (
    <div className={styles.list}>
      <Skeleton height={28} width="60%" label="Loading the change" />
      <Skeleton height={380} />
      <Skeleton height={120} />
      <Skeleton height={200} />
    </div>
  );
}
