/** Every run of the project, newest first; new ones appear by themselves. */

import { useParams } from "@tanstack/react-router";
import { useChoices } from "@/api/facets";
import type { RunRow } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Checkbox } from "@/ui/controls/Checkbox";
import { FacetSelect, FilterBar } from "@/ui/controls/FilterBar";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Page } from "@/ui/layout/Page";
import { PagedList, useListed } from "@/ui/tables/PagedList";
import { RunTable } from "@/ui/tables/RunTable";
import { useUrlState } from "@/ui/url/useUrlState";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { useRuns } from "./runsQuery";
import { type RunListState, runListCodec } from "./runsUrl";

const NO_FILTER: Partial<RunListState> = { suite: [], testbed: [], branch: [], text: "" };

export function RunsPage() {
  const { project } = useParams({ from: "/p/$project/runs" });
  const [state, change] = useUrlState(runListCodec);
  const query = useRuns(project, state);
  const { rows, first } = useListed(query);
  const { total, apart = 0 } = first ?? {};
  return (
    <Page title="Runs" answer={answerOf(total, rows, apart)} isBusy={query.isPlaceholderData}>
      <Filters project={project} state={state} onChange={change} />
      <PagedList
        query={query}
        noun="runs"
        empty={<NoRun state={state} onClear={() => change(NO_FILTER)} />}
      >
        {(found) => <RunTable project={project} runs={found} caption="Runs, newest first" />}
      </PagedList>
    </Page>
  );
}

function answerOf(total: number | undefined, rows: RunRow[], apart: number) {
  const newest = rows[0];
  if (total === undefined) return "Runs";
  if (newest === undefined) return "No runs.";
  return (
    <>
      {counted(total, "run")}, the newest <RelativeTime at={newest.started_at} />
      {apart === 0 ? "." : `; ${counted(apart, "run")} of the control benchmark apart.`}
    </>
  );
}

interface FiltersProps {
  project: string;
  state: RunListState;
  onChange: (part: Partial<RunListState>, options?: { isReplacing?: boolean }) => void;
}

const FILTERS = ["suite", "testbed", "branch"] as const;

function Filters({ project, state, onChange }: FiltersProps) {
  const facets = useChoices(project);
  return (
    <FilterBar>
      {FILTERS.map((name) => (
        <FacetSelect
          key={name}
          facets={facets.data}
          name={name}
          value={state[name][0] ?? ""}
          onChange={(value) => onChange({ [name]: value === "" ? [] : [value] })}
        />
      ))}
      <TextField
        label="Search"
        type="search"
        placeholder="Commit or author"
        value={state.text}
        onChange={(text) => onChange({ text }, { isReplacing: true })}
      />
      <Checkbox
        label="With the control benchmark"
        isChecked={state.hasControls}
        onChange={(hasControls) => onChange({ hasControls })}
      />
    </FilterBar>
  );
}

function NoRun({ state, onClear }: { state: RunListState; onClear: () => void }) {
  const isFiltered = state.text !== "" || FILTERS.some((name) => state[name].length > 0);
  return isFiltered ? (
    <EmptyState
      title="No run matches these filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState title="No runs yet." command="make demo">
      One execution of a suite on one testbed at one commit is listed here as soon as its report has
      arrived.
    </EmptyState>
  );
}
