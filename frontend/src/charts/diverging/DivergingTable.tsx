/** The numbers of diverging bars as a table and for a file. */

import { type Column, Table } from "@/ui/tables/Table";
import { MISSING, percentNumber } from "@/units/format";
import type { DivergingBar, DivergingGroup } from "./divergingModel";

interface Row extends DivergingBar {
  group: string;
}

function rowsOf(groups: readonly DivergingGroup[]): Row[] {
  return groups.flatMap(({ name, net, bars }) => [
    ...(net === null ? [] : [{ ...net, group: name }]),
    ...bars.map((bar) => ({ ...bar, group: name })),
  ]);
}

function percent(gain: number | null): string {
  return gain === null ? MISSING : percentNumber(gain);
}

const COLUMNS: Column<Row>[] = [
  { id: "name", head: "Member", isWide: true, sortBy: (row) => row.name, cell: (row) => row.name },
  { id: "verdict", head: "Verdict", sortBy: (row) => row.verdict, cell: (row) => row.verdict },
  {
    id: "gain",
    head: "Gain (%)",
    isNumber: true,
    sortBy: (row) => row.gain,
    cell: (row) => percent(row.gain),
  },
  { id: "low", head: "Low (%)", isNumber: true, cell: (row) => percent(row.low) },
  { id: "high", head: "High (%)", isNumber: true, cell: (row) => percent(row.high) },
  {
    id: "weight",
    head: "Weight (%)",
    isNumber: true,
    sortBy: (row) => row.weight,
    cell: (row) => percent(row.weight),
  },
];

export function DivergingTable({ groups }: { groups: readonly DivergingGroup[] }) {
  return (
    <Table
      caption="Members with their gain, interval and weight"
      columns={COLUMNS}
      rows={rowsOf(groups)}
      rowKey={(row) => row.key}
    />
  );
}

export function divergingCsv(groups: readonly DivergingGroup[]) {
  const head = ["group", "member", "verdict", "gain", "low", "high", "weight", "in words"];
  const rows = rowsOf(groups).map((row) => [
    row.group,
    row.name,
    row.verdict,
    row.gain,
    row.low,
    row.high,
    row.weight,
    row.sentence,
  ]);
  return [head, ...rows];
}
