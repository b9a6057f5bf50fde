/** Every run of the project, newest first; new ones appear by themselves. */

import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Facets, RunRow } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { CommitLink } from "@/ui/CommitLink";
import { EmptyState } from "@/ui/EmptyState";
import { facetLabel } from "@/ui/filters";
import { Page } from "@/ui/Page";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { RelativeTime } from "@/ui/RelativeTime";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { type Column, Table } from "@/ui/Table";
import { TextField } from "@/ui/TextField";
import { SuiteLink } from "@/ui/ThingLinks";
import { useUrlState } from "@/ui/urlState";
import { formatCount, MISSING } from "@/units/format";
import { durationText } from "@/units/relativeTime";
import styles from "./Runs.module.css";
import { countOf } from "./runsModel";
import { useChoices, useRuns } from "./runsQuery";
import { type RunListState, runListCodec } from "./runsUrl";

const NO_FILTER: RunListState = { suite: [], testbed: [], branch: [], text: "" };

export function RunsPage() {
  const { project } = useParams({ from: "/p/$project/runs" });
  const [state, change] = useUrlState(runListCodec);
  const query = useRuns(project, state);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const columns = useMemo(() => columnsOf(project), [project]);
  const total = query.data?.pages[0]?.total;
  return (
    <Page title="Runs" answer={answerOf(total, rows)}>
      <Filters project={project} state={state} onChange={change} />
      <QueryBoundary
        query={query}
        failure="The runs could not be loaded."
        skeleton={<Skeleton height={420} label="Loading the runs" />}
      >
        {() =>
          rows.length === 0 ? (
            <NoRun state={state} onClear={() => change(NO_FILTER)} />
          ) : (
            <div className={styles.stack}>
              <Table
                caption="Runs, newest first"
                columns={columns}
                rows={rows}
                rowKey={(run) => run.id}
              />
              {query.hasNextPage ? (
                <div>
                  <Button
                    disabled={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    Show more ({formatCount((total ?? rows.length) - rows.length)} left)
                  </Button>
                </div>
              ) : null}
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function answerOf(total: number | undefined, rows: RunRow[]) {
  const newest = rows[0];
  if (total === undefined) return "Runs";
  if (newest === undefined) return "No runs.";
  return (
    <>
      {countOf(total, "run")}, the newest <RelativeTime at={newest.started_at} />.
    </>
  );
}

interface FiltersProps {
  project: string;
  state: RunListState;
  onChange: (part: Partial<RunListState>, options?: { isReplacing?: boolean }) => void;
}

const FILTERS = ["suite", "testbed", "branch"] as const;

function Filters({ project, state, onChange }: FiltersProps) {
  const facets = useChoices(project);
  return (
    <div className={styles.filters}>
      {FILTERS.map((name) => (
        <Select
          key={name}
          label={facetLabel(name)}
          choices={choicesOf(facets.data, name, state[name][0] ?? "")}
          value={state[name][0] ?? ""}
          onChange={(value) => onChange({ [name]: value === "" ? [] : [value] })}
        />
      ))}
      <TextField
        label="Search"
        type="search"
        placeholder="Commit or author"
        value={state.text}
        onChange={(text) => onChange({ text }, { isReplacing: true })}
      />
    </div>
  );
}

function choicesOf(facets: Facets | undefined, name: string, chosen: string) {
  const facet = facets?.facets.find((one) => one.name === name);
  const known = (facet?.choices ?? []).map((choice) => String(choice.value));
  const all = chosen === "" || known.includes(chosen) ? known : [...known, chosen];
  return [{ value: "", label: "any" }, ...all.map((value) => ({ value, label: value }))];
}

function NoRun({ state, onClear }: { state: RunListState; onClear: () => void }) {
  const isFiltered = state.text !== "" || FILTERS.some((name) => state[name].length > 0);
  return isFiltered ? (
    <EmptyState
      title="No run matches these filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState title="No runs yet." command="make demo">
      One execution of a suite on one testbed at one commit is listed here as soon as its report has
      arrived.
    </EmptyState>
  );
}

function columnsOf(project: string): Column<RunRow>[] {
  return [
    {
      id: "run",
      head: "Run",
      cell: (run) => (
        <Link to="/p/$project/runs/$run" params={{ project, run: String(run.id) }}>
          {run.id}
        </Link>
      ),
    },
    {
      id: "suite",
      head: "Suite",
      isMinor: true,
      cell: (run) => (
        <SuiteLink project={project} id={run.suite_id}>
          {run.suite}
        </SuiteLink>
      ),
    },
    {
      id: "commit",
      head: "Commit",
      isWide: true,
      cell: (run) => <CommitLink commit={run.commit} />,
    },
    { id: "branch", head: "Branch", isMinor: true, cell: branchText },
    { id: "testbed", head: "Testbed", isMinor: true, cell: (run) => run.testbed },
    { id: "started", head: "Started", cell: (run) => <RelativeTime at={run.started_at} /> },
    { id: "took", head: "Took", isNumber: true, isMinor: true, cell: tookText },
    {
      id: "results",
      head: "Results",
      isNumber: true,
      isMinor: true,
      cell: (run) => formatCount(run.results),
    },
    { id: "outcome", head: "Found", cell: (run) => <Outcome run={run} /> },
  ];
}

function branchText({ branch, pull_request }: RunRow): string {
  return pull_request === null ? branch : `${branch} (#${pull_request})`;
}

function tookText({ started_at, finished_at }: RunRow): string {
  if (finished_at === null || finished_at === started_at) return MISSING;
  return durationText(new Date(started_at), new Date(finished_at));
}

/** Words and marks, not colours alone. */
function Outcome({ run }: { run: RunRow }) {
  const { regressions, improvements, failures } = run;
  if (regressions + improvements + failures === 0) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.badges}>
      {regressions > 0 ? <Badge tone="worse">▲ {countOf(regressions, "regression")}</Badge> : null}
      {improvements > 0 ? (
        <Badge tone="better">▼ {countOf(improvements, "improvement")}</Badge>
      ) : null}
      {failures > 0 ? <Badge>× {countOf(failures, "failure")}</Badge> : null}
    </span>
  );
}
