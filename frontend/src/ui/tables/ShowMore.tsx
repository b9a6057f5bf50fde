/** The foot of a list that comes page by page: how much of it is here, and the next page. */

import { Button } from "@/ui/controls/Button";
import { formatCount } from "@/units/format";
import styles from "./ShowMore.module.css";

interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  shown: number;
  total: number | undefined;
  /** What is counted: "runs". */
  noun: string;
}

export function ShowMore({ query, shown, total, noun }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
      <span>
        {formatCount(shown)} of {formatCount(total ?? shown)} {noun} shown.
      </span>
    </div>
  );
}
