/** A list that comes page by page: while it loads, where it failed, where nothing fits, and its foot. */

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { ShowMore } from "./ShowMore";
import styles from "./ShowMore.module.css";

interface ListPage<Row> {
  rows: Row[];
  total?: number;
}

/** Rows of the pages read so far, and the first page, which tells of the whole list. */
export function useListed<Row, Found extends ListPage<Row>>(query: {
  data: InfiniteData<Found & ListPage<Row>> | undefined;
}) {
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  return { rows, first: data?.pages[0] };
}

interface PagedListProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  /** What is counted: "runs". */
  noun: string;
  /** The list as a whole, where it has a name of its own: "audit trail". */
  name?: string;
  height?: number;
  /** Shown where no row is there. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, noun, name = noun, height = 420, empty, children } = props;
  const { rows, first } = useListed(query);
  return (
    <QueryBoundary
      query={query}
      failure={`The ${name} could not be loaded.`}
      skeleton={<Skeleton height={height} label={`Loading the ${name}`} />}
    >
      {() =>
        rows.length === 0 ? (
          empty
        ) : (
          <div className={styles.list}>
            {children(rows)}
            <ShowMore query={query} shown={rows.length} total={first?.total} noun={noun} />
          </div>
        )
      }
    </QueryBoundary>
  );
}
