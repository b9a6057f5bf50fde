/** Adds a rung: a result found by search or in one run, or figures that somebody published. */

import { useDeferredValue, useState } from "react";
import type { Ladder } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Panel } from "@/ui/layout/Panel";
import { Candidates } from "./Candidates";
import type { ChangeLadder } from "./LadderPage";
import styles from "./Ladders.module.css";
import { type EditLadder, useCandidates } from "./laddersQuery";
import type { LadderState } from "./laddersUrl";

interface AddRungProps {
  project: string;
  ladder: Ladder;
  state: LadderState;
  onChange: ChangeLadder;
  edit: EditLadder;
}

export function AddRung(props: AddRungProps) {
  const { state, onChange, ladder, edit } = props;
  const close = () => onChange({ add: null, text: "" });
  return (
    <Panel label="Add a rung">
      <div className={styles.buttons}>
        <Button
          kind="quiet"
          isPressed={state.add !== "figures"}
          onClick={() => onChange({ add: "any" })}
        >
          A measured result
        </Button>
        <Button
          kind="quiet"
          isPressed={state.add === "figures"}
          onClick={() => onChange({ add: "figures" })}
        >
          A published figure
        </Button>
        <Button kind="quiet" onClick={close}>
          Close
        </Button>
      </div>
      {state.add === "figures" ? <FigureForm ladder={ladder} edit={edit} /> : <Search {...props} />}
    </Panel>
  );
}

function Search({ project, ladder, state, onChange, edit }: AddRungProps) {
  const run = typeof state.add === "number" ? state.add : null;
  const text = useDeferredValue(state.text);
  const query = useCandidates(project, ladder.id, text, run);
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label={run === null ? "Run, commit, benchmark or parameter" : `Results of run ${run}`}
          type="search"
          value={state.text}
          maxLength={300}
          placeholder="strategy=bridge"
          onChange={(words) => onChange({ text: words }, { isReplacing: true })}
        />
        {run === null ? null : (
          <Button kind="quiet" onClick={() => onChange({ add: "any" })}>
            Look in all runs
          </Button>
        )}
      </div>
      <QueryBoundary
        query={query}
        failure="Results that could become rungs could not be loaded."
        skeleton={<Skeleton height={120} label="Looking for results" />}
      >
        {({ rows }) => <Candidates ladder={ladder} rows={rows} edit={edit} />}
      </QueryBoundary>
    </>
  );
}

const NO_FIGURE = { label: "", value: "", unit: "", source: "" };

function FigureForm({ ladder, edit }: { ladder: Ladder; edit: EditLadder }) {
  const [draft, setDraft] = useState({ ...NO_FIGURE, unit: ladder.unit });
  const value = Number(draft.value);
  const isReady = draft.label.trim() !== "" && Number.isFinite(value) && value > 0;
  const submit = () => {
    const published = {
      label: draft.label.trim(),
      value,
      source: draft.source,
      role: "rung" as const,
      n: 1,
      reason: "",
      note: "",
      conditions: {},
      figures: {},
    };
    edit.add({ published, unit: draft.unit, label: "", note: "", role: "rung" }).then(
      () => setDraft({ ...NO_FIGURE, unit: draft.unit }),
      () => null,
    );
  };
  return (
    <Form
      className={styles.form}
      label="A published figure"
      onSubmit={submit}
      send="Add"
      isIncomplete={!isReady}
      action={edit}
    >
      <div className={styles.fields}>
        <TextField
          label="Label"
          value={draft.label}
          maxLength={200}
          onChange={(label) => setDraft({ ...draft, label })}
        />
        <TextField
          label={ladder.metric}
          inputMode="decimal"
          value={draft.value}
          onChange={(text) => setDraft({ ...draft, value: text })}
        />
        <TextField
          label="Unit"
          value={draft.unit}
          maxLength={40}
          onChange={(unit) => setDraft({ ...draft, unit })}
        />
        <TextField
          label="Published where"
          value={draft.source}
          maxLength={2000}
          onChange={(source) => setDraft({ ...draft, source })}
        />
      </div>
    </Form>
  );
}
