/** Brings in a table of published figures: choose the file, say what its columns are, keep it. */

import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import type { PublishedTable } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Splits.module.css";
import { EMPTY_TABLE, publishQuery, type TableForm } from "./splitsModel";
import { usePublish, useTableReading } from "./splitsQuery";

export function PublishTable({ project }: { project: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [form, setForm] = useState<TableForm>(EMPTY_TABLE);
  const reading = useTableReading(project);
  const publishing = usePublish(project);
  const navigate = useNavigate();
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setForm({ ...form, baseline: "0", contender: "1", roles: {} });
    publishing.reset();
    if (chosen === null) reading.reset();
    else reading.mutate(chosen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === null) return;
    publishing.mutate(
      { file, query: publishQuery(form) },
      {
        onSuccess: ({ id }) =>
          void navigate({
            to: "/p/$project/splits/$split",
            params: { project, split: String(id) },
          }),
      },
    );
  };
  return (
    <Section title="Published figures">
      <form onSubmit={submit} aria-label="Published figures">
        <Panel>
          <FileChoice onChange={choose} />
          {reading.data === undefined ? null : (
            <TableFields table={reading.data} form={form} onForm={setForm} />
          )}
          <div>
            <Button
              type="submit"
              kind="primary"
              disabled={reading.data === undefined || publishing.isPending}
            >
              {publishing.isPending ? "Saving…" : "Save split"}
            </Button>
          </div>
        </Panel>
      </form>
      {[reading, publishing].map((request, index) =>
        request.isError ? (
          <ErrorState
            key={index === 0 ? "reading" : "publishing"}
            error={request.error}
            what="The table was not taken."
            meaning="Nothing was stored."
          />
        ) : null,
      )}
    </Section>
  );
}

function FileChoice({ onChange }: { onChange: (file: File | null) => void }) {
  const id = useId();
  return (
    <div className={styles.file}>
      <label htmlFor={id}>Table (TSV, CSV or JSON)</label>
      <input
        id={id}
        type="file"
        accept=".tsv,.csv,.json,.txt,text/tab-separated-values,text/csv,application/json"
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`} className={styles.quiet}>
        One row per setting with its results as columns, or one row per member with the columns
        name, baseline and contender (and baseline_low, baseline_high, contender_low,
        contender_high, unit, better; every other column is a tag).
      </p>
    </div>
  );
}

interface TableFieldsProps {
  table: PublishedTable;
  form: TableForm;
  onForm: (form: TableForm) => void;
}

const ROLES = [
  { value: "setting", label: "a setting" },
  { value: "higher", label: "a result, higher is better" },
  { value: "lower", label: "a result, lower is better" },
  { value: "cost lower", label: "side cost, lower is better (not in the net)" },
  { value: "cost higher", label: "a benefit, not weighed (higher is better)" },
  { value: "ignore", label: "left out" },
];

function TableFields({ table, form, onForm }: TableFieldsProps) {
  const rows = table.rows.map((label, index) => ({ value: String(index), label }));
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label="Name"
          value={form.name}
          maxLength={200}
          placeholder="ring = 64"
          onChange={(name) => onForm({ ...form, name })}
        />
        <TextField
          label="Source"
          hint="Who published it, and where."
          value={form.source}
          maxLength={500}
          onChange={(source) => onForm({ ...form, source })}
        />
        {table.layout === "members" ? null : (
          <>
            <Select
              label="Baseline"
              choices={rows}
              value={form.baseline}
              onChange={(baseline) => onForm({ ...form, baseline })}
            />
            <Select
              label="Contender"
              choices={rows}
              value={form.contender}
              onChange={(contender) => onForm({ ...form, contender })}
            />
          </>
        )}
      </div>
      {table.layout === "members" ? (
        <p className={styles.quiet}>{table.rows.length} members were read.</p>
      ) : (
        <div className={styles.fields}>
          {table.columns.map(({ head, unit, role }) => (
            <Select
              key={head}
              label={unit === "" ? head : `${head} (in ${unit})`}
              choices={ROLES}
              value={form.roles[head] ?? role}
              onChange={(chosen) => onForm({ ...form, roles: { ...form.roles, [head]: chosen } })}
            />
          ))}
        </div>
      )}
    </>
  );
}
