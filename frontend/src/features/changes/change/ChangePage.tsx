/** One change: how large and how sure, since which commit, what moved with it, what else changed. */

import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { useMay } from "@/api/session";
import type { ChangeDetail, ChangePoint, GroupMember, SimilarChange } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { useShortcut } from "@/ui/controls/shortcuts";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Explain } from "@/ui/feedback/Explain";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { CommitLink } from "@/ui/links/CommitLink";
import { NoisyMachine } from "@/ui/links/NoisyMachine";
import { SeriesName } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { ChangeEffect } from "@/ui/words/ChangeEffect";
import { causeText, isDrift, isOfCode, pauseOfChange, pauseText } from "@/ui/words/changeWords";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import styles from "../Changes.module.css";
import { type Judgement, judgementsFor } from "../changesModel";
import { useChange, useJudge } from "../changesQuery";
import { JudgedBy } from "../JudgedBy";
import { MovedTable } from "../MovedTable";
import { SuspectCommits } from "../SuspectCommits";
import { ChangeAround } from "./ChangeAround";
import { Confirmation } from "./Confirmation";
import { answerOf, hasSuspects, standingTerm, standingText } from "./changeModel";
import { Notes } from "./Notes";
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
      <Confirmation key={`confirmation of ${change.id}`} project={project} change={change} />
      <ChangeAround key={change.id} project={project} change={change} />
      <CommitsInQuestion project={project} detail={detail} />
      <WhatElse project={project} change={change} surroundings={detail.surroundings} />
      <AlsoChanged project={project} change={change.id} group={group} />
      <SimilarChanges project={project} similar={detail.similar} />
      <Notes project={project} change={change.id} detail={detail} />
    </Page>
  );
}

interface AlsoChangedProps {
  project: string;
  change: number;
  group: ChangeDetail["group"];
}

/** Every series that changed with one cause, this one among them. */
function AlsoChanged({ project, change, group }: AlsoChangedProps) {
  if (group.changes < 2)
    return (
      <Section title="Also changed">
        <p className={styles.quiet}>No other series changed with it.</p>
      </Section>
    );
  return (
    <Section
      title="Also changed"
      aside={`${counted(group.series, "series", "series")}: ${counted(group.regressions, "regression", "regressions")}, ${counted(group.improvements, "improvement", "improvements")}`}
    >
      <MovedTable
        project={project}
        members={group.members}
        total={group.changes}
        caption="Every change that the same commits may have made"
        current={change}
      />
      <div className={styles.all}>
        <span>All together:</span>
        <JudgementButtons project={project} changes={group.members} isAll />
      </div>
    </Section>
  );
}

function Standing({ project, detail }: { project: string; detail: ChangeDetail }) {
  const { change, noisy_machines: noisy } = detail;
  return (
    <div className={styles.standing}>
      <p>
        <Badge>{standingText(change)}</Badge> <Explain term={standingTerm(change)} />{" "}
        <SeriesName label={change.series} isFull /> <Explain term="interval of a change" />
      </p>
      <p className={styles.quiet}>
        {causeText(change)} {hasSuspects(change) ? <Explain term="culprit range" /> : null}{" "}
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
      <JudgedBy project={project} series={change.series} />
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

interface CommitsInQuestionProps {
  project: string;
  detail: ChangeDetail;
}

/** The commits that may be the cause: author, subject, time, and where they can be read. */
function CommitsInQuestion({ project, detail }: CommitsInQuestionProps) {
  const { change, group, comparison_url: compared } = detail;
  if (!isOfCode(change) || isDrift(change)) return null;
  return (
    <SuspectCommits project={project} commits={group.commits} compared={compared}>
      <p className={styles.quiet}>{rangeText(detail)}</p>
    </SuspectCommits>
  );
}

/** How far the other series of the same cause narrow it down. */
function rangeText({ change, group }: ChangeDetail): string {
  const own = Math.max(1, change.suspects);
  const common = Math.max(1, group.commits.count);
  const pause = pauseOfChange(change);
  const earlier = pause === null ? "" : `, or one from ${pauseText(pause)},`;
  const one =
    earlier === ""
      ? `${counted(own, "commit holds", "commits hold")} the cause of this series (95 %)`
      : `This commit${earlier} holds the cause of this series (95 %)`;
  if (group.series < 2) return `${one}.`;
  const all = `all ${formatCount(group.series)} changed series have ${counted(common, "commit", "commits")} in common`;
  return `${one}; ${all}.`;
}

interface JudgementButtonsProps {
  project: string;
  changes: readonly (ChangePoint | GroupMember)[];
  /** Of a whole cause: other buttons than those of the page, and without its keys. */
  isAll?: boolean;
}

const LABELS: Record<Judgement, string> = {
  acknowledged: "Acknowledge",
  unacknowledged: "Unacknowledge",
  rejected: "Not a change",
  reopened: "Open again",
};

/** What a person can say of changes as they stand; each is taken back for ten seconds. */
function JudgementButtons({ project, changes, isAll = false }: JudgementButtonsProps) {
  const mayJudge = useMay(project, "triage");
  const judge = useJudge(project);
  const offers = offersFor(changes);
  const say = (judgement: Judgement) => {
    const meant = offers.get(judgement);
    if (meant !== undefined && mayJudge) judge.mutate({ judgement, changes: meant });
  };
  if (!mayJudge) return null;
  return (
    <>
      {isAll ? null : <Keys onSay={say} />}
      {[...offers.keys()].map((judgement) => (
        <Button key={judgement} disabled={judge.isPending} onClick={() => say(judgement)}>
          {LABELS[judgement]}
          {isAll ? ` (${offers.get(judgement)?.length})` : ""}
        </Button>
      ))}
      <ErrorState error={judge.error} what="The judgement was not stored." />
    </>
  );
}

function Keys({ onSay }: { onSay: (judgement: Judgement) => void }) {
  useShortcut("a", "Acknowledge", () => onSay("acknowledged"), "This change");
  useShortcut("n", "Not a change", () => onSay("rejected"), "This change");
  useShortcut("o", "Open again", () => onSay("reopened"), "This change");
  return null;
}

/** Each judgement that applies to any of them, and to which. */
function offersFor(changes: JudgementButtonsProps["changes"]): Map<Judgement, number[]> {
  const offers = new Map<Judgement, number[]>();
  for (const change of changes) {
    for (const judgement of judgementsFor(standingOf(change))) {
      offers.set(judgement, [...(offers.get(judgement) ?? []), change.id]);
    }
  }
  return offers;
}

function standingOf(change: ChangePoint | GroupMember) {
  return "cause" in change
    ? { ...change, is_acknowledged: change.acknowledged_at !== null }
    : { ...change, cause: "person" as const };
}

interface SimilarChangesProps {
  project: string;
  similar: readonly SimilarChange[];
}

/** Changes that look like this one: of the same series together, or of the same benchmark. */
function SimilarChanges({ project, similar }: SimilarChangesProps) {
  const columns = useMemo(() => columnsOf(project), [project]);
  return (
    <Section title="Similar changes">
      {similar.length === 0 ? (
        <p className={styles.quiet}>
          No other change of this metric of this benchmark, nor of the same series together.
        </p>
      ) : (
        <Table
          caption="Similar changes"
          columns={columns}
          rows={similar}
          rowKey={({ change }) => change.id}
        />
      )}
    </Section>
  );
}

function columnsOf(project: string): Column<SimilarChange>[] {
  return [
    {
      id: "effect",
      head: "Effect, 95 % interval",
      term: "interval of a change",
      sortBy: ({ change }) => change.ratio,
      cell: ({ change }) => <ChangeEffect change={change} />,
    },
    {
      id: "series",
      head: "Series",
      isWide: true,
      cell: ({ change }) => (
        <Link to="/p/$project/changes/$change" params={{ project, change: String(change.id) }}>
          <SeriesName label={change.series} />
        </Link>
      ),
    },
    {
      id: "commit",
      head: "Since",
      cell: ({ commit }) => <CommitLink commit={commit} isShort />,
    },
    { id: "time", head: "Committed", cell: ({ commit }) => <RelativeTime at={commit.time} /> },
    {
      id: "why",
      head: "Alike in",
      cell: ({ why, series }) =>
        why === "same_series" ? `the ${series} series that moved` : "benchmark and metric",
    },
    { id: "state", head: "State", cell: ({ change }) => change.state },
  ];
}
