/** Any two runs, commits, branches or variants against each other: the answer, then every row. */

import { Link, useParams } from "@tanstack/react-router";
import type { Comparison, Facets, RunRow } from "@/api/types";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { EmptyState } from "@/ui/EmptyState";
import { formatFilters } from "@/ui/filters";
import { Page, Section } from "@/ui/Page";
import { splitSearch } from "@/ui/pageLinks";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { Skeleton } from "@/ui/Skeleton";
import { useUrlState } from "@/ui/urlState";
import styles from "./Compare.module.css";
import { CompareTable } from "./CompareTable";
import { rowOf, shownText, sideName, suggestions } from "./compareModel";
import { isAskable, useChoices, useComparison, useRecentRuns } from "./compareQuery";
import { type CompareState, compareCodec, sidesOf } from "./compareUrl";
import { RowFilters } from "./RowFilters";
import { RowPanel } from "./RowPanel";
import { SidePicker } from "./SidePicker";
import { LeftOut, SuiteSummary } from "./SuiteSummary";
import { VariantPicker } from "./VariantPicker";

type Change = (part: Partial<CompareState>, options?: { isReplacing?: boolean }) => void;

export function ComparePage() {
  const { project } = useParams({ from: "/p/$project/compare" });
  const [state, change] = useUrlState(compareCodec);
  const query = useComparison(project, state);
  const runs = useRecentRuns(project).data?.rows ?? [];
  const facets = useChoices(project).data;
  return (
    <Page
      title="Compare"
      answer={answerText(state, query.data)}
      actions={isAskable(state) ? <SplitLink project={project} state={state} /> : undefined}
    >
      <Sides state={state} runs={runs} facets={facets} onChange={change} />
      {isAskable(state) ? (
        <QueryBoundary
          query={query}
          failure="These sides could not be compared."
          skeleton={<Skeleton height={520} label="Comparing" />}
        >
          {(comparison) => (
            <Compared
              project={project}
              comparison={comparison}
              facets={facets}
              state={state}
              onChange={change}
            />
          )}
        </QueryBoundary>
      ) : (
        <Start project={project} runs={runs} />
      )}
    </Page>
  );
}

function SplitLink({ project, state }: { project: string; state: CompareState }) {
  const search = splitSearch({ ...sidesOf(state), ...formatFilters(state.filters) });
  return (
    <Link
      to="/p/$project/splits/$split"
      params={{ project, split: "new" }}
      search={search as never}
    >
      See it as a split
    </Link>
  );
}

function answerText(state: CompareState, comparison: Comparison | undefined): string {
  if (!isAskable(state)) return "Choose two sides to compare.";
  const sides = `${sideName(state.contender)} against ${sideName(state.baseline)}`;
  return comparison === undefined ? sides : `${sides}: ${comparison.sentence}`;
}

interface SidesProps {
  state: CompareState;
  runs: readonly RunRow[];
  facets: Facets | undefined;
  onChange: Change;
}

function Sides({ state, runs, facets, onChange }: SidesProps) {
  const { baseline, contender } = state;
  return (
    <div className={styles.sides}>
      <SidePicker
        place="baseline"
        side={baseline}
        runs={runs}
        facets={facets}
        onChange={(side) => onChange({ baseline: side, row: null })}
      />
      <Button
        kind="quiet"
        onClick={() => onChange({ baseline: contender, contender: baseline, row: null })}
      >
        Swap
      </Button>
      <SidePicker
        place="contender"
        side={contender}
        runs={runs}
        facets={facets}
        onChange={(side) => onChange({ contender: side, row: null })}
      />
      <VariantPicker
        state={state}
        facets={facets}
        onChange={(part) => onChange({ ...part, row: null })}
      />
      <Checkbox
        label="Testbeds against each other"
        isChecked={state.acrossTestbeds}
        onChange={(acrossTestbeds) => onChange({ acrossTestbeds })}
      />
    </div>
  );
}

interface ComparedProps {
  project: string;
  comparison: Comparison;
  facets: Facets | undefined;
  state: CompareState;
  onChange: Change;
}

function Compared({ project, comparison, facets, state, onChange }: ComparedProps) {
  const row = rowOf(comparison, state.row);
  const shown = shownText(comparison);
  return (
    <div className={styles.stack}>
      <SuiteSummary comparison={comparison} />
      {row === undefined ? null : (
        <RowPanel
          project={project}
          comparison={comparison}
          row={row}
          onClose={() => onChange({ row: null })}
        />
      )}
      <Section title="Results">
        <RowFilters comparison={comparison} facets={facets} state={state} onChange={onChange} />
        {comparison.rows.length === 0 ? (
          <EmptyState title="No row passes the filters." />
        ) : (
          <CompareTable
            comparison={comparison}
            chosen={state.row}
            onChoose={(series) => onChange({ row: series })}
          />
        )}
        {shown === null ? null : (
          <div className={styles.more}>
            <Button onClick={() => onChange({ isWhole: true })}>Show all rows</Button>
            <span>{shown}</span>
          </div>
        )}
      </Section>
      <LeftOut comparison={comparison} />
    </div>
  );
}

/** Nothing chosen yet: the newest runs against those before them, one click away. */
function Start({ project, runs }: { project: string; runs: readonly RunRow[] }) {
  const offered = suggestions(runs);
  if (offered.length === 0) {
    return (
      <EmptyState title="There are no two runs to compare yet." command="make demo">
        A comparison needs two runs of one suite. The demo measures several releases of two packages
        on this machine.
      </EmptyState>
    );
  }
  return (
    <Section title="The newest against the one before">
      <ul className={styles.remarks}>
        {offered.map(({ title, baseline, contender }) => (
          <li key={title}>
            <Link
              to="/p/$project/compare"
              params={{ project }}
              search={{ baseline: `run:${baseline}`, contender: `run:${contender}` } as never}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
