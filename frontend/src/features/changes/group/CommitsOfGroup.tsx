/** The commits that may be the cause of a group, their authors, and a word of a person on which. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useMay } from "@/api/session";
import type { AlertGroupDetail, CommitRef } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { CommitLink } from "@/ui/links/CommitLink";
import type { Column } from "@/ui/tables/Table";
import styles from "../Changes.module.css";
import { COMMIT_COLUMNS, SuspectCommits } from "../SuspectCommits";
import { useEditGroups } from "./groupQuery";

export function CommitsOfGroup({ project, detail }: { project: string; detail: AlertGroupDetail }) {
  const { group, comparison_url: compared } = detail;
  const mayMove = useMay(project, "triage");
  const edit = useEditGroups(project);
  const { mutate } = edit;
  const culprit = group.triage?.culprit ?? null;
  const columns = useMemo(() => {
    const blame = (commit: number | null) =>
      mutate({ groups: [group], fields: { culprit: commit } });
    return columnsOf(mayMove ? blame : null, culprit?.id ?? null);
  }, [mayMove, mutate, group, culprit?.id]);
  const isEmpty = group.commits.count === 0 && culprit === null && detail.pulls.length === 0;
  if (group.cause !== "code" || (isEmpty && compared === null)) return null;
  return (
    <SuspectCommits project={project} commits={group.commits} compared={compared} columns={columns}>
      {culprit === null ? null : (
        <p className={styles.quiet}>
          Cause set by a person: <CommitLink commit={culprit} isShort />. New results do not change
          it.
        </p>
      )}
      {detail.pulls.map((pull) => (
        <p key={pull.id}>
          Merged as{" "}
          <Link to="/p/$project/pull-requests/$pull" params={{ project, pull: String(pull.id) }}>
            #{pull.number} {pull.title}
          </Link>
          {pull.headline === "" ? null : (
            <span className={styles.quiet}> Verdict then: {pull.headline}.</span>
          )}
        </p>
      ))}
      <ErrorState error={edit.error} what="The cause was not saved." />
    </SuspectCommits>
  );
}

function columnsOf(
  blame: ((commit: number | null) => void) | null,
  culprit: number | null,
): readonly Column<CommitRef>[] {
  const said: Column<CommitRef> = {
    id: "culprit",
    head: "Cause",
    cell: ({ id, name }) => (
      <Button
        kind="quiet"
        aria-label={id === culprit ? `Unmark as culprit: ${name}` : `Mark as culprit: ${name}`}
        onClick={() => blame?.(id === culprit ? null : id)}
      >
        {id === culprit ? "Unmark as culprit" : "Mark as culprit"}
      </Button>
    ),
  };
  return blame === null ? COMMIT_COLUMNS : [...COMMIT_COLUMNS, said];
}
