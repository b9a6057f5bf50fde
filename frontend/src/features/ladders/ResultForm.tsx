/** A ladder begins with one result of a run; results of other runs and commits are added on its page. */

import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { RunResult, RunRow } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Panel } from "@/ui/layout/Panel";
import { parametersText } from "@/ui/links/SeriesName";
import { formatValue } from "@/units/format";
import styles from "./Ladders.module.css";
import { runName } from "./laddersModel";
import { useFirstRuns, useMakeLadder, useRunResults } from "./laddersQuery";

interface ResultFormProps {
  project: string;
  run: number | null;
  onRun: (run: number) => void;
  onClose: () => void;
}

export function ResultForm({ project, run, onRun, onClose }: ResultFormProps) {
  const runs = useFirstRuns(project);
  return (
    <Panel label="A ladder from a result">
      <QueryBoundary
        query={runs}
        failure="The runs could not be loaded."
        skeleton={<Skeleton height={96} label="Loading runs" />}
      >
        {({ rows }) => {
          const chosen = run ?? rows[0]?.id;
          if (chosen === undefined)
            return <EmptyState title="No run yet.">A ladder begins with a result.</EmptyState>;
          return (
            <>
              <Select
                label="Run with the baseline"
                choices={runChoices(rows, chosen)}
                value={String(chosen)}
                onChange={(id) => onRun(Number(id))}
              />
              <Form key={chosen} project={project} run={chosen} onClose={onClose} />
            </>
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}

/** The newest runs, and the chosen one where it is older. */
function runChoices(rows: readonly RunRow[], chosen: number) {
  const choices = rows.map((row) => ({
    value: String(row.id),
    label: `${row.suite} on ${row.testbed}: ${runName(row)}`,
  }));
  const isListed = rows.some(({ id }) => id === chosen);
  return isListed ? choices : [{ value: String(chosen), label: `run ${chosen}` }, ...choices];
}

interface FormProps {
  project: string;
  run: number;
  onClose: () => void;
}

function Form({ project, run, onClose }: FormProps) {
  const query = useRunResults(project, run);
  const [series, setSeries] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const make = useMakeLadder(project);
  const navigate = useNavigate();
  const submit = (event: FormEvent, first: RunResult) => {
    event.preventDefault();
    const body = {
      kind: "result" as const,
      name: (typed ?? nameOf(first)).trim(),
      run_id: run,
      series_id: first.series.id,
    };
    make.mutate(body, {
      onSuccess: ({ id }) =>
        void navigate({
          to: "/p/$project/ladders/$ladder",
          params: { project, ladder: String(id) },
          search: { add: "any" },
        }),
    });
  };
  return (
    <QueryBoundary
      query={query}
      failure={`The results of run ${run} could not be loaded.`}
      skeleton={<Skeleton height={96} label="Loading results" />}
    >
      {({ rows }) => {
        const judged = rows.filter(({ series: { direction } }) => direction !== "unknown");
        const first = judged.find((one) => String(one.series.id) === series) ?? judged[0];
        if (first === undefined)
          return (
            <EmptyState title="No result of this run can be a baseline.">
              It takes a metric of which lower or higher is better.
            </EmptyState>
          );
        return (
          <form
            className={styles.form}
            onSubmit={(event) => submit(event, first)}
            aria-label="New ladder from a run"
          >
            <div className={styles.fields}>
              <Select
                label="Baseline"
                choices={judged.map((one) => ({
                  value: String(one.series.id),
                  label: `${nameOf(one)}, ${formatValue(one.value, one.series.unit)}`,
                }))}
                value={String(first.series.id)}
                onChange={setSeries}
              />
              <TextField
                label="Name"
                value={typed ?? nameOf(first)}
                maxLength={200}
                onChange={setTyped}
              />
            </div>
            <p className={styles.quiet}>
              What was tried after it is added on the next page: results of {first.series.metric} of
              any run or commit, in the order they are chosen.
            </p>
            <ErrorState error={make.error} what="The ladder was not made." />
            <div className={styles.buttons}>
              <Button
                type="submit"
                kind="primary"
                disabled={make.isPending || typed?.trim() === ""}
              >
                Create ladder
              </Button>
              <Button kind="quiet" onClick={onClose}>
                Close
              </Button>
            </div>
          </form>
        );
      }}
    </QueryBoundary>
  );
}

function nameOf({ series }: RunResult): string {
  return [series.benchmark, parametersText(series.parameters), series.metric]
    .filter(Boolean)
    .join(" ");
}
