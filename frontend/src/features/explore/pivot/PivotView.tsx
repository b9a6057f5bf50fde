/** The newest results of all series that match, in rows and columns by any two facets. */

import { useMemo } from "react";
import type { Facets, PivotCell, PivotTable } from "@/api/types";
import { csvText } from "@/charts/frame/csv";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { saveText } from "@/ui/controls/saveText";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { type Column, Table } from "@/ui/tables/Table";
import { facetLabel } from "@/ui/url/filters";
import { VerdictText } from "@/ui/words/VerdictText";
import { formatCount, formatExact, formatIn, formatValue, MISSING } from "@/units/format";
import type { Scale } from "@/units/scale";
import { verdictOf } from "@/units/verdict";
import styles from "../Explore.module.css";
import { usePivot } from "../exploreQuery";
import { type ChangeExplore, choosing, type ExploreState } from "../exploreUrl";
import {
  columnScale,
  hasMeans,
  type PivotRow,
  pivotCsv,
  pivotFacets,
  pivotNotes,
  pivotRows,
  valueText,
} from "./pivotModel";

interface PivotViewProps {
  project: string;
  facets: Facets | undefined;
  state: ExploreState;
  onChange: ChangeExplore;
}

export function PivotView(props: PivotViewProps) {
  const { project, state } = props;
  const query = usePivot(project, state);
  return (
    <section className={styles.view} aria-label="Pivot table" aria-busy={query.isPlaceholderData}>
      <PivotBar {...props} found={query.data} />
      <QueryBoundary
        query={query}
        failure="The table could not be loaded."
        skeleton={<Skeleton height={440} label="Loading the table" />}
      >
        {(found) => <PivotBody {...props} found={found} />}
      </QueryBoundary>
    </section>
  );
}

const NONE = "";

function PivotBar({
  facets,
  state,
  onChange,
  found,
}: PivotViewProps & { found: PivotTable | undefined }) {
  const { pivot } = state;
  const choices = pivotFacets(facets, pivot);
  const columns = (found?.table.columns ?? []).map(valueText);
  const known = pivot.against === null || columns.includes(pivot.against) ? [] : [pivot.against];
  const against = [
    { value: NONE, label: "nothing: values" },
    ...[...columns, ...known].map((name) => ({ value: name, label: name })),
  ];
  const set = (part: Partial<typeof pivot>) => onChange({ pivot: { ...pivot, ...part } });
  return (
    <div className={styles.bar}>
      <Select
        isInline
        label="Rows"
        choices={choices}
        value={pivot.rows}
        onChange={(rows) => set({ rows })}
      />
      <Select
        isInline
        label="Columns"
        choices={choices}
        value={pivot.columns}
        onChange={(columns) => set({ columns, against: null })}
      />
      <Select
        isInline
        label="Against"
        choices={against}
        value={pivot.against ?? NONE}
        onChange={(value) => set({ against: value === NONE ? null : value })}
      />
      <span className={styles.barEnd}>
        <Button
          disabled={found === undefined}
          onClick={() =>
            found && saveText("pivot.csv", "text/csv", csvText(pivotCsv(found, pivot)))
          }
        >
          CSV
        </Button>
        {state.series.length === 0 ? null : (
          <Button kind="quiet" onClick={() => onChange(choosing(state, []))}>
            Show all series
          </Button>
        )}
        <Button onClick={() => onChange({ view: "chart" })}>Back to the charts</Button>
      </span>
    </div>
  );
}

function PivotBody({ found, state, onChange }: PivotViewProps & { found: PivotTable }) {
  const { pivot } = state;
  const rows = useMemo(() => pivotRows(found), [found]);
  const columns = useMemo(
    () =>
      columnsOf(found, pivot, (series) => onChange({ ...choosing(state, series), view: "chart" })),
    [found, pivot, state, onChange],
  );
  if (rows.length === 0 && state.series.length > 0) {
    return (
      <EmptyState title="None of the selected series has a result.">
        Rows and columns are made of the newest result of every selected series.
      </EmptyState>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState title="No series with a result matches these filters.">
        Rows and columns are made of the newest result of every series that matches.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={`Newest results by ${facetLabel(pivot.rows)} and ${facetLabel(pivot.columns)}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.index}
        windowFrom={60}
      />
      {pivot.against === null ? null : <ColumnMeans found={found} />}
      <div className={styles.notes}>
        {pivotNotes(found, pivot).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </>
  );
}

type Open = (series: number[]) => void;

function columnsOf(
  found: PivotTable,
  pivot: ExploreState["pivot"],
  open: Open,
): Column<PivotRow>[] {
  const { table } = found;
  const head: Column<PivotRow> = {
    id: "row",
    head: facetLabel(pivot.rows),
    sortBy: (row) => row.name,
    cell: (row) => row.name,
  };
  const values = table.columns.map((value, index): Column<PivotRow> => {
    const scale = pivot.against === null ? columnScale(found, index) : null;
    const unit = scale === null || scale.label === "" ? "" : ` (${scale.label})`;
    return {
      id: `column ${index}`,
      head: `${valueText(value)}${unit}`,
      isNumber: true,
      sortBy: (row) => row.cells.get(index)?.value,
      cell: (row) => (
        <CellButton
          cell={row.cells.get(index)}
          scale={scale}
          isRatio={pivot.against !== null}
          isBase={valueText(value) === pivot.against}
          open={open}
        />
      ),
    };
  });
  if (pivot.against === null || !hasMeans(table.row_means)) return [head, ...values];
  const mean: Column<PivotRow> = {
    id: "mean",
    head: "Geometric mean",
    isNumber: true,
    sortBy: (row) => row.mean?.ratio,
    cell: (row) => <MeanText mean={row.mean} />,
  };
  return [head, ...values, mean];
}

interface CellButtonProps {
  cell: PivotCell | undefined;
  scale: Scale | null;
  isRatio: boolean;
  isBase: boolean;
  open: Open;
}

function CellButton({ cell, scale, isRatio, isBase, open }: CellButtonProps) {
  if (cell === undefined) return MISSING;
  if (isBase && cell.value !== null) return <span className={styles.quiet}>100 %</span>;
  return (
    <button
      type="button"
      className={styles.cell}
      title={`${titleOf(cell, isRatio)}; draw ${cell.count === 1 ? "it" : "them"}`}
      onClick={() => open(cell.series)}
    >
      {cell.value === null ? (
        <span className={styles.quiet}>{cell.reason}</span>
      ) : isRatio ? (
        <RatioText cell={cell} />
      ) : (
        <ValueText cell={cell} value={cell.value} scale={scale} />
      )}
    </button>
  );
}

function titleOf(cell: PivotCell, isRatio: boolean): string {
  const of = cell.count === 1 ? "1 series" : `${cell.count} series`;
  if (cell.value === null) return `${of}: ${cell.reason}`;
  const pairs = `${cell.n} ${cell.n === 1 ? "pair" : "pairs"}`;
  return isRatio ? `${of}, ${pairs}` : `${of}: ${formatExact(cell.value, cell.unit)}`;
}

function ValueText({
  cell,
  value,
  scale,
}: {
  cell: PivotCell;
  value: number;
  scale: Scale | null;
}) {
  const show = (number: number) =>
    scale === null ? formatValue(number, cell.unit) : formatIn(number, scale);
  const { low, high, count } = cell;
  return (
    <>
      {show(value)}
      <span className={styles.quiet}>
        {low !== null && high !== null ? ` [${show(low)}, ${show(high)}]` : ""}
        {count > 1 ? ` mean of ${count}` : ""}
      </span>
    </>
  );
}

function RatioText({ cell }: { cell: PivotCell }) {
  const { value, low, high } = cell;
  if (value === null) return null;
  const { unit, direction, metric } = cell;
  return (
    <VerdictText
      effect={{ ratio: value, low, high }}
      quantity={{ unit, direction, metric }}
      verdict={verdictOf(value, direction)}
      isUnresolved={low === null || high === null || (low <= 1 && high >= 1)}
    />
  );
}

function MeanText({ mean }: { mean: PivotRow["mean"] }) {
  if (mean === undefined || mean.ratio === null) return MISSING;
  const { ratio, low, high, unit, direction, metric } = mean;
  return (
    <>
      <VerdictText
        effect={{ ratio, low, high }}
        quantity={{ unit, direction, metric }}
        verdict={verdictOf(ratio, direction)}
        isUnresolved={low === null || high === null || (low <= 1 && high >= 1)}
      />
      <span className={styles.quiet}>
        , {formatCount(mean.n)} {mean.n === 1 ? "pair" : "pairs"}
      </span>
    </>
  );
}

/** The geometric mean of every column over its rows, in words. */
function ColumnMeans({ found }: { found: PivotTable }) {
  const { columns, column_means } = found.table;
  if (!hasMeans(column_means)) return null;
  return (
    <dl className={styles.facts} aria-label="Geometric means of the columns">
      {column_means.map((mean, index) =>
        mean.ratio === null ? null : (
          <div key={valueText(columns[index] ?? null)} className={styles.fact}>
            <dt>Geometric mean of {valueText(columns[index] ?? null)}</dt>
            <dd>
              <MeanText mean={mean} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
