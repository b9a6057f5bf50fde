/** Every function with its processor time or what it allocates, and how far it is from the baseline. */

import { useMemo } from "react";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn, MISSING } from "@/units/format";
import type { Scale } from "@/units/scale";
import type { FunctionTime } from "./functionTimes";
import styles from "./Profiles.module.css";
import {
  columnScale,
  differenceIn,
  differenceOf,
  isExact,
  type Measure,
  quantityText,
} from "./profileModel";

interface FunctionTableProps {
  functions: readonly FunctionTime[];
  measure: Measure;
  isCompared: boolean;
  search: string;
  /** Finds a function in the flame graph. */
  onSearch: (name: string) => void;
}

export function FunctionTable(props: FunctionTableProps) {
  const { functions, measure, isCompared, search, onSearch } = props;
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const found = functions.filter(({ name }) => name.toLowerCase().includes(wanted));
    const size = isCompared
      ? (row: FunctionTime) => Math.abs(differenceOf(row.own, row.baseOwn, measure).value)
      : (row: FunctionTime) => row.own;
    return found.sort((a, b) => size(b) - size(a) || b.total - a.total);
  }, [functions, measure, isCompared, search]);
  const columns = useMemo(
    () => [nameColumn(onSearch), ...(isCompared ? compared(measure) : alone(measure))],
    [measure, isCompared, onSearch],
  );
  return (
    <Table
      caption={`Functions by ${quantityText(measure)}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.name}
      windowFrom={60}
    />
  );
}

function nameColumn(onSearch: (name: string) => void): Column<FunctionTime> {
  return {
    id: "name",
    head: "Function",
    isWide: true,
    sortBy: (row) => row.name,
    cell: (row) => (
      <button
        type="button"
        className={styles.name}
        title={`${row.name}: find it in the flame graph`}
        onClick={() => onSearch(row.name)}
      >
        {row.name || MISSING}
      </button>
    ),
  };
}

function alone(measure: Measure): Column<FunctionTime>[] {
  const scale = columnScale(measure);
  const amount = (count: number) => formatIn(count * measure.perSample, scale);
  return [
    number(
      "own",
      `Self, ${scale.label}`,
      (row) => row.own,
      (row) => amount(row.own),
    ),
    number(
      "total",
      `Total, ${scale.label}`,
      (row) => row.total,
      (row) => amount(row.total),
    ),
  ];
}

function compared(measure: Measure): Column<FunctionTime>[] {
  const { perSample, basePerSample } = measure;
  const scale = columnScale(measure);
  const own = (row: FunctionTime) => differenceOf(row.own, row.baseOwn, measure);
  const total = (row: FunctionTime) => differenceOf(row.total, row.baseTotal, measure);
  return [
    number(
      "own",
      `Self, ${scale.label}`,
      (row) => row.own * perSample,
      (row) => formatIn(row.own * perSample, scale),
    ),
    {
      ...number(
        "base",
        `Baseline, ${scale.label}`,
        (row) => row.baseOwn * basePerSample,
        (row) => formatIn(row.baseOwn * basePerSample, scale),
      ),
    },
    number(
      "difference",
      `Difference, ${gapText(measure, scale)}`,
      (row) => Math.abs(own(row).value),
      (row) => <DifferenceCell difference={own(row)} scale={scale} />,
    ),
    {
      ...number(
        "total",
        `Total, ${gapText(measure, scale)}`,
        (row) => Math.abs(total(row).value),
        (row) => <DifferenceCell difference={total(row)} scale={scale} />,
      ),
    },
  ];
}

/** Two shares differ by points, not by per cent. */
function gapText(measure: Measure, { label }: Scale): string {
  const unit = measure.unit === "share" ? "points" : label;
  return isExact(measure) ? unit : `${unit} [95 %]`;
}

interface DifferenceCellProps {
  difference: ReturnType<typeof differenceOf>;
  scale: Scale;
}

function DifferenceCell({ difference, scale }: DifferenceCellProps) {
  const text = differenceIn(difference, scale);
  if (!difference.isSignificant) return <span className={styles.quiet}>{text}</span>;
  const isMore = difference.value > 0;
  return (
    <span className={isMore ? styles.worse : styles.better}>
      {isMore ? "▲" : "▼"} {text}
    </span>
  );
}

function number(
  id: string,
  head: string,
  sortBy: (row: FunctionTime) => number,
  cell: Column<FunctionTime>["cell"],
): Column<FunctionTime> {
  return { id, head, isNumber: true, sortBy, cell };
}
