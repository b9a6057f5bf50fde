/** What the forge sent, and what came of it. */

import type { ReceivedWebhook } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";

const KINDS: Record<string, string> = {
  PullRequestSeen: "pull request changed",
  CommandGiven: "comment",
  MergeGroupFormed: "merge group formed",
  Pinged: "try-out",
  Unwatched: "something else",
};
const COLUMNS: Column<ReceivedWebhook>[] = [
  { id: "at", head: "Received", cell: (one) => <RelativeTime at={one.received_at} /> },
  { id: "kind", head: "What", cell: (one) => KINDS[one.kind] ?? one.kind },
  {
    id: "came",
    head: "What came of it",
    isProse: true,
    cell: (one) => (one.outcome === "" ? "waits" : one.outcome),
  },
  { id: "id", head: "Delivery", isMinor: true, cell: (one) => <code>{one.delivery}</code> },
];

export function WebhookTable({ rows }: { rows: readonly ReceivedWebhook[] }) {
  if (rows.length === 0) {
    return (
      <EmptyState title="No webhook yet.">
        Results alone are enough: a report that names the pull request is told of there too.
      </EmptyState>
    );
  }
  return (
    <Table
      caption="Webhooks, newest first"
      columns={COLUMNS}
      rows={rows}
      rowKey={(one) => one.id}
      isStacked
    />
  );
}
