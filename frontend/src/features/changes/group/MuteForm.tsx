/** Lets a benchmark or a metric alert nobody until a day; its changes are kept and shown. */

import { useState } from "react";
import type { AlertGroup } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import styles from "./GroupActions.module.css";
import { useMute } from "./groupQuery";

const DAY_MS = 86_400_000;
const TWO_WEEKS = 14;

function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

export function MuteForm({ project, group }: { project: string; group: AlertGroup }) {
  const { suite, benchmark, metric } = group.lead.series;
  const [what, setWhat] = useState("benchmark");
  const [until, setUntil] = useState(() => dayIn(TWO_WEEKS));
  const [why, setWhy] = useState("");
  const mute = useMute(project);
  const submit = () => {
    const chosen = what === "benchmark" ? { benchmark } : { metric };
    mute.mutate(
      { suite, ...chosen, until: `${until}T00:00:00Z`, why: why.trim() },
      { onSuccess: () => setWhy("") },
    );
  };
  const scopes = [
    { value: "benchmark", name: benchmark, of: `all metrics of this benchmark of ${suite}` },
    { value: "metric", name: metric, of: `this metric in all benchmarks of ${suite}` },
  ];
  return (
    <Form
      className={styles.fields}
      onSubmit={submit}
      send="Mute"
      isPlain
      isIncomplete={why.trim() === "" || until === ""}
      action={mute}
      failure="Nothing was muted."
    >
      <fieldset className={styles.scope}>
        <legend>No notifications for</legend>
        {scopes.map(({ value, name, of }) => (
          <label key={value}>
            <input
              type="radio"
              name="mute-scope"
              checked={what === value}
              onChange={() => setWhat(value)}
            />
            <span>
              {name}: {of}
            </span>
          </label>
        ))}
      </fieldset>
      <TextField label="Until" type="date" min={dayIn(1)} value={until} onChange={setUntil} />
      <TextField
        label="Why mute"
        placeholder="required"
        required
        value={why}
        maxLength={2000}
        onChange={setWhy}
      />
    </Form>
  );
}
