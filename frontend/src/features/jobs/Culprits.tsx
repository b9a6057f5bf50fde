/** Where a bisection stands: the probability of each commit, its steps, and what is next. */

import type { CulpritSearch } from "@/api/types";
import { CulpritBars } from "@/charts/diverging/CulpritBars";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { formatPercent } from "@/units/format";

type SearchStep = CulpritSearch["steps"][number] & { number: number };

export function Culprits({ search }: { search: CulpritSearch }) {
  const { measure, rounds, is_told: isTold, good } = search;
  const next =
    isTold || measure === null
      ? undefined
      : `next: ${shortCommit(measure)}, ${counted(rounds, "round", "rounds")}`;
  return (
    <Section title="Commits in question" aside={next}>
      <CulpritBars search={search} />
      <Table
        caption={`Measured in turns with ${shortCommit(good)}`}
        columns={COLUMNS}
        rows={search.steps.map((step, place) => ({ ...step, number: place + 1 }))}
        rowKey={({ number }) => number}
      />
    </Section>
  );
}

const COLUMNS: Column<SearchStep>[] = [
  { id: "number", head: "Step", isNumber: true, cell: ({ number }) => number },
  {
    id: "commit",
    head: "Commit",
    isWide: true,
    cell: ({ commit }) => <code title={commit}>{shortCommit(commit)}</code>,
  },
  {
    id: "ratio",
    head: "To the last good one, 95 % interval",
    cell: ratioText,
  },
  { id: "rounds", head: "Rounds", isNumber: true, cell: ({ rounds }) => rounds },
  {
    id: "held",
    head: "Likeliest answer after it",
    isNumber: true,
    cell: ({ held }) => formatPercent(held),
  },
];

function ratioText({ ratio, low, high }: SearchStep): string {
  if (ratio === null || low === null || high === null)
    return "not built or installed, or without a result";
  const [size, from, to] = [ratio, low, high].map((one) => formatPercent(one - 1));
  return `${size} [${from}, ${to}]`;
}
