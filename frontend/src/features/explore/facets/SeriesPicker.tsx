/** Matching series with their newest number; several can be chosen. */

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useState } from "react";
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
  /** Of the drawn series those that a person selected, in their order. */
  selected: readonly number[];
  /** What is drawn, in words. */
  about: string;
  /** How many series match; undefined until that is known. */
  total: number | undefined;
  /** Nothing is drawn, so the list is all there is. */
  isNeeded: boolean;
  history: History | undefined;
  onFocusSeries: FocusSeries;
  onChange: ChangeExplore;
}

/** What one chart shows well. */
const AT_ONCE = 8;
/** Height of a full list above a chart, with its bar. */
const FULL_PX = 274;

export function SeriesPicker(props: SeriesPickerProps) {
  const { about, total, isNeeded, onChange } = props;
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || isNeeded;
  return (
    <section className={styles.picker} aria-label="Series">
      <div className={styles.bar}>
        <h2>{total === undefined ? "Series" : counted(total, "series", "series")}</h2>
        <span className={styles.quiet}>{about}</span>
        <span className={styles.barEnd}>
          <Button kind="quiet" onClick={() => onChange({ view: "pivot" })}>
            Pivot table
          </Button>
          {isNeeded ? null : (
            <Button aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
              {isOpen ? "Done" : "Select series"}
            </Button>
          )}
        </span>
      </div>
      {isOpen ? <PickerBody {...props} onFold={() => setOpened(false)} /> : null}
    </section>
  );
}

function PickerBody({ query, onFold, ...rest }: SeriesPickerProps & { onFold: () => void }) {
  const { selected, state, onChange } = rest;
  return (
    <QueryBoundary
      query={query}
      failure="The series could not be loaded."
      skeleton={<Skeleton height={FULL_PX} label="Loading the series" />}
    >
      {(found) => {
        const rows = found.pages.flatMap((page) => page.rows);
        const total = found.pages[0]?.total ?? rows.length;
        if (rows.length === 0 && selected.length === 0) {
          return <NothingFound state={state} onChange={onChange} />;
        }
        const choose = (series: number[]) => {
          onChange(choosing(state, series));
          onFold();
        };
        return (
          <>
            <PickerBar rows={rows} total={total} selected={selected} onChoose={choose} />
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
  selected: readonly number[];
  onChoose: (series: number[]) => void;
}

function PickerBar({ rows, total, selected, onChoose }: PickerBarProps) {
  const all = rows.slice(0, MAX_SERIES).map((row) => row.series.id);
  const few = all.length > AT_ONCE ? all.slice(0, AT_ONCE) : [];
  const word = all.length === total ? `Select all ${total}` : `Select first ${all.length}`;
  return (
    <div className={styles.bar}>
      {few.length === 0 ? null : (
        <Button onClick={() => onChoose(few)}>Select first {few.length}</Button>
      )}
      {all.length === 0 ? null : <Button onClick={() => onChoose(all)}>{word}</Button>}
      <Button kind="quiet" disabled={selected.length === 0} onClick={() => onChoose([])}>
        Clear selection
      </Button>
    </div>
  );
}

type PickerListProps = Pick<
  SeriesPickerProps,
  "selected" | "history" | "onFocusSeries" | "onChange"
> & {
  rows: SeriesRow[];
  /** At the end of the list: asks for the rest of it. */
  more: ReactNode;
};

function PickerList({ rows, more, selected, history, onFocusSeries, onChange }: PickerListProps) {
  // what was selected when the list opened stands first; a later choice moves no row
  const [first] = useState(selected);
  const listed = useMemo(() => [...rows].sort(firstOf(first)), [rows, first]);
  const elsewhere = useMemo(() => {
    const known = new Set(rows.map((row) => row.series.id));
    const drawn = (history?.series ?? []).map((one) => one.series);
    return drawn.filter((label) => selected.includes(label.id) && !known.has(label.id));
  }, [rows, history, selected]);
  const drawnOnly = (id: number) => (selected.includes(id) ? id : null);
  const toggle = useCallback(
    (id: number) => onChange((now) => choosing(now, toggled(now.series, id))),
    [onChange],
  );
  return (
    <ul className={styles.series} onKeyDown={moveFocus}>
      {elsewhere.map((label) => (
        <li key={label.id} {...focusHandlers(onFocusSeries, label.id)}>
          <label className={styles.row} data-chosen="true">
            <input type="checkbox" checked onChange={() => toggle(label.id)} />
            <SeriesName label={label} isFull />
          </label>
        </li>
      ))}
      {listed.map((row) => (
        <li key={row.series.id} {...focusHandlers(onFocusSeries, drawnOnly(row.series.id))}>
          <PickerRow row={row} isChosen={selected.includes(row.series.id)} onToggle={toggle} />
        </li>
      ))}
      {more === null ? null : <li>{more}</li>}
    </ul>
  );
}

/** Order in which the selected rows come first and all others stay as they are. */
function firstOf(selected: readonly number[]) {
  const rank = ({ series }: SeriesRow) => (selected.includes(series.id) ? 0 : 1);
  return (a: SeriesRow, b: SeriesRow) => rank(a) - rank(b);
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
