/** Controls of the change list. */

import { useChoices } from "@/api/facets";
import { useMay, useSession } from "@/api/session";
import { FacetSelect, FilterBar } from "@/ui/controls/FilterBar";
import { NumberField } from "@/ui/controls/NumberField";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { withChosen } from "@/ui/url/filters";
import styles from "../Changes.module.css";
import {
  type ChangesState,
  countSet,
  effectOf,
  MUTED,
  ORDERS,
  STATES,
  VERDICTS,
} from "../changesUrl";
import { useAssignees } from "../group/groupQuery";

interface ChangeFiltersProps {
  project: string;
  state: ChangesState;
  /** Whether the choices are asked for yet. */
  isWanted: boolean;
  onChange: (part: Partial<ChangesState>, options?: { isReplacing?: boolean }) => void;
}

const ANY = { value: "", label: "any" };
const ORDER_WORDS = { newest: "newest first", largest: "largest first" };
const FILTERS = ["suite", "benchmark", "metric", "testbed", "branch"];

function plain(value: string) {
  return { value, label: value };
}

export function ChangeFilters({ project, state, isWanted, onChange }: ChangeFiltersProps) {
  const facets = useChoices(project, isWanted);
  const { filters } = state;
  return (
    <FilterBar active={countSet(state)}>
      <Select
        label="State"
        choices={STATES.map(plain)}
        value={state.state}
        onChange={(text) => onChange({ state: STATES.find((one) => one === text) ?? "open" })}
      />
      <AssigneeSelect project={project} state={state} isWanted={isWanted} onChange={onChange} />
      <Select
        label="Verdict"
        choices={[ANY, ...VERDICTS.map(plain)]}
        value={state.verdict}
        onChange={(text) => onChange({ verdict: VERDICTS.find((one) => one === text) ?? "" })}
      />
      {FILTERS.map((name) => (
        <FacetSelect
          key={name}
          facets={facets.data}
          name={name}
          value={filters.chosen[name]?.[0] ?? ""}
          onChange={(value) =>
            onChange({ filters: withChosen(filters, name, value === "" ? [] : [value]) })
          }
        />
      ))}
      <NumberField
        label="At least, %"
        className={styles.effect}
        value={state.effect}
        read={effectOf}
        write={(effect) => (effect === 0 ? "" : String(effect))}
        onChange={(effect) => onChange({ effect }, { isReplacing: true })}
      />
      <TextField
        label="Search"
        type="search"
        value={filters.text}
        onChange={(text) => onChange({ filters: { ...filters, text } }, { isReplacing: true })}
      />
      <TextField
        label="Tag"
        value={state.tag}
        maxLength={60}
        onChange={(tag) => onChange({ tag }, { isReplacing: true })}
      />
      <Select
        label="Due"
        choices={[ANY, { value: "overdue", label: "overdue" }]}
        value={state.isOverdue ? "overdue" : ""}
        onChange={(text) => onChange({ isOverdue: text === "overdue" })}
      />
      <Select
        label="Muted"
        choices={[
          { value: "", label: "shown too" },
          { value: "none", label: "left out" },
          { value: "only", label: "only" },
        ]}
        value={state.muted}
        onChange={(text) => onChange({ muted: MUTED.find((one) => one === text) ?? "" })}
      />
      <Select
        label="Order"
        choices={ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] }))}
        value={state.order}
        onChange={(text) => onChange({ order: ORDERS.find((one) => one === text) ?? "newest" })}
      />
    </FilterBar>
  );
}

/** Who takes care: oneself first, then nobody, then everybody whom triagers may give it to. */
function AssigneeSelect({ project, state, isWanted, onChange }: ChangeFiltersProps) {
  const mayTriage = useMay(project, "triage");
  const people = useAssignees(project, isWanted && mayTriage);
  const { data: session } = useSession();
  return (
    <Select
      label="Assignee"
      choices={[
        { value: "", label: "anybody" },
        ...(session?.user ? [{ value: "me", label: "me" }] : []),
        { value: "nobody", label: "nobody" },
        ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={state.assignee}
      onChange={(assignee) => onChange({ assignee })}
    />
  );
}
