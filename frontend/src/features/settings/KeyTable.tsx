/** The keys of a project; revoking waits ten seconds so that it can be undone. */

import { useMemo } from "react";
import type { ApiKey } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { UNDO_S, useDelayed } from "@/ui/feedback/useDelayed";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Settings.module.css";
import { keyState } from "./settingsModel";
import { useRevokeKey } from "./settingsQuery";

interface KeyTableProps {
  project: string;
  keys: readonly ApiKey[];
  now: Date;
}

interface Revoking {
  waiting: ReadonlySet<number>;
  start: (id: number) => void;
  undo: (id: number) => void;
}

export function KeyTable({ project, keys, now }: KeyTableProps) {
  const revoke = useRevokeKey(project);
  const revoking = useDelayed(revoke.mutate);
  const columns = useMemo(() => columnsOf(now, revoking), [now, revoking]);
  return (
    <>
      <ErrorState
        error={revoke.error}
        what="The key was not revoked."
        meaning="It can still be used."
        onRetry={() => revoke.variables !== undefined && revoke.mutate(revoke.variables)}
      />
      <Table caption="API keys" columns={columns} rows={keys} rowKey={(key) => key.id} />
    </>
  );
}

function columnsOf(now: Date, revoking: Revoking): Column<ApiKey>[] {
  return [
    { id: "name", head: "Name", isWide: true, sortBy: (key) => key.name, cell: (key) => key.name },
    { id: "prefix", head: "Begins with", cell: (key) => <code>{key.prefix}</code> },
    { id: "scopes", head: "Scopes", cell: (key) => key.scopes.join(", ") },
    { id: "testbed", head: "Testbed", cell: (key) => key.testbed ?? "any" },
    {
      id: "created",
      head: "Created",
      sortBy: (key) => key.created_at,
      cell: (key) => <RelativeTime at={key.created_at} />,
    },
    {
      id: "used",
      head: "Last used",
      sortBy: (key) => key.last_used_at,
      cell: (key) => <RelativeTime at={key.last_used_at} missing="never" />,
    },
    {
      id: "state",
      head: "State",
      cell: (key) => <State apiKey={key} now={now} revoking={revoking} />,
    },
  ];
}

interface StateProps {
  apiKey: ApiKey;
  now: Date;
  revoking: Revoking;
}

function State({ apiKey, now, revoking }: StateProps) {
  const state = keyState(apiKey, now);
  if (state !== "usable") return <Badge tone="unresolved">{state}</Badge>;
  if (revoking.waiting.has(apiKey.id)) {
    return (
      <span className={styles.waiting} role="status">
        revoked in {UNDO_S} s <Button onClick={() => revoking.undo(apiKey.id)}>Undo</Button>
      </span>
    );
  }
  return (
    <span className={styles.waiting}>
      {apiKey.expires_at === null ? null : (
        <span className={styles.quiet}>
          until <RelativeTime at={apiKey.expires_at} />
        </span>
      )}
      <Button
        kind="danger"
        aria-label={`Revoke ${apiKey.name}`}
        onClick={() => revoking.start(apiKey.id)}
      >
        Revoke
      </Button>
    </span>
  );
}
