/** Every ladder of the project, what could become one, and the forms that make one. */

import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import type { LadderListing, LadderSource } from "@/api/types";
import { LadderThumb } from "@/charts/thumbs/Thumb";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Ladders.module.css";
import { gainText, listAnswer, madeName, runName, stepsText } from "./laddersModel";
import { useLadders, useMakeLadder, useRemoveLadder, useSources } from "./laddersQuery";
import { type LaddersState, laddersCodec } from "./laddersUrl";
import { ParameterForm } from "./ParameterForm";
import { PublishedForm } from "./PublishedForm";
import { ResultForm } from "./ResultForm";

export type ChangeLadders = (part: Partial<LaddersState>) => void;

export function LaddersPage() {
  const { project } = useParams({ from: "/p/$project/ladders" });
  const [state, change] = useUrlState(laddersCodec);
  const query = useLadders(project);
  const mayMake = useMay(project, "triage");
  return (
    <Page
      title="Ladders"
      answer={listAnswer(query.data?.rows, query.data?.total)}
      actions={mayMake ? <Actions state={state} onChange={change} /> : undefined}
    >
      {state.make === "parameter" && mayMake ? (
        <ParameterForm project={project} run={state.run} onClose={() => change({ make: "none" })} />
      ) : null}
      {state.make === "result" && mayMake ? (
        <ResultForm
          project={project}
          run={state.run}
          onRun={(run) => change({ run })}
          onClose={() => change({ make: "none" })}
        />
      ) : null}
      {state.make === "published" && mayMake ? (
        <PublishedForm project={project} onClose={() => change({ make: "none" })} />
      ) : null}
      <QueryBoundary
        query={query}
        failure="The ladders could not be loaded."
        skeleton={<Skeleton height={180} label="Loading the ladders" />}
      >
        {({ rows }) => (
          <>
            <List project={project} rows={rows} state={state} mayMake={mayMake} />
            {state.make === "none" && state.run === null ? (
              <LadderOffers project={project} ladders={rows} mayMake={mayMake} />
            ) : null}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Actions({ state, onChange }: { state: LaddersState; onChange: ChangeLadders }) {
  return (
    <>
      <Button
        isPressed={state.make === "parameter"}
        onClick={() => onChange({ make: state.make === "parameter" ? "none" : "parameter" })}
      >
        New from a parameter
      </Button>
      <Button
        isPressed={state.make === "result"}
        onClick={() => onChange({ make: state.make === "result" ? "none" : "result" })}
      >
        New from a run
      </Button>
      <Button
        isPressed={state.make === "published"}
        onClick={() => onChange({ make: state.make === "published" ? "none" : "published" })}
      >
        New from a table
      </Button>
    </>
  );
}

interface ListProps {
  project: string;
  rows: LadderListing[];
  state: LaddersState;
  mayMake: boolean;
}

function List({ project, rows, state, mayMake }: ListProps) {
  const remove = useRemoveLadder(project);
  if (rows.length === 0) {
    return state.make !== "none" ? null : (
      <EmptyState title="No ladders yet.">
        A ladder holds what was tried for one goal, in order: each rung against the baseline and
        against the best so far, kept or rejected. Figures that somebody published make one too.
      </EmptyState>
    );
  }
  return (
    <>
      {state.run === null ? null : <p>Select the ladder for run {state.run}, or create one.</p>}
      <ErrorState error={remove.error} what="The ladder was not removed." />
      <Table
        caption="Ladders"
        columns={columnsOf(project, state.run, mayMake ? remove.mutate : null)}
        rows={rows}
        rowKey={(row) => row.id}
      />
    </>
  );
}

function columnsOf(
  project: string,
  run: number | null,
  onRemove: ((row: LadderListing) => void) | null,
): Column<LadderListing>[] {
  const columns: Column<LadderListing>[] = [
    {
      id: "name",
      head: "Ladder",
      isProse: true,
      sortBy: (row) => row.name,
      cell: (row) => (
        <>
          <Link
            to="/p/$project/ladders/$ladder"
            params={{ project, ladder: String(row.id) }}
            search={run === null ? {} : { add: `run:${run}` }}
          >
            {run === null ? row.name : `Add run ${run} to ${row.name}`}
          </Link>{" "}
          {row.is_published ? <Badge>published figures</Badge> : null}
        </>
      ),
    },
    { id: "rungs", head: "Rungs", cell: (row) => <LadderThumb ladder={row} /> },
    { id: "metric", head: "Metric", cell: (row) => row.metric },
    {
      id: "kept",
      head: "Kept",
      isNumber: true,
      sortBy: (row) => row.kept,
      cell: (row) => `${row.kept} of ${row.rungs}`,
    },
    {
      id: "best",
      head: "Best so far",
      isProse: true,
      cell: (row) => row.best || "–",
    },
    { id: "gain", head: "Over the baseline", isProse: true, cell: (row) => gainText(row) },
    {
      id: "updated",
      head: "Changed",
      sortBy: (row) => row.updated_at,
      cell: (row) => <RelativeTime at={row.updated_at} />,
    },
  ];
  if (onRemove === null) return columns;
  const remove: Column<LadderListing> = {
    id: "remove",
    head: "Removal",
    isAction: true,
    cell: (row) => (
      <Button kind="quiet" aria-label={`Remove ${row.name}`} onClick={() => onRemove(row)}>
        Remove
      </Button>
    ),
  };
  return [...columns, remove];
}

interface LadderOffersProps {
  project: string;
  ladders: readonly LadderListing[];
  mayMake: boolean;
}

const FEW = 6;

/** What was measured and could be a ladder: each made by one click. */
function LadderOffers({ project, ladders, mayMake }: LadderOffersProps) {
  const sources = useSources(project, null).data?.rows ?? [];
  const [isWhole, setIsWhole] = useState(false);
  const made = new Set(ladders.map(({ name }) => name));
  const offered = sources.filter((source) => !made.has(madeName(source)));
  if (offered.length === 0) return null;
  const shown = isWhole ? offered : offered.slice(0, FEW);
  return (
    <Section title="Suggested" aside="measured in one run, the first value as the baseline">
      <ul className={styles.offers} aria-label="Suggested">
        {shown.map((source) => (
          <Offer
            key={`${source.benchmark_id} ${source.parameter}`}
            project={project}
            source={source}
            mayMake={mayMake}
          />
        ))}
      </ul>
      {offered.length > shown.length ? (
        <div>
          <Button kind="quiet" onClick={() => setIsWhole(true)}>
            Show all {offered.length}
          </Button>
        </div>
      ) : null}
      {mayMake ? null : <p className={styles.quiet}>Creating one needs the role triager.</p>}
    </Section>
  );
}

interface OfferProps {
  project: string;
  source: LadderSource;
  mayMake: boolean;
}

function Offer({ project, source, mayMake }: OfferProps) {
  const make = useMakeLadder(project);
  const navigate = useNavigate();
  const name = madeName(source);
  const start = () =>
    make.mutate(
      {
        kind: "parameter",
        name: "",
        benchmark_id: source.benchmark_id,
        parameter: source.parameter,
        metric: source.metrics[0]?.name ?? null,
        run_id: source.run.id,
        others: source.others[0] ?? {},
      },
      {
        onSuccess: ({ id }) =>
          void navigate({
            to: "/p/$project/ladders/$ladder",
            params: { project, ladder: String(id) },
          }),
      },
    );
  return (
    <li className={styles.offer}>
      <div className={styles.what}>
        <strong>{name}</strong>
        <p>{stepsText(source)}</p>
        <p className={styles.quiet}>
          {source.metrics[0]?.name}, {runName(source.run)}
        </p>
      </div>
      {mayMake ? (
        <Button disabled={make.isPending} onClick={start} aria-label={`Create ladder ${name}`}>
          Create ladder
        </Button>
      ) : null}
      <ErrorState error={make.error} what="The ladder was not created." />
    </li>
  );
}
