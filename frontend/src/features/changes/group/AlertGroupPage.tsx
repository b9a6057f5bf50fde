/** One alert group: how large and since when, who is assigned, its series, and what happened to it. */

import { Link, Navigate, useParams } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useMay } from "@/api/session";
import type { AlertGroup, AlertGroupDetail } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { GroupLine } from "@/ui/links/GroupLine";
import { NoisyMachines } from "@/ui/links/NoisyMachine";
import { basisText } from "@/ui/words/changeWords";
import { shortCommit } from "@/ui/words/commitName";
import { whereText } from "@/ui/words/groupWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "../Changes.module.css";
import { ChangeAround } from "../change/ChangeAround";
import { WhatElse } from "../change/WhatElse";
import { JudgedBy } from "../JudgedBy";
import { MovedTable } from "../MovedTable";
import { CommitsOfGroup } from "./CommitsOfGroup";
import { GroupActions } from "./GroupActions";
import { GroupStory } from "./GroupStory";
import {
  groupAnswer,
  groupStanding,
  mutedUntilOf,
  narrowedText,
  placesText,
  reasonText,
  sizeText,
} from "./groupModel";
import { useAlertGroup } from "./groupQuery";
import { MoveChosen } from "./MoveForm";

export function AlertGroupPage() {
  const { project, group } = useParams({ from: "/p/$project/alert-groups/$group" });
  const query = useAlertGroup(project, Number(group));
  return (
    <QueryBoundary
      query={query}
      failure={`Change #${group} could not be loaded.`}
      skeleton={<GroupSkeleton />}
    >
      {(detail) =>
        detail.group.triage?.merged_into ? (
          <Navigate
            to="/p/$project/alert-groups/$group"
            params={{ project, group: String(detail.group.triage.merged_into) }}
            replace
          />
        ) : (
          <Content key={detail.group.number} project={project} detail={detail} />
        )
      }
    </QueryBoundary>
  );
}

function Content({ project, detail }: { project: string; detail: AlertGroupDetail }) {
  const { group, near, alike } = detail;
  return (
    <Page title={`Change #${group.number}`} answer={groupAnswer(group)}>
      <Standing project={project} detail={detail} />
      <div className={styles.sides}>
        <div className={styles.picture}>
          <ChangeAround key={group.lead.id} project={project} change={group.lead} />
        </div>
        <div className={styles.why}>
          <CommitsOfGroup project={project} detail={detail} />
          <WhatElse
            project={project}
            change={detail.witness}
            surroundings={detail.surroundings}
            isOfAnother={detail.witness.id !== group.lead.id}
          />
        </div>
        <div className={styles.actions}>
          <GroupActions project={project} group={group} near={near} />
        </div>
      </div>
      <Members project={project} group={group} near={near} />
      <Others project={project} title="Perhaps the same cause" groups={near} />
      <Others project={project} title="Related changes" groups={alike} />
      <GroupStory project={project} number={group.number ?? 0} story={detail.story} />
    </Page>
  );
}

function Standing({ project, detail }: { project: string; detail: AlertGroupDetail }) {
  const { group, noisy_machines: noisy } = detail;
  const { lead, triage } = group;
  const places = placesText(detail.places);
  const narrowed = narrowedText(group);
  const mutedUntil = mutedUntilOf(group);
  return (
    <div className={styles.standing}>
      <p>
        <Badge>{groupStanding(group)}</Badge>{" "}
        {triage === null ? null : (
          <span className={styles.quiet}>
            <RelativeTime at={triage.at} />
          </span>
        )}
        <span className={styles.quiet}>{reasonText(group)}</span>
        {mutedUntil === null ? null : (
          <span className={styles.quiet}> · muted until {mutedUntil}: no notifications</span>
        )}
      </p>
      <p className={styles.quiet}>
        {sizeText(group)}; {whereText(group)};{" "}
        <Link to="/p/$project/changes/$change" params={{ project, change: String(lead.id) }}>
          {group.regressions > 0 ? "worst" : "largest"} series
        </Link>{" "}
        {basisText(lead)}
        {triage?.fixed_in ? `; the level came back with ${shortCommit(triage.fixed_in.name)}` : ""}.
      </p>
      {narrowed === null ? null : <p className={styles.quiet}>{narrowed}</p>}
      {places === null ? null : <p className={styles.quiet}>{places}</p>}
      <NoisyMachines project={project} machines={noisy} className={styles.quiet} />
      {detail.splits.map(({ id, headline, net, state }) => (
        <p key={id}>
          Trade-off:{" "}
          <Link to="/p/$project/splits/$split" params={{ project, split: String(id) }}>
            {headline}
          </Link>
          <span className={styles.quiet}>
            {net === "" ? "" : `; ${net}`}
            {state === "open" ? "" : ` (${state})`}
          </span>
        </p>
      ))}
      <JudgedBy project={project} series={lead.series} />
    </div>
  );
}

const NONE: ReadonlySet<number> = new Set();

interface MembersProps {
  project: string;
  group: AlertGroup;
  near: readonly AlertGroup[];
}

/** What moved; those that are chosen can go to a change of their own, or to a neighbour. */
function Members({ project, group, near }: MembersProps) {
  const mayMove = useMay(project, "triage");
  const [chosen, setChosen] = useState(NONE);
  const list = useRef<HTMLElement>(null);
  const choose = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <Section
      ref={list}
      title="Series"
      aside={sizeText(group)}
      actions={
        <MoveChosen
          project={project}
          group={group}
          near={near}
          chosen={chosen}
          list={list}
          onDone={() => setChosen(NONE)}
        />
      }
    >
      <MovedTable
        project={project}
        members={group.members}
        total={Math.max(group.changes, group.members.length)}
        caption="Series of this change"
        {...(mayMove && group.members.length > 1 ? { chosen, onChoose: choose } : {})}
      />
    </Section>
  );
}

interface OthersProps {
  project: string;
  title: string;
  groups: readonly AlertGroup[];
}

function Others({ project, title, groups }: OthersProps) {
  if (groups.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.rows}>
        {groups.map((one) => (
          <li key={one.number} className={styles.row}>
            <GroupLine project={project} group={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function GroupSkeleton() {
  return (
    <div className={styles.list}>
      <Skeleton height={28} width="60%" label="Loading the change" />
      <Skeleton height={120} />
      <Skeleton height={380} />
      <Skeleton height={200} />
    </div>
  );
}
