/** Compares variants: one value of a parameter on either side, everything else equal. */

import { choicesOf } from "@/api/facets";
import type { Facets } from "@/api/types";
import { Select } from "@/ui/controls/Select";
import styles from "../Compare.module.css";
import type { CompareState, Side } from "../compareUrl";

interface VariantPickerProps {
  state: CompareState;
  facets: Facets | undefined;
  onChange: (part: Partial<CompareState>) => void;
}

const NONE = { value: "", label: "none" };

export function VariantPicker({ state, facets, onChange }: VariantPickerProps) {
  const { baseline, contender } = state;
  const chosen = Object.keys({ ...baseline.parameters, ...contender.parameters })[0] ?? "";
  const names = parameterNames(facets);
  const shown = chosen === "" || names.includes(chosen) ? names : [chosen, ...names];
  // it keeps its place while it is not known what there is
  if (facets !== undefined && shown.length === 0) return null;
  const plain = (value: string) => ({ value, label: value });
  const limited = (side: Side, parameter: string, value: string): Side => ({
    ...side,
    parameters: value === "" ? {} : { [parameter]: [value] },
  });
  const pick = (parameter: string) => {
    const [first = "", second = ""] = choicesOf(facets, `param.${parameter}`);
    onChange({
      baseline: limited(baseline, parameter, first),
      contender: limited(contender, parameter, second),
    });
  };
  return (
    <fieldset className={styles.side}>
      <legend>Variants</legend>
      <Select
        label="Variants by parameter"
        choices={[NONE, ...shown.map(plain)]}
        value={chosen}
        onChange={pick}
      />
      {chosen === "" ? null : (
        <>
          <Select
            label="Baseline"
            choices={choicesOf(facets, `param.${chosen}`, chosenValue(baseline, chosen)).map(plain)}
            value={chosenValue(baseline, chosen)}
            onChange={(value) => onChange({ baseline: limited(baseline, chosen, value) })}
          />
          <Select
            label="Contender"
            choices={choicesOf(facets, `param.${chosen}`, chosenValue(contender, chosen)).map(
              plain,
            )}
            value={chosenValue(contender, chosen)}
            onChange={(value) => onChange({ contender: limited(contender, chosen, value) })}
          />
        </>
      )}
    </fieldset>
  );
}

function chosenValue(side: Side, parameter: string): string {
  return side.parameters[parameter]?.[0] ?? "";
}

/** Names of the parameters that variants differ in. */
function parameterNames(facets: Facets | undefined): string[] {
  const head = "param.";
  return (facets?.facets ?? [])
    .filter(({ name, choices }) => name.startsWith(head) && choices.length > 1)
    .map(({ name }) => name.slice(head.length));
}
