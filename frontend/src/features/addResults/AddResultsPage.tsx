/** Takes files of benchmark tools: says what they are, shows what they would become, and stores it. */

import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import styles from "./AddResults.module.css";
import {
  answerOf,
  EMPTY_RESULTS,
  isPlaced,
  type ResultsForm,
  type SentFile,
} from "./addResultsModel";
import { sentFile, useToolFiles } from "./addResultsQuery";
import { FileDrop } from "./FileDrop";
import { MappingEditor } from "./MappingEditor";
import { Preview, StoredReports } from "./Preview";
import { ResultsFields } from "./ResultsFields";

export function AddResultsPage() {
  const { project } = useParams({ from: "/p/$project/add-results" });
  const [form, setForm] = useState<ResultsForm>(EMPTY_RESULTS);
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const preview = useToolFiles(project);
  const storing = useToolFiles(project);
  const look = (changed: Partial<ResultsForm>, chosen = files) => {
    const asked = { ...form, ...changed };
    setForm(asked);
    storing.reset();
    if (chosen.length > 0) preview.mutate({ form: asked, files: chosen, isPreview: true });
  };
  const choose = async (chosen: readonly File[]) => {
    const read = await Promise.all(chosen.map(sentFile));
    setFiles(read);
    look({ directions: {}, mapping: null }, read);
  };
  const place = (changed: Partial<ResultsForm>) => {
    setForm({ ...form, ...changed });
    storing.reset();
  };
  const stored = storing.data;
  const canStore = preview.isSuccess && isPlaced(form) && !storing.isPending && !storing.isSuccess;
  return (
    <Page title="Add results" answer={answerOf(stored ?? preview.data, stored !== undefined)}>
      <Panel>
        <FileDrop names={files.map(({ name }) => name)} onChoose={choose} />
        <ResultsFields project={project} form={form} onLook={look} onPlace={place} />
        <div className={styles.actions}>
          <Button
            kind="primary"
            disabled={!canStore}
            onClick={() => storing.mutate({ form, files, isPreview: false })}
          >
            {storing.isPending ? "Storing…" : "Add results"}
          </Button>
          <Button disabled={files.length === 0 || preview.isPending} onClick={() => look({})}>
            {preview.isPending ? "Reading…" : "Preview again"}
          </Button>
        </div>
      </Panel>
      <ErrorState error={preview.error} what="The files could not be read." meaning={UNCHANGED} />
      <ErrorState error={storing.error} what="Nothing was stored." meaning={UNCHANGED} />
      {stored === undefined ? null : <StoredReports project={project} outcome={stored} />}
      <Unknown project={project} error={preview.error} form={form} files={files} onLook={look} />
      {preview.data === undefined ? null : (
        <Section title={stored === undefined ? "Preview" : "What was read"}>
          <Preview outcome={preview.data} form={form} onLook={look} />
        </Section>
      )}
    </Page>
  );
}

const UNCHANGED = "Nothing that was stored before is affected.";
const UNREADABLE = 422;

interface UnknownProps {
  project: string;
  error: unknown;
  form: ResultsForm;
  files: readonly SentFile[];
  onLook: (changed: Partial<ResultsForm>) => void;
}

/** Where no tool wrote the file, a person may say what its columns mean. */
function Unknown({ project, error, form, files, onLook }: UnknownProps) {
  const isRefused = error instanceof ApiError && error.status === UNREADABLE;
  const pointer = isRefused ? (error.faults[0]?.pointer ?? "") : "";
  const file = files[Number(/^\/files\/(\d+)$/.exec(pointer)?.[1] ?? 0)];
  if (file === undefined || (!isRefused && form.mapping === null)) return null;
  return (
    <Section title="Meaning of the columns">
      <MappingEditor
        key={`${file.name} ${file.data.length}`}
        project={project}
        file={file}
        onTry={(mapping) => onLook({ mapping, format: "" })}
      />
    </Section>
  );
}
