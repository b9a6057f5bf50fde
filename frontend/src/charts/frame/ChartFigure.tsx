/** Frame of every chart: its title, the switch to the same numbers as a table, their export, notes. */

import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import styles from "./Chart.module.css";
import type { CsvRows } from "./csv";
import { pictureOf } from "./picture";
import { SaveMenu } from "./SaveMenu";

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
  /** Whether it offers the table itself; it can be saved in any case. */
  hasTools?: boolean;
  /** Without it the chart keeps the choice itself. */
  tableSwitch?: TableSwitch | undefined;
  table: () => ReactNode;
  /** Rows of the same numbers for a file; the first holds the heads. */
  csv: () => CsvRows;
  children: ReactNode;
}

/** More would be a wall of text below a chart on a phone. */
const MOST_NOTES = 4;

function Notes({ notes }: { notes: readonly string[] }) {
  const isNarrow = useIsNarrow();
  if (notes.length === 0) return null;
  const text = <p className={styles.notes}>{notes.join(" · ")}</p>;
  if (!isNarrow || notes.length <= MOST_NOTES) return text;
  return (
    <details>
      <summary className={styles.notes}>How to read this chart</summary>
      {text}
    </details>
  );
}

export function ChartFigure(props: ChartFigureProps) {
  const { title, actions, notes = [], hasTools = true, table, csv, children } = props;
  const [isOwnTable, setIsOwnTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const draw = () => figure.current && pictureOf(figure.current, title, notes);
  const { isTable, onTable } = props.tableSwitch ?? {
    isTable: isOwnTable,
    onTable: setIsOwnTable,
  };
  return (
    <figure ref={figure} className={styles.figure} aria-label={title}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <span className={styles.actions}>
          {actions}
          {hasTools ? (
            <Button kind="quiet" isPressed={isTable} onClick={() => onTable(!isTable)}>
              Table
            </Button>
          ) : null}
          <SaveMenu title={title} notes={notes} rows={csv} picture={isTable ? undefined : draw} />
        </span>
      </figcaption>
      {isTable ? table() : children}
      <Notes notes={notes} />
    </figure>
  );
}
