/** Every split of the project: who gains, who pays, what it comes to, and what was decided. */

import { Link, useParams } from "@tanstack/react-router";
import { useChoices } from "@/api/facets";
import { useMay } from "@/api/session";
import type { SplitRow } from "@/api/types";
import { CountBars } from "@/charts/diverging/CountBars";
import { Button } from "@/ui/controls/Button";
import { FacetSelect, FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Page } from "@/ui/layout/Page";
import { PagedList } from "@/ui/tables/PagedList";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { PublishTable } from "./PublishTable";
import styles from "./Splits.module.css";
import {
  listAnswer,
  netBadge,
  placeWords,
  rowTitle,
  STATE_WORDS,
  sourceWords,
} from "./splitsModel";
import { useSplits } from "./splitsQuery";
import { NO_CHOICE, SOURCES, type SplitsState, STATES, splitsCodec } from "./splitsUrl";

export function SplitsPage() {
  const { project } = useParams({ from: "/p/$project/splits" });
  const [state, change] = useUrlState(splitsCodec);
  const query = useSplits(project, state);
  const mayAdd = useMay(project, "triage");
  const total = query.data?.pages[0]?.total;
  return (
    <Page
      title="Splits"
      answer={listAnswer(query.isPlaceholderData ? undefined : total, state)}
      isBusy={query.isPlaceholderData}
      actions={
        mayAdd ? (
          <Button isPressed={state.isAdding} onClick={() => change({ isAdding: !state.isAdding })}>
            Import table
          </Button>
        ) : undefined
      }
    >
      {state.isAdding && mayAdd ? <PublishTable project={project} /> : null}
      <SplitFilters project={project} state={state} onChange={change} />
      <PagedList
        query={query}
        noun="splits"
        height={320}
        empty={<NoSplit state={state} onAll={() => change(NO_CHOICE)} />}
      >
        {(rows) => (
          <ul className={styles.rows} aria-label="Splits">
            {rows.map((row) => (
              <Row key={row.id} project={project} row={row} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

function Row({ project, row }: { project: string; row: SplitRow }) {
  const net = netBadge(row.net);
  const { word, tone } = STATE_WORDS[row.state];
  return (
    <li className={styles.row}>
      <CountBars losses={row.losses} gains={row.gains} members={row.members} />
      <Link to="/p/$project/splits/$split" params={{ project, split: String(row.id) }}>
        {rowTitle(row)}
      </Link>
      <span className={styles.facts}>
        <Badge tone={net.tone}>{net.word}</Badge>
        {row.net === null ? null : <span>{row.net.text}</span>}
        {row.basis === "" ? null : <span>{row.basis}</span>}
      </span>
      <span className={styles.facts}>
        <Badge tone={tone}>{word}</Badge>
        <span>{sourceWords(row)}</span>
        <span>{placeWords(row)}</span>
        {row.decided_by === "" || row.state === "open" ? (
          <RelativeTime at={row.created_at} />
        ) : (
          <span>
            by {row.decided_by} <RelativeTime at={row.state_changed_at} />
          </span>
        )}
        {row.note === "" ? null : <span title={row.note}>has a note</span>}
      </span>
    </li>
  );
}

const COMMAND = "tidemark publish-split ring_split.tsv --source 'its author'";

function NoSplit({ state, onAll }: { state: SplitsState; onAll: () => void }) {
  const isAll =
    state.state === "all" &&
    state.source === "all" &&
    `${state.suite}${state.testbed}${state.text}` === "";
  return (
    <EmptyState
      title={isAll ? "No split yet." : "No split matches."}
      {...(isAll ? { command: COMMAND } : {})}
      action={isAll ? undefined : <Button onClick={onAll}>Show every split</Button>}
    >
      A split is one change that helps some benchmarks and hurts others. They are found in runs that
      measure several values of a parameter, and at commits where some series improve and others
      regress; you can make one of any two sides from the comparison or a sweep, or bring in figures
      that somebody published.
    </EmptyState>
  );
}

interface SplitFiltersProps {
  project: string;
  state: SplitsState;
  onChange: (part: Partial<SplitsState>, options?: { isReplacing?: boolean }) => void;
}

const SOURCE_WORDS = {
  all: "any",
  proposed: "found by Tidemark",
  made: "made by a person",
  published: "published figures",
} as const;

/** Controls of the list of splits. */
function SplitFilters({ project, state, onChange }: SplitFiltersProps) {
  const facets = useChoices(project).data;
  return (
    <FilterBar>
      <Select
        label="State"
        choices={STATES.map((value) => ({ value, label: value }))}
        value={state.state}
        onChange={(text) => onChange({ state: STATES.find((one) => one === text) ?? "open" })}
      />
      <Select
        label="Source"
        choices={SOURCES.map((value) => ({ value, label: SOURCE_WORDS[value] }))}
        value={state.source}
        onChange={(text) => onChange({ source: SOURCES.find((one) => one === text) ?? "all" })}
      />
      <FacetSelect
        facets={facets}
        name="suite"
        value={state.suite}
        onChange={(suite) => onChange({ suite })}
      />
      <FacetSelect
        facets={facets}
        name="testbed"
        value={state.testbed}
        onChange={(testbed) => onChange({ testbed })}
      />
      <TextField
        label="Search"
        type="search"
        value={state.text}
        onChange={(text) => onChange({ text }, { isReplacing: true })}
      />
    </FilterBar>
  );
}
