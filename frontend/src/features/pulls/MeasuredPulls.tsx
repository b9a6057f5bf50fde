/** Pull requests that reports name, where no repository is connected: the verdict of each on its merge base. */

import { Link } from "@tanstack/react-router";
import { useDefaultBranch } from "@/api/facets";
import type { Comparison } from "@/api/types";
import { useRead } from "@/api/useRead";
import { RatioRow, ratioDomain } from "@/charts/diverging/RatioRow";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Pulls.module.css";
import { colourOf, isWithoutBase, whyNotCompared } from "./pullsModel";
import { useMeasured } from "./pullsQuery";

export function MeasuredPulls({ project }: { project: string }) {
  const { pulls } = useMeasured(project);
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
            </Link>
            <RelativeTime at={time} />
            <WhenSeen height={44}>
              <Verdict project={project} name={name} />
            </WhenSeen>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The sentence of the comparison, and its worst row as a picture. */
function Verdict({ project, name }: { project: string; name: string }) {
  const asked = { baseline: `fork:${name}`, contender: `pull:${name}`, limit: 1 };
  const { data, error } = useRead([project, "comparison", "worst", name], "comparison", {
    project,
    ...asked,
  });
  if (isWithoutBase(error)) return <WithoutBase project={project} name={name} error={error} />;
  if (error !== null) return <span className={styles.quiet}>{whyNotCompared(error)}</span>;
  if (data === undefined) return <Skeleton height={44} label="Comparing" />;
  return <Found comparison={data} />;
}

interface WithoutBaseProps {
  project: string;
  name: string;
  error: unknown;
}

/** Its base is not known or not measured: the newest commit of the default branch stands in for it. */
function WithoutBase({ project, name, error }: WithoutBaseProps) {
  const branch = useDefaultBranch(project);
  const asked = { baseline: `branch:${branch}`, contender: `pull:${name}` };
  const { data } = useRead(
    [project, "comparison", "default", name, branch],
    "comparison",
    { project, ...asked, limit: 1 },
    { enabled: branch !== undefined },
  );
  return (
    <span className={styles.verdict}>
      <span className={styles.quiet}>{whyNotCompared(error)}</span>
      {data === undefined ? (
        <span className={styles.quiet}>
          To compare it, send <code>base.commit</code> with its reports.
        </span>
      ) : (
        <>
          <Link to="/p/$project/compare" params={{ project }} search={asked as never}>
            Against the newest commit of {branch}, which may hold later work
          </Link>
          <Found comparison={data} />
        </>
      )}
    </span>
  );
}

function Found({ comparison: data }: { comparison: Comparison }) {
  const [worst] = data.rows;
  return (
    <span className={styles.verdict}>
      <span>{data.sentence}</span>
      {worst === undefined ? null : (
        <span className={styles.worst}>
          <RatioRow
            {...worst}
            domain={ratioDomain([worst])}
            quantity={worst.sentence}
            colour={colourOf(worst.verdict)}
          />
          <span>
            {worst.series.benchmark} {worst.series.metric}: {worst.sentence}
          </span>
        </span>
      )}
    </span>
  );
}
