/** Brings in a history that another tool recorded: choose the file, answer what it does not say, see what was taken. */

import { Link, useParams } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/errors";
import type { AddressImport, Fault, ImportOutcome } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import { DirectionQuestions } from "./DirectionQuestions";
import styles from "./Imports.module.css";
import {
  answerOf,
  areAnswered,
  branchOffered,
  EMPTY_FORM,
  type ImportForm,
  isComplete,
  progressText,
  spanOf,
} from "./importsModel";
import { useImport } from "./importsQuery";
import { RecentImports } from "./RecentImports";
import { SourceFields } from "./SourceFields";

export function ImportPage() {
  const { project } = useParams({ from: "/p/$project/import" });
  const [form, setForm] = useState<ImportForm>(EMPTY_FORM);
  const [file, setFile] = useState<File | null>(null);
  const [addresses, setAddresses] = useState(0);
  const { sending, progress } = useImport(project);
  const outcome = sending.data;
  const questions = outcome?.questions ?? [];
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setForm({ ...form, address: "", token: "", isSameHistory: false, directions: {} });
    sending.reset();
  };
  const chooseAddress = (address: string) => {
    if (file !== null) setAddresses(addresses + 1);
    setFile(null);
    setForm({ ...form, address, isSameHistory: false, directions: {} });
    sending.reset();
  };
  const send = (changed: Partial<ImportForm> = {}, isDry = false) => {
    const asked = { ...form, ...changed };
    setForm(asked);
    if (isComplete(file, asked.address)) sending.mutate({ ...asked, file, isDry });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const isAnswered = areAnswered(questions, form.directions);
  const canSend = isComplete(file, form.address) && isAnswered && !sending.isPending;
  return (
    <Page
      title="Import"
      answer={isUnreadable(sending.error) ? unreadable(file) : answerOf(outcome)}
    >
      <form className={styles.form} onSubmit={submit} aria-label="Import">
        <Panel>
          <SourceFields
            fileKey={addresses}
            form={form}
            onForm={setForm}
            onFile={choose}
            onAddress={chooseAddress}
          />
          {questions.length === 0 ? null : (
            <DirectionQuestions
              questions={questions}
              directions={form.directions}
              onChange={(directions) => setForm({ ...form, directions })}
            />
          )}
          <div className={styles.ways}>
            <Button type="submit" kind="primary" disabled={!canSend}>
              {sending.isPending ? pendingText(file) : "Import"}
            </Button>
            <Button disabled={!canSend} onClick={() => send({}, true)}>
              Preview
            </Button>
          </div>
          {progress === null ? null : <Progress state={progress} />}
        </Panel>
      </form>
      {sending.isError ? (
        <Refusal error={sending.error} file={file} branch={form.branch} onSend={send} />
      ) : null}
      <Outcome project={project} outcome={outcome} />
      <RecentImports project={project} isWatched={sending.isPending} />
    </Page>
  );
}

/** How far the server is with the pages of an address. */
function Progress({ state }: { state: AddressImport }) {
  return (
    <p className={styles.quiet} role="status">
      <ProgressBar
        done={state.pages}
        total={Math.max(state.known_pages, 1)}
        label="Pages fetched"
      />{" "}
      pages, {progressText(state)}
    </p>
  );
}

interface RefusalProps {
  error: unknown;
  file: File | null;
  branch: string;
  onSend: (changed: Partial<ImportForm>) => void;
}

/** Why nothing was taken; where two histories would mix on one branch, the two ways out. */
function Refusal({ error, file, branch, onSend }: RefusalProps) {
  const offered = error instanceof ApiError ? branchOffered(error.faults) : undefined;
  return (
    <>
      <ErrorState
        error={error}
        what={isUnreadable(error) ? `${unreadable(file)}.` : notImported(file)}
        meaning={meaningOf(error, file)}
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

function unreadable(file: File | null): string {
  return file === null ? "The address was refused" : "The file could not be read";
}

function notImported(file: File | null): string {
  return `The ${file === null ? "address" : "file"} was not imported.`;
}

function pendingText(file: File | null): string {
  return file === null ? "Fetching the pages…" : "Reading the file…";
}

/** What the failure means for what is stored; the same file again would be refused again. */
function meaningOf(error: unknown, file: File | null): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === TOO_LARGE) return "Send it compressed by gzip, or in several parts.";
  if (status === UNREADABLE) return "What was taken before stays.";
  if (file === null) return "What was taken before stays; the same address adds what is missing.";
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
        <p className={styles.quiet}>0 rows skipped.</p>
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
