/** The metrics of a project, with the direction to choose and the unit to correct. */

import { useMemo, useState } from "react";
import type { StoredMetric } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Dialog } from "@/ui/layout/Dialog";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import { ANY, DIRECTIONS, type MetricFilter, metricsOf } from "./correctionsModel";
import { useCorrectDirection, useCorrectUnit, useMetrics } from "./correctionsQuery";

/** From so many metrics on the table scrolls in a box and has filters: what stands below stays in reach. */
const MANY = 20;

interface MetricTableProps {
  project: string;
  isDisabled: boolean;
}

export function MetricTable({ project, isDisabled }: MetricTableProps) {
  const query = useMetrics(project);
  return (
    <QueryBoundary
      query={query}
      failure="The metrics could not be loaded."
      skeleton={<Skeleton height={200} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title="No metric yet.">The first report brings its metrics.</EmptyState>
        ) : (
          <Metrics project={project} rows={rows} isDisabled={isDisabled} />
        )
      }
    </QueryBoundary>
  );
}

interface MetricsProps extends MetricTableProps {
  rows: readonly StoredMetric[];
}

function Metrics({ project, rows, isDisabled }: MetricsProps) {
  const [chosen, setChosen] = useState<StoredMetric | null>(null);
  const correct = useCorrectDirection(project);
  const { mutate, isPending } = correct;
  const columns = useMemo(
    () =>
      columnsOf(isDisabled || isPending, setChosen, (metric, direction) =>
        mutate({ metric, direction }),
      ),
    [isDisabled, isPending, mutate],
  );
  const [filter, setFilter] = useState(ANY);
  const found = useMemo(() => metricsOf(rows, filter), [rows, filter]);
  return (
    <>
      <ErrorState error={correct.error} what="The direction stays as it was." />
      {rows.length > MANY ? (
        <MetricFilterBar rows={rows} filter={filter} onChange={setFilter} />
      ) : null}
      {found.length === 0 ? (
        <EmptyState title="No metric matches.">Change the filters.</EmptyState>
      ) : (
        <Table
          caption="Metrics"
          columns={columns}
          rows={found}
          rowKey={(metric) => metric.id}
          windowFrom={MANY}
        />
      )}
      <Dialog
        title={`Unit of ${chosen?.name ?? ""}`}
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
      >
        {chosen === null ? null : (
          <UnitForm project={project} metric={chosen} onDone={() => setChosen(null)} />
        )}
      </Dialog>
    </>
  );
}

interface MetricFilterBarProps {
  rows: readonly StoredMetric[];
  filter: MetricFilter;
  onChange: (filter: MetricFilter) => void;
}

function MetricFilterBar({ rows, filter, onChange }: MetricFilterBarProps) {
  const suites = useMemo(() => [...new Set(rows.map(({ suite }) => suite))].sort(), [rows]);
  return (
    <FilterBar>
      <Select
        label="Suite"
        choices={[{ value: "", label: "any" }, ...suites.map((value) => ({ value, label: value }))]}
        value={filter.suite}
        onChange={(suite) => onChange({ ...filter, suite })}
      />
      <TextField
        label="Metric"
        value={filter.text}
        placeholder="part of a name"
        onChange={(text) => onChange({ ...filter, text })}
      />
    </FilterBar>
  );
}

type Direction = (typeof DIRECTIONS)[number]["value"];

function columnsOf(
  isDisabled: boolean,
  onUnit: (metric: StoredMetric) => void,
  onDirection: (metric: StoredMetric, direction: Direction) => void,
): Column<StoredMetric>[] {
  return [
    { id: "suite", head: "Suite", sortBy: (one) => one.suite, cell: (one) => one.suite },
    {
      id: "metric",
      head: "Metric",
      isWide: true,
      sortBy: (one) => one.name,
      cell: (one) => one.name,
    },
    {
      id: "direction",
      head: "Better",
      cell: (one) => (
        <Select
          label={`Better direction of ${one.suite} ${one.name}`}
          isInline
          isLabelHidden
          choices={DIRECTIONS}
          value={one.direction}
          isDisabled={isDisabled}
          onChange={(text) => {
            const direction = DIRECTIONS.find(({ value }) => value === text);
            if (direction !== undefined) onDirection(one, direction.value);
          }}
        />
      ),
    },
    {
      id: "unit",
      head: "Stored in",
      cell: (one) => (
        <Button
          kind="quiet"
          disabled={isDisabled}
          aria-label={`${one.unit}: correct the unit of ${one.suite} ${one.name}`}
          onClick={() => onUnit(one)}
        >
          {one.unit}
        </Button>
      ),
    },
    {
      id: "series",
      head: "Series",
      isNumber: true,
      cell: (one) => formatCount(one.series),
    },
  ];
}

interface UnitFormProps {
  project: string;
  metric: StoredMetric;
  onDone: () => void;
}

function UnitForm({ project, metric, onDone }: UnitFormProps) {
  const [unit, setUnit] = useState("");
  const [was, setWas] = useState("");
  const correct = useCorrectUnit(project);
  return (
    <Form
      onSubmit={() => correct.mutate({ id: metric.id, unit, was }, { onSuccess: onDone })}
      send="Correct the unit"
      isIncomplete={unit.trim() === ""}
      action={correct}
      failure="The unit stays as it was."
    >
      <TextField label="Its numbers are in" value={unit} placeholder="ms" onChange={setUnit} />
      <TextField
        label="They were sent as"
        hint="Numbers sent as 5 s that were 5 ms become 5 ms."
        value={was}
        placeholder={metric.unit}
        onChange={setWas}
      />
    </Form>
  );
}
