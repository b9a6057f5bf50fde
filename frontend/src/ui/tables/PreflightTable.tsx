/** What was looked at on a machine before it measured, warnings first, each with its remedy. */

import type { PreflightCheck } from "@/api/types";
import { Badge, type Tone } from "@/ui/feedback/Badge";
import { MISSING } from "@/units/format";
import { orderedChecks } from "./preflight";
import { type Column, Table } from "./Table";

const STATES: Record<PreflightCheck["state"], { text: string; tone: Tone }> = {
  warning: { text: "warning", tone: "worse" },
  unknown: { text: "unknown", tone: "unresolved" },
  ok: { text: "in order", tone: "plain" },
};

const CHECKS: Column<PreflightCheck>[] = [
  { id: "name", head: "Checked", cell: (row) => row.name.replaceAll("_", " ") },
  {
    id: "state",
    head: "State",
    cell: (row) => <Badge tone={STATES[row.state].tone}>{STATES[row.state].text}</Badge>,
  },
  { id: "found", head: "Found", isProse: true, cell: (row) => row.found },
  { id: "means", head: "What it means", isProse: true, cell: (row) => row.means },
  {
    id: "remedy",
    head: "Remedy",
    isProse: true,
    cell: (row) => row.remedy || MISSING,
  },
];

export function PreflightTable({ checks }: { checks: readonly PreflightCheck[] }) {
  return (
    <Table
      caption="Preflight"
      columns={CHECKS}
      rows={orderedChecks(checks)}
      rowKey={(row) => row.name}
    />
  );
}
