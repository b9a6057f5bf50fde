/** One place for the states of a request: loading, failed, with an answer to an older question, there. */

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { absoluteTime } from "@/units/relativeTime";
import { ErrorState } from "./ErrorState";
import { Skeleton } from "./Skeleton";
import styles from "./States.module.css";
import { Waiting } from "./Waiting";

interface QueryBoundaryProps<Body> {
  query: UseQueryResult<Body>;
  /** What could not be done, should it fail: "The runs could not be loaded". */
  failure: string;
  /** Drawn while nothing is there yet; give it the size of the content. */
  skeleton?: ReactNode;
  children: (body: Body) => ReactNode;
}

export function QueryBoundary<Body>({
  query,
  failure,
  skeleton,
  children,
}: QueryBoundaryProps<Body>) {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (query.isError) return <ErrorState error={query.error} what={failure} onRetry={retry} />;
    return (
      <>
        <Waiting query={query} />
        {skeleton ?? <Skeleton height={240} />}
      </>
    );
  }
  const lastGood = absoluteTime(new Date(query.dataUpdatedAt));
  return (
    <>
      {query.isError ? (
        <ErrorState error={query.error} what={failure} onRetry={retry} lastGood={lastGood} />
      ) : (
        <Waiting query={query} />
      )}
      <div className={styles.body} aria-busy={query.isPlaceholderData}>
        {children(query.data)}
      </div>
    </>
  );
}
