/** What the newest commit of each suite comes to beside the references of the project. */

import { Link } from "@tanstack/react-router";
import { useRead } from "@/api/useRead";
import { Section } from "@/ui/layout/Page";
import { shortCommit } from "@/ui/words/commitName";
import styles from "./Overview.module.css";

export function ReferenceRows({ project }: { project: string }) {
  const found = useRead([project, "series", "references"], "references", { project }).data;
  if (found === undefined || found.rows.length === 0) return null;
  const { rows, left_out: leftOut } = found;
  return (
    <Section
      title="Since references"
      aside={
        <Link to="/p/$project/settings/thresholds" params={{ project }}>
          References and budgets
        </Link>
      }
    >
      <ul className={styles.references}>
        {rows.map((row) => (
          <li key={`${row.reference} ${row.suite} ${row.testbed}`}>
            <Link
              to="/p/$project/compare"
              params={{ project }}
              search={{
                baseline: `commit:${row.commit}`,
                contender: `commit:${row.newest}`,
                suite: row.suite,
                testbed: row.testbed,
              }}
            >
              Since {row.reference}
            </Link>{" "}
            <span className={styles.quiet}>({shortCommit(row.commit)})</span>, {row.suite} on{" "}
            {row.testbed}: {row.means.length === 0 ? row.sentence : row.means.join("; ")}
          </li>
        ))}
        {leftOut === 0 ? null : (
          <li className={styles.quiet}>Up to {leftOut} more are left out.</li>
        )}
      </ul>
    </Section>
  );
}
