/** Where one is signed in, and the end of that. */

import { useMemo } from "react";
import type { OwnSession } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { deviceText } from "./accountModel";
import { useEndSession, useOwnSessions } from "./accountQuery";

export function OwnSessions() {
  const query = useOwnSessions();
  const ending = useEndSession();
  return (
    <Section title="Sessions" aside="A session that you end is signed out at once.">
      <QueryBoundary
        query={query}
        failure="Your sessions could not be loaded."
        skeleton={<Skeleton height={160} label="Loading your sessions" />}
      >
        {({ rows }) => (
          <>
            <ErrorState error={ending.error} what="The session was not ended." />
            <SessionTable rows={rows} isBusy={ending.isPending} onEnd={ending.mutate} />
            {rows.some((one) => !one.is_this) ? (
              <div>
                <Button
                  kind="danger"
                  disabled={ending.isPending}
                  onClick={() => ending.mutate(null)}
                >
                  End all other sessions
                </Button>
              </div>
            ) : (
              <p>You are signed in nowhere else.</p>
            )}
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

interface SessionTableProps {
  rows: readonly OwnSession[];
  isBusy: boolean;
  onEnd: (id: number) => void;
}

function SessionTable({ rows, isBusy, onEnd }: SessionTableProps) {
  const columns = useMemo<Column<OwnSession>[]>(
    () => [
      {
        id: "device",
        head: "Browser",
        isWide: true,
        cell: ({ device }) => (
          <span title={device.user_agent}>{deviceText(device.user_agent)}</span>
        ),
      },
      { id: "address", head: "Address", cell: ({ device }) => device.address || "unknown" },
      { id: "begun", head: "Begun", cell: (one) => <RelativeTime at={one.created_at} /> },
      { id: "seen", head: "Last used", cell: (one) => <RelativeTime at={one.seen_at} /> },
      {
        id: "end",
        head: "End",
        cell: (one) =>
          one.is_this ? (
            "this one"
          ) : (
            <Button
              kind="danger"
              disabled={isBusy}
              aria-label={`End the session in ${deviceText(one.device.user_agent)}`}
              onClick={() => onEnd(one.id)}
            >
              End
            </Button>
          ),
      },
    ],
    [isBusy, onEnd],
  );
  return (
    <Table
      caption="Your sessions"
      columns={columns}
      rows={rows}
      rowKey={(one) => one.id}
      isStacked
    />
  );
}
