/** The saved views: opened, pinned, renamed and removed, the last with ten seconds to undo it. */

import { useMemo, useState } from "react";
import { useMay } from "@/api/session";
import type { SavedView } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { AddressLink } from "@/ui/links/AddressLink";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Views.module.css";
import { useChangeView, useRemoveView, type ViewChange } from "./viewsQuery";

interface ViewTableProps {
  project: string;
  views: readonly SavedView[];
  /** Id of the view that is being renamed. */
  edited: number | null;
  onEdit: (id: number | null) => void;
}

interface Actions {
  mayChange: boolean;
  edited: number | null;
  edit: (id: number | null) => void;
  change: (change: ViewChange) => void;
  /** Changes the view that is being renamed, and closes its form. */
  save: (change: ViewChange) => void;
  remove: (view: SavedView) => void;
}

export function ViewTable({ project, views, edited, onEdit }: ViewTableProps) {
  const change = useChangeView(project);
  const remove = useRemoveView(project);
  const mayChange = useMay(project, "triage");
  const removing = remove.mutate;
  const changing = change.mutate;
  const columns = useMemo(
    () =>
      columnsOf({
        mayChange,
        edited,
        edit: onEdit,
        change: changing,
        save: (wanted) => changing(wanted, { onSuccess: () => onEdit(null) }),
        remove: removing,
      }),
    [mayChange, edited, onEdit, changing, removing],
  );
  const failed = change.error ?? remove.error;
  return (
    <>
      <ErrorState error={failed} what="The view was not changed." />
      <Table caption="Saved views" columns={columns} rows={views} rowKey={(view) => view.id} />
    </>
  );
}

function columnsOf(actions: Actions): Column<SavedView>[] {
  return [
    {
      id: "pin",
      head: "Pinned",
      sortBy: (view) => (view.is_pinned ? 0 : 1),
      cell: (view) => (
        <input
          type="checkbox"
          aria-label={`Pin ${view.name} to the overview`}
          title={actions.mayChange ? "Pin to the overview" : "Pinning takes the role of a triager"}
          checked={view.is_pinned}
          disabled={!actions.mayChange}
          onChange={() => actions.change({ id: view.id, is_pinned: !view.is_pinned })}
        />
      ),
    },
    {
      id: "name",
      head: "View",
      isWide: true,
      sortBy: (view) => view.name.toLowerCase(),
      cell: (view) =>
        actions.edited === view.id ? (
          <EditForm view={view} actions={actions} />
        ) : (
          <div className={styles.view}>
            <AddressLink address={view.address}>{view.name}</AddressLink>
            {view.note === "" ? null : <span className={styles.note}>{view.note}</span>}
          </div>
        ),
    },
    { id: "page", head: "Page", sortBy: (view) => view.page, cell: (view) => view.page },
    {
      id: "author",
      head: "Saved by",
      sortBy: (view) => view.author,
      cell: (view) => view.author,
    },
    {
      id: "at",
      head: "Saved",
      sortBy: (view) => view.created_at,
      cell: (view) => <RelativeTime at={view.created_at} />,
    },
    {
      id: "actions",
      head: <span className={styles.hidden}>Actions</span>,
      cell: (view) => <RowActions view={view} actions={actions} />,
    },
  ];
}

function RowActions({ view, actions }: { view: SavedView; actions: Actions }) {
  if (actions.edited === view.id || !actions.mayChange) return null;
  return (
    <span className={styles.actions}>
      <Button kind="quiet" aria-label={`Rename ${view.name}`} onClick={() => actions.edit(view.id)}>
        Rename
      </Button>
      <Button kind="danger" aria-label={`Remove ${view.name}`} onClick={() => actions.remove(view)}>
        Remove
      </Button>
    </span>
  );
}

function EditForm({ view, actions }: { view: SavedView; actions: Actions }) {
  const [name, setName] = useState(view.name);
  const [note, setNote] = useState(view.note);
  const submit = () => actions.save({ id: view.id, name, note });
  return (
    <Form
      className={styles.form}
      label={`Rename ${view.name}`}
      onSubmit={submit}
      send="Save"
      isIncomplete={name.trim() === ""}
      leave={{ label: "Cancel", onLeave: () => actions.edit(null) }}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={200} required autoFocus />
      <TextField label="Note" value={note} onChange={setNote} maxLength={2000} />
    </Form>
  );
}
