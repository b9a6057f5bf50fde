/** Frame of every chart: its title, the switch to the same numbers as a table, their export, notes. */

import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import styles from "./Chart.module.css";

interface ChartFigureProps {
  title: string;
  /** Controls between title and the table switch. */
  actions?: ReactNode;
  /** What a reader must know to read the chart right. */
  notes?: readonly string[];
  /** Whether it offers the table and the export itself. */
  hasTools?: boolean;
  table: () => ReactNode;
  /** Rows of the same numbers for a file; the first holds the heads. */
  csv: () => readonly (readonly (string | number | null)[])[];
  children: ReactNode;
}

/** The chart, or the same numbers as a table: a reader's choice of the moment. */

export function ChartFigure(props: ChartFigureProps) {
  const { title, actions, notes = [], hasTools = true, table, csv, children } = props;
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <span className={styles.actions}>
          {actions}
          {hasTools ? (
            <>
              <Button kind="quiet" isPressed={isTable} onClick={() => setIsTable(!isTable)}>
                Table
              </Button>
              <Button kind="quiet" onClick={() => download(title, csv())} title="Save as CSV">
                CSV
              </Button>
            </>
          ) : null}
        </span>
      </figcaption>
      {isTable ? table() : children}
      {notes.length === 0 ? null : <p className={styles.notes}>{notes.join(" · ")}</p>}
    </figure>
  );
}

function download(title: string, rows: readonly (readonly (string | number | null)[])[]) {
  const file = new Blob([csvText(rows)], { type: "text/csv" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = `${title.replaceAll(/[^\w.-]+/g, "-")}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

/** RFC 4180; cells that a spreadsheet would run as formulas are quoted with a leading apostrophe. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: string | number | null): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
