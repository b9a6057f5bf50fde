/** Take it or not, and why; what was said before stays in the history. */

import { useId, useState } from "react";
import { useMay } from "@/api/session";
import type { SplitDetail } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Splits.module.css";
import { useDecide, useNote } from "./splitsQuery";

interface SplitDecisionProps {
  project: string;
  split: SplitDetail;
  id: number;
}

export function SplitDecision({ project, split, id }: SplitDecisionProps) {
  return (
    <div className={styles.columns}>
      <Section title="Decision">
        <Panel>
          <Decision project={project} split={split} id={id} />
        </Panel>
      </Section>
      <Section title="Note">
        <Panel>
          <Note key={split.note} project={project} split={split} id={id} />
        </Panel>
      </Section>
    </div>
  );
}

const CHOICES = [
  { state: "accepted", verb: "Accept" },
  { state: "rejected", verb: "Reject" },
  { state: "open", verb: "Open again" },
] as const;

function Decision({ project, split, id }: SplitDecisionProps) {
  const mayDecide = useMay(project, "triage");
  return (
    <div className={styles.decision}>
      {split.state === "open" ? (
        <p>No decision yet.</p>
      ) : (
        <p>
          {split.state === "accepted" ? "Accepted" : "Rejected"} by {split.decided_by}{" "}
          <RelativeTime at={split.state_changed_at} />
          {split.reason === "" ? "." : `: ${split.reason}`}
        </p>
      )}
      {mayDecide ? (
        <Choices project={project} split={split} id={id} />
      ) : (
        <p className={styles.quiet}>Accepting and rejecting take the role of a triager.</p>
      )}
    </div>
  );
}

function Choices({ project, split, id }: SplitDecisionProps) {
  const [reason, setReason] = useState("");
  const decide = useDecide(project, id);
  const before = { state: split.state, reason: split.reason };
  return (
    <>
      <TextField
        label="Why"
        value={reason}
        maxLength={2000}
        placeholder="Large objects are our load"
        onChange={setReason}
      />
      <div className={styles.controls}>
        {CHOICES.filter(({ state }) => state !== split.state).map(({ state, verb }) => (
          <Button
            key={state}
            kind={state === "accepted" ? "primary" : "plain"}
            disabled={decide.isPending}
            onClick={() =>
              decide.mutate(
                { decision: { state, reason }, before },
                { onSuccess: () => setReason("") },
              )
            }
          >
            {verb}
          </Button>
        ))}
      </div>
      <ErrorState
        error={decide.error}
        what="The decision was not stored."
        meaning="The split is as it was."
      />
    </>
  );
}

function Note({ project, split, id }: SplitDecisionProps) {
  const [note, setNote] = useState(split.note);
  const save = useNote(project, id);
  const label = useId();
  const mayWrite = useMay(project, "triage");
  if (!mayWrite) {
    return (
      <p className={split.note === "" ? styles.quiet : undefined}>
        {split.note === "" ? "None. Writing one takes the role of a triager." : split.note}
      </p>
    );
  }
  return (
    <div className={styles.decision}>
      <label htmlFor={label} className={styles.quiet}>
        Note
      </label>
      <textarea
        id={label}
        className={styles.note}
        value={note}
        maxLength={8000}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles.controls}>
        <Button
          disabled={note === split.note || save.isPending}
          onClick={() => save.mutate({ note, before: split.note })}
        >
          Save note
        </Button>
      </div>
      <ErrorState
        error={save.error}
        what="The note was not saved."
        meaning="It still stands here."
      />
    </div>
  );
}
