/** Every change point of the project, in words, each one click away from its chart. */

import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { NO_FILTERS } from "@/ui/filters";
import { Page } from "@/ui/Page";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { Skeleton } from "@/ui/Skeleton";
import { useUrlState } from "@/ui/urlState";
import { formatCount } from "@/units/format";
import { ChangeFilters } from "./ChangeFilters";
import { ChangeRows } from "./ChangeRows";
import styles from "./Changes.module.css";
import { answerText, inOrder } from "./changesModel";
import { useChanges } from "./changesQuery";
import { type ChangesState, changesCodec } from "./changesUrl";

const EVERYTHING: Partial<ChangesState> = { filters: NO_FILTERS, state: "all", verdict: "" };

export function ChangesPage() {
  const { project } = useParams({ from: "/p/$project/changes" });
  const [state, change] = useUrlState(changesCodec);
  const query = useChanges(project, state);
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const changes = useMemo(() => inOrder(loaded, state.order), [loaded, state.order]);
  const total = query.data?.pages[0]?.total;
  return (
    <Page title="Changes" answer={answerText(total, state)}>
      <ChangeFilters project={project} state={state} onChange={change} />
      <QueryBoundary
        query={query}
        failure="The changes could not be loaded."
        skeleton={<Skeleton height={420} label="Loading the changes" />}
      >
        {() =>
          changes.length === 0 ? (
            <NoChange state={state} onEverything={() => change(EVERYTHING)} />
          ) : (
            <div className={styles.list}>
              <ChangeRows project={project} changes={changes} />
              {query.hasNextPage ? (
                <div className={styles.more}>
                  <Button
                    disabled={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    Show more
                  </Button>
                  <span>{moreText(changes.length, total ?? changes.length, state.order)}</span>
                </div>
              ) : null}
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function moreText(loaded: number, total: number, order: ChangesState["order"]): string {
  const counts = `${formatCount(loaded)} of ${formatCount(total)} shown`;
  return order === "largest" ? `${counts}; sorted among those.` : `${counts}.`;
}

function NoChange({ state, onEverything }: { state: ChangesState; onEverything: () => void }) {
  const isEverything =
    state.state === "all" && state.verdict === "" && state.filters === NO_FILTERS;
  return (
    <EmptyState
      title="No change point matches."
      action={isEverything ? undefined : <Button onClick={onEverything}>Show every change</Button>}
    >
      A change point appears when the results of a series step to a new level and stay there. It
      takes some points before and after.
    </EmptyState>
  );
}
