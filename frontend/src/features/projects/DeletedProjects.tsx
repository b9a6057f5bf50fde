/** Deleted projects that whoever is signed in can bring back, and until when. */

import { useMemo } from "react";
import { send } from "@/api/requests";
import type { DeletedProject } from "@/api/types";
import { useRead } from "@/api/useRead";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useAction } from "@/ui/feedback/useAction";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";

const DELETED = "/api/v1/deleted-projects";

export function DeletedProjects() {
  const { data: rows = [], error } = useRead(["deleted projects"], DELETED, {});
  const restore = useAction(
    (id: number) => send("post", `${DELETED}/{project_id}/restore`, { project_id: id }, {}),
    [["session"], ["deleted projects"]],
  );
  const { mutate, isPending } = restore;
  const columns = useMemo(() => columnsOf(isPending, mutate), [isPending, mutate]);
  if (error !== null) {
    return <ErrorState error={error} what="What was deleted could not be loaded." />;
  }
  if (rows.length === 0) return null;
  return (
    <Section title="Deleted projects" aside="Their owners can bring them back for seven days.">
      <ErrorState error={restore.error} what="The project was not brought back." />
      <Table caption="Deleted projects" columns={columns} rows={rows} rowKey={(one) => one.id} />
    </Section>
  );
}

function columnsOf(isDisabled: boolean, onRestore: (id: number) => void): Column<DeletedProject>[] {
  return [
    { id: "name", head: "Project", isWide: true, cell: (one) => `${one.name} (${one.slug})` },
    { id: "by", head: "By", cell: (one) => one.deleted_by },
    { id: "at", head: "When", cell: (one) => <RelativeTime at={one.deleted_at} /> },
    { id: "until", head: "Purged", cell: (one) => <RelativeTime at={one.restorable_until} /> },
    {
      id: "restore",
      head: "",
      cell: (one) => (
        <Button
          disabled={isDisabled}
          aria-label={`Bring back ${one.slug}`}
          onClick={() => onRestore(one.id)}
        >
          Bring back
        </Button>
      ),
    },
  ];
}
