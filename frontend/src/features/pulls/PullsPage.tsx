/** Pull requests with what each came to, the newest first. */

import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { PullRequest } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { useListed } from "@/ui/tables/PagedList";
import { ShowMore } from "@/ui/tables/ShowMore";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { PULL_STATES, pullName, pullTitle } from "@/ui/words/pullWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { MeasuredPulls } from "./MeasuredPulls";
import styles from "./Pulls.module.css";
import { answerOf, tellingOf } from "./pullsModel";
import { useMeasured, usePulls } from "./pullsQuery";
import { type PullsState, pullsCodec, SHOWN, STATES } from "./pullsUrl";

const SHOWN_CHOICES = SHOWN.map((value) => ({ value, label: value }));
const STATE_CHOICES = STATES.map((value) => ({
  value,
  label: value === "" ? "any" : PULL_STATES[value].word,
}));

export function PullsPage() {
  const { project } = useParams({ from: "/p/$project/pull-requests" });
  const [state, change] = useUrlState(pullsCodec);
  const query = usePulls(project, state);
  const { rows } = useListed(query);
  const isMeasured = useMeasured(project).pulls.length > 0;
  return (
    <QueryBoundary
      query={query}
      failure="The pull requests could not be loaded."
      skeleton={<Skeleton height={420} label="Loading the pull requests" />}
    >
      {({ pages: [first] }) => {
        const isConnected = first?.is_connected === true;
        const total = first?.total ?? 0;
        const answer = answerOf(rows, total, isConnected, isMeasured);
        const isFiltered = state.shown !== "open" || state.state !== "";
        return (
          <Page title="Pull requests" answer={answer}>
            {isConnected || rows.length > 0 || isFiltered ? (
              <Filters state={state} onChange={change} />
            ) : null}
            {rows.length === 0 ? (
              <Nothing project={project} {...{ isConnected, state, change }} />
            ) : (
              <>
                <Pulls project={project} rows={rows} />
                <ShowMore query={query} shown={rows.length} total={total} noun="pull requests" />
              </>
            )}
          </Page>
        );
      }}
    </QueryBoundary>
  );
}

interface FiltersProps {
  state: PullsState;
  onChange: (part: Partial<PullsState>) => void;
}

function Filters({ state, onChange }: FiltersProps) {
  return (
    <FilterBar>
      <Select
        label="Shown"
        choices={SHOWN_CHOICES}
        value={state.shown}
        onChange={(text) => onChange({ shown: SHOWN.find((one) => one === text) ?? "open" })}
      />
      <Select
        label="Verdict"
        choices={STATE_CHOICES}
        value={state.state}
        onChange={(text) => onChange({ state: STATES.find((one) => one === text) ?? "" })}
      />
    </FilterBar>
  );
}

interface NothingProps {
  project: string;
  isConnected: boolean;
  state: PullsState;
  change: (part: Partial<PullsState>) => void;
}

function Nothing({ project, isConnected, state, change }: NothingProps) {
  if (!isConnected) {
    return (
      <>
        <MeasuredPulls project={project} />
        <EmptyState title="Connect the repository.">
          Each pull request then has one comment and one check there, and its verdict here.{" "}
          <Link to="/p/$project/settings/forge" params={{ project }}>
            Connect it
          </Link>
          , or{" "}
          <Link to="/p/$project/compare" params={{ project }}>
            compare any two runs
          </Link>
          .
        </EmptyState>
      </>
    );
  }
  if (state.shown !== "all" || state.state !== "") {
    return (
      <EmptyState
        title="No pull request matches these filters."
        action={<Button onClick={() => change({ shown: "all", state: "" })}>Show all</Button>}
      />
    );
  }
  return (
    <EmptyState title="No pull request yet.">
      It appears here with the first webhook, or with the first report that names its number.
    </EmptyState>
  );
}

function Pulls({ project, rows }: { project: string; rows: readonly PullRequest[] }) {
  const columns = useMemo<Column<PullRequest>[]>(
    () => [
      {
        id: "pull",
        head: "Pull request",
        isProse: true,
        cell: (one) => (
          <Link to="/p/$project/pull-requests/$pull" params={{ project, pull: String(one.id) }}>
            {pullName(one)} {pullTitle(one)}
          </Link>
        ),
      },
      {
        id: "state",
        head: "Verdict",
        cell: (one) => (
          <Badge tone={PULL_STATES[one.state].tone}>{PULL_STATES[one.state].word}</Badge>
        ),
      },
      { id: "said", head: "What was found", isProse: true, cell: (one) => <Found pull={one} /> },
      { id: "author", head: "Author", cell: (one) => one.author || "–" },
      { id: "base", head: "Into", cell: (one) => one.base_branch || "–" },
      {
        id: "judged",
        head: "Judged",
        cell: (one) => (one.judged_at === null ? "not yet" : <RelativeTime at={one.judged_at} />),
      },
    ],
    [project],
  );
  return (
    <Table
      caption="Pull requests, newest first"
      columns={columns}
      rows={rows}
      rowKey={(one) => one.id}
    />
  );
}

function Found({ pull }: { pull: PullRequest }) {
  const telling = tellingOf(pull);
  return (
    <>
      {pull.headline === "" ? "–" : pull.headline}
      {telling === null ? null : <span className={styles.quiet}> {telling}.</span>}
    </>
  );
}
