/** The rows of a comparison: of a large one those that changed, until all are needed. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { Comparison, RowColumns } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { formatCount } from "@/units/format";
import { formatShare } from "@/units/share";
import { CompareTable } from "./CompareTable";
import { ALL_OPEN, groupsOf, linesOf, toggled } from "./compareGroups";
import { hasSeveralTestbeds } from "./compareModel";
import { useAllRows } from "./compareQuery";
import { type Chosen, choose, foldedOf, rowsOf } from "./compareRows";
import type { CompareState } from "./compareUrl";
import { RowFilters } from "./RowFilters";

interface ResultsProps {
  project: string;
  comparison: Comparison;
  state: CompareState;
  onChange: (part: Partial<CompareState>, options?: { isReplacing?: boolean }) => void;
}

export function Results(props: ResultsProps) {
  const { project, comparison, state } = props;
  const { query, askFor, isWanted } = useAllRows(project, state, comparison.folded);
  const [isPressed, setIsPressed] = useState(false);
  const onAll = () => {
    setIsPressed(true);
    askFor();
  };
  if (comparison.columns === null) return null;
  if (!isWanted) return <Rows {...props} columns={comparison.columns} onAll={onAll} />;
  return (
    <QueryBoundary
      query={query}
      failure="All rows could not be loaded."
      skeleton={<Skeleton height={520} label="Loading all rows" />}
    >
      {(whole) =>
        whole.columns === null ? null : (
          <Rows
            {...props}
            comparison={whole}
            columns={whole.columns}
            isPressed={isPressed}
            onAll={onAll}
          />
        )
      }
    </QueryBoundary>
  );
}

interface RowsProps extends ResultsProps {
  columns: RowColumns;
  onAll: () => void;
  /** The rows came since somebody pressed the button for them. */
  isPressed?: boolean;
}

function Rows(props: RowsProps) {
  const { comparison, columns, state, onChange } = props;
  const { group, open } = state;
  const level = comparison.false_discoveries;
  const isPart = comparison.folded > 0;
  const rows = useMemo(() => rowsOf(columns), [columns]);
  const whole = useMemo(() => choose(rows, state, level), [rows, state, level]);
  const moved = useMemo(() => foldedOf(whole.rows, state), [whole, state]);
  const shown = moved ?? whole.rows;
  const groups = useMemo(
    () => (group === "" ? [] : groupsOf(whole.rows, whole.unjudged, group, comparison.mean_reach)),
    [whole, group, comparison.mean_reach],
  );
  const lines = useMemo(
    () =>
      group === "" ? shown.map((row) => ({ kind: "row", row }) as const) : linesOf(groups, open),
    [group, shown, groups, open],
  );
  const hidden = comparison.folded + whole.rows.length - shown.length;
  return (
    <Section
      title="Results"
      aside={
        <>
          {group === "" ? null : <OpenAll open={open} onChange={onChange} />}
          <span>{countText(shown.length + hidden, rows.length + comparison.folded)}</span>
        </>
      }
    >
      <Choosing {...props} chosen={whole} isPart={isPart} />
      {lines.length === 0 ? (
        <EmptyState title="No row passes the filters." />
      ) : (
        <CompareTable
          lines={lines}
          rows={shown}
          variants={columns.variants}
          isPart={isPart}
          isPlaced={isPart && hasSeveralTestbeds(comparison)}
          confidence={formatShare(1 - comparison.alpha)}
          chosen={state.row}
          sorting={group === "" ? state.sorting : null}
          onSort={(sorting) => onChange({ sorting, group: "" })}
          onRow={(series) => onChange({ row: series })}
          onGroup={(key) => onChange({ open: toggled(open, key, groups) })}
        />
      )}
      {hidden === 0 ? null : (
        <Button kind="quiet" onClick={() => onChange({ rows: "all" })}>
          {`Show ${formatCount(hidden)} inconclusive or unchanged`}
        </Button>
      )}
    </Section>
  );
}

function OpenAll({ open, onChange }: Pick<ResultsProps, "onChange"> & { open: string[] }) {
  const isAllOpen = open.includes(ALL_OPEN);
  return (
    <Button kind="quiet" onClick={() => onChange({ open: isAllOpen ? [] : [ALL_OPEN] })}>
      {isAllOpen ? "Close all groups" : "Open all groups"}
    </Button>
  );
}

/** The filters; their counts take all rows, which are asked for when somebody wants to choose. */
function Choosing({
  comparison,
  columns,
  chosen,
  state,
  isPart,
  isPressed,
  onChange,
  onAll,
}: RowsProps & { chosen: Chosen; isPart: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the button that had the focus is gone
    if (isPressed) box.current?.querySelector<HTMLElement>("summary, input, select")?.focus();
  }, [isPressed]);
  if (isPart)
    return (
      <div>
        <Button onClick={onAll}>Filter, search or group all rows</Button>
      </div>
    );
  return (
    <div ref={box}>
      <RowFilters
        columns={columns}
        chosen={chosen}
        level={comparison.false_discoveries}
        state={state}
        onChange={onChange}
      />
    </div>
  );
}

function countText(shown: number, all: number): string {
  const whole = `${formatCount(all)} ${all === 1 ? "row" : "rows"}`;
  return shown === all ? whole : `${formatCount(shown)} of ${whole}`;
}
