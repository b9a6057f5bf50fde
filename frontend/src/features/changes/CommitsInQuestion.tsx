/** The commits that may be the cause: author, subject, time, and where they can be read. */

import type { ChangeDetail, CommitRef } from "@/api/types";
import { CommitLink } from "@/ui/CommitLink";
import { isOfCode } from "@/ui/changeWords";
import { counted } from "@/ui/countWords";
import { Section } from "@/ui/Page";
import { RelativeTime } from "@/ui/RelativeTime";
import { type Column, Table } from "@/ui/Table";
import { formatCount } from "@/units/format";
import styles from "./Changes.module.css";

const COLUMNS: Column<CommitRef>[] = [
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
    cell: ({ time }) => <RelativeTime at={time} missing="not known" />,
  },
];

export function CommitsInQuestion({ detail }: { detail: ChangeDetail }) {
  const { change, group, comparison_url: compared } = detail;
  if (!isOfCode(change)) return null;
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
      <p className={styles.quiet}>{rangeText(detail)}</p>
      {named.length === 0 ? null : (
        <Table
          caption="Commits in question"
          columns={COLUMNS}
          rows={named}
          rowKey={({ id }) => id}
        />
      )}
      {count > named.length ? (
        <p className={styles.quiet}>
          {formatCount(count - named.length)} in the middle are left out here.
        </p>
      ) : null}
    </Section>
  );
}

/** How far the other series of the same cause narrow it down. */
function rangeText({ change, group }: ChangeDetail): string {
  const own = Math.max(1, change.suspects);
  const common = Math.max(1, group.commits.count);
  const one = `${counted(own, "commit holds", "commits hold")} the cause of this series (95 %)`;
  if (group.series < 2) return `${one}.`;
  const all = `all ${formatCount(group.series)} series that moved have ${counted(common, "commit", "commits")} in common`;
  return `${one}; ${all}.`;
}
