/** Suites, benchmarks, metrics, testbeds, branches or machines: renamed, merged, archived. */

import { useMemo, useState } from "react";
import type { NamedThing } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Dialog } from "@/ui/layout/Dialog";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import type { Kind } from "./correctionsModel";
import { useCorrectName, useNames } from "./correctionsQuery";
import { MergeForm, othersOf } from "./MergeForm";

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
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title={`No ${props.kind} yet.`}>The first report brings one.</EmptyState>
        ) : (
          <NamedThings {...props} rows={rows} />
        )
      }
    </QueryBoundary>
  );
}

interface NamedThingsProps extends NameTableProps {
  rows: readonly NamedThing[];
}

function NamedThings({ project, kind, rows, isDisabled }: NamedThingsProps) {
  const [chosen, setChosen] = useState<NamedThing | null>(null);
  const [merged, setMerged] = useState<NamedThing | null>(null);
  const correct = useCorrectName(project);
  const { mutate, isPending } = correct;
  const columns = useMemo(
    () =>
      columnsOf(kind, isDisabled || isPending, {
        onRename: setChosen,
        onMerge: setMerged,
        onArchive: (thing) =>
          mutate({ kind, thing, change: { archived: thing.archived_at === null } }),
      }),
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
      <Dialog
        title={`Merge ${merged?.name ?? ""}`}
        isOpen={merged !== null}
        onClose={() => setMerged(null)}
      >
        {merged === null ? null : (
          <MergeForm
            project={project}
            kind={kind}
            thing={merged}
            others={othersOf(merged, rows)}
            onDone={() => setMerged(null)}
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

type OnName = Record<"onRename" | "onMerge" | "onArchive", (thing: NamedThing) => void>;

function columnsOf(kind: Kind, isDisabled: boolean, on: OnName): Column<NamedThing>[] {
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
      cell: (one) =>
        actionsOf(kind, one, on).map(([word, act]) => (
          <Button
            key={word}
            kind="quiet"
            disabled={isDisabled}
            aria-label={`${word} ${one.name}`}
            onClick={() => act(one)}
          >
            {word}
          </Button>
        )),
    },
  ];
}

/** What can be done to a thing: metrics are renamed only. */
function actionsOf(kind: Kind, thing: NamedThing, on: OnName) {
  const rename = ["Rename", on.onRename] as const;
  if (kind === "metric") return [rename];
  const archive = thing.archived_at === null ? "Archive" : "Bring back";
  return [rename, ["Merge", on.onMerge] as const, [archive, on.onArchive] as const];
}
