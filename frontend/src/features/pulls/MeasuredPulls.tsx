/** Pull requests that reports name, where no repository is connected: the verdict of each, and on what it rests. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
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
    <Section title="From reports">
      <ul className={styles.measured} aria-label="Measured pull requests">
        {pulls.map(({ name, time }) => (
          <li key={name}>
            <WhenSeen height={64}>
              <Measured project={project} name={name} time={<RelativeTime at={time} />} />
            </WhenSeen>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface MeasuredProps {
  project: string;
  name: string;
  time: ReactNode;
}

/** Held against its merge base; where that is not known or not measured, against the default branch. */
function Measured({ project, name, time }: MeasuredProps) {
  const asked = { baseline: `fork:${name}`, contender: `pull:${name}` };
  const { data, error } = useRead([project, "comparison", "worst", name], "comparison", {
    project,
    ...asked,
    limit: 1,
  });
  if (isWithoutBase(error))
    return <WithoutBase project={project} name={name} time={time} error={error} />;
  return (
    <div className={styles.row}>
      <CompareLink project={project} asked={asked}>
        #{name} against its merge base
      </CompareLink>
      {time}
      {error !== null ? <span className={styles.quiet}>{whyNotCompared(error)}</span> : null}
      {error === null && data === undefined ? <Skeleton height={44} label="Comparing" /> : null}
      {data === undefined ? null : <Found comparison={data} />}
    </div>
  );
}

/** The newest commit of the default branch stands in for the base, and the row says so. */
function WithoutBase({ project, name, time, error }: MeasuredProps & { error: unknown }) {
  const branch = useDefaultBranch(project);
  const asked = { baseline: `branch:${branch}`, contender: `pull:${name}` };
  const { data, isLoading } = useRead(
    [project, "comparison", "default", name, branch],
    "comparison",
    { project, ...asked, limit: 1 },
    { enabled: branch !== undefined },
  );
  if (data === undefined)
    return (
      <div className={styles.row}>
        <CompareLink project={project} asked={{ contender: `pull:${name}` }}>
          #{name}
        </CompareLink>
        {time}
        {isLoading ? (
          <Skeleton height={44} label="Comparing" />
        ) : (
          <span className={styles.quiet}>
            {whyNotCompared(error)} To compare it, send <code>base.commit</code> with its reports.
          </span>
        )}
      </div>
    );
  return (
    <div className={styles.row}>
      <CompareLink project={project} asked={asked}>
        #{name} against the newest commit of {branch}
      </CompareLink>
      {time}
      <span className={styles.quiet}>
        Its merge base is not known or not measured; {branch} may hold later work.
      </span>
      <Found comparison={data} />
    </div>
  );
}

interface CompareLinkProps {
  project: string;
  asked: { baseline?: string; contender: string };
  children: ReactNode;
}

function CompareLink({ project, asked, children }: CompareLinkProps) {
  return (
    <Link to="/p/$project/compare" params={{ project }} search={asked as never}>
      {children}
    </Link>
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
