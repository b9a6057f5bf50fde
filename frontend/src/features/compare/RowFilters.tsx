/** Which rows of a comparison are shown; each count is what its choice would leave. */

import { useEffect, useMemo, useState } from "react";
import type { RowColumns } from "@/api/types";
import { Checkbox } from "@/ui/controls/Checkbox";
import { type Chip, NarrowFilters } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { facetLabel, facetWord, withChosen } from "@/ui/url/filters";
import { formatCount } from "@/units/format";
import styles from "./Compare.module.css";
import { VERDICT_WORDS } from "./compareModel";
import {
  type Chosen,
  type CompareRow,
  choicesIn,
  dimensionsOf,
  isRelevant,
  isSignificant,
  magnitude,
} from "./compareRows";
import {
  CLAIMS,
  type Claim,
  type CompareState,
  LEAST,
  type Least,
  VERDICTS,
  type Verdict,
} from "./compareUrl";

interface RowFiltersProps {
  columns: RowColumns;
  chosen: Chosen;
  /** Level below which a p over all rows tells a difference. */
  level: number;
  state: CompareState;
  onChange: (part: Partial<CompareState>, options?: { isReplacing?: boolean }) => void;
}

/** On phones they would fill the screen before the first row: there they fold into chips. */
export function RowFilters(props: RowFiltersProps) {
  return (
    <NarrowFilters chips={chipsOf(props)}>
      <Filters {...props} />
    </NarrowFilters>
  );
}

function chipsOf({ state, onChange }: RowFiltersProps): Chip[] {
  const { filters, verdicts } = state;
  const chosen = Object.entries(filters.chosen).filter(([, values]) => values.length > 0);
  return [
    ...verdicts.map((verdict) => ({
      text: `verdict: ${VERDICT_WORDS[verdict].one}`,
      onRemove: () => onChange({ verdicts: verdicts.filter((one) => one !== verdict) }),
    })),
    ...(state.isRelevant
      ? [{ text: "significant changes only", onRemove: () => onChange({ isRelevant: false }) }]
      : []),
    ...(state.least === 0
      ? []
      : [{ text: leastText(state.least), onRemove: () => onChange({ least: 0 }) }]),
    ...(state.claim === "any"
      ? []
      : [{ text: CLAIM_WORDS[state.claim], onRemove: () => onChange({ claim: "any" }) }]),
    ...chosen.map(([name, values]) => ({
      text: `${facetWord(name)}: ${values.join(", ")}`,
      onRemove: () => onChange({ filters: withChosen(filters, name, []) }),
    })),
  ];
}

function Filters({ columns, chosen, level, state, onChange }: RowFiltersProps) {
  const { verdicts } = state;
  const toggle = (verdict: Verdict, isShown: boolean) =>
    onChange({
      verdicts: isShown ? [...verdicts, verdict] : verdicts.filter((one) => one !== verdict),
    });
  const counted = chosen.beside("verdict");
  const dimensions = useMemo(() => dimensionsOf(columns), [columns]);
  return (
    <div className={styles.filters}>
      <fieldset className={styles.verdicts}>
        <legend>Verdict</legend>
        {VERDICTS.map((verdict) => (
          <Checkbox
            key={verdict}
            label={VERDICT_WORDS[verdict].one}
            count={counted.filter((row) => row.verdict === verdict).length}
            isChecked={verdicts.includes(verdict)}
            onChange={(isShown) => toggle(verdict, isShown)}
          />
        ))}
        <Checkbox
          label="significant changes only"
          count={chosen.beside("relevant").filter(isRelevant).length}
          isChecked={state.isRelevant}
          onChange={(isOnly) => onChange({ isRelevant: isOnly })}
        />
      </fieldset>
      <Select
        label="Effect"
        choices={LEAST.map((least) => ({
          value: String(least),
          label: `${leastText(least)} (${formatCount(
            chosen.beside("least").filter((row) => magnitude(row) >= least).length,
          )})`,
        }))}
        value={String(state.least)}
        onChange={(text) => onChange({ least: LEAST.find((one) => String(one) === text) ?? 0 })}
      />
      <Select
        label="Significance"
        choices={CLAIMS.map((claim) => ({
          value: claim,
          label: `${CLAIM_WORDS[claim]} (${formatCount(
            chosen.beside("claim").filter((row) => claims(row, claim, level)).length,
          )})`,
        }))}
        value={state.claim}
        onChange={(text) => onChange({ claim: CLAIMS.find((one) => one === text) ?? "any" })}
      />
      <Dimensions dimensions={dimensions} chosen={chosen} state={state} onChange={onChange} />
      <SearchField
        text={state.filters.text}
        onChange={(text) =>
          onChange({ filters: { ...state.filters, text } }, { isReplacing: true })
        }
      />
      <GroupBy dimensions={dimensions} state={state} onChange={onChange} />
    </div>
  );
}

const CLAIM_WORDS: Record<Claim, string> = {
  any: "any",
  told: "significant",
  untold: "not significant",
};

function claims(row: CompareRow, claim: Claim, level: number): boolean {
  return claim === "any" || isSignificant(row, level) === (claim === "told");
}

function leastText(least: Least): string {
  if (least === 0) return "any size";
  return least === 1 ? "×2 and more" : `${100 * least}\u202f% and more`;
}

interface Part extends Pick<RowFiltersProps, "chosen" | "state" | "onChange"> {
  dimensions: readonly string[];
}

/** One choice for each dimension in which the rows differ. */
function Dimensions({ dimensions, chosen, state, onChange }: Part) {
  const { filters } = state;
  const names = [...new Set([...dimensions, ...Object.keys(filters.chosen)])];
  return names.map((name) => {
    const rows = chosen.beside(name);
    const value = filters.chosen[name]?.[0] ?? "";
    const found = choicesIn(rows, name);
    const isGone = value !== "" && !found.some((one) => one.value === value);
    const shown = isGone ? [{ value, count: 0 }, ...found] : found;
    return (
      <Select
        key={name}
        label={facetLabel(name.replace(/^tag\./, ""))}
        choices={[
          { value: "", label: `any (${formatCount(rows.length)})` },
          ...shown.map((one) => ({
            value: one.value,
            label: `${one.value} (${formatCount(one.count)})`,
          })),
        ]}
        value={value}
        onChange={(text) =>
          onChange({ filters: withChosen(filters, name, text === "" ? [] : [text]) })
        }
      />
    );
  });
}

const TYPING_MS = 150;

/** Typing is answered at once here and reaches the address when it rests. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return <TextField label="Search" type="search" value={typed} onChange={setTyped} />;
}

function GroupBy({ dimensions, state, onChange }: Omit<Part, "chosen">) {
  const isKnown = state.group === "" || dimensions.includes(state.group);
  const names = isKnown ? dimensions : [state.group, ...dimensions];
  if (names.length === 0) return null;
  return (
    <Select
      label="Group by"
      choices={[
        { value: "", label: "nothing" },
        ...names.map((name) => ({
          value: name,
          label: facetLabel(name.replace(/^tag\./, "")),
        })),
      ]}
      value={state.group}
      onChange={(group) => onChange({ group, open: [], sorting: null })}
    />
  );
}
