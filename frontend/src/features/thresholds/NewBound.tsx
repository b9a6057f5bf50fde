/** Fields of a reference and of a budget, written as text below what is there. */

import { useState } from "react";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import {
  type BudgetFields,
  isBudget,
  NO_BUDGET,
  NO_REFERENCE,
  type ReferenceFields,
} from "./ruleText";
import { SelectionFields } from "./SelectionFields";
import styles from "./Thresholds.module.css";

export function NewReference({ onAdd }: { onAdd: (fields: ReferenceFields) => void }) {
  const [fields, setFields] = useState(NO_REFERENCE);
  const put = (part: Partial<ReferenceFields>) => setFields({ ...fields, ...part });
  const submit = () => {
    onAdd(fields);
    setFields(NO_REFERENCE);
  };
  return (
    <details>
      <summary>Add a reference by its fields</summary>
      <Form
        className={styles.form}
        label="New reference"
        onSubmit={submit}
        send="Add to the file"
        isPlain
        isIncomplete={(fields.commit.trim() === "") === (fields.tag.trim() === "")}
      >
        <TextField label="Name" value={fields.name} onChange={(name) => put({ name })} />
        <TextField
          label="Commit"
          placeholder="4f2a91c"
          value={fields.commit}
          onChange={(commit) => put({ commit })}
        />
        <TextField
          label="Or newest commit tagged"
          placeholder="v1.*"
          value={fields.tag}
          onChange={(tag) => put({ tag })}
        />
      </Form>
    </details>
  );
}

export function NewBudget({ onAdd }: { onAdd: (fields: BudgetFields) => void }) {
  const [fields, setFields] = useState(NO_BUDGET);
  const put = (part: Partial<BudgetFields>) => setFields({ ...fields, ...part });
  const submit = () => {
    onAdd(fields);
    setFields(NO_BUDGET);
  };
  return (
    <details>
      <summary>Add a budget by its fields</summary>
      <Form
        className={styles.form}
        label="New budget"
        onSubmit={submit}
        send="Add to the file"
        isPlain
        isIncomplete={!isBudget(fields)}
      >
        <SelectionFields fields={fields} onPut={put} />
        <TextField
          label="At most"
          placeholder="5 ms"
          value={fields.atMost}
          onChange={(atMost) => put({ atMost })}
        />
        <TextField
          label="At least"
          placeholder="10 k op/s"
          value={fields.atLeast}
          onChange={(atLeast) => put({ atLeast })}
        />
        <TextField
          label="Worse by at most, %"
          inputMode="decimal"
          value={fields.worseBy}
          onChange={(worseBy) => put({ worseBy })}
        />
        <TextField
          label="Than the reference"
          placeholder="v1.4"
          value={fields.against}
          onChange={(against) => put({ against })}
        />
      </Form>
    </details>
  );
}
