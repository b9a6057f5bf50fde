/** Imports from addresses: the one that runs, also after the page was opened again, and how others ended. */

import type { ListedImport } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import { useCancelImport, useImports } from "./importsQuery";

interface RecentImportsProps {
  project: string;
  /** An import of this page runs: the list is asked for again and again. */
  isWatched: boolean;
}

export function RecentImports({ project, isWatched }: RecentImportsProps) {
  const isPainted = useIsPainted(true);
  const imports = useImports(project, isPainted, isWatched).data ?? [];
  const cancelling = useCancelImport(project);
  if (imports.length === 0) return null;
  const columns: readonly Column<ListedImport>[] = [
    ...COLUMNS,
    {
      id: "cancel",
      head: "Action",
      isAction: true,
      cell: ({ id, address, finished_at }) =>
        finished_at === null ? (
          <Button
            disabled={cancelling.isPending}
            aria-label={`Cancel the import from ${address}`}
            onClick={() => cancelling.mutate(id)}
          >
            Cancel
          </Button>
        ) : null,
    },
  ];
  return (
    <Section title="Imports from addresses">
      <ErrorState
        error={cancelling.error}
        what="The import goes on."
        meaning="What it stores can be deleted afterwards."
      />
      <Table
        caption="Imports from addresses"
        columns={columns}
        rows={imports}
        rowKey={({ id }) => String(id)}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<ListedImport>[] = [
  { id: "address", head: "Address", cell: ({ address }) => address },
  {
    id: "state",
    head: "State",
    isProse: true,
    cell: (one) => (
      <span role={one.finished_at === null ? "status" : undefined}>{stateText(one)}</span>
    ),
  },
  { id: "author", head: "By", cell: ({ author }) => author },
  { id: "begun", head: "Begun", cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

function stateText(one: ListedImport): string {
  const fetched = `${formatCount(one.pages)} of ${counted(one.known_pages, "page")} fetched`;
  if (one.state === "importing") return "The pages are being stored.";
  if (one.finished_at === null) return fetched;
  if (one.error !== "") return `${fetched}; ${one.error}`;
  if (one.questions > 0)
    return `It asked ${counted(one.questions, "question")}; nothing was stored.`;
  return one.dry_run
    ? `${counted(one.results, "result")} would come; nothing was stored.`
    : `${counted(one.results, "result")} read.`;
}
