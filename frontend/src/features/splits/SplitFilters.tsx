/** Controls of the list of splits. */

import type { Facets } from "@/api/types";
import { Select } from "@/ui/Select";
import { TextField } from "@/ui/TextField";
import styles from "./Splits.module.css";
import { useChoices } from "./splitsQuery";
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
    <div className={styles.filters}>
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
      <Select
        label="Suite"
        choices={choicesOf(facets, "suite", state.suite)}
        value={state.suite}
        onChange={(suite) => onChange({ suite })}
      />
      <Select
        label="Testbed"
        choices={choicesOf(facets, "testbed", state.testbed)}
        value={state.testbed}
        onChange={(testbed) => onChange({ testbed })}
      />
      <TextField
        label="Search"
        type="search"
        value={state.text}
        onChange={(text) => onChange({ text }, { isReplacing: true })}
      />
    </div>
  );
}

function choicesOf(facets: Facets | undefined, name: string, chosen: string) {
  const found = facets?.facets.find((facet) => facet.name === name)?.choices ?? [];
  const values = found.map(({ value }) => String(value));
  if (chosen !== "" && !values.includes(chosen)) values.unshift(chosen);
  return [{ value: "", label: "any" }, ...values.map((value) => ({ value, label: value }))];
}
