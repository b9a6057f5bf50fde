/** Matching series with their newest number; several can be chosen. */

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo } from "react";
import type { History, SeriesPage, SeriesRow } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { SeriesName } from "@/ui/links/SeriesName";
import { hasFilters, NO_FILTERS } from "@/ui/url/filters";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { formatCount, formatExact, formatValue } from "@/units/format";
import styles from "../Explore.module.css";
import {
  type ChangeExplore,
  choosing,
  type ExploreState,
  MAX_SERIES,
  toggled,
} from "../exploreUrl";
import { type FocusSeries, focusHandlers } from "../focus";

interface SeriesPickerProps {
  query: UseInfiniteQueryResult<InfiniteData<SeriesPage>>;
  state: ExploreState;
  history: History | undefined;
  onFocusSeries: FocusSeries;
  onChange: ChangeExplore;
}

/** What one chart shows well. */
const AT_ONCE = 8;
/** Height of a full list above a chart, with its bar. */
const FULL_PX = 274;

export function SeriesPicker({ query, ...rest }: SeriesPickerProps) {
  const { state, onChange } = rest;
  return (
    <section className={styles.picker} aria-label="Series">
      <QueryBoundary
        query={query}
        failure="The series could not be loaded."
        skeleton={<Skeleton height={FULL_PX} label="Loading the series" />}
      >
        {(found) => {
          const rows = found.pages.flatMap((page) => page.rows);
          const total = found.pages[0]?.total ?? rows.length;
          if (rows.length === 0 && state.series.length === 0) {
            return <NothingFound state={state} onChange={onChange} />;
          }
          return (
            <>
              <PickerBar rows={rows} total={total} state={state} onChange={onChange} />
              <PickerList
                rows={rows}
                {...rest}
                more={
                  query.hasNextPage ? (
                    <Button
                      kind="quiet"
                      disabled={query.isFetchingNextPage}
                      onClick={() => void query.fetchNextPage()}
                    >
                      Show more ({formatCount(total - rows.length)} left)
                    </Button>
                  ) : null
                }
              />
            </>
          );
        }}
      </QueryBoundary>
    </section>
  );
}

function NothingFound({ state, onChange }: Pick<SeriesPickerProps, "state" | "onChange">) {
  if (hasFilters(state.filters)) {
    return (
      <EmptyState
        title="No series matches these filters."
        action={<Button onClick={() => onChange({ filters: NO_FILTERS })}>Clear filters</Button>}
      >
        Every series has a suite, a benchmark, a metric, a testbed, a branch and its parameters.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No series yet." command="make demo">
      Each benchmark, variant and metric that is measured becomes a series here.
    </EmptyState>
  );
}

interface PickerBarProps {
  rows: SeriesRow[];
  total: number;
  state: ExploreState;
  onChange: ChangeExplore;
}

function PickerBar({ rows, total, state, onChange }: PickerBarProps) {
  const all = rows.slice(0, MAX_SERIES).map((row) => row.series.id);
  const few = all.length > AT_ONCE ? all.slice(0, AT_ONCE) : [];
  const word = all.length === total ? `Choose all ${total}` : `Choose the first ${all.length}`;
  return (
    <div className={styles.bar}>
      <h2>{formatCount(total)} series</h2>
      <span className={styles.quiet}>{formatCount(state.series.length)} chosen</span>
      <span className={styles.barEnd}>
        <Button kind="quiet" onClick={() => onChange({ view: "pivot" })}>
          Pivot table
        </Button>
        {few.length === 0 ? null : (
          <Button onClick={() => onChange(choosing(state, few))}>
            Choose the first {few.length}
          </Button>
        )}
        {all.length === 0 ? null : (
          <Button onClick={() => onChange(choosing(state, all))}>{word}</Button>
        )}
        <Button
          kind="quiet"
          disabled={state.series.length === 0}
          onClick={() => onChange(choosing(state, []))}
        >
          Choose none
        </Button>
      </span>
    </div>
  );
}

type PickerListProps = Omit<SeriesPickerProps, "query"> & {
  rows: SeriesRow[];
  /** At the end of the list: asks for the rest of it. */
  more: ReactNode;
};

function PickerList({ rows, more, state, history, onFocusSeries, onChange }: PickerListProps) {
  const elsewhere = useMemo(() => {
    const listed = new Set(rows.map((row) => row.series.id));
    const chosen = (history?.series ?? []).map((one) => one.series);
    return chosen.filter((label) => state.series.includes(label.id) && !listed.has(label.id));
  }, [rows, history, state.series]);
  const chosenOnly = (id: number) => (state.series.includes(id) ? id : null);
  const toggle = useCallback(
    (id: number) => onChange((now) => choosing(now, toggled(now.series, id))),
    [onChange],
  );
  return (
    <ul className={styles.series} onKeyDown={moveFocus}>
      {elsewhere.map((label) => (
        <li key={label.id} {...focusHandlers(onFocusSeries, label.id)}>
          <label className={styles.row}>
            <input type="checkbox" checked onChange={() => toggle(label.id)} />
            <SeriesName label={label} isFull />
            <span className={styles.quiet}>not in this part of the list</span>
          </label>
        </li>
      ))}
      {rows.map((row) => (
        <li key={row.series.id} {...focusHandlers(onFocusSeries, chosenOnly(row.series.id))}>
          <PickerRow row={row} isChosen={state.series.includes(row.series.id)} onToggle={toggle} />
        </li>
      ))}
      {more === null ? null : <li>{more}</li>}
    </ul>
  );
}

interface PickerRowProps {
  row: SeriesRow;
  isChosen: boolean;
  onToggle: (id: number) => void;
}

const PickerRow = memo(function PickerRow({ row, isChosen, onToggle }: PickerRowProps) {
  const { series, latest } = row;
  return (
    <label className={styles.row} data-chosen={isChosen || undefined}>
      <input type="checkbox" checked={isChosen} onChange={() => onToggle(series.id)} />
      <SeriesName label={series} isFull />
      <span className={styles.rowEnd}>
        {row.open_changes > 0 ? (
          <Badge>
            {row.open_changes} open {row.open_changes === 1 ? "change" : "changes"}
          </Badge>
        ) : null}
        <Sparkline
          values={row.sparkline}
          label={`Its last ${counted(row.sparkline.length, "value")}`}
          width={88}
          height={20}
        />
        <span
          className={styles.latest}
          title={
            latest === null
              ? ""
              : `${formatExact(latest.value, series.unit)} at ${latest.commit.name}`
          }
        >
          {latest === null ? "no result" : formatValue(latest.value, series.unit)}
        </span>
        <code className={styles.at}>{latest === null ? "" : shortCommit(latest.commit.name)}</code>
      </span>
    </label>
  );
});

/** Arrow keys walk the check boxes; space chooses, as everywhere. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input")];
  const here = boxes.indexOf(document.activeElement as HTMLInputElement);
  const next = boxes[here + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
