/** Every ladder of the project, what could become one, and the forms that make one. */

import { Link, useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { LadderListing } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { LadderOffers } from "./LadderOffers";
import { gainText, listAnswer } from "./laddersModel";
import { useLadders, useRemoveLadder } from "./laddersQuery";
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
        From the values of a parameter
      </Button>
      <Button
        isPressed={state.make === "result"}
        onClick={() => onChange({ make: state.make === "result" ? "none" : "result" })}
      >
        From a result
      </Button>
      <Button
        isPressed={state.make === "published"}
        onClick={() => onChange({ make: state.make === "published" ? "none" : "published" })}
      >
        From published figures
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
      {state.run === null ? null : (
        <p>Choose the ladder that run {state.run} is to be added to, or make one from it.</p>
      )}
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
    { id: "metric", head: "Metric", isMinor: true, cell: (row) => row.metric },
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
      isMinor: true,
      sortBy: (row) => row.updated_at,
      cell: (row) => <RelativeTime at={row.updated_at} />,
    },
  ];
  if (onRemove === null) return columns;
  const remove: Column<LadderListing> = {
    id: "remove",
    head: "Removal",
    isMinor: true,
    cell: (row) => (
      <Button kind="quiet" aria-label={`Remove ${row.name}`} onClick={() => onRemove(row)}>
        Remove
      </Button>
    ),
  };
  return [...columns, remove];
}
