/** The numbers of a ladder as a table and for a file. */

import type { Ladder, Rung } from "@/api/types";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn, formatNumber } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import { goodness, type LadderBar } from "./ladderBars";

export function LadderTable({ ladder }: { ladder: Ladder }) {
  return (
    <Table
      caption={`Rungs of ${ladder.name}`}
      columns={columnsOf(ladder)}
      rows={ladder.rungs}
      rowKey={(rung) => rung.id}
    />
  );
}

/** "1.15× [1.10, 1.20]" */
export function timesText({ times, low, high }: Pick<LadderBar, "times" | "low" | "high">): string {
  const interval =
    low === null || high === null ? "" : ` [${formatNumber(low)}, ${formatNumber(high)}]`;
  return `${formatNumber(times)}×${interval}`;
}

function rangeText(range: Rung["versus_best"], ladder: Ladder): string {
  const turned = goodness(range, ladder.direction);
  if (turned === null) return "";
  return timesText({ times: turned.ratio, low: turned.low, high: turned.high });
}

/** "rejected, kept by decision": what was measured, and what a person made of it. */
function verdictText({ verdict, decision }: Rung): string {
  return decision === null || decision === verdict
    ? verdict
    : `${verdict}, ${decision} by decision`;
}

function columnsOf(ladder: Ladder): Column<Rung>[] {
  const scale = scaleForAll(
    ladder.unit,
    ladder.rungs.map((rung) => rung.value),
  );
  const unit = scale.label === "" ? "" : ` (${scale.label})`;
  return [
    { id: "label", head: "Rung", cell: (rung) => rung.label },
    {
      id: "value",
      head: `${ladder.metric}${unit}`,
      isNumber: true,
      cell: (rung) => formatIn(rung.value, scale),
    },
    { id: "n", head: "Samples", isNumber: true, cell: (rung) => rung.n },
    {
      id: "baseline",
      head: "Times the baseline",
      isNumber: true,
      cell: (rung) => rangeText(rung.versus_baseline, ladder),
    },
    {
      id: "best",
      head: "Times the best so far",
      isNumber: true,
      cell: (rung) => rangeText(rung.versus_best, ladder),
    },
    { id: "verdict", head: "Verdict", cell: verdictText },
  ];
}

export function ladderCsv(ladder: Ladder) {
  const head = [
    "rung", "role", `${ladder.metric} (${ladder.unit})`, "samples", "over baseline", "low", "high",
    "over best so far", "measured", "decided", "note", "run", "commit",
  ]; // biome-ignore format: a row of heads
  const rows = ladder.rungs.map((rung) => [
    rung.label,
    rung.role,
    rung.value,
    rung.n,
    rung.versus_baseline?.ratio ?? null,
    rung.versus_baseline?.low ?? null,
    rung.versus_baseline?.high ?? null,
    rung.versus_best?.ratio ?? null,
    rung.verdict,
    rung.decision,
    rung.note,
    rung.run?.id ?? null,
    rung.run?.commit.name ?? null,
  ]);
  return [head, ...rows];
}
