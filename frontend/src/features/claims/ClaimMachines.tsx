/** The claim on every machine that measured it, beside the published machine. */

import type { ClaimDetail, ClaimOnMachine } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { standingText } from "@/ui/words/claimWords";
import { formatValue } from "@/units/format";
import { VerdictBadge } from "./ClaimVerdict";

export function ClaimMachines({ claim }: { claim: ClaimDetail }) {
  if (claim.machines.length === 0) return null;
  return (
    <Section
      title="Machines"
      aside={claim.machine === "" ? undefined : `published on ${claim.machine}`}
    >
      <Table
        caption="Verdict of each machine"
        columns={columnsOf(claim)}
        rows={claim.machines}
        rowKey={(row) => row.testbed}
      />
    </Section>
  );
}

function columnsOf(claim: ClaimDetail): Column<ClaimOnMachine>[] {
  return [
    { id: "testbed", head: "Machine", cell: (row) => row.testbed },
    {
      id: "facts",
      head: "What it is",
      isProse: true,
      cell: (row) => factsText(claim, row.testbed),
    },
    { id: "verdict", head: "Verdict", cell: (row) => <VerdictBadge verdict={row.verdict} /> },
    { id: "statements", head: "Statements", isProse: true, cell: (row) => countsText(row.counts) },
    { id: "since", head: "Since", cell: (row) => standingText(row.standing) },
  ];
}

function countsText(counts: ClaimOnMachine["counts"]): string {
  const told: [number, string][] = [
    [counts.confirmed, "confirmed"],
    [counts.refuted, "refuted"],
    [counts.other_size, "of other size"],
    [counts.undecided, "undecided"],
    [counts.not_measurable, "not measurable"],
  ];
  return told.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(", ");
}

function factsText(claim: ClaimDetail, testbed: string): string {
  const facts = claim.facts.find((one) => one.testbed === testbed)?.facts ?? {};
  const memory = facts.memory_bytes;
  return [
    facts.cpu_model,
    facts.cores === undefined ? undefined : `${facts.cores} cores`,
    typeof memory === "number" ? formatValue(memory, "B") : undefined,
  ]
    .filter((fact) => fact !== undefined)
    .join(", ");
}
