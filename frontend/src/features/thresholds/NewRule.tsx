/** Fields of one rule, written as text below the rules that are there. */

import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { NewPart } from "./NewPart";
import { isRule, NO_FIELDS, type RuleFields } from "./ruleText";
import { SelectionFields } from "./SelectionFields";

const USUAL = { value: "", label: "as the standard says" };
const SENSITIVITIES = ["sensitive", "balanced", "strict"].map(choiceOf);
const ACTIONS = ["gate", "inform"].map(choiceOf);

function choiceOf(value: string) {
  return { value, label: value };
}

export function NewRule({ onAdd }: { onAdd: (fields: RuleFields) => void }) {
  return (
    <NewPart name="rule" empty={NO_FIELDS} isWhole={isRule} onAdd={onAdd}>
      {(fields, put) => (
        <>
          <SelectionFields fields={fields} onPut={put} />
          <TextField
            label="Minimum effect, %"
            inputMode="decimal"
            placeholder="as the standard says"
            value={fields.minimumEffect}
            onChange={(minimumEffect) => put({ minimumEffect })}
          />
          <Select
            label="Sensitivity"
            choices={[USUAL, ...SENSITIVITIES]}
            value={fields.sensitivity}
            onChange={(sensitivity) => put({ sensitivity })}
          />
          <Select
            label="Action"
            choices={[USUAL, ...ACTIONS]}
            value={fields.action}
            onChange={(action) => put({ action })}
          />
        </>
      )}
    </NewPart>
  );
}
