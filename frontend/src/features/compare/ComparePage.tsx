/** Any two runs, commits, branches, … against each other: the answer, then every row. */

import { Link, useParams } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { ApiError } from "@/api/errors";
import { useChoices } from "@/api/facets";
import type { Comparison, Facets } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Checkbox } from "@/ui/controls/Checkbox";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { TableFile } from "@/ui/links/TableFile";
import { MeasureRuns } from "@/ui/measuring/MeasureRuns";
import { formatFilters } from "@/ui/url/filters";
import { splitSearch } from "@/ui/url/pageLinks";
import { useUrlState } from "@/ui/url/useUrlState";
import styles from "./Compare.module.css";
import { type Suggestion, sideName, sideRuns, sidesName } from "./compareModel";
import { asked, isAskable, useComparison } from "./compareQuery";
import { areSame, type CompareState, compareCodec, sidesOf } from "./compareUrl";
import { Results } from "./Results";
import { RowPanel } from "./row/RowPanel";
import { worstText } from "./row/rowWords";
import { Conditions, LeftOut, Means } from "./SuiteSummary";
import { Neighbours } from "./sides/Neighbours";
import { SidePicker } from "./sides/SidePicker";
import { Start } from "./sides/Start";
import { isWithoutBase, UnknownBase } from "./sides/UnknownBase";
import { VariantPicker } from "./sides/VariantPicker";

type Change = (part: Partial<CompareState>, options?: { isReplacing?: boolean }) => void;

/** What the server answers where there is nothing to compare. */
const REFUSED = 422;

export function ComparePage() {
  const { project } = useParams({ from: "/p/$project/compare" });
  const [state, change] = useUrlState(compareCodec);
  const query = useComparison(project, state);
  const compared = query.isPlaceholderData ? undefined : query.data;
  const answer = useMemo(() => answerText(state, compared), [state, compared]);
  // the answer is drawn first: variants are chosen after it
  const facets = useChoices(project, query.isFetched).data;
  const { opened, open } = useOpened(project, state, change);
  return (
    <Page
      title={isAskable(state) ? sidesName(state) : "Compare"}
      answer={answer}
      isBusy={query.isFetching && (query.data === undefined || query.isPlaceholderData)}
      lines={1}
      actions={
        isAskable(state) ? (
          <>
            {query.data === undefined ? null : (
              <Neighbours
                project={project}
                comparison={query.data}
                state={state}
                onChange={change}
              />
            )}
            {query.isError ? null : <Elsewhere project={project} state={state} />}
          </>
        ) : undefined
      }
    >
      <Sides project={project} state={state} facets={facets} onChange={change} />
      {opened}
      {isAskable(state) ? (
        <Answer project={project} query={query} state={state} onChange={change} />
      ) : (
        <Start project={project} state={state} onOpen={open} />
      )}
    </Page>
  );
}

/** Opens the page on a pair, and says why as long as its sides are that pair. */
function useOpened(project: string, state: CompareState, change: Change) {
  const [pair, setPair] = useState<Suggestion>();
  const open = useCallback(
    (found: Suggestion) => {
      const sides = { baseline: found.baseline, contender: found.contender };
      const { baseline, contender } = compareCodec.parse(sides);
      change({ baseline, contender }, { isReplacing: true });
      setPair(found);
    },
    [change],
  );
  const { baseline, contender } = sidesOf(state);
  const isShown = pair?.baseline === baseline && pair?.contender === contender;
  const opened =
    pair !== undefined && isShown ? (
      <p className={styles.quiet}>Shown first: {titleOf(project, pair)}</p>
    ) : null;
  return { opened, open };
}

function titleOf(project: string, { title, group }: Suggestion) {
  if (group === undefined) return title;
  return (
    <Link to="/p/$project/alert-groups/$group" params={{ project, group: String(group) }}>
      {title}
    </Link>
  );
}

interface AnswerProps {
  project: string;
  query: ReturnType<typeof useComparison>;
  state: CompareState;
  onChange: Change;
}

function Answer({ project, query, state, onChange }: AnswerProps) {
  if (areSame(state) && query.error instanceof ApiError && query.error.status === REFUSED)
    return (
      <EmptyState title={`Both sides are ${sideName(state.contender)}.`}>
        Choose another side, or a parameter under “Variants by parameter” to compare its values.
      </EmptyState>
    );
  if (isWithoutBase(state, query.error))
    return <UnknownBase project={project} state={state} error={query.error} />;
  return (
    <QueryBoundary
      query={query}
      failure="The comparison could not be loaded."
      skeleton={<Skeleton height={520} label="Comparing" />}
    >
      {(comparison) => (
        <Compared project={project} comparison={comparison} state={state} onChange={onChange} />
      )}
    </QueryBoundary>
  );
}

/** The comparison in other forms. */
function Elsewhere({ project, state }: { project: string; state: CompareState }) {
  return (
    <>
      <SplitLink project={project} state={state} />
      <TableFile project={project} path="comparison" query={asked(state)} />
    </>
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
  if (comparison === undefined) return sidesName(state);
  return [comparison.sentence, worstText(comparison.columns, comparison.folded > 0)]
    .filter(Boolean)
    .join(" ");
}

interface SidesProps {
  project: string;
  state: CompareState;
  facets: Facets | undefined;
  onChange: Change;
}

function Sides({ project, state, facets, onChange }: SidesProps) {
  const { baseline, contender } = state;
  return (
    <div className={styles.sides}>
      <SidePicker
        project={project}
        place="baseline"
        side={baseline}
        other={contender}
        onChange={(side) => onChange({ baseline: side, row: null })}
      />
      <Button
        kind="quiet"
        title="Swap baseline and contender"
        onClick={() => onChange({ baseline: contender, contender: baseline, row: null })}
      >
        Swap
      </Button>
      <SidePicker
        project={project}
        place="contender"
        side={contender}
        other={baseline}
        onChange={(side) => onChange({ contender: side, row: null })}
      />
      {isAskable(state) ? (
        <VariantPicker
          state={state}
          facets={facets}
          onChange={(part) => onChange({ ...part, row: null })}
        />
      ) : null}
      {state.acrossTestbeds ? (
        <Checkbox
          label="Testbeds against each other"
          isChecked
          onChange={(acrossTestbeds) => onChange({ acrossTestbeds })}
        />
      ) : null}
    </div>
  );
}

interface ComparedProps {
  project: string;
  comparison: Comparison;
  state: CompareState;
  onChange: Change;
}

function Compared(props: ComparedProps) {
  const { project, comparison, state, onChange } = props;
  const runs = sideRuns(comparison);
  return (
    <div className={styles.stack}>
      <Conditions project={project} comparison={comparison} />
      {runs === null || comparison.counts.unknown === 0 || state.acrossTestbeds ? null : (
        <MeasureRuns project={project} runs={runs} />
      )}
      {state.row === null ? null : (
        <RowPanel
          key={state.row}
          project={project}
          comparison={comparison}
          state={state}
          series={state.row}
          onClose={() => onChange({ row: null })}
        />
      )}
      <Results {...props} />
      <Means comparison={comparison} />
      <LeftOut comparison={comparison} />
    </div>
  );
}
