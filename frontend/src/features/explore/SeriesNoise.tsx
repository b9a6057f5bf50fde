/** Where the scatter of the one chosen series comes from, and how long an answer takes. */

import type { SeriesNoise as Noise } from "@/api/types";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { formatCount, MISSING } from "@/units/format";
import { formatScatter, formatScatterRange, formatShare } from "@/units/share";
import styles from "./Explore.module.css";
import { useSeriesNoise } from "./exploreQuery";
import type { ChangeExplore, ExploreState } from "./exploreUrl";

interface SeriesNoiseProps {
  project: string;
  /** Noise is told of one chosen series. */
  state: Pick<ExploreState, "series" | "hasNoise">;
  onChange: ChangeExplore;
}

export function SeriesNoise({ project, state, onChange }: SeriesNoiseProps) {
  const { series, hasNoise: isOpen } = state;
  const [only] = series;
  if (only === undefined || series.length > 1) return null;
  return (
    <details
      className={styles.noise}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) onChange({ hasNoise: open });
      }}
    >
      <summary>Noise and required sample size</summary>
      {isOpen ? <Loaded project={project} series={only} /> : null}
    </details>
  );
}

function Loaded({ project, series }: { project: string; series: number }) {
  return (
    <QueryBoundary
      query={useSeriesNoise(project, series)}
      failure="The noise of this series could not be loaded."
      skeleton={<Skeleton height={160} label="Loading the noise of this series" />}
    >
      {(noise) => <Body noise={noise} />}
    </QueryBoundary>
  );
}

function Body({ noise }: { noise: Noise }) {
  return (
    <div className={styles.point}>
      <p>{noise.sentence}</p>
      {noise.advice === null ? null : (
        <p>
          {noise.advice.sentence}{" "}
          <span className={styles.quiet}>
            Assumes that a run start costs {noise.advice.set_up} samples.
          </span>
        </p>
      )}
      {noise.sources.length === 0 ? null : <Facts noise={noise} />}
      {noise.warnings.map((warning) => (
        <p key={warning} className={styles.quiet}>
          {warning}
        </p>
      ))}
    </div>
  );
}

function Facts({ noise }: { noise: Noise }) {
  return (
    <div className={styles.points}>
      <dl className={styles.facts}>
        {noise.sources.map((source) => (
          <Source key={source.name} source={source} />
        ))}
        <dt>newest level</dt>
        <dd>
          {formatCount(noise.runs)} runs of {noise.samples ?? MISSING} samples
        </dd>
      </dl>
      <dl className={styles.facts}>
        {noise.effects.map((one) => (
          <Effect key={one.effect} cost={one} />
        ))}
        <dt>detectable in five runs</dt>
        <dd>{formatScatter(noise.smallest_change)}</dd>
      </dl>
    </div>
  );
}

function Source({ source }: { source: Noise["sources"][number] }) {
  const { name, scatter, low, high, share } = source;
  // what was not seen and cannot be there needs no line
  if (scatter === null || (scatter === 0 && high === 0)) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {formatScatterRange(scatter, low ?? 0, high)}
        {share === null ? null : (
          <span className={styles.quiet}> {formatShare(share)} of the variance</span>
        )}
      </dd>
    </>
  );
}

function Effect({ cost }: { cost: Noise["effects"][number] }) {
  const text = cost.pairs === null ? MISSING : `about ${formatCount(cost.pairs)} pairs of runs`;
  return (
    <>
      <dt>to show {formatShare(cost.effect)}</dt>
      <dd>{cost.is_hopeless ? `more than ${formatCount(1000)} pairs of runs` : text}</dd>
    </>
  );
}
