/** Controls of the list of splits. */

import { useChoices } from "@/api/facets";
import { FacetSelect, FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { SOURCES, type SplitsState, STATES } from "./splitsUrl";

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

export function SplitFilters({ project, state, onChange }: SplitFiltersProps) {
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
        label="Where from"
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
