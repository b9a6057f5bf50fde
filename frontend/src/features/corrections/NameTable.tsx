/** Suites, benchmarks, metrics, testbeds, branches or machines: renamed, archived, brought back. */

import { useMemo, useState } from "react";
import type { NamedThing } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Dialog } from "@/ui/layout/Dialog";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import type { Kind } from "./correctionsModel";
import { useCorrectName, useNames } from "./correctionsQuery";

interface NameTableProps {
  project: string;
  kind: Kind;
  isDisabled: boolean;
}

export function NameTable(props: NameTableProps) {
  const query = useNames(props.project, props.kind);
  return (
    <QueryBoundary
      query={query}
      failure="The names could not be loaded."
      skeleton={<Skeleton height={200} />}
    >
      {({ rows }) => <NamedThings {...props} rows={rows} />}
    </QueryBoundary>
  );
}

interface NamedThingsProps extends NameTableProps {
  rows: readonly NamedThing[];
}

function NamedThings({ project, kind, rows, isDisabled }: NamedThingsProps) {
  const [chosen, setChosen] = useState<NamedThing | null>(null);
  const correct = useCorrectName(project);
  const { mutate, isPending } = correct;
  const columns = useMemo(
    () =>
      columnsOf(kind, isDisabled || isPending, setChosen, (thing) =>
        mutate({ kind, thing, change: { archived: thing.archived_at === null } }),
      ),
    [kind, isDisabled, isPending, mutate],
  );
  return (
    <>
      <ErrorState error={chosen === null ? correct.error : null} what="Nothing was changed." />
      <Table caption="Names" columns={columns} rows={rows} rowKey={(thing) => thing.id} />
      <Dialog
        title={`Rename ${chosen?.name ?? ""}`}
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
      >
        {chosen === null ? null : (
          <RenameForm
            thing={chosen}
            action={correct}
            onRename={(name) =>
              mutate(
                { kind, thing: chosen, change: { name } },
                { onSuccess: () => setChosen(null) },
              )
            }
          />
        )}
      </Dialog>
    </>
  );
}

interface RenameFormProps {
  thing: NamedThing;
  action: { error: unknown; isPending: boolean };
  onRename: (name: string) => void;
}

function RenameForm({ thing, action, onRename }: RenameFormProps) {
  const [name, setName] = useState(thing.name);
  return (
    <Form
      onSubmit={() => onRename(name.trim())}
      send="Rename"
      isIncomplete={name.trim() === "" || name.trim() === thing.name}
      action={action}
      failure="The name stays as it was."
    >
      <TextField label="New name" value={name} maxLength={200} onChange={setName} />
    </Form>
  );
}

function columnsOf(
  kind: Kind,
  isDisabled: boolean,
  onRename: (thing: NamedThing) => void,
  onArchive: (thing: NamedThing) => void,
): Column<NamedThing>[] {
  const suite: Column<NamedThing> = { id: "suite", head: "Suite", cell: (one) => one.suite };
  return [
    {
      id: "name",
      head: "Name",
      isWide: true,
      sortBy: (one) => one.name,
      cell: (one) => (one.archived_at === null ? one.name : `${one.name} (archived)`),
    },
    ...(kind === "benchmark" || kind === "metric" ? [suite] : []),
    { id: "aliases", head: "Also", cell: (one) => one.aliases.join(", ") },
    {
      id: "series",
      head: "Series",
      isNumber: true,
      cell: (one) => formatCount(one.series),
    },
    {
      id: "actions",
      head: "",
      cell: (one) => (
        <>
          <Button
            kind="quiet"
            disabled={isDisabled}
            aria-label={`Rename ${one.name}`}
            onClick={() => onRename(one)}
          >
            Rename
          </Button>
          {kind === "metric" || kind === "machine" ? null : (
            <Button
              kind="quiet"
              disabled={isDisabled}
              aria-label={`${one.archived_at === null ? "Archive" : "Bring back"} ${one.name}`}
              onClick={() => onArchive(one)}
            >
              {one.archived_at === null ? "Archive" : "Bring back"}
            </Button>
          )}
        </>
      ),
    },
  ];
}
