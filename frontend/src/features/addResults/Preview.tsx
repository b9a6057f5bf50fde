/** What files were recognised as, what their rows become, what is asked, and what is left out. */

import { Link } from "@tanstack/react-router";
import type { DirectionQuestion, Fault, ReadFile, ReadResult, ToolOutcome } from "@/api/types";
import { Select } from "@/ui/controls/Select";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { formatCount, formatValue, MISSING } from "@/units/format";
import styles from "./AddResults.module.css";
import { type Better, NOT_YET, type ResultsForm } from "./addResultsModel";
import { useReport } from "./addResultsQuery";

interface PreviewProps {
  outcome: ToolOutcome;
  form: ResultsForm;
  onLook: (changed: Partial<ResultsForm>) => void;
}

export function Preview({ outcome, form, onLook }: PreviewProps) {
  const { files, results, rejected, questions, notes, total } = outcome;
  const answer = (key: string, better: Better) =>
    onLook({ directions: { ...form.directions, [key]: better } });
  return (
    <div className={styles.preview}>
      <Table
        caption="Files"
        columns={FILES}
        rows={files}
        rowKey={(file) => `${file.name} ${file.format}`}
      />
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Questions questions={questions} directions={form.directions} onAnswer={answer} />
      <Table
        caption={
          total > results.length ? `The first ${results.length} of ${total} results` : "Results"
        }
        columns={RESULTS}
        rows={results}
        rowKey={keyOf}
      />
      {rejected.length === 0 ? null : (
        <Table
          caption="Rows left out"
          columns={REJECTED}
          rows={rejected}
          rowKey={(fault) => `${fault.pointer} ${fault.reason}`}
        />
      )}
    </div>
  );
}

function keyOf(one: ReadResult): string {
  return [one.suite, one.commit, one.benchmark, JSON.stringify(one.parameters), one.metric].join(
    "\n",
  );
}

const FILES: readonly Column<ReadFile>[] = [
  { id: "name", head: "File", isWide: true, cell: ({ name }) => name || MISSING },
  { id: "title", head: "Recognised as", cell: ({ title }) => title },
  {
    id: "sign",
    head: "By",
    isProse: true,
    cell: ({ sign }) => (sign === "" ? "your choice" : sign),
  },
  { id: "rows", head: "Rows", isNumber: true, cell: ({ rows }) => formatCount(rows) },
];

const RESULTS: readonly Column<ReadResult>[] = [
  { id: "benchmark", head: "Benchmark", isWide: true, cell: ({ benchmark }) => benchmark },
  {
    id: "parameters",
    head: "Parameters",
    isProse: true,
    cell: ({ parameters }) =>
      Object.entries(parameters)
        .map(([name, value]) => `${name} ${value}`)
        .join(", ") || MISSING,
  },
  { id: "metric", head: "Metric", cell: ({ metric }) => metric || MISSING },
  {
    id: "value",
    head: "Value",
    isNumber: true,
    cell: ({ value, unit, failure }) => (failure === "" ? formatValue(value, unit) : failure),
  },
  { id: "samples", head: "Samples", isNumber: true, cell: ({ samples }) => formatCount(samples) },
  { id: "direction", head: "Better", cell: ({ direction }) => direction || MISSING },
  { id: "commit", head: "Commit", cell: commitOf },
];

/** Of a row that says its own commit; the others get the one that is filled in. */
function commitOf({ commit }: ReadResult): string {
  return commit === NOT_YET ? MISSING : commit.slice(0, COMMIT_LENGTH);
}

const COMMIT_LENGTH = 12;

const REJECTED: readonly Column<Fault>[] = [
  { id: "place", head: "Place", cell: ({ pointer }) => <code>{pointer || "/"}</code> },
  { id: "why", head: "Why", isProse: true, cell: ({ reason }) => reason },
  { id: "remedy", head: "What helps", isProse: true, cell: ({ remedy }) => remedy },
];

interface QuestionsProps {
  questions: readonly DirectionQuestion[];
  directions: ResultsForm["directions"];
  onAnswer: (key: string, better: Better) => void;
}

const BETTER = [
  { value: "", label: "not said" },
  { value: "lower", label: "lower" },
  { value: "higher", label: "higher" },
];

function Questions({ questions, directions, onAnswer }: QuestionsProps) {
  const answered = Object.keys(directions).filter((key) =>
    questions.every((question) => question.key !== key),
  );
  const keys = [...questions.map(({ key }) => key), ...answered];
  if (keys.length === 0) return null;
  return (
    <div className={styles.fields}>
      {keys.map((key) => (
        <Select
          key={key}
          label={`Which is better for ${key}?`}
          choices={BETTER}
          value={directions[key] ?? ""}
          onChange={(better) => onAnswer(key, better as Better)}
        />
      ))}
    </div>
  );
}

/** The reports that were accepted, each with a link to its run once it is there. */
export function StoredReports({ project, outcome }: { project: string; outcome: ToolOutcome }) {
  const shown = outcome.reports.slice(0, MOST_LINKED);
  return (
    <Section title="Runs">
      <ul className={styles.reports}>
        {shown.map(({ id }) => (
          <li key={id}>
            <ReportLink project={project} id={id} />
          </li>
        ))}
      </ul>
      {outcome.reports.length > shown.length ? (
        <p>{counted(outcome.reports.length - shown.length, "further report")} on page Runs.</p>
      ) : null}
    </Section>
  );
}

const MOST_LINKED = 20;

function ReportLink({ project, id }: { project: string; id: string }) {
  const report = useReport(project, id).data;
  if (report === undefined || report.state === "accepted") return <span>Being taken in…</span>;
  if (report.run_id === null)
    return (
      <Link to="/p/$project/reports" params={{ project }}>
        It could not be taken in: see why
      </Link>
    );
  return (
    <Link to="/p/$project/runs/$run" params={{ project, run: String(report.run_id) }}>
      Run {report.run_id}
    </Link>
  );
}
