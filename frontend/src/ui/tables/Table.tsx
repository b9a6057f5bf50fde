/** A table that sorts, keeps its head in view, and draws only the rows on screen when there are many. */

import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type ReactNode,
  useMemo,
  useState,
} from "react";
import { Select } from "@/ui/controls/Select";
import { Explain } from "@/ui/feedback/Explain";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import type { Term } from "@/ui/words/terms";
import { MISSING } from "@/units/format";
import styles from "./Table.module.css";
import { nextSorting, type Sorting, type SortKey, sortRows } from "./tableSort";
import { useRowKeys } from "./useRowKeys";
import { useRowWindow } from "./useRowWindow";

export interface Column<Row> {
  id: string;
  head: ReactNode;
  /** What stands before a cell on phones, where the head alone does not say what the cell is. */
  label?: string;
  /** The statistic in this column: explained by a mark behind its head. */
  term?: Term;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sortBy?: (row: Row) => SortKey;
  /** Right-aligned tabular figures. */
  isNumber?: boolean;
  /** Takes the room that is left; what does not fit takes more lines, and is cut where rows are of one height. */
  isWide?: boolean;
  /** Per cent of the table that a wide column takes; without it all that is left. */
  share?: number;
  /** Sentences that may take several lines. */
  isProse?: boolean;
  /** Holds buttons that say what they do: no label stands before them on phones. */
  isAction?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Sorting that the page keeps in its URL; without it the table keeps its own. */
  sorting?: Sorting | null;
  onSort?: (sorting: Sorting) => void;
  isSelected?: (row: Row) => boolean;
  /** Opens a row: a click anywhere on it, or Enter on the row that the arrows chose. */
  onRowClick?: (row: Row) => void;
  /** From this many rows on only those in view are drawn, in a box that scrolls. */
  windowFrom?: number;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, onRowClick, isSelected, windowFrom = 200 } = props;
  const [own, setOwn] = useState<Sorting | null>(null);
  const sorting = props.sorting === undefined ? own : props.sorting;
  const sorted = useMemo(() => sortBy(rows, columns, sorting), [rows, columns, sorting]);
  const view = useRowWindow(sorted.length, sorted.length > windowFrom);
  const keys = useRowKeys(sorted.length, view);
  const onSort = (column: string) => (props.onSort ?? setOwn)(nextSorting(sorting, column));
  const isOpenable = onRowClick !== undefined;
  return (
    <section
      ref={view.box}
      onScroll={view.onScroll}
      className={view.isActive ? styles.window : styles.frame}
      aria-label={view.isActive ? caption : undefined}
      tabIndex={view.isActive && !isOpenable ? 0 : undefined}
    >
      <SortChoice
        caption={caption}
        columns={columns}
        sorting={sorting}
        onSort={props.onSort ?? setOwn}
      />
      <table className={styles.table} aria-rowcount={sorted.length + 1}>
        <caption className={styles.caption}>{caption}</caption>
        <Head columns={columns} sorting={sorting} onSort={onSort} />
        <tbody ref={view.body} onKeyDown={isOpenable ? keys.onKeyDown : undefined}>
          <Filler height={view.before} span={columns.length} />
          {sorted.slice(view.first, view.last).map((row, offset) => (
            <BodyRow
              key={props.rowKey(row)}
              row={row}
              index={view.first + offset}
              columns={columns}
              isSelected={isSelected?.(row) ?? false}
              onRowClick={onRowClick}
              tabIndex={isOpenable ? keys.tabIndexOf(view.first + offset) : undefined}
            />
          ))}
          <Filler height={view.after} span={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

interface SortChoiceProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  sorting: Sorting | null;
  onSort: (sorting: Sorting) => void;
}

/** On phones rows are cards without a head to click: the order is chosen here. */
function SortChoice<Row>({ caption, columns, sorting, onSort }: SortChoiceProps<Row>) {
  const isNarrow = useIsNarrow();
  const sortable = columns.filter(({ head, sortBy: key }) => key && typeof head === "string");
  if (!isNarrow || sortable.length === 0) return null;
  const choices = sortable.flatMap(({ id, head }) => [
    { value: `${id} up`, label: `${head} ↑` },
    { value: `${id} down`, label: `${head} ↓` },
  ]);
  const order = sorting?.isDescending ? "down" : "up";
  return (
    <div className={styles.order}>
      <Select
        label={`Order of ${caption}`}
        isLabelHidden
        choices={[{ value: "", label: "Sort by …" }, ...choices]}
        value={sorting === null ? "" : `${sorting.column} ${order}`}
        onChange={(text) => {
          const cut = text.lastIndexOf(" "); // the id of a column may hold spaces
          if (cut > 0) onSort({ column: text.slice(0, cut), isDescending: text.endsWith(" down") });
        }}
      />
    </div>
  );
}

function sortBy<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
) {
  const keyOf = columns.find((column) => column.id === sorting?.column)?.sortBy;
  return keyOf === undefined || sorting === null
    ? rows
    : sortRows(rows, keyOf, sorting.isDescending);
}

function Filler({ height, span }: { height: number; span: number }) {
  if (height === 0) return null;
  return (
    <tr data-filler>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}

function classOf<Row>(column: Column<Row>): string {
  const names = [
    column.isNumber && styles.number,
    column.isWide && styles.wide,
    column.isProse && styles.prose,
  ];
  return names.filter(Boolean).join(" ");
}

/** What stands before a cell on phones. */
function labelOf<Row>({ head, label, isAction }: Column<Row>): string | undefined {
  if (label !== undefined) return label;
  return typeof head === "string" && !isAction ? head : undefined;
}

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting | null;
  onSort: (column: string) => void;
}

function Head<Row>({ columns, sorting, onSort }: HeadProps<Row>) {
  const order = sorting?.isDescending ? "descending" : "ascending";
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            share={100 / Math.max(1, columns.filter((other) => other.isWide).length)}
            order={sorting?.column === column.id ? order : undefined}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  /** Percent of the table that a wide column asks for. */
  share: number;
  order: "ascending" | "descending" | undefined;
  onSort: (column: string) => void;
}

const ARROWS = { ascending: "↑", descending: "↓" } as const;

function HeadCell<Row>({ column, share, order, onSort }: HeadCellProps<Row>) {
  return (
    <th
      scope="col"
      className={classOf(column)}
      style={
        column.isWide ? ({ "--share": `${column.share ?? share}%` } as CSSProperties) : undefined
      }
      aria-sort={order}
    >
      {column.sortBy === undefined ? (
        column.head
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(column.id)}>
          {column.head}
          <span
            aria-hidden="true"
            className={styles.arrow}
            data-idle={order === undefined || undefined}
          >
            {ARROWS[order ?? "ascending"]}
          </span>
        </button>
      )}
      {column.term === undefined ? null : <Explain term={column.term} />}
    </th>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  isSelected: boolean;
  onRowClick: ((row: Row) => void) | undefined;
  tabIndex: number | undefined;
}

function PlainBodyRow<Row>({ row, index, columns, isSelected, ...given }: BodyRowProps<Row>) {
  const { onRowClick, tabIndex } = given;
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!isOwnClick(event)) onRowClick?.(row);
  };
  return (
    <tr
      onClick={onRowClick && open}
      tabIndex={tabIndex}
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      data-row={index}
      data-selected={isSelected || undefined}
      data-open={onRowClick && true}
    >
      {columns.map((column) => {
        const content = column.cell(row);
        return (
          <td
            key={column.id}
            className={classOf(column)}
            data-head={labelOf(column)}
            data-none={content === MISSING || undefined}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow;

/** Clicks on links and controls within a row, and within what they opened, are theirs. */
function isOwnClick({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest("a, button, input, select, label") !== null;
}
