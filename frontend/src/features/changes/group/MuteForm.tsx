/** Lets a benchmark or a metric alert nobody until a day; its changes are kept and shown. */

import { useState } from "react";
import { useMay } from "@/api/session";
import type { AlertGroup } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Section } from "@/ui/layout/Page";
import styles from "../Changes.module.css";
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
  if (!useMay(project, "triage")) return null;
  const submit = () => {
    const chosen = what === "benchmark" ? { benchmark } : { metric };
    mute.mutate(
      { suite, ...chosen, until: `${until}T00:00:00Z`, why: why.trim() },
      { onSuccess: () => setWhy("") },
    );
  };
  return (
    <Section title="Mute">
      <Form
        className={styles.fields}
        onSubmit={submit}
        send="Mute"
        isPlain
        isIncomplete={why.trim() === "" || until === ""}
        action={mute}
        failure="Nothing was muted."
        buttonsClass={styles.save}
      >
        <Select
          label="Mute scope"
          choices={[
            { value: "benchmark", label: `benchmark ${benchmark} of ${suite}` },
            { value: "metric", label: `metric ${metric} of ${suite}` },
          ]}
          value={what}
          onChange={setWhat}
        />
        <TextField label="Until" type="date" min={dayIn(1)} value={until} onChange={setUntil} />
        <TextField label="Reason" required value={why} maxLength={2000} onChange={setWhy} />
      </Form>
    </Section>
  );
}
