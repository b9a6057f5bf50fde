/** What an import took, knew already, and could not take, row by row. */

import { Link } from "@tanstack/react-router";
import type { Fault, ImportOutcome } from "@/api/types";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import styles from "./Imports.module.css";

const COLUMNS: readonly Column<Fault>[] = [
  {
    id: "pointer",
    head: "Place in the file",
    sortBy: (fault) => fault.pointer,
    cell: (fault) => <code>{fault.pointer || "/"}</code>,
  },
  {
    id: "reason",
    head: "Reason",
    isProse: true,
    sortBy: (fault) => fault.reason,
    cell: (fault) => fault.reason,
  },
  { id: "remedy", head: "Remedy", isProse: true, cell: (fault) => fault.remedy },
];

export function ImportResult({ project, outcome }: { project: string; outcome: ImportOutcome }) {
  const { suites, reports, results, rejected, notes } = outcome;
  return (
    <div className={styles.outcome}>
      <p>
        {formatCount(results)} results in {formatCount(reports)} reports.{" "}
        {suites.map((suite) => (
          <Link
            key={suite}
            to="/p/$project/explore"
            params={{ project }}
            search={{ suite }}
            className={styles.suite}
          >
            Explore {suite}
          </Link>
        ))}
      </p>
      {notes.map((note) => (
        <p key={note} className={styles.quiet}>
          {note}
        </p>
      ))}
      {rejected.length === 0 ? (
        <p className={styles.quiet}>Every row of the file was taken.</p>
      ) : (
        <Table
          caption="Refused rows"
          columns={COLUMNS}
          rows={rejected}
          rowKey={(fault) => `${fault.pointer} ${fault.reason}`}
        />
      )}
    </div>
  );
}
