/** The commits that may be the cause of a group, their authors, and a word of a person on which. */

import { useMemo } from "react";
import { useMay } from "@/api/session";
import type { AlertGroupDetail, CommitRef } from "@/api/types";
import { Button } from "@/ui/Button";
import { CommitLink } from "@/ui/CommitLink";
import { ErrorState } from "@/ui/ErrorState";
import { Section } from "@/ui/Page";
import { RelativeTime } from "@/ui/RelativeTime";
import { type Column, Table } from "@/ui/Table";
import { formatCount } from "@/units/format";
import styles from "./Changes.module.css";
import { useEditGroups } from "./groupQuery";

export function CommitsOfGroup({ project, detail }: { project: string; detail: AlertGroupDetail }) {
  const { group, comparison_url: compared } = detail;
  const mayMove = useMay(project, "triage");
  const edit = useEditGroups(project);
  const { mutate } = edit;
  const culprit = group.triage?.culprit ?? null;
  const { number } = group;
  const columns = useMemo(() => {
    const blame = (commit: number | null) =>
      number !== null && mutate({ groups: [number], fields: { culprit: commit } });
    return columnsOf(mayMove ? blame : null, culprit?.id ?? null);
  }, [mayMove, mutate, number, culprit?.id]);
  if (group.cause !== "code") return null;
  const { named, count } = group.commits;
  return (
    <Section
      title="Commits in question"
      aside={
        compared === null ? undefined : (
          <a href={compared} target="_blank" rel="noreferrer">
            Diffstat and diff between the two levels
          </a>
        )
      }
    >
      {culprit === null ? null : (
        <p className={styles.quiet}>
          Somebody said that <CommitLink commit={culprit} isShort /> is the cause; the evidence does
          not move it.
        </p>
      )}
      <Table caption="Commits in question" columns={columns} rows={named} rowKey={({ id }) => id} />
      {count > named.length ? (
        <p className={styles.quiet}>
          {formatCount(count - named.length)} in the middle are left out here.
        </p>
      ) : null}
      {edit.error === null ? null : <ErrorState error={edit.error} what="It was not stored." />}
    </Section>
  );
}

function columnsOf(
  blame: ((commit: number | null) => void) | null,
  culprit: number | null,
): Column<CommitRef>[] {
  const said: Column<CommitRef> = {
    id: "culprit",
    head: "Cause",
    cell: ({ id, name }) => (
      <Button
        kind="quiet"
        aria-label={id === culprit ? `Leave to the evidence: ${name}` : `It is this one: ${name}`}
        onClick={() => blame?.(id === culprit ? null : id)}
      >
        {id === culprit ? "Leave to the evidence" : "It is this one"}
      </Button>
    ),
  };
  return [
    {
      id: "commit",
      head: "Commit",
      isWide: true,
      cell: (commit) => <CommitLink commit={commit} />,
    },
    { id: "author", head: "Author", cell: ({ author }) => author || "not known" },
    {
      id: "time",
      head: "Committed",
      isMinor: true,
      cell: ({ time }) => <RelativeTime at={time} missing="not known" />,
    },
    ...(blame === null ? [] : [said]),
  ];
}
