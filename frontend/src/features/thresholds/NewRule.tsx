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

interface NewRuleProps {
  /** What a chart asked to write a rule for. */
  selected: Partial<RuleFields>;
  onAdd: (fields: RuleFields) => void;
}

export function NewRule({ selected, onAdd }: NewRuleProps) {
  const empty = { ...NO_FIELDS, ...selected };
  const isAsked = Object.values(selected).some((text) => text !== "");
  return (
    <NewPart name="rule" empty={empty} isOpen={isAsked} isWhole={isRule} onAdd={onAdd}>
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
