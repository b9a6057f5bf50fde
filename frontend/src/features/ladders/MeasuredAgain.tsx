/** All rungs of a ladder measured again in turns: the button with its cost, and what they are then. */

import type { Ladder, LadderAgain } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { MeasureMore } from "@/ui/measuring/MeasureMore";
import { type Column, Table } from "@/ui/tables/Table";
import { formatPercent } from "@/units/format";
import { useJobsOfLadder, useMeasureRungs } from "./laddersQuery";

type RungAgain = LadderAgain["rungs"][number];

export function MeasuredAgain({ project, ladder }: { project: string; ladder: Ladder }) {
  const query = useJobsOfLadder(project, ladder.id, useIsPainted(true));
  const ask = useMeasureRungs(project, ladder.id);
  const jobs = { data: query.data?.jobs, isError: query.isError };
  const again = query.data?.again ?? null;
  return (
    <Section title="Measured again in turns">
      {again === null ? null : (
        <>
          <p>{again.headline}</p>
          <Table
            caption={`Rungs by job ${again.job_id}`}
            columns={COLUMNS}
            rows={again.rungs}
            rowKey={({ id }) => id}
          />
        </>
      )}
      <MeasureMore project={project} jobs={jobs} ask={ask} name="Measure all rungs again" />
    </Section>
  );
}

const COLUMNS: Column<RungAgain>[] = [
  { id: "label", head: "Rung", cell: ({ label }) => label },
  { id: "verdict", head: "Verdict", cell: ({ verdict }) => verdict },
  { id: "effect", head: "To the baseline, 95 % interval", cell: effectText },
  { id: "sentence", head: "What it did", isWide: true, cell: ({ sentence }) => sentence },
];

function effectText({ versus_baseline: effect }: RungAgain): string {
  if (effect === null) return "";
  const size = formatPercent(effect.ratio - 1);
  if (effect.low === null || effect.high === null) return size;
  return `${size} [${formatPercent(effect.low - 1)}, ${formatPercent(effect.high - 1)}]`;
}
