/** Every row of a comparison: verdict, effect with interval on a shared axis, both values. */

import { useCallback, useMemo } from "react";
import type { ComparedVariant } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { type Column, Table } from "@/ui/tables/Table";
import type { Sorting } from "@/ui/tables/tableSort";
import { formatCount, formatValue, MISSING } from "@/units/format";
import { type EffectParts, effectParts } from "@/units/verdict";
import styles from "./Compare.module.css";
import type { CompareLine, RowGroup } from "./compareGroups";
import { namedParameters, shortParameters, VERDICT_WORDS } from "./compareModel";
import { type CompareRow, magnitude } from "./compareRows";
import { VERDICTS } from "./compareUrl";
import { ForestMark, ForestScale } from "./row/ForestMark";
import { type ForestAxis, forestAxis } from "./row/forestAxis";
import { basisWords, mediansWords, missingWords, remarkWords, rowParts } from "./row/rowWords";

interface CompareTableProps {
  lines: readonly CompareLine[];
  /** All rows that are shown, in open groups or not: they share one axis. */
  rows: readonly CompareRow[];
  variants: readonly ComparedVariant[];
  /** There are more rows than these, which were not asked for. */
  isPart: boolean;
  /** Name the testbed of each row, even if these rows have one only. */
  isPlaced: boolean;
  /** Confidence of the intervals: "99 %". */
  confidence: string;
  chosen: number | null;
  sorting: Sorting | null;
  onSort: (sorting: Sorting) => void;
  onRow: (series: number) => void;
  onGroup: (key: string) => void;
}

/** The order in which the server gives them; the head of a column says any other one. */
const AS_GIVEN = ": regressions, worst first, then improvements, inconclusive and unchanged";

/** From here on rows are drawn as they come into view. */
const WINDOW_FROM = 60;

export function CompareTable(props: CompareTableProps) {
  const { lines, rows, variants, isPart, isPlaced, confidence, chosen, onRow, onGroup } = props;
  const open = useCallback(
    (line: CompareLine) =>
      line.kind === "group" ? onGroup(line.group.key) : onRow(line.row.series),
    [onRow, onGroup],
  );
  const columns = useMemo(() => {
    const varying = namedParameters(variants, isPart);
    const naming = { varying, isPlaced: isPlaced || hasTestbeds(rows) };
    return columnsFor(forestAxis(rows), naming, confidence, open);
  }, [rows, variants, isPart, isPlaced, confidence, open]);
  return (
    <Table
      caption={`Results of both sides${props.sorting === null ? AS_GIVEN : ""}`}
      columns={columns}
      rows={lines}
      rowKey={keyOf}
      sorting={props.sorting}
      onSort={props.onSort}
      isSelected={(line) => line.kind === "row" && line.row.series === chosen}
      onRowClick={open}
      windowFrom={WINDOW_FROM}
    />
  );
}

function keyOf(line: CompareLine): string {
  if (line.kind === "group") return `group ${line.group.key}`;
  return `${line.row.series} ${line.row.baselineSeries}`;
}

/** What names of rows must say, since it is not the same of all. */
interface Naming {
  varying: ReadonlySet<string>;
  isPlaced: boolean;
}

function hasTestbeds(rows: readonly CompareRow[]): boolean {
  const first = rows[0]?.testbed;
  return rows.some(({ testbed }) => testbed !== first);
}

/** Sorts rows; groups keep their own order, since the page takes no sorting while there are some. */
function byRow(keyOfRow: (row: CompareRow) => string | number | null) {
  return (line: CompareLine) => (line.kind === "row" ? keyOfRow(line.row) : null);
}

function columnsFor(
  axis: ForestAxis,
  naming: Naming,
  confidence: string,
  onOpen: (line: CompareLine) => void,
): Column<CompareLine>[] {
  return [
    {
      id: "result",
      head: "Result",
      isWide: true,
      sortBy: byRow((row) => `${row.variant.suite} ${row.variant.benchmark} ${nameOf(row)}`),
      cell: (line) => (
        <button
          type="button"
          className={styles.name}
          aria-expanded={line.kind === "group" ? line.isOpen : undefined}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(line);
          }}
        >
          {line.kind === "group" ? (
            <GroupName group={line.group} isOpen={line.isOpen} />
          ) : (
            <RowName row={line.row} naming={naming} />
          )}
        </button>
      ),
    },
    {
      id: "verdict",
      head: "Verdict",
      term: "verdict",
      sortBy: byRow((row) => VERDICTS.indexOf(row.verdict)),
      cell: (line) =>
        line.kind === "group" ? (
          <GroupCounts group={line.group} />
        ) : (
          <VerdictBadge verdict={line.row.verdict} isMore={isMore(line.row)} />
        ),
    },
    {
      id: "forest",
      head: <ForestScale axis={axis} />,
      cell: (line) =>
        line.kind === "group" ? (
          <ForestMark {...(line.group.mean ?? NO_MEAN)} axis={axis} as="mean" />
        ) : (
          <ForestMark
            ratio={line.row.isRatio ? line.row.ratio : null}
            low={line.row.low}
            high={line.row.high}
            axis={axis}
            as={line.row.verdict}
          />
        ),
    },
    ...effectColumns(confidence),
    ...VALUES,
  ];
}

function effectColumns(confidence: string): Column<CompareLine>[] {
  return [
    {
      id: "effect",
      head: "Change",
      sortBy: byRow(magnitude),
      cell: (line) =>
        line.kind === "group" ? (
          <Effect change={meanParts(line.group).change} remark={meanOf(line.group)} />
        ) : (
          <Effect
            change={rowParts(line.row).change}
            remark={remarkWords(line.row)}
            hover={mediansWords(line.row)}
          />
        ),
    },
    {
      id: "interval",
      head: `${confidence} CI`,
      term: "interval of a comparison",
      cell: (line) =>
        line.kind === "group" ? (
          meanParts(line.group).interval || MISSING
        ) : (
          <Effect change={rowParts(line.row).interval} remark={basisWords(line.row)} />
        ),
    },
    {
      id: "needed",
      head: "Needed",
      cell: (line) =>
        line.kind === "group" ? (
          ""
        ) : (
          <span className={styles.lines}>{missingWords(line.row) || MISSING}</span>
        ),
    },
  ];
}

const VALUES: Column<CompareLine>[] = [
  {
    id: "baseline",
    head: "Baseline",
    isNumber: true,
    cell: (line) =>
      line.kind === "group" ? "" : formatValue(line.row.baseline, line.row.metric.unit),
  },
  {
    id: "contender",
    head: "Contender",
    isNumber: true,
    cell: (line) =>
      line.kind === "group" ? "" : formatValue(line.row.contender, line.row.metric.unit),
  },
];

const NO_MEAN = { ratio: null, low: null, high: null };

function GroupName({ group, isOpen }: { group: RowGroup; isOpen: boolean }) {
  return (
    <span className={styles.group}>
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span> {group.title}{" "}
      <span className={styles.quiet}>
        {formatCount(group.rows.length)} {group.rows.length === 1 ? "row" : "rows"}
      </span>
    </span>
  );
}

function GroupCounts({ group }: { group: RowGroup }) {
  const said = VERDICTS.filter((one) => group.counts[one] !== undefined).map(
    (one) => `${group.counts[one]} ${VERDICT_WORDS[one].one}`,
  );
  return <span className={styles.counts}>{said.join(", ")}</span>;
}

function meanParts({ mean, metric }: RowGroup): EffectParts {
  if (mean === null) return { change: "no ratios to average", interval: "" };
  const { unit, direction, name } = metric;
  return effectParts(mean, { unit, direction, metric: name });
}

function meanOf({ mean }: RowGroup): string {
  if (mean === null) return "";
  return mean.n === 1 ? "one ratio" : `average of ${formatCount(mean.n)}`;
}

interface EffectProps {
  change: string;
  remark: string;
  /** Another estimate, by its name. */
  hover?: string;
}

function Effect({ change, remark, hover = "" }: EffectProps) {
  return (
    <>
      <span className={styles.lines} title={hover === "" ? undefined : hover}>
        {change}
      </span>
      {remark === "" ? null : <span className={styles.remark}> {remark}</span>}
    </>
  );
}

/** "wall_time", "wall_time p99": the metric, and what of it is compared unless it is the centre. */
function nameOf({ metric, aspect }: CompareRow): string {
  return aspect === "" ? metric.name : `${metric.name} ${aspect}`;
}

/** The metric first, since it is what differs most; the whole name where the pointer rests. */
function RowName({ row, naming }: { row: CompareRow; naming: Naming }) {
  const { benchmark, parameters } = row.variant;
  const whole = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return (
    <span title={[benchmark, ...whole, nameOf(row)].join(" ")}>
      {nameOf(row)} <span className={styles.quiet}>of</span> {benchmark}{" "}
      <span className={styles.quiet}>
        {shortParameters(row, naming.varying)}
        {naming.isPlaced ? ` on ${row.testbed}` : ""}
      </span>
    </span>
  );
}

interface VerdictBadgeProps {
  verdict: CompareRow["verdict"];
  /** The way the number went; the word says whether that is good. */
  isMore: boolean;
}

export function VerdictBadge({ verdict, isMore: isUp }: VerdictBadgeProps) {
  const { one, tone } = VERDICT_WORDS[verdict];
  const hasMark = verdict === "regression" || verdict === "improvement";
  return (
    <Badge tone={tone}>
      {hasMark ? <span aria-hidden="true">{isUp ? "▲" : "▼"} </span> : null}
      {one}
    </Badge>
  );
}

export function isMore({ ratio, difference }: Pick<CompareRow, "ratio" | "difference">): boolean {
  return (ratio === null ? (difference ?? 0) : ratio - 1) >= 0;
}
