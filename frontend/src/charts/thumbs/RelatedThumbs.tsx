/** What else is drawn from a suite or benchmark: its sweeps, splits and ladders, each a small picture. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LadderListing, SplitRow, SweepBest } from "@/api/types";
import { useRead } from "@/api/useRead";
import { CountBars } from "@/charts/diverging/CountBars";
import { Section } from "@/ui/layout/Page";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { LadderThumb, SweepThumb } from "./Thumb";
import styles from "./Thumb.module.css";

interface RelatedThumbsProps {
  project: string;
  suite: string;
  /** Benchmarks by id, of which sweeps are shown. */
  benchmarks: ReadonlyMap<number, string>;
  /** Its ladders alone; without it those of the whole suite, and its splits. */
  benchmark?: string;
}

/** Few, with a link to all. */
const MOST = 4;
const HEIGHT = 120;

export function RelatedThumbs(props: RelatedThumbsProps) {
  return (
    <WhenSeen height={HEIGHT}>
      <Related {...props} />
    </WhenSeen>
  );
}

function Related({ project, suite, benchmarks, benchmark }: RelatedThumbsProps) {
  const sweepsRead = useRead([project, "sweeps", "bests"], "sweep-bests", { project });
  const splitsRead = useRead(
    [project, "splits", "suite", suite],
    "splits",
    { project, suite: [suite], limit: MOST },
    { enabled: benchmark === undefined },
  );
  const laddersRead = useRead([project, "ladders"], "ladders", { project });
  // the room stays until it is known whether anything is there
  if (sweepsRead.isLoading || splitsRead.isLoading || laddersRead.isLoading) {
    return <div style={{ height: HEIGHT }} />;
  }
  const bests = sweepsRead.data?.rows ?? [];
  const splits = splitsRead.data?.rows ?? [];
  const ladders = laddersRead.data?.rows ?? [];
  const swept = bests.filter(({ benchmark_id }) => benchmarks.has(benchmark_id)).slice(0, MOST);
  const tried = ladders.filter(
    (one) => one.suite === suite && (benchmark === undefined || one.benchmark === benchmark),
  );
  if (swept.length + splits.length + tried.length === 0) return null;
  return (
    <Section title="Sweeps, splits and ladders">
      <div className={styles.row}>
        {swept.map((best) => (
          <Sweep key={`${best.benchmark_id} ${best.axis}`} {...{ project, best, benchmarks }} />
        ))}
        {splits.map((split) => (
          <Split key={split.id} project={project} split={split} />
        ))}
        {tried.slice(0, MOST).map((ladder) => (
          <Ladder key={ladder.id} project={project} ladder={ladder} />
        ))}
      </div>
    </Section>
  );
}

interface SweepProps {
  project: string;
  best: SweepBest;
  benchmarks: ReadonlyMap<number, string>;
}

function Sweep({ project, best, benchmarks }: SweepProps) {
  const { benchmark_id: id, axis, metric } = best;
  return (
    <Cell aside={metric} picture={<SweepThumb best={best} />}>
      <Link
        to="/p/$project/sweeps/$benchmark/$axis"
        params={{ project, benchmark: String(id), axis }}
      >
        {benchmarks.get(id)} over {axis}
      </Link>
    </Cell>
  );
}

function Split({ project, split }: { project: string; split: SplitRow }) {
  return (
    <Cell aside={split.state} picture={<CountBars {...split} />}>
      <Link
        to="/p/$project/splits/$split"
        params={{ project, split: String(split.id) }}
        title={split.headline}
      >
        {split.name || split.change}
      </Link>
    </Cell>
  );
}

function Ladder({ project, ladder }: { project: string; ladder: LadderListing }) {
  return (
    <Cell aside={ladder.metric} picture={<LadderThumb ladder={ladder} />}>
      <Link to="/p/$project/ladders/$ladder" params={{ project, ladder: String(ladder.id) }}>
        {ladder.name}
      </Link>
    </Cell>
  );
}

interface CellProps {
  picture: ReactNode;
  aside: string;
  children: ReactNode;
}

function Cell({ picture, aside, children }: CellProps) {
  return (
    <div className={styles.cell}>
      {picture}
      {children}
      <span>{aside}</span>
    </div>
  );
}
