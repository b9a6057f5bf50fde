/** Says what the columns of an unknown table, or the fields of unknown JSON, mean. */

import { useEffect, useState } from "react";
import type { FileOutline, ReportMapping } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import styles from "./AddResults.module.css";
import {
  type Better,
  type ColumnMeaning,
  type ColumnRole,
  firstMeanings,
  isMapping,
  type Meanings,
  mappingOf,
  ROLES,
  type SentFile,
} from "./addResultsModel";
import { useOutline, useSaveMapping } from "./addResultsQuery";

interface MappingEditorProps {
  project: string;
  file: SentFile;
  onTry: (mapping: ReportMapping) => void;
}

export function MappingEditor({ project, file, onTry }: MappingEditorProps) {
  const { mutate, data, error } = useOutline(project);
  useEffect(() => mutate(file), [mutate, file]);
  if (error !== null) return null;
  if (data === undefined) return <p>Looking for columns…</p>;
  return <Outline project={project} outline={data} onTry={onTry} />;
}

interface OutlineProps {
  project: string;
  outline: FileOutline;
  onTry: (mapping: ReportMapping) => void;
}

function Outline({ project, outline, onTry }: OutlineProps) {
  const [meanings, setMeanings] = useState<Meanings>(() => firstMeanings(outline));
  const [name, setName] = useState("");
  const save = useSaveMapping(project);
  const mapping = mappingOf(outline, meanings);
  const change = (source: string, part: Partial<ColumnMeaning>) => {
    const before = meanings[source];
    if (before !== undefined) setMeanings({ ...meanings, [source]: { ...before, ...part } });
  };
  return (
    <Panel>
      <p>
        {counted(outline.count, "row")}. Say which column names the benchmark, and which holds its
        number; the preview shows what comes of it.
      </p>
      <Table
        caption="Columns"
        columns={columnsOf(meanings, change)}
        rows={outline.columns}
        rowKey={({ source }) => source}
      />
      <div className={styles.actions}>
        <Button kind="primary" disabled={!isMapping(mapping)} onClick={() => onTry(mapping)}>
          Try it on the file
        </Button>
        <TextField
          label="Name of the mapping"
          isInline
          value={name}
          maxLength={200}
          onChange={setName}
        />
        <Button
          disabled={!isMapping(mapping) || name.trim() === "" || save.isPending}
          onClick={() => save.mutate({ name: name.trim(), mapping })}
        >
          Save it for this project
        </Button>
      </div>
      <ErrorState error={save.error} what="The mapping was not saved." />
    </Panel>
  );
}

type OutlineColumn = FileOutline["columns"][number];
type ChangeOf = (source: string, part: Partial<ColumnMeaning>) => void;

const BETTER = [
  { value: "", label: "by the unit" },
  { value: "lower", label: "lower is better" },
  { value: "higher", label: "higher is better" },
];

function columnsOf(meanings: Meanings, change: ChangeOf): readonly Column<OutlineColumn>[] {
  const isNumber = (source: string) =>
    ["value", "sample"].includes(meanings[source]?.role ?? "nothing");
  const text = (source: string, field: "metric" | "unit", label: string) =>
    isNumber(source) ? (
      <input
        className={styles.cell}
        aria-label={`${label} of ${source}`}
        value={meanings[source]?.[field] ?? ""}
        onChange={(event) => change(source, { [field]: event.target.value })}
      />
    ) : null;
  return [
    { id: "source", head: "Column", cell: ({ source }) => <code>{source}</code> },
    { id: "examples", head: "Holds", isProse: true, cell: ({ examples }) => examples.join(", ") },
    {
      id: "role",
      head: "Is",
      cell: ({ source }) => (
        <div className={styles.choice}>
          <Select
            label={`Meaning of ${source}`}
            isLabelHidden
            choices={ROLES}
            value={meanings[source]?.role ?? "nothing"}
            onChange={(role) => change(source, { role: role as ColumnRole })}
          />
        </div>
      ),
    },
    { id: "metric", head: "Metric", cell: ({ source }) => text(source, "metric", "Metric") },
    { id: "unit", head: "Unit", cell: ({ source }) => text(source, "unit", "Unit") },
    {
      id: "better",
      head: "Better",
      cell: ({ source }) =>
        isNumber(source) ? (
          <div className={styles.choice}>
            <Select
              label={`Better direction of ${source}`}
              isLabelHidden
              choices={BETTER}
              value={meanings[source]?.better ?? ""}
              onChange={(better) => change(source, { better: better as Better })}
            />
          </div>
        ) : null,
    },
  ];
}
