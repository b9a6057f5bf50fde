/** One pull request: its verdict, what it rests on, what was said of it, accepting it. */

import { Link, useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { PullBudget, PullDetail, PullJudgement, ReceivedWebhook } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { MeasureMore } from "@/ui/measuring/MeasureMore";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { shortCommit } from "@/ui/words/commitName";
import { PULL_STATES, pullName, pullTitle } from "@/ui/words/pullWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { Acceptances } from "./Acceptances";
import styles from "./Pulls.module.css";
import { comparisonOf, tellingOf } from "./pullsModel";
import { useJobsOfPull, useMeasurePull, usePull, useTellAgain } from "./pullsQuery";
import { ResultTable } from "./ResultTable";

export function PullPage() {
  const { project, pull } = useParams({ from: "/p/$project/pull-requests/$pull" });
  const query = usePull(project, Number(pull));
  return (
    <QueryBoundary
      query={query}
      failure="The pull request could not be loaded."
      skeleton={<Skeleton height={520} label="Loading the pull request" />}
    >
      {(body) => <Pull project={project} pull={body} />}
    </QueryBoundary>
  );
}

function Pull({ project, pull }: { project: string; pull: PullDetail }) {
  const { judgement } = pull;
  const headline = pull.headline === "" ? pullTitle(pull) : pull.headline;
  return (
    <Page title={`${pullName(pull)} ${pullTitle(pull)}`} answer={headline}>
      <Head project={project} pull={pull} />
      {judgement?.sentence ? <p>{judgement.sentence}</p> : null}
      {judgement === null ? null : (
        <>
          {judgement.head === pull.head ? null : (
            <p className={styles.quiet} role="status">
              What follows is of {shortCommit(judgement.head)}, the head before.
            </p>
          )}
          <Section title="Results" aside={<CompareLink project={project} pull={pull} />}>
            <ResultTable project={project} judgement={judgement} />
            <Again project={project} pull={pull} />
          </Section>
          {judgement.budgets.length === 0 ? null : (
            <Section title="Budgets">
              <BudgetList project={project} budgets={judgement.budgets} />
            </Section>
          )}
          <Section title="Data">
            <Basis judgement={judgement} />
          </Section>
        </>
      )}
      <Acceptances project={project} pull={pull} />
      <Section title="On the Git host">
        <Told project={project} pull={pull} />
      </Section>
      <Section title="Webhooks" aside="Newest first; each delivery counts once.">
        <WebhookTable rows={pull.webhooks} />
      </Section>
    </Page>
  );
}

function Head({ project, pull }: { project: string; pull: PullDetail }) {
  const { word, tone } = PULL_STATES[pull.state];
  return (
    <div className={styles.head}>
      <Badge tone={tone}>{word}</Badge>
      <span className={styles.title}>
        {pull.url === "" ? (
          `${pullName(pull)} ${pullTitle(pull)}`
        ) : (
          <a href={pull.url} target="_blank" rel="noreferrer">
            {pullName(pull)} {pullTitle(pull)}
          </a>
        )}
      </span>
      <span className={styles.quiet}>
        {pull.author === "" ? "" : `by ${pull.author}, `}
        <code>{shortCommit(pull.head)}</code> into {pull.base_branch || "its base branch"}
        {pull.is_from_fork ? ", from a fork" : ""}
        {pull.was_rewritten ? ", rewritten" : ""}
        {pull.is_open ? "" : pull.merged_as === null ? ", closed" : ", merged"}
      </span>
      <Link to="/p/$project/pull-requests" params={{ project }}>
        All pull requests
      </Link>
    </div>
  );
}

function Again({ project, pull }: { project: string; pull: PullDetail }) {
  const jobs = useJobsOfPull(project, pull.id, useIsPainted(true));
  const ask = useMeasurePull(project, pull.id);
  return <MeasureMore project={project} jobs={jobs} ask={ask} name="Measure head and base again" />;
}

function CompareLink({ project, pull }: { project: string; pull: PullDetail }) {
  const search = comparisonOf(pull);
  if (search === null) return null;
  return (
    <Link to="/p/$project/compare" params={{ project }} search={search as never}>
      All of the comparison
    </Link>
  );
}

function Basis({ judgement }: { judgement: PullJudgement }) {
  const { base, unknown, rule, why } = judgement;
  const sentences: [string, readonly string[]][] = [
    ["Why not", why === "" ? [] : [why]],
    ["Base", base === null ? [] : [base.words]],
    ["Gate", rule === "" ? [] : [rule]],
    ["Split", judgement.splits],
    ["Unknown", unknown === "" ? [] : [unknown]],
    ["Noise", judgement.noise],
    ["Environment", judgement.differences],
    ["Mind", judgement.warnings],
  ];
  return (
    <dl className={styles.facts}>
      {sentences.flatMap(([label, said]) =>
        said.map((sentence) => (
          <div key={`${label} ${sentence}`} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{sentence}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

interface BudgetListProps {
  project: string;
  budgets: readonly PullBudget[];
}

function BudgetList({ project, budgets }: BudgetListProps) {
  return (
    <ul className={styles.budgets}>
      {budgets.map((one) => (
        <li key={`${one.budget} ${one.series}`}>
          {one.is_gated ? <Badge tone="worse">fails the gate</Badge> : null} {one.budget}:{" "}
          <Link
            to="/p/$project/explore"
            params={{ project }}
            search={exploreSearch([one.series]) as never}
          >
            {one.name}
          </Link>{" "}
          on {one.testbed}, {one.sentence}
        </li>
      ))}
    </ul>
  );
}

function Told({ project, pull }: { project: string; pull: PullDetail }) {
  const again = useTellAgain(project, pull.id);
  const mayAct = useMay(project, "triage");
  const telling = tellingOf(pull);
  return (
    <Panel>
      <dl className={styles.facts}>
        <Fact label="Check">
          {pull.check_state === null ? "none yet" : `${pull.check_state}: ${pull.check_title}`}
          {pull.checked_at === null ? null : (
            <span className={styles.quiet}>
              {" "}
              on <code>{shortCommit(pull.check_head ?? "")}</code>,{" "}
              <RelativeTime at={pull.checked_at} />
            </span>
          )}
        </Fact>
        <Fact label="Comment">
          {pull.commented_at === null ? (
            "none yet"
          ) : (
            <>
              edited <RelativeTime at={pull.commented_at} />
            </>
          )}
        </Fact>
        {telling === null ? null : (
          <Fact label="State">
            {telling}. {pull.telling.remedy}
            {pull.telling.next_at === null ? null : (
              <span className={styles.quiet}>
                {" "}
                Next attempt <RelativeTime at={pull.telling.next_at} />
              </span>
            )}
          </Fact>
        )}
      </dl>
      {mayAct ? (
        <div>
          <Button disabled={again.isPending} onClick={() => again.mutate(undefined)}>
            {pull.telling.gave_up_at === null ? "Look again" : "Try again"}
          </Button>
        </div>
      ) : null}
      <ErrorState error={again.error} what="The Git host was not updated." />
      {pull.comment === null ? null : (
        <details>
          <summary>The comment as it was posted</summary>
          <pre className={styles.comment}>{pull.comment}</pre>
        </details>
      )}
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const KINDS: Record<string, string> = {
  PullRequestSeen: "pull request changed",
  CommandGiven: "comment",
  MergeGroupFormed: "merge group formed",
  Pinged: "try-out",
  Unwatched: "something else",
};
const COLUMNS: Column<ReceivedWebhook>[] = [
  { id: "at", head: "Received", cell: (one) => <RelativeTime at={one.received_at} /> },
  { id: "kind", head: "What", cell: (one) => KINDS[one.kind] ?? one.kind },
  {
    id: "came",
    head: "What came of it",
    isProse: true,
    cell: (one) => (one.outcome === "" ? "waits" : one.outcome),
  },
  { id: "id", head: "Delivery", cell: (one) => <code>{one.delivery}</code> },
];

/** What the forge sent, and what came of it. */
function WebhookTable({ rows }: { rows: readonly ReceivedWebhook[] }) {
  if (rows.length === 0) {
    return (
      <EmptyState title="No webhook yet.">
        Results alone are enough: a report that names the pull request is told of there too.
      </EmptyState>
    );
  }
  return (
    <Table
      caption="Webhooks, newest first"
      columns={COLUMNS}
      rows={rows}
      rowKey={(one) => one.id}
    />
  );
}
