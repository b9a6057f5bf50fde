/** Chooses one side: a run from the newest, a branch from all, a commit by its name. */

import { useId } from "react";
import type { Facets, RunRow } from "@/api/types";
import { Select } from "@/ui/Select";
import { TextField } from "@/ui/TextField";
import styles from "./Compare.module.css";
import { runName } from "./compareModel";
import { KINDS, type Side, type SideName } from "./compareUrl";
import { choicesOf } from "./facetChoices";

interface SidePickerProps {
  place: SideName;
  side: Side;
  runs: readonly RunRow[];
  facets: Facets | undefined;
  onChange: (side: Side) => void;
}

export function SidePicker({ place, side, runs, facets, onChange }: SidePickerProps) {
  const title = place === "baseline" ? "Baseline" : "Contender";
  return (
    <fieldset className={styles.side}>
      <legend>{title}</legend>
      <Select
        label="Kind"
        choices={KINDS.map((kind) => ({ value: kind, label: kind }))}
        value={side.kind}
        onChange={(text) =>
          onChange({ ...side, kind: KINDS.find((kind) => kind === text) ?? "run", name: "" })
        }
      />
      {side.kind === "run" ? (
        <Select
          label="Run"
          choices={runChoices(runs, side.name)}
          value={side.name}
          onChange={(name) => onChange({ ...side, name })}
        />
      ) : side.kind === "branch" ? (
        <Select
          label="Branch"
          choices={[
            { value: "", label: "choose one" },
            ...choicesOf(facets, "branch", side.name).map((name) => ({ value: name, label: name })),
          ]}
          value={side.name}
          onChange={(name) => onChange({ ...side, name })}
        />
      ) : (
        <CommitField side={side} runs={runs} onChange={onChange} />
      )}
    </fieldset>
  );
}

/** The newest runs, and the chosen one where it is older than they are. */
function runChoices(runs: readonly RunRow[], chosen: string) {
  const known = runs.map((run) => ({ value: String(run.id), label: runName(run) }));
  const isKnown = chosen === "" || known.some(({ value }) => value === chosen);
  const older = isKnown ? [] : [{ value: chosen, label: `${chosen}: an earlier run` }];
  return [{ value: "", label: "choose one" }, ...older, ...known];
}

interface CommitFieldProps {
  side: Side;
  runs: readonly RunRow[];
  onChange: (side: Side) => void;
}

/** The whole name of a commit; those of the newest runs are offered while typing. */
function CommitField({ side, runs, onChange }: CommitFieldProps) {
  const list = useId();
  const commits = new Map(runs.map(({ commit }) => [commit.name, commit.subject]));
  return (
    <>
      <TextField
        label="Commit"
        list={list}
        defaultValue={undefined}
        value={side.name}
        placeholder="whole hash or release"
        onChange={(name) => onChange({ ...side, name: name.trim() })}
      />
      <datalist id={list}>
        {[...commits].map(([name, subject]) => (
          <option key={name} value={name}>
            {subject}
          </option>
        ))}
      </datalist>
    </>
  );
}
