/** Frame of every chart: its title, the switch to the same numbers as a table, their export, notes. */

import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { saveText } from "@/ui/saveText";
import styles from "./Chart.module.css";
import { type CsvRows, csvText, fileName } from "./csv";

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
  csv: () => CsvRows;
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
              <Button
                kind="quiet"
                onClick={() => saveText(fileName(title), "text/csv", csvText(csv()))}
                title="Save as CSV"
              >
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
