/** Which rows of a comparison are shown; counts are those of the whole. */

import type { Comparison, Facets } from "@/api/types";
import { Checkbox } from "@/ui/Checkbox";
import { facetLabel, withChosen } from "@/ui/filters";
import { Select } from "@/ui/Select";
import { TextField } from "@/ui/TextField";
import styles from "./Compare.module.css";
import { VERDICT_WORDS } from "./compareModel";
import { type CompareState, VERDICTS, type Verdict } from "./compareUrl";
import { choicesOf } from "./facetChoices";

interface RowFiltersProps {
  comparison: Comparison;
  facets: Facets | undefined;
  state: CompareState;
  onChange: (part: Partial<CompareState>, options?: { isReplacing?: boolean }) => void;
}

const NAMES = ["suite", "benchmark", "metric", "testbed"];
const ANY = { value: "", label: "any" };

export function RowFilters({ comparison, facets, state, onChange }: RowFiltersProps) {
  const { filters, verdicts } = state;
  const toggle = (verdict: Verdict, isShown: boolean) =>
    onChange({
      verdicts: isShown ? [...verdicts, verdict] : verdicts.filter((one) => one !== verdict),
    });
  return (
    <div className={styles.filters}>
      <fieldset className={styles.verdicts}>
        <legend>Verdict</legend>
        {VERDICTS.map((verdict) => (
          <Checkbox
            key={verdict}
            label={VERDICT_WORDS[verdict].one}
            count={comparison.counts[verdict]}
            isChecked={verdicts.includes(verdict)}
            onChange={(isShown) => toggle(verdict, isShown)}
          />
        ))}
      </fieldset>
      {NAMES.map((name) => {
        const chosen = filters.chosen[name]?.[0] ?? "";
        const values = choicesOf(facets, name, chosen);
        return values.length < 2 && chosen === "" ? null : (
          <Select
            key={name}
            label={facetLabel(name)}
            choices={[ANY, ...values.map((value) => ({ value, label: value }))]}
            value={chosen}
            onChange={(value) =>
              onChange({ filters: withChosen(filters, name, value === "" ? [] : [value]) })
            }
          />
        );
      })}
      <TextField
        label="Search"
        type="search"
        value={filters.text}
        onChange={(text) => onChange({ filters: { ...filters, text } }, { isReplacing: true })}
      />
    </div>
  );
}
