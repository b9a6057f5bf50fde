/** Controls of the change list. */

import { useChoices } from "@/api/facets";
import { useMay, useSession } from "@/api/session";
import { Button } from "@/ui/controls/Button";
import { type Chip, FacetSelect, FoldedFilters } from "@/ui/controls/FilterBar";
import { NumberField } from "@/ui/controls/NumberField";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { facetWord, withChosen } from "@/ui/url/filters";
import { formatCount } from "@/units/format";
import styles from "../Changes.module.css";
import { type ChangesState, effectOf, MUTED, ORDERS, STATES, TIMES, VERDICTS } from "../changesUrl";
import { useAssignees } from "../group/groupQuery";

interface ChangeFiltersProps {
  project: string;
  state: ChangesState;
  /** How many changes of these filters are history; undefined until it is known. */
  history: number | undefined;
  /** How many are on branches of pull requests; undefined until it is known. */
  inPulls: number | undefined;
  /** Whether the choices are asked for yet. */
  isWanted: boolean;
  onChange: (part: Partial<ChangesState>, options?: { isReplacing?: boolean }) => void;
}

const ANY = { value: "", label: "any" };
const ORDER_WORDS = { newest: "newest first", largest: "largest first" };
const FACETS = ["suite", "benchmark", "metric", "testbed", "branch"];

function plain(value: string) {
  return { value, label: value };
}

export function ChangeFilters(props: ChangeFiltersProps) {
  const { state, onChange } = props;
  return (
    <FoldedFilters first={<First {...props} />} chips={chipsOf(state, onChange)}>
      <Others {...props} />
    </FoldedFilters>
  );
}

type Changing = Pick<ChangeFiltersProps, "state" | "history" | "inPulls" | "onChange">;

function First({ state, history, inPulls, onChange }: Changing) {
  const { filters, isOnPulls } = state;
  const isHistory = state.state === "history";
  return (
    <>
      <Select
        label="State"
        choices={STATES.map(plain)}
        value={state.state}
        onChange={(text) => onChange({ state: STATES.find((one) => one === text) ?? "open" })}
      />
      <Select
        label="Found"
        choices={[
          { value: "", label: "at any time" },
          ...TIMES.map((value) => ({ value, label: `in the last ${value} days` })),
        ]}
        value={state.days}
        onChange={(text) => onChange({ days: TIMES.find((one) => one === text) ?? "" })}
      />
      <Select
        label="Order"
        choices={ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] }))}
        value={state.order}
        onChange={(text) => onChange({ order: ORDERS.find((one) => one === text) ?? "newest" })}
      />
      <TextField
        label="Search"
        type="search"
        value={filters.text}
        onChange={(text) => onChange({ filters: { ...filters, text } }, { isReplacing: true })}
      />
      {isHistory || (history ?? 0) > 0 ? (
        <Button
          isPressed={isHistory}
          title="Changes that were old when their results were imported"
          onClick={() => onChange({ state: isHistory ? "open" : "history" })}
        >
          History{history === undefined ? "" : ` (${formatCount(history)})`}
        </Button>
      ) : null}
      {isOnPulls || (inPulls ?? 0) > 0 ? (
        <Button
          isPressed={isOnPulls}
          title="Changes on branches of pull requests"
          onClick={() => onChange({ isOnPulls: !isOnPulls })}
        >
          On pull requests{inPulls === undefined ? "" : ` (${formatCount(inPulls)})`}
        </Button>
      ) : null}
    </>
  );
}

function Others({ project, state, isWanted, onChange }: ChangeFiltersProps) {
  const facets = useChoices(project, isWanted);
  const { filters } = state;
  return (
    <>
      <AssigneeSelect project={project} state={state} isWanted={isWanted} onChange={onChange} />
      <Select
        label="Verdict"
        choices={[ANY, ...VERDICTS.map(plain)]}
        value={state.verdict}
        onChange={(text) => onChange({ verdict: VERDICTS.find((one) => one === text) ?? "" })}
      />
      {FACETS.map((name) => (
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
        label="Min. effect (%)"
        className={styles.effect}
        value={state.effect}
        read={effectOf}
        write={(effect) => (effect === 0 ? "" : String(effect))}
        onChange={(effect) => onChange({ effect }, { isReplacing: true })}
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
          { value: "", label: "include" },
          { value: "none", label: "exclude" },
          { value: "only", label: "only" },
        ]}
        value={state.muted}
        onChange={(text) => onChange({ muted: MUTED.find((one) => one === text) ?? "" })}
      />
    </>
  );
}

/** What is set of the folded filters. */
function chipsOf(state: ChangesState, onChange: ChangeFiltersProps["onChange"]): Chip[] {
  const { filters } = state;
  const own: [isSet: boolean, text: string, none: Partial<ChangesState>][] = [
    [state.assignee !== "", `assignee: ${assigneeWord(state.assignee)}`, { assignee: "" }],
    [state.verdict !== "", `verdict: ${state.verdict}`, { verdict: "" }],
    [state.effect > 0, `at least ${state.effect} %`, { effect: 0 }],
    [state.tag !== "", `tag: ${state.tag}`, { tag: "" }],
    [state.isOverdue, "overdue", { isOverdue: false }],
    [state.muted !== "", state.muted === "only" ? "muted only" : "not muted", { muted: "" }],
    ...Object.entries(filters.chosen).map(
      ([name, values]): [boolean, string, Partial<ChangesState>] => [
        true,
        `${facetWord(name)}: ${values.join(" or ")}`,
        { filters: withChosen(filters, name, []) },
      ],
    ),
  ];
  return own
    .filter(([isSet]) => isSet)
    .map(([, text, none]) => ({ text, onRemove: () => onChange(none) }));
}

/** People are known by number in the address. */
function assigneeWord(assignee: string): string {
  if (assignee === "nobody") return "unassigned";
  return assignee === "me" ? "me" : "one person";
}

/** Oneself first, then nobody, then everybody who may be assigned. */
function AssigneeSelect({
  project,
  state,
  isWanted,
  onChange,
}: Omit<ChangeFiltersProps, "history" | "inPulls">) {
  const mayTriage = useMay(project, "triage");
  const people = useAssignees(project, isWanted && mayTriage);
  const { data: session } = useSession();
  return (
    <Select
      label="Assignee"
      choices={[
        { value: "", label: "any" },
        ...(session?.user ? [{ value: "me", label: "me" }] : []),
        { value: "nobody", label: "unassigned" },
        ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={state.assignee}
      onChange={(assignee) => onChange({ assignee })}
    />
  );
}
