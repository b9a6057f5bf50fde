/** Over commits: what the deciding statement came to in each run, the newest in front. */

import { Link } from "@tanstack/react-router";
import type { ClaimDetail, StatementOnMachine } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { hereText } from "@/ui/words/claimWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { VerdictBadge } from "./ClaimVerdict";
import { heldOn } from "./claimsModel";

type Point = StatementOnMachine["history"][number];

interface ClaimHistoryProps {
  project: string;
  claim: ClaimDetail;
  testbed: string | undefined;
}

export function ClaimHistory({ project, claim, testbed }: ClaimHistoryProps) {
  const decided = claim.machines.find((one) => one.testbed === testbed);
  const statement = claim.statements[decided?.statement ?? 0];
  const held = heldOn(statement, testbed);
  if (statement === undefined || held === undefined || held.history.length < 2) return null;
  const columns: Column<Point>[] = [
    { id: "commit", head: "Commit", cell: (row) => row.commit.slice(0, 10) },
    { id: "verdict", head: "Verdict", cell: (row) => <VerdictBadge verdict={row.verdict} /> },
    {
      id: "here",
      head: "Measured",
      isNumber: true,
      cell: (row) => hereText(statement, { ...held, ...row }),
    },
    {
      id: "run",
      head: "Run",
      cell: (row) => (
        <Link to="/p/$project/runs/$run" params={{ project, run: String(row.run_id) }}>
          {row.run_id}
        </Link>
      ),
    },
    { id: "at", head: "When", cell: (row) => <RelativeTime at={row.measured_at} /> },
  ];
  return (
    <Section title="Over commits" aside={statement.says}>
      <Table
        caption="Verdicts over commits"
        columns={columns}
        rows={[...held.history].reverse()}
        rowKey={(row) => row.run_id}
      />
    </Section>
  );
}
