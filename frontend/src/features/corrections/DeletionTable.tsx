/** Deleted runs and merges that can be taken back, and until when. */

import { useMemo } from "react";
import type { Deletion } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { useDeletions, useRestore } from "./correctionsQuery";

interface DeletionTableProps {
  project: string;
  isDisabled: boolean;
}

export function DeletionTable({ project, isDisabled }: DeletionTableProps) {
  const query = useDeletions(project);
  const restore = useRestore(project);
  const { mutate, isPending } = restore;
  const columns = useMemo(
    () => columnsOf(isDisabled || isPending, mutate),
    [isDisabled, isPending, mutate],
  );
  return (
    <QueryBoundary
      query={query}
      failure="What was deleted could not be loaded."
      skeleton={<Skeleton height={80} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title="Nothing was deleted or merged.">
            Deleted runs and merges stand here for seven days.
          </EmptyState>
        ) : (
          <>
            <ErrorState error={restore.error} what="The runs were not brought back." />
            <Table
              caption="Deleted and merged"
              columns={columns}
              rows={rows}
              rowKey={(one) => one.id}
            />
          </>
        )
      }
    </QueryBoundary>
  );
}

function columnsOf(isDisabled: boolean, onRestore: (id: number) => void): Column<Deletion>[] {
  return [
    { id: "what", head: "Runs", cell: (one) => counted(one.runs, "run") },
    { id: "why", head: "Why", isWide: true, cell: (one) => one.reason },
    { id: "by", head: "By", cell: (one) => one.deleted_by },
    { id: "at", head: "When", cell: (one) => <RelativeTime at={one.deleted_at} /> },
    {
      id: "until",
      head: "Until",
      cell: (one) => <RelativeTime at={one.restorable_until} />,
    },
    {
      id: "restore",
      head: "",
      cell: (one) => (
        <Button
          disabled={isDisabled}
          aria-label={`Bring back deletion ${one.id}`}
          onClick={() => onRestore(one.id)}
        >
          Bring back
        </Button>
      ),
    },
  ];
}
