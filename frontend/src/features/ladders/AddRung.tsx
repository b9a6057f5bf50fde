/** Adds a rung: a result found by search or in one run, or figures that somebody published. */

import { type FormEvent, useDeferredValue, useState } from "react";
import type { Ladder, LadderCandidate } from "@/api/types";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Panel } from "@/ui/Panel";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { Skeleton } from "@/ui/Skeleton";
import { TextField } from "@/ui/TextField";
import type { ChangeLadder } from "./LadderPage";
import styles from "./Ladders.module.css";
import { candidateName, resultText, runName } from "./laddersModel";
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

interface CandidatesProps {
  ladder: Ladder;
  rows: LadderCandidate[];
  edit: EditLadder;
}

function Candidates({ ladder, rows, edit }: CandidatesProps) {
  const taken = new Set(
    ladder.rungs.map((rung) => `${rung.run?.id ?? ""} ${rung.series?.id ?? ""}`),
  );
  if (rows.length === 0) {
    return (
      <EmptyState title="No result fits.">
        A rung needs a result of {ladder.metric} in the unit of this ladder; none was found for
        these words.
      </EmptyState>
    );
  }
  const add = (row: LadderCandidate, role: "rung" | "control") =>
    void edit
      .add({
        run_id: row.run.id,
        series_id: row.series.id,
        role,
        label: "",
        note: "",
        unit: "",
      })
      .catch(() => null);
  return (
    <ul className={styles.candidates} aria-label="Results that could become rungs">
      {rows.map((row) => {
        const key = `${row.run.id} ${row.series.id}`;
        const name = candidateName(row);
        return (
          <li key={key}>
            <span>
              {name} <span className={styles.quiet}>{runName(row.run)}</span>
            </span>
            <span className={styles.quiet}>{resultText(row, ladder.unit)}</span>
            <span className={styles.buttons}>
              {taken.has(key) ? (
                <span className={styles.quiet}>on the ladder</span>
              ) : (
                <>
                  <Button
                    aria-label={`Add ${name} of run ${row.run.id}`}
                    disabled={edit.isPending}
                    onClick={() => add(row, "rung")}
                  >
                    Add
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={`Add ${name} of run ${row.run.id} as a control`}
                    disabled={edit.isPending}
                    onClick={() => add(row, "control")}
                  >
                    As a control
                  </Button>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const NO_FIGURE = { label: "", value: "", unit: "", source: "" };

function FigureForm({ ladder, edit }: { ladder: Ladder; edit: EditLadder }) {
  const [draft, setDraft] = useState({ ...NO_FIGURE, unit: ladder.unit });
  const value = Number(draft.value);
  const isReady = draft.label.trim() !== "" && Number.isFinite(value) && value > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
    <form className={styles.form} onSubmit={submit} aria-label="A published figure">
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
      <div>
        <Button type="submit" kind="primary" disabled={!isReady || edit.isPending}>
          Add
        </Button>
      </div>
    </form>
  );
}
