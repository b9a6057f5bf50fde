/** Whether the machines are fit to measure: how quiet, how often vetoed, and when they ran last. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MachineHealth } from "@/api/types";
import { type Column, Table } from "@/ui/tables/Table";
import { FitnessText } from "@/ui/words/FitnessText";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount, formatNumber } from "@/units/format";
import styles from "./Overview.module.css";

interface MachineRowsProps {
  project: string;
  machines: readonly MachineHealth[];
}

export function MachineRows({ project, machines }: MachineRowsProps) {
  const columns = useMemo(() => columnsOf(project), [project]);
  return <Table caption="Machines" columns={columns} rows={machines} rowKey={({ id }) => id} />;
}

/** What was imported has times of its own: it says nothing of when the machine ran. */
function LastRun({ last_run_at, imported_at, is_resting }: MachineHealth) {
  const imported =
    imported_at === null ? null : (
      <>
        results imported <RelativeTime at={imported_at} />
      </>
    );
  if (last_run_at === null && imported !== null) return imported;
  return (
    <>
      <RelativeTime at={last_run_at} missing={is_resting ? "long ago" : "never"} />
      {imported === null ? null : <span className={styles.quiet}>, {imported}</span>}
    </>
  );
}

function columnsOf(project: string): Column<MachineHealth>[] {
  return [
    {
      id: "machine",
      head: "Machine",
      cell: ({ id, name, testbed }) => (
        <>
          <Link to="/p/$project/machines/$machine" params={{ project, machine: String(id) }}>
            {name}
          </Link>
          {testbed === name ? null : <span className={styles.quiet}> of {testbed}</span>}
        </>
      ),
    },
    {
      id: "health",
      head: "Fit to measure",
      isWide: true,
      cell: ({ fitness }) => <FitnessText fitness={fitness} />,
    },
    {
      id: "score",
      head: "Noise score (0-100)",
      term: "noise score",
      isNumber: true,
      cell: ({ score }) => (score === null ? "not measured" : formatNumber(score, 2)),
    },
    {
      id: "vetoed",
      head: "Vetoed runs",
      term: "control",
      isNumber: true,
      cell: ({ vetoed, runs }) => `${formatCount(vetoed)} of ${formatCount(runs)}`,
    },
    {
      id: "last",
      head: "Last run",
      cell: (machine) => <LastRun {...machine} />,
    },
  ];
}
