/** Nothing chosen yet: finds the sides to open on, or offers what is most likely wanted. */

import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import styles from "../Compare.module.css";
import { changePair, firstPair, type Suggestion, suggestions } from "../compareModel";
import { useNewestChanges, useRecentRuns, useSideOffers } from "../compareQuery";
import type { CompareState } from "../compareUrl";

interface StartProps {
  project: string;
  state: CompareState;
  onOpen: (pair: Suggestion) => void;
}

/**
 * The page opens on the newest open change, else on the newest pair. A person who removed a side
 * sees pairs to choose from. Runs are loaded only where no change is open: two requests, not three.
 */
export function Start({ project, state, onOpen }: StartProps) {
  const [isFirst] = useState(state.baseline.name === "" && state.contender.name === "");
  const { pair, runs } = useFirstPair(project, isFirst);
  useEffect(() => {
    if (pair !== undefined) onOpen(pair);
  }, [pair, onOpen]);
  if (pair !== undefined || (isFirst && runs.isPending)) return <Looking />;
  return <Offered project={project} runs={runs} />;
}

function useFirstPair(project: string, isFirst: boolean) {
  const changes = useNewestChanges(project, isFirst);
  const change = useMemo(() => changePair(changes.data?.rows ?? []), [changes.data]);
  // where changes cannot be loaded the newest runs still can be compared
  const isWithoutChange = !isFirst || (!changes.isPending && change === undefined);
  const runs = useRecentRuns(project, isWithoutChange);
  const newest = useMemo(() => firstPair(runs.data?.rows ?? []), [runs.data]);
  return { pair: isFirst ? (change ?? newest) : undefined, runs };
}

interface OfferedProps {
  project: string;
  runs: ReturnType<typeof useRecentRuns>;
}

function Offered({ project, runs }: OfferedProps) {
  const offers = useSideOffers(project, "", runs.data !== undefined);
  const failed = [runs, offers].find(({ isError }) => isError);
  if (failed !== undefined)
    return (
      <ErrorState
        error={failed.error}
        what="The runs to compare could not be loaded."
        onRetry={() => void failed.refetch()}
      />
    );
  if (runs.data === undefined || offers.data === undefined)
    return <Skeleton height={160} label="Looking for pairs" />;
  const offered = suggestions(runs.data.rows, offers.data.sides);
  if (offered.length === 0) {
    return (
      <EmptyState title="There are no two runs to compare yet." command="make demo">
        A comparison needs two runs of one suite. The demo measures several releases of two packages
        on this machine.
      </EmptyState>
    );
  }
  return (
    <Section title="Suggested">
      <ul className={styles.remarks}>
        {offered.map(({ title, baseline, contender }) => (
          <li key={title}>
            <Link
              to="/p/$project/compare"
              params={{ project }}
              search={{ baseline, contender } as never}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** As high as what replaces it: the line that says what is shown first, and the answer. */
function Looking() {
  return (
    <>
      <p className={styles.quiet}>Looking for what to show first …</p>
      <Skeleton height={520} label="Comparing" />
    </>
  );
}
