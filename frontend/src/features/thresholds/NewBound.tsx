/** Fields of a reference and of a budget, written as text below what is there. */

import { TextField } from "@/ui/controls/TextField";
import { NewPart } from "./NewPart";
import {
  type BudgetFields,
  isBudget,
  NO_BUDGET,
  NO_REFERENCE,
  type ReferenceFields,
} from "./ruleText";
import { SelectionFields } from "./SelectionFields";

function isReference({ commit, tag }: ReferenceFields): boolean {
  return (commit.trim() === "") !== (tag.trim() === "");
}

export function NewReference({ onAdd }: { onAdd: (fields: ReferenceFields) => void }) {
  return (
    <NewPart name="reference" empty={NO_REFERENCE} isWhole={isReference} onAdd={onAdd}>
      {(fields, put) => (
        <>
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
        </>
      )}
    </NewPart>
  );
}

export function NewBudget({ onAdd }: { onAdd: (fields: BudgetFields) => void }) {
  return (
    <NewPart name="budget" empty={NO_BUDGET} isWhole={isBudget} onAdd={onAdd}>
      {(fields, put) => (
        <>
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
        </>
      )}
    </NewPart>
  );
}
