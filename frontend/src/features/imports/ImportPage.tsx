/** Brings in a history that another tool recorded: choose the file, answer what it does not say, see what was taken. */

import { Link, useParams } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { ApiError } from "@/api/errors";
import { sendFile } from "@/api/requests";
import type { Fault, ImportOutcome } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useAction } from "@/ui/feedback/useAction";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import { DirectionQuestions } from "./DirectionQuestions";
import styles from "./Imports.module.css";
import {
  ANY_FORMAT,
  answerOf,
  areAnswered,
  branchOffered,
  directionQuery,
  EMPTY_FORM,
  type ImportForm,
  isComplete,
  saidOf,
  spanOf,
} from "./importsModel";

export function ImportPage() {
  const { project } = useParams({ from: "/p/$project/import" });
  const [form, setForm] = useState<ImportForm>(EMPTY_FORM);
  const [file, setFile] = useState<File | null>(null);
  const sending = useImport(project);
  const outcome = sending.data;
  const questions = outcome?.questions ?? [];
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setForm({ ...form, isSameHistory: false, directions: {} });
    sending.reset();
  };
  const send = (changed: Partial<ImportForm> = {}, isDry = false) => {
    const asked = { ...form, ...changed };
    setForm(asked);
    if (file !== null) sending.mutate({ ...asked, file, isDry });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const canSend = isComplete(file) && areAnswered(questions, form.directions) && !sending.isPending;
  return (
    <Page
      title="Import"
      answer={isUnreadable(sending.error) ? "The file could not be read" : answerOf(outcome)}
    >
      <form className={styles.form} onSubmit={submit} aria-label="Import">
        <Panel>
          <SourceFields form={form} onForm={setForm} onFile={choose} />
          {questions.length === 0 ? null : (
            <DirectionQuestions
              questions={questions}
              directions={form.directions}
              onChange={(directions) => setForm({ ...form, directions })}
            />
          )}
          <div className={styles.ways}>
            <Button type="submit" kind="primary" disabled={!canSend}>
              {sending.isPending ? "Reading the file…" : "Import"}
            </Button>
            <Button disabled={!canSend} onClick={() => send({}, true)}>
              Show first what would come
            </Button>
          </div>
        </Panel>
      </form>
      {sending.isError ? (
        <Refusal error={sending.error} branch={form.branch} onSend={send} />
      ) : null}
      <Outcome project={project} outcome={outcome} />
    </Page>
  );
}

interface RefusalProps {
  error: unknown;
  branch: string;
  onSend: (changed: Partial<ImportForm>) => void;
}

/** Why nothing was taken; where two histories would mix on one branch, the two ways out. */
function Refusal({ error, branch, onSend }: RefusalProps) {
  const offered = error instanceof ApiError ? branchOffered(error.faults) : undefined;
  return (
    <>
      <ErrorState
        error={error}
        what={isUnreadable(error) ? "The file could not be read." : "The file was not imported."}
        meaning={meaningOf(error)}
      />
      {offered === undefined ? null : (
        <div className={styles.ways}>
          <Button onClick={() => onSend({ branch: offered, isSameHistory: false })}>
            Import into branch “{offered}”
          </Button>
          <Button kind="quiet" onClick={() => onSend({ isSameHistory: true })}>
            It is one history: import into “{branch || "main"}”
          </Button>
        </div>
      )}
    </>
  );
}

const TOO_LARGE = 413;
const UNREADABLE = 422;

function isUnreadable(error: unknown): boolean {
  return error instanceof ApiError && error.status === UNREADABLE;
}

/** What the failure means for what is stored; the same file again would be refused again. */
function meaningOf(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === TOO_LARGE) return "Send it compressed by gzip, or in several parts.";
  if (status === UNREADABLE) return "What was taken before stays.";
  return "Rows that were taken before stay; sending the file again adds only what is missing.";
}

function Outcome({ project, outcome }: { project: string; outcome: ImportOutcome | undefined }) {
  if (outcome === undefined || outcome.questions.length > 0) return null;
  return (
    <Section title="Outcome">
      <ImportResult project={project} outcome={outcome} />
    </Section>
  );
}

interface SourceFieldsProps {
  form: ImportForm;
  onForm: (form: ImportForm) => void;
  onFile: (file: File | null) => void;
}

function SourceFields({ form, onForm, onFile }: SourceFieldsProps) {
  return (
    <div className={styles.fields}>
      <FileField
        label="History of another tracker"
        hint="data.js of github-action-benchmark; an archive (.tgz, .zip) of asv's results, of pytest-benchmark's or Skia Perf's files; the database or JSON of Bencher, LNT, Conbench, Codespeed, Perfherder, rustc-perf, Nyrkiö; ReBench's data; a table (.csv)."
        onChange={onFile}
      />
      <TextField
        label="Testbed"
        hint="Where the file does not say where these numbers were measured; only numbers of one testbed are compared."
        value={form.testbed}
        maxLength={200}
        placeholder="github-hosted"
        onChange={(testbed) => onForm({ ...form, testbed })}
      />
      <TextField
        label="Suite"
        hint="Else as in the file. Where a CI matrix wrote one file for each configuration: its name."
        value={form.suite}
        maxLength={200}
        onChange={(suite) => onForm({ ...form, suite })}
      />
      <TextField
        label="Branch"
        hint="Else as in the file, or main. One branch holds the history of one repository."
        value={form.branch}
        maxLength={200}
        onChange={(branch) => onForm({ ...form, branch, isSameHistory: false })}
      />
    </div>
  );
}

type Sending = ImportForm & { file: File; isDry: boolean };

/** Sends the file; with questions open the server stores nothing and asks. */
function useImport(project: string) {
  return useAction(
    ({ file, isDry, isSameHistory, directions, ...form }: Sending) => {
      const fields = {
        project,
        format_name: ANY_FORMAT,
        ...saidOf(form),
        ...(isSameHistory ? { same_history: true } : {}),
        ...(isDry ? { dry_run: true } : {}),
        ...directionQuery(directions),
      };
      return sendFile("imports/{format_name}", fields, file);
    },
    [[project]],
  );
}

interface FileFieldProps {
  label: string;
  hint: string;
  onChange: (file: File | null) => void;
}

/** A labelled choice of one file. */
function FileField({ label, hint, onChange }: FileFieldProps) {
  const id = useId();
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  );
}

const COLUMNS: readonly Column<Fault>[] = [
  {
    id: "pointer",
    head: "Place in the file",
    sortBy: (fault) => fault.pointer,
    cell: (fault) => <code>{fault.pointer || "/"}</code>,
  },
  {
    id: "reason",
    head: "Reason",
    isProse: true,
    sortBy: (fault) => fault.reason,
    cell: (fault) => fault.reason,
  },
  { id: "remedy", head: "Remedy", isProse: true, cell: (fault) => fault.remedy },
];

const PART_COLUMNS: readonly Column<ImportOutcome["parts"][number]>[] = [
  { id: "suite", head: "Suite", sortBy: (part) => part.suite, cell: (part) => part.suite },
  { id: "testbed", head: "Testbed", sortBy: (part) => part.testbed, cell: (part) => part.testbed },
  { id: "branch", head: "Branch", sortBy: (part) => part.branch, cell: (part) => part.branch },
  {
    id: "commits",
    head: "Commits",
    isNumber: true,
    sortBy: (part) => part.commits,
    cell: (part) => formatCount(part.commits),
  },
  {
    id: "results",
    head: "Results",
    isNumber: true,
    sortBy: (part) => part.results,
    cell: (part) => formatCount(part.results),
  },
  { id: "time", head: "Commits of", cell: (part) => spanOf(part.first, part.last) },
];

/** What an import took, knew already, and could not take, row by row. */
function ImportResult({ project, outcome }: { project: string; outcome: ImportOutcome }) {
  const { suites, parts, reports, results, rejected, notes, sign } = outcome;
  return (
    <div className={styles.outcome}>
      <p>
        {sign === "" ? "" : `Recognised by ${sign}. `}
        {formatCount(results)} results in {formatCount(reports)} reports.{" "}
        {suites.map((suite) => (
          <Link
            key={suite}
            to="/p/$project/explore"
            params={{ project }}
            search={{ suite }}
            className={styles.suite}
          >
            Explore {suite}
          </Link>
        ))}
      </p>
      {parts.length === 0 ? null : (
        <Table
          caption="What the file holds"
          columns={PART_COLUMNS}
          rows={parts}
          rowKey={(part) => `${part.suite} ${part.testbed} ${part.branch}`}
        />
      )}
      {notes.map((note) => (
        <p key={note} className={styles.quiet}>
          {note}
        </p>
      ))}
      {rejected.length === 0 ? (
        <p className={styles.quiet}>Every row of the file was taken.</p>
      ) : (
        <Table
          caption="Refused rows"
          columns={COLUMNS}
          rows={rejected}
          rowKey={(fault) => `${fault.pointer} ${fault.reason}`}
        />
      )}
    </div>
  );
}
