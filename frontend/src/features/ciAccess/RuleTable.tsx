/** The rules there are; one ends in ten seconds unless that is taken back. */

import { useMemo } from "react";
import type { CiRule } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { UNDO_S, useDelayed } from "@/ui/feedback/useDelayed";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./CiAccess.module.css";
import { claimsText } from "./ciAccessModel";
import { useRemoveRule } from "./ciAccessQuery";

export function RuleTable({ project, rules }: { project: string; rules: readonly CiRule[] }) {
  const remove = useRemoveRule(project);
  const removal = useDelayed(remove.mutate);
  const columns = useMemo<Column<CiRule>[]>(
    () => [
      { id: "name", head: "Name", sortBy: (one) => one.name, cell: (one) => one.name },
      { id: "claims", head: "Claims", isProse: true, cell: claimsText },
      { id: "issuer", head: "Issuer", isProse: true, isMinor: true, cell: (one) => one.issuer },
      { id: "testbed", head: "Testbed", cell: (one) => one.testbed },
      {
        id: "used",
        head: "Last used",
        isMinor: true,
        cell: (one) => <RelativeTime at={one.last_used_at} missing="never" />,
      },
      {
        id: "remove",
        head: "Removal",
        cell: (one) => <Removal rule={one} removal={removal} />,
      },
    ],
    [removal],
  );
  return (
    <>
      <ErrorState error={remove.error} what="The rule still holds." />
      <Table caption="Rules" columns={columns} rows={rules} rowKey={(one) => one.id} />
    </>
  );
}

interface RemovalProps {
  rule: CiRule;
  removal: ReturnType<typeof useDelayed>;
}

function Removal({ rule, removal }: RemovalProps) {
  if (removal.waiting.has(rule.id)) {
    return (
      <span className={styles.waiting} role="status">
        removed in {UNDO_S} s <Button onClick={() => removal.undo(rule.id)}>Undo</Button>
      </span>
    );
  }
  return (
    <Button kind="danger" aria-label={`Remove ${rule.name}`} onClick={() => removal.start(rule.id)}>
      Remove
    </Button>
  );
}
