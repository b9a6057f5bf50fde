/** Figures that somebody published become a ladder: choose or paste the table, check what was understood. */

import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Ladders.module.css";
import { useMakeLadder } from "./laddersQuery";
import {
  type ColumnChoice,
  guessColumns,
  guessUnit,
  metricName,
  type PublishedTable,
  readTable,
  rungsOf,
} from "./publishedTable";

interface PublishedFormProps {
  project: string;
  onClose: () => void;
}

interface Draft {
  text: string;
  name: string;
  source: string;
  table: PublishedTable | null;
  choice: ColumnChoice | null;
}

const EMPTY: Draft = { text: "", name: "", source: "", table: null, choice: null };

export function PublishedForm({ project, onClose }: PublishedFormProps) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const make = useMakeLadder(project);
  const navigate = useNavigate();
  const take = (text: string, file?: string) => {
    const table = readTable(text);
    const name = draft.name || (file === undefined ? "" : file.replace(/\.\w+$/, ""));
    const source = draft.source || (file ?? "");
    setDraft({ text, name, source, table, choice: table === null ? null : guessColumns(table) });
  };
  const submit = () => {
    if (draft.table === null || draft.choice === null) return;
    make.mutate(documentOf(draft, draft.table, draft.choice), {
      onSuccess: ({ id }) =>
        void navigate({
          to: "/p/$project/ladders/$ladder",
          params: { project, ladder: String(id) },
        }),
    });
  };
  const isReady = draft.name.trim() !== "" && draft.choice !== null && draft.choice.value !== "";
  return (
    <Panel label="A ladder from published figures">
      <Form
        className={styles.form}
        label="New ladder from a table"
        onSubmit={submit}
        send="Create ladder"
        isIncomplete={!isReady}
        action={make}
        failure="The ladder was not made."
        meaning="Nothing was stored."
        leave={{ label: "Close", onLeave: onClose }}
      >
        <Source draft={draft} onTake={take} />
        {draft.table === null || draft.choice === null ? null : (
          <Understood
            table={draft.table}
            choice={draft.choice}
            onChange={(choice) => setDraft({ ...draft, choice })}
          />
        )}
        <div className={styles.fields}>
          <TextField
            label="Name"
            value={draft.name}
            maxLength={200}
            onChange={(name) => setDraft({ ...draft, name })}
          />
          <TextField
            label="Published where"
            hint="Shown with every figure."
            value={draft.source}
            maxLength={2000}
            onChange={(source) => setDraft({ ...draft, source })}
          />
        </div>
      </Form>
    </Panel>
  );
}

function documentOf(draft: Draft, table: PublishedTable, choice: ColumnChoice) {
  return {
    kind: "published" as const,
    name: draft.name.trim(),
    note: "",
    metric: metricName(choice),
    unit: choice.unit,
    direction: choice.direction,
    source: draft.source.trim(),
    rungs: rungsOf(table, choice).rungs,
  };
}

function Source({
  draft,
  onTake,
}: {
  draft: Draft;
  onTake: (text: string, file?: string) => void;
}) {
  const id = useId();
  const choose = async (file: File | undefined) => {
    if (file !== undefined) onTake(await file.text(), file.name);
  };
  return (
    <div className={styles.source}>
      <label htmlFor={`${id}-file`}>Table as a file</label>
      <input
        id={`${id}-file`}
        type="file"
        accept=".tsv,.csv,.txt,text/tab-separated-values,text/csv"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <label htmlFor={`${id}-text`}>or pasted</label>
      <textarea
        id={`${id}-text`}
        rows={6}
        value={draft.text}
        spellCheck={false}
        placeholder={"strategy\trequests_per_s\tverdict\nasyncio.run\t543\tbaseline"}
        onChange={(event) => onTake(event.target.value)}
      />
      {draft.text !== "" && draft.table === null ? (
        <p className={styles.fault}>
          This is no table yet: a line of names, then two or more lines, with tabs or commas
          between.
        </p>
      ) : null}
    </div>
  );
}

interface UnderstoodProps {
  table: PublishedTable;
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}

function Understood({ table, choice, onChange }: UnderstoodProps) {
  const columns = table.columns.map((name) => ({ value: name, label: name }));
  const optional = [{ value: "", label: "none" }, ...columns];
  const { rungs, leftOut } = rungsOf(table, choice);
  return (
    <>
      <div className={styles.fields}>
        <Select
          label="Rung"
          choices={columns}
          value={choice.label}
          onChange={(label) => onChange({ ...choice, label })}
        />
        <Select
          label="Figure"
          choices={columns}
          value={choice.value}
          onChange={(value) => onChange({ ...choice, value, ...guessUnit(value) })}
        />
        <TextField
          label="Unit"
          value={choice.unit}
          maxLength={40}
          onChange={(unit) => onChange({ ...choice, unit })}
        />
        <Select
          label="Better is"
          choices={[
            { value: "higher", label: "higher" },
            { value: "lower", label: "lower" },
          ]}
          value={choice.direction}
          onChange={(direction) =>
            onChange({ ...choice, direction: direction === "lower" ? "lower" : "higher" })
          }
        />
        <Select
          label="Deviation"
          choices={optional}
          value={choice.sd}
          onChange={(sd) => onChange({ ...choice, sd })}
        />
        <Select
          label="Verdict as published"
          choices={optional}
          value={choice.verdict}
          onChange={(verdict) => onChange({ ...choice, verdict })}
        />
      </div>
      <p className={styles.quiet}>
        {rungs.length} lines with a figure
        {leftOut.length === 0 ? "." : `; left out without one: ${leftOut.join(", ")}.`} They carry
        summaries only, so the ladder shows an order and claims nothing.
      </p>
    </>
  );
}
