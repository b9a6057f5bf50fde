/** What a person says of one rung: its label, a note, a decision with its reason. */

import { useState } from "react";
import type { Rung, RungChange } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import styles from "./Ladders.module.css";
import type { EditLadder } from "./laddersQuery";

interface RungFormProps {
  rung: Rung;
  edit: EditLadder;
  onDone: () => void;
}

const DECIDED = ["kept", "rejected"] as const;
const DECISIONS = [
  { value: "", label: "as measured" },
  { value: "kept", label: "kept" },
  { value: "rejected", label: "rejected" },
];

export function RungForm({ rung, edit, onDone }: RungFormProps) {
  const [label, setLabel] = useState(rung.label);
  const [note, setNote] = useState(rung.note);
  const [decision, setDecision] = useState<string>(rung.decision ?? "");
  const [reason, setReason] = useState(rung.reason);
  const submit = () => {
    const decided = DECIDED.find((one) => one === decision) ?? null;
    const body: RungChange = { label: label.trim(), note, reason: decided ? reason : "" };
    const changes: RungChange = decided === rung.decision ? body : { ...body, decision: decided };
    edit.changeRung(rung.id, changes).then(onDone, () => null);
  };
  return (
    <Form
      className={styles.form}
      label={`Edit ${rung.label}`}
      onSubmit={submit}
      send="Save"
      isIncomplete={label.trim() === ""}
      action={edit}
      leave={{ label: "Cancel", onLeave: onDone }}
    >
      <div className={styles.fields}>
        <TextField label="Label" value={label} maxLength={200} onChange={setLabel} />
        <TextField label="Note" value={note} maxLength={4000} onChange={setNote} />
        {rung.role === "rung" ? (
          <>
            <Select label="Decision" choices={DECISIONS} value={decision} onChange={setDecision} />
            <TextField
              label="Reason"
              value={reason}
              maxLength={4000}
              disabled={decision === ""}
              onChange={setReason}
            />
          </>
        ) : null}
      </div>
    </Form>
  );
}
