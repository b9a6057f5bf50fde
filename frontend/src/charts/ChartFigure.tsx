/** Frame of every chart: its title, the switch to the same numbers as a table, their export, notes. */

import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { saveText } from "@/ui/saveText";
import styles from "./Chart.module.css";
import { type CsvRows, csvText, fileName } from "./csv";

/** Where a page keeps the choice between chart and table, such as in its address. */
export interface TableSwitch {
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

interface ChartFigureProps {
  title: string;
  /** Controls between title and the table switch. */
  actions?: ReactNode;
  /** What a reader must know to read the chart right. */
  notes?: readonly string[];
  /** Whether it offers the table and the export itself. */
  hasTools?: boolean;
  /** Without it the chart keeps the choice itself. */
  tableSwitch?: TableSwitch | undefined;
  table: () => ReactNode;
  /** Rows of the same numbers for a file; the first holds the heads. */
  csv: () => CsvRows;
  children: ReactNode;
}

export function ChartFigure(props: ChartFigureProps) {
  const { title, actions, notes = [], hasTools = true, table, csv, children } = props;
  const [isOwnTable, setIsOwnTable] = useState(false);
  const { isTable, onTable } = props.tableSwitch ?? {
    isTable: isOwnTable,
    onTable: setIsOwnTable,
  };
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <span className={styles.actions}>
          {actions}
          {hasTools ? (
            <>
              <Button kind="quiet" isPressed={isTable} onClick={() => onTable(!isTable)}>
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
