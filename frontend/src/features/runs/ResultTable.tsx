/** Every result of a run, against the run before and the median of its history. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ComparedRow, Comparison, RunDetail, RunResult } from "@/api/types";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { parametersText } from "@/ui/links/SeriesName";
import { BenchmarkLink } from "@/ui/links/ThingLinks";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { counted } from "@/ui/words/countWords";
import { VerdictText } from "@/ui/words/VerdictText";
import { formatExact, formatIn, MISSING } from "@/units/format";
import type { Scale } from "@/units/scale";
import type { Verdict } from "@/units/verdict";
import type { ChangeRun } from "./RunPage";
import styles from "./Runs.module.css";
import { filterResults, parameterNames, scalesOf, standing, worstFirst } from "./runsModel";
import type { RunState } from "./runsUrl";
import { hasSpread, spreadText } from "./spreadWords";

const DECIDED: readonly string[] = ["regression", "improvement", "change"];

interface ResultTableProps {
  project: string;
  run: RunDetail;
  /** The run compared with one of the commit before, once that is there. */
  before: Comparison | undefined;
  state: RunState;
  onChange: ChangeRun;
}

export function ResultTable({ project, run, before, state, onChange }: ResultTableProps) {
  const { benchmark, metric, text } = state;
  const isUnfit = run.noisy_machines.some((machine) => machine.is_unfit);
  const rows = useMemo(() => {
    const found = filterResults(run.rows, { benchmark, metric, text });
    return isUnfit ? found : worstFirst(found, before?.rows ?? []);
  }, [run.rows, before, isUnfit, benchmark, metric, text]);
  const columns = useMemo(() => {
    const scales = scalesOf(run.rows);
    const open = (series: number) => onChange({ result: series });
    const against =
      run.base_run === null
        ? againstColumn("previous", "Against previous", isUnfit, (row) => row.previous)
        : beforeColumn(before?.rows ?? [], isUnfit);
    return columnsOf(project, rows, scales, { open, isUnfit, against });
  }, [project, run, rows, before, isUnfit, onChange]);
  if (run.rows.length === 0) return <p className={styles.quiet}>This run has no results.</p>;
  return (
    <div className={styles.stack}>
      <FilterBar>
        <ResultFilters run={run} state={state} onChange={onChange} />
        <span className={styles.quiet}>{counted(rows.length, "result")}</span>
      </FilterBar>
      <Table
        caption="Results of the run"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.series.id}
        windowFrom={60}
        sorting={state.sorting}
        onSort={(sorting) => onChange({ sorting })}
        isSelected={(row) => row.series.id === state.result}
      />
      <p className={styles.note}>
        {isUnfit
          ? "Not coloured: the machine was not fit, so a difference may come from the machine."
          : `Coloured: ${run.base_run === null ? "" : "significant against the commit before, or "}outside this run's 95 % CI and by 1 % or more.`}
      </p>
    </div>
  );
}

type FilterProps = Pick<ResultTableProps, "run" | "state" | "onChange">;

function ResultFilters({ run, state, onChange }: FilterProps) {
  return (
    <>
      <Select
        label="Benchmark"
        choices={choices(run.rows.map((row) => row.series.benchmark))}
        value={state.benchmark}
        onChange={(benchmark) => onChange({ benchmark })}
      />
      <Select
        label="Metric"
        choices={choices(run.rows.map((row) => row.series.metric))}
        value={state.metric}
        onChange={(metric) => onChange({ metric })}
      />
      <TextField
        label="Search"
        type="search"
        value={state.text}
        onChange={(text) => onChange({ text }, { isReplacing: true })}
      />
    </>
  );
}

function choices(names: string[]) {
  const known = [...new Set(names)].map((value) => ({ value, label: value }));
  return [{ value: "", label: "all" }, ...known];
}

interface ColumnParts {
  open: (series: number) => void;
  isUnfit: boolean;
  against: Column<RunResult>;
}

function columnsOf(
  project: string,
  rows: RunResult[],
  scales: Map<string, Scale>,
  { open, isUnfit, against }: ColumnParts,
): Column<RunResult>[] {
  return [
    {
      id: "benchmark",
      head: "Benchmark",
      sortBy: (row) => row.series.benchmark,
      cell: (row) => (
        <BenchmarkLink project={project} id={row.series.benchmark_id}>
          {row.series.benchmark}
        </BenchmarkLink>
      ),
    },
    ...parameterColumns(rows),
    {
      id: "metric",
      head: "Metric",
      sortBy: (row) => row.series.metric,
      cell: (row) => (
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={exploreSearch([row.series.id])}
          title="History of this series"
        >
          {row.series.metric}
        </Link>
      ),
    },
    ...numberColumns(scales, open).filter(({ id }) => id !== "interval" || rows.some(hasInterval)),
    ...spreadColumn(rows, scales),
    against,
    againstColumn("median", "Against median of history", isUnfit, (row) => row.median_of_history),
  ];
}

/** With more, values and intervals of a run of several benchmarks would not fit beside them. */
const MOST_PARAMETERS = 3;

/** A column for each parameter, or one that names them all; a benchmark that is filtered by has few. */
function parameterColumns(rows: readonly RunResult[]): Column<RunResult>[] {
  const names = parameterNames(rows.map((row) => row.series));
  if (names.length <= MOST_PARAMETERS) return names.map(parameterColumn);
  return [
    {
      id: "variant",
      head: "Variant",
      isWide: true,
      isProse: true,
      sortBy: (row) => parametersText(row.series.parameters),
      cell: (row) => parametersText(row.series.parameters),
    },
  ];
}

function parameterColumn(name: string): Column<RunResult> {
  const at = (row: RunResult) => row.series.parameters[name];
  const isNumber = (row: RunResult) => typeof at(row) === "number";
  return {
    id: `param.${name}`,
    head: name,
    sortBy: (row) => (isNumber(row) ? Number(at(row)) : at(row)?.toString()),
    cell: (row) => (at(row) === undefined ? MISSING : String(at(row))),
  };
}

function numberColumns(
  scales: Map<string, Scale>,
  open: (series: number) => void,
): Column<RunResult>[] {
  const scaleOf = (row: RunResult) => scales.get(row.series.metric) ?? { divisor: 1, label: "" };
  return [
    {
      id: "value",
      head: "Value",
      isNumber: true,
      sortBy: (row) => row.value,
      cell: (row) => (
        <button
          type="button"
          className={styles.cell}
          title={`${formatExact(row.value, row.series.unit)}. Show its samples.`}
          onClick={() => open(row.series.id)}
        >
          {formatIn(row.value, scaleOf(row))}
        </button>
      ),
    },
    { id: "unit", head: "Unit", cell: (row) => scaleOf(row).label },
    {
      id: "interval",
      head: "95 % interval",
      isNumber: true,
      cell: (row) => intervalText(row, scaleOf(row)),
    },
    {
      id: "n",
      head: "Samples",
      isNumber: true,
      sortBy: (row) => row.n,
      cell: (row) => (
        <>
          {row.basis === "summary" ? <Badge>summary only</Badge> : row.n}
          {row.excluded === null ? null : (
            <span title={`Counts in no baseline: ${row.excluded.reason} (${row.excluded.by})`}>
              {" "}
              <Badge tone="unresolved">○ excluded</Badge>
            </span>
          )}
        </>
      ),
    },
  ];
}

/** Present where a tool gave a spread that is no interval; it is named for what it is. */
function spreadColumn(rows: RunResult[], scales: Map<string, Scale>): Column<RunResult>[] {
  if (!rows.some(hasSpread)) return [];
  return [
    {
      id: "spread",
      head: "Spread",
      cell: (row) => spreadText(row, scales.get(row.series.metric) ?? { divisor: 1, label: "" }),
    },
  ];
}

function hasInterval({ low, high }: RunResult): boolean {
  return low !== null && high !== null;
}

function intervalText({ low, high }: RunResult, scale: Scale): string {
  if (low === null || high === null) return MISSING;
  return `[${formatIn(low, scale)}, ${formatIn(high, scale)}]`;
}

/** The numbers of the comparison with the commit before: the same as on its own page. */
function beforeColumn(compared: readonly ComparedRow[], isUnfit: boolean): Column<RunResult> {
  const bySeries = new Map(compared.map((row) => [row.series.id, row]));
  return {
    id: "previous",
    head: "Against the commit before",
    isNumber: true,
    sortBy: (row) => bySeries.get(row.series.id)?.ratio ?? undefined,
    cell: (row) => {
      const found = bySeries.get(row.series.id);
      if (found === undefined) return <span className={styles.quiet}>{MISSING}</span>;
      return <ComparedChange row={found} isUnfit={isUnfit} />;
    },
  };
}

function ComparedChange({ row, isUnfit }: { row: ComparedRow; isUnfit: boolean }) {
  const isDecided = DECIDED.some((verdict) => verdict === row.verdict);
  if (!row.is_ratio || row.aspect === "spread")
    return <span className={styles.lines}>{row.sentence}</span>;
  return (
    <span title={row.sentence}>
      {row.aspect === "" ? "" : `${row.aspect} `}
      <VerdictText
        effect={row}
        quantity={row.series}
        verdict={isDecided ? (row.verdict as Verdict) : "change"}
        isUnresolved={isUnfit || !isDecided}
        isChangeOnly
      />
    </span>
  );
}

function againstColumn(
  id: string,
  head: string,
  isUnfit: boolean,
  referenceOf: (row: RunResult) => number | null,
): Column<RunResult> {
  return {
    id,
    head,
    isNumber: true,
    sortBy: (row) => standing(row, referenceOf(row))?.ratio,
    cell: (row) => {
      const against = standing(row, referenceOf(row), isUnfit);
      if (against === null) return <span className={styles.quiet}>{MISSING}</span>;
      return (
        <VerdictText
          effect={{ ratio: against.ratio }}
          quantity={row.series}
          verdict={against.verdict}
          isUnresolved={against.isUnclear}
        />
      );
    },
  };
}
