/** The commits that may be the cause, in a table, and where the difference between the levels is read. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay, useSession } from "@/api/session";
import type { CommitRef } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { CommitLink } from "@/ui/links/CommitLink";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import styles from "./Changes.module.css";

export const COMMIT_COLUMNS: readonly Column<CommitRef>[] = [
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

interface SuspectCommitsProps {
  project: string;
  /** Those at both ends of the range, and how many there are in all. */
  commits: { named: CommitRef[]; count: number };
  /** Where the forge shows the difference. */
  compared: string | null;
  columns?: readonly Column<CommitRef>[];
  /** What is said of them, above the table. */
  children: ReactNode;
}

export function SuspectCommits(props: SuspectCommitsProps) {
  const { project, commits, compared, columns = COMMIT_COLUMNS, children } = props;
  const { named, count } = commits;
  return (
    <Section
      title="Commits in question"
      aside={
        compared === null ? undefined : (
          <a href={compared} target="_blank" rel="noreferrer">
            Diff between the two levels
          </a>
        )
      }
    >
      {children}
      {compared === null ? <NoDifference project={project} commits={named} /> : null}
      {named.length === 0 ? null : (
        <Table
          caption="Commits in question"
          columns={[...columns]}
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

/** What a forge finds by its name alone; releases need an address of their own. */
const HASH = /^[0-9a-f]{7,64}$/;

interface NoDifferenceProps {
  project: string;
  commits: readonly CommitRef[];
}

/** Why nothing leads to the difference of the code, where an address of the repository would. */
function NoDifference({ project, commits }: NoDifferenceProps) {
  const { data } = useSession();
  const mayChange = useMay(project, "configure");
  const own = data?.projects.find(({ slug }) => slug === project);
  const isUnknown = own !== undefined && !own.repository_url;
  const wouldHelp = commits.length > 0 && commits.every(({ name, url }) => !url && HASH.test(name));
  if (!isUnknown || !wouldHelp) return null;
  return (
    <p className={styles.quiet}>
      No diff is linked here because the address of the project's repository is not known:{" "}
      {mayChange ? "give it" : "an administrator gives it"} in the{" "}
      <Link to="/p/$project/settings" params={{ project }}>
        settings
      </Link>
      .
    </p>
  );
}
