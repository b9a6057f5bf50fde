/** Pull requests that reports name, where no repository is connected: each leads to its comparison. */

import { Link } from "@tanstack/react-router";
import { useRead } from "@/api/useRead";
import { Section } from "@/ui/layout/Page";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Pulls.module.css";

export function MeasuredPulls({ project }: { project: string }) {
  const { data } = useRead([project, "comparison", "sides", "pull"], "comparison/sides", {
    project,
    text: "pull",
  });
  const pulls = (data?.sides ?? []).filter(({ kind }) => kind === "pull");
  if (pulls.length === 0) return null;
  return (
    <Section title="From reports" aside="Compared with the merge base.">
      <ul className={styles.measured} aria-label="Measured pull requests">
        {pulls.map(({ name, time }) => (
          <li key={name}>
            <Link
              to="/p/$project/compare"
              params={{ project }}
              search={{ baseline: `fork:${name}`, contender: `pull:${name}` }}
            >
              #{name} against its merge base
            </Link>{" "}
            <RelativeTime at={time} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
