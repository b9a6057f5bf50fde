/** The bar of what a person can do about a change: who has it, its state, and what is seldom asked for. */

import type { ReactNode } from "react";
import { useMay } from "@/api/session";
import type { AlertGroup } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import styles from "./GroupActions.module.css";
import { DetailFields, Kept, Owner, StateBar } from "./GroupTriage";
import { MoveForm } from "./MoveForm";
import { MuteForm } from "./MuteForm";

interface GroupActionsProps {
  project: string;
  group: AlertGroup;
  near: readonly AlertGroup[];
}

export function GroupActions({ project, group, near }: GroupActionsProps) {
  const mayTriage = useMay(project, "triage");
  if (group.number === null || group.triage === null) return null;
  return (
    <Section title={mayTriage ? "Actions" : "Details"}>
      {mayTriage ? (
        <div className={styles.bar}>
          <Owner project={project} group={group} />
          <StateBar project={project} group={group} />
          <div>
            <Fold title="Due date, tags, issue">
              <DetailFields key={detailsOf(group.triage)} project={project} group={group} />
            </Fold>
            <Fold title="Mute">
              <MuteForm project={project} group={group} />
            </Fold>
            <Fold title="Merge">
              <MoveForm project={project} group={group} near={near} chosen={NONE} />
            </Fold>
          </div>
          <Kept group={group} isBelowFields />
        </div>
      ) : (
        <Kept group={group} />
      )}
    </Section>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** What the fields hold: they start again where it was changed, not where the state was. */
function detailsOf({ due_on, tags, issue_url }: NonNullable<AlertGroup["triage"]>): string {
  return JSON.stringify([due_on, tags, issue_url]);
}

/** Opens below its own line, so that nothing under the pointer moves. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>{title}</summary>
      <div className={styles.folded}>{children}</div>
    </details>
  );
}
