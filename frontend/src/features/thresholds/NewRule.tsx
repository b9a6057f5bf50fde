/** Fields of one rule, written as text below the rules that are there. */

import { useState } from "react";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { isRule, NO_FIELDS, type RuleFields } from "./ruleText";
import { SelectionFields } from "./SelectionFields";
import styles from "./Thresholds.module.css";

const USUAL = { value: "", label: "as the standard says" };
const SENSITIVITIES = ["sensitive", "balanced", "strict"].map(choiceOf);
const ACTIONS = ["gate", "inform"].map(choiceOf);

function choiceOf(value: string) {
  return { value, label: value };
}

export function NewRule({ onAdd }: { onAdd: (fields: RuleFields) => void }) {
  const [fields, setFields] = useState(NO_FIELDS);
  const put = (part: Partial<RuleFields>) => setFields({ ...fields, ...part });
  const submit = () => {
    onAdd(fields);
    setFields(NO_FIELDS);
  };
  return (
    <details>
      <summary>Add a rule by its fields</summary>
      <Form
        className={styles.form}
        label="New rule"
        onSubmit={submit}
        send="Add to the file"
        isPlain
        isIncomplete={!isRule(fields)}
      >
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
      </Form>
    </details>
  );
}
