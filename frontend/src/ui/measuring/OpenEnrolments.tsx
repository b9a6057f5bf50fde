/** Tokens that would let an agent in, and the way to take each back. */

import { useMemo } from "react";
import { send } from "@/api/requests";
import type { OpenEnrolment } from "@/api/types";
import { useRead } from "@/api/useRead";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useAction } from "@/ui/feedback/useAction";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./AddMachine.module.css";

export const enrolmentsOf = (project: string) => [project, "enrolments"];

export function OpenEnrolments({ project }: { project: string }) {
  const enabled = useIsPainted(true);
  const query = useRead(enrolmentsOf(project), "enrolments", { project }, { enabled });
  const withdraw = useAction(
    (id: number) => send("delete", "enrolments/{enrolment_id}", { project, enrolment_id: id }),
    [enrolmentsOf(project)],
  );
  const columns = useMemo<Column<OpenEnrolment>[]>(
    () => [
      { id: "testbed", head: "Testbed", isWide: true, cell: (one) => one.testbed ?? "any" },
      { id: "by", head: "Made by", cell: (one) => one.asked_by },
      { id: "until", head: "Expires", cell: (one) => <RelativeTime at={one.expires_at} /> },
      {
        id: "withdraw",
        head: "Withdrawal",
        isAction: true,
        cell: (one) => (
          <Button
            kind="danger"
            aria-label={`Withdraw the token for testbed ${one.testbed ?? "any"}, number ${one.id}`}
            onClick={() => withdraw.mutate(one.id)}
          >
            Withdraw
          </Button>
        ),
      },
    ],
    [withdraw.mutate],
  );
  const rows = query.data ?? [];
  return (
    <>
      <ErrorState error={query.error} what="The open tokens could not be loaded." />
      <ErrorState error={withdraw.error} what="The token was not withdrawn." />
      {rows.length === 0 ? null : (
        <div className={styles.open}>
          <h3>Open tokens: each lets one machine in</h3>
          <Table caption="Open tokens" columns={columns} rows={rows} rowKey={(one) => one.id} />
        </div>
      )}
    </>
  );
}
