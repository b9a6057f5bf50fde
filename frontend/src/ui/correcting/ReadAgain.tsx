/** Reads kept files of tools again: what would change is shown first, then stored. */

import type { FilesRead, ReadingDifference } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { parametersText } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import styles from "./ReadAgain.module.css";
import { type Reading, useReadAgain } from "./readAgainQuery";

interface ReadAgainProps {
  project: string;
  /** Runs, or the suite whose newest runs these are. */
  what: Reading;
  isDisabled?: boolean;
}

export function ReadAgain({ project, what, isDisabled = false }: ReadAgainProps) {
  const read = useReadAgain(project);
  const { data: found, variables: asked } = read;
  const isShown = found !== undefined && asked?.dry_run === true;
  const cannot = isDisabled || read.isPending;
  const before = found?.next_before ?? null;
  return (
    <>
      <p role="status">{found === undefined ? "" : toldOf(found, isShown)}</p>
      {found === undefined || found.differences.length === 0 ? null : (
        <Table
          caption="Results that change"
          columns={COLUMNS}
          rows={found.differences}
          rowKey={(row) => JSON.stringify([row.run, row.benchmark, row.parameters, row.metric])}
        />
      )}
      <ul>
        {found?.unread.slice(0, MOST_NAMED).map(({ run, reason }) => (
          <li key={run}>
            Run {run} stays: {reason}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button disabled={cannot} onClick={() => read.mutate({ ...what, dry_run: true })}>
          Show what would change
        </Button>
        {isShown && found.runs.length > 0 ? (
          <Button
            kind="primary"
            disabled={cannot}
            onClick={() => read.mutate({ ...asked, dry_run: false })}
          >
            Read again
          </Button>
        ) : null}
        {before === null ? null : (
          <Button disabled={cannot} onClick={() => read.mutate({ ...what, before, dry_run: true })}>
            Show older runs
          </Button>
        )}
      </div>
      <ErrorState error={read.error} what="Nothing was read again." />
    </>
  );
}

const MOST_NAMED = 5;
const WORDS = { added: "added", changed: "changed", gone: "gone" } as const;
const COLUMNS: Column<ReadingDifference>[] = [
  { id: "run", head: "Run", isNumber: true, cell: (row) => row.run },
  { id: "step", head: "Is", cell: (row) => WORDS[row.step] },
  {
    id: "benchmark",
    head: "Benchmark",
    isWide: true,
    cell: (row) => `${row.benchmark} ${parametersText(row.parameters)}`,
  },
  { id: "metric", head: "Metric", cell: (row) => row.metric },
  { id: "before", head: "Before", isNumber: true, cell: (row) => row.before },
  { id: "after", head: "After", isNumber: true, cell: (row) => row.after },
];

function toldOf({ runs, same, added, changed, gone }: FilesRead, isShown: boolean): string {
  const many = counted(runs.length, "run");
  if (runs.length === 0) return `Nothing changes; ${counted(same, "run")} stay the same.`;
  const what = `${counted(added, "result")} added, ${changed} changed, ${gone} gone`;
  return `${many} ${isShown ? "would change" : "changed"}: ${what}.`;
}
