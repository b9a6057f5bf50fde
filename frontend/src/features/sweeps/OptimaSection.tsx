/** Does the optimum move? The best values at the newest commits, for every curve shown. */

import { Link, useNavigate } from "@tanstack/react-router";
import { Fragment } from "react";
import type { OptimumHistory, SweepDetail } from "@/api/types";
import { OptimumChart } from "@/charts/sweep/OptimumChart";
import { curveName } from "@/charts/sweep/sweepModel";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { runSides } from "@/ui/url/pageLinks";
import { shortCommit } from "@/ui/words/commitName";
import styles from "./Sweeps.module.css";
import { movesOf } from "./sweepsModel";
import { useOptima } from "./sweepsQuery";
import type { SweepState } from "./sweepsUrl";

interface OptimaSectionProps {
  project: string;
  benchmark: number;
  sweep: SweepDetail;
  state: SweepState;
}

const MOST_CURVES = 6;

export function OptimaSection({ project, benchmark, sweep, state }: OptimaSectionProps) {
  const asked = { ...state, metric: sweep.metric, testbed: sweep.testbed, branch: sweep.branch };
  const query = useOptima(project, benchmark, sweep.axis, asked);
  const navigate = useNavigate();
  const open = (run: number) =>
    void navigate({
      to: ".",
      search: ((before: object) => ({ ...before, run: String(run) })) as never,
    });
  return (
    <Section
      title="The optimum over commits"
      aside="of each of the newest 40 commits all runs that count, together"
    >
      <QueryBoundary
        query={query}
        failure="The optimum over commits could not be loaded."
        skeleton={<Skeleton height={260} label="Loading the optimum over commits" />}
      >
        {({ curves }) => {
          const wanted = curves.filter(
            (curve) => state.curve === null || curveName(curve) === state.curve,
          );
          const shown = (wanted.length > 0 ? wanted : curves).slice(0, MOST_CURVES);
          const alone = shown.filter(({ points }) => points.length < 2);
          return (
            <div className={styles.chart}>
              {shown
                .filter((curve) => !alone.includes(curve))
                .map((curve) => (
                  <Fragment key={curveName(curve)}>
                    <OptimumChart
                      title={`Best ${sweep.axis} for ${sweep.metric}${namedFor(curveName(curve))}`}
                      axis={sweep.axis}
                      unit={sweep.unit}
                      history={curve}
                      onSelect={open}
                    />
                    <Moves project={project} suite={sweep.suite} history={curve} />
                  </Fragment>
                ))}
              {[...new Set(alone.map(({ sentence }) => sentence))].map((sentence) => (
                <p key={sentence} className={styles.quiet}>
                  {sentence}
                </p>
              ))}
              {curves.length > shown.length && state.curve === null ? (
                <p className={styles.quiet}>
                  {curves.length - shown.length} more curves: choose one above to follow it.
                </p>
              ) : null}
            </div>
          );
        }}
      </QueryBoundary>
    </Section>
  );
}

interface MovesProps {
  project: string;
  suite: string;
  history: OptimumHistory;
}

/** What to look at where the optimum moved: the two runs, held against each other. */
function Moves({ project, suite, history }: MovesProps) {
  const moves = movesOf(history);
  if (moves.length === 0) return null;
  return (
    <p className={styles.links}>
      {moves.map(({ before, after }) => (
        <Link
          key={after.id}
          to="/p/$project/compare"
          params={{ project }}
          search={{ ...runSides(before.id, after.id), suite } as never}
        >
          Compare {shortCommit(before.commit.name)} with {shortCommit(after.commit.name)}
        </Link>
      ))}
    </p>
  );
}

function namedFor(name: string): string {
  return name === "" ? "" : `, ${name}`;
}
