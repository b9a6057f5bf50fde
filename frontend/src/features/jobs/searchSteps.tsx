/** The measured steps of a search, as a table. */

import type { CulpritSearch } from "@/api/types";
import { type Column, Table } from "@/ui/tables/Table";
import { formatPercent } from "@/units/format";

type SearchStep = CulpritSearch["steps"][number] & { number: number };

export function stepsTable(
  { steps }: Pick<CulpritSearch, "steps">,
  caption: string,
  head: string,
  name: (commit: string) => string,
) {
  return (
    <Table
      caption={caption}
      columns={columns(head, name)}
      rows={steps.map((step, place) => ({ ...step, number: place + 1 }))}
      rowKey={({ number }) => number}
    />
  );
}

function columns(head: string, name: (commit: string) => string): Column<SearchStep>[] {
  return [
    { id: "number", head: "Step", isNumber: true, cell: ({ number }) => number },
    {
      id: "commit",
      head,
      isWide: true,
      cell: ({ commit }) => <code title={commit}>{name(commit)}</code>,
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
}

function ratioText({ ratio, low, high }: SearchStep): string {
  if (ratio === null || low === null || high === null)
    return "not built or installed, or without a result";
  const [size, from, to] = [ratio, low, high].map((one) => formatPercent(one - 1));
  return `${size} [${from}, ${to}]`;
}
