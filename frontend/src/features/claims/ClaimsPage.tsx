/** Published results against machines: one row a claim, one column a machine. */

import { Link, useParams } from "@tanstack/react-router";
import { useClaims } from "@/api/claims";
import { useMay } from "@/api/session";
import type { Claim } from "@/api/types";
import { ClaimPicture } from "@/charts/claims/ClaimPicture";
import { Button } from "@/ui/controls/Button";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useUndo } from "@/ui/feedback/undo";
import { Page } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { standingText } from "@/ui/words/claimWords";
import { Awaited } from "./Awaited";
import styles from "./Claims.module.css";
import { ClaimNumbers, VerdictBadge } from "./ClaimVerdict";
import { heldOn, listAnswer, testbedsOf } from "./claimsModel";
import { useRemoveClaim } from "./claimsQuery";
import { claimsCodec } from "./claimsUrl";
import { ImportForm } from "./ImportForm";

export function ClaimsPage() {
  const { project } = useParams({ from: "/p/$project/claims" });
  const [{ isAdding }, change] = useUrlState(claimsCodec);
  const query = useClaims(project);
  const mayAdd = useMay(project, "triage");
  return (
    <Page
      title="Claims"
      answer={listAnswer(query.data?.rows)}
      actions={
        mayAdd ? (
          <Button isPressed={isAdding} onClick={() => change({ isAdding: !isAdding })}>
            Add claims
          </Button>
        ) : undefined
      }
    >
      {isAdding && mayAdd ? (
        <ImportForm project={project} onClose={() => change({ isAdding: false })} />
      ) : null}
      <QueryBoundary
        query={query}
        failure="The claims could not be loaded."
        skeleton={<Skeleton height={240} label="Loading the claims" />}
      >
        {({ rows }) => <List project={project} rows={rows} mayRemove={mayAdd} />}
      </QueryBoundary>
    </Page>
  );
}

interface ListProps {
  project: string;
  rows: readonly Claim[];
  mayRemove: boolean;
}

function List({ project, rows, mayRemove }: ListProps) {
  const { remove, restore } = useRemoveClaim(project);
  const { act } = useUndo();
  const onRemove = async (row: Claim) => {
    await remove.mutateAsync(row.id);
    act({ label: `Claim “${row.title}” removed`, undo: () => restore(row.id) });
  };
  if (rows.length === 0) {
    return (
      <EmptyState
        title="Published results will be here, each with a verdict of this machine."
        command=".venv/bin/tidemark claims import bench-agents/claims.toml"
      >
        make up adds those of its checkout to its first project, and a file of claims brings in
        others. Every run of a suite that they name judges them.
      </EmptyState>
    );
  }
  return (
    <>
      {remove.isError ? (
        <ErrorState error={remove.error} what="The claim was not removed." />
      ) : null}
      <Table
        caption="Claims"
        columns={columnsOf(
          project,
          testbedsOf(rows),
          mayRemove ? (row) => void onRemove(row) : null,
        )}
        rows={rows}
        rowKey={(row) => row.id}
      />
      <p className={styles.quiet}>
        Diamond and grey: published. Dot and line: measured here, with its 95 % CI. Vertical line:
        no change.
      </p>
    </>
  );
}

function columnsOf(
  project: string,
  testbeds: readonly string[],
  onRemove: ((row: Claim) => void) | null,
): Column<Claim>[] {
  const columns: Column<Claim>[] = [
    {
      id: "claim",
      head: "Claim",
      isProse: true,
      cell: (row) => (
        <div className={styles.cell}>
          <Link to="/p/$project/claims/$claim" params={{ project, claim: String(row.id) }}>
            {row.title}
          </Link>
          <span className={styles.quiet}>
            {[row.source, row.date].filter((text) => text !== "").join(", ")}
          </span>
          {row.machines.length === 0 ? <Awaited project={project} claim={row} /> : null}
        </div>
      ),
    },
    ...testbeds.map((testbed) => testbedColumn(testbed)),
  ];
  if (onRemove === null) return columns;
  return [
    ...columns,
    {
      id: "remove",
      head: "Removal",
      isAction: true,
      cell: (row) => (
        <Button kind="quiet" aria-label={`Remove ${row.title}`} onClick={() => onRemove(row)}>
          Remove
        </Button>
      ),
    },
  ];
}

function testbedColumn(testbed: string): Column<Claim> {
  return {
    id: `on ${testbed}`,
    head: testbed,
    isProse: true,
    cell: (row) => <OnTestbed claim={row} testbed={testbed} />,
  };
}

function OnTestbed({ claim, testbed }: { claim: Claim; testbed: string }) {
  const machine = claim.machines.find((one) => one.testbed === testbed);
  const statement = claim.statements[machine?.statement ?? 0];
  const held = heldOn(statement, testbed);
  if (machine === undefined || statement === undefined || held === undefined) {
    return <span className={styles.quiet}>not judged</span>;
  }
  return (
    <div className={styles.onTestbed}>
      <VerdictBadge verdict={machine.verdict} />
      <ClaimNumbers statement={statement} machine={held} />
      <ClaimPicture statement={statement} machine={held} />
      <span className={styles.quiet}>{standingText(machine.standing)}</span>
    </div>
  );
}
