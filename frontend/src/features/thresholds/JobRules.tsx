/** Rules that ask agents by themselves: what of their night is spent, and what they found. */

import { useMemo } from "react";
import type { VerdictTallies } from "@/api/types";
import { useRead } from "@/api/useRead";
import { Section } from "@/ui/layout/Page";
import { rateText } from "@/ui/measuring/upheld";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";

type Rule = VerdictTallies["rules"][number];

const COLUMNS: Column<Rule>[] = [
  { id: "rule", head: "Rule", isProse: true, cell: ({ rule }) => rule },
  { id: "ask", head: "Asks for", cell: ({ ask, states }) => [ask, states.join(", ")].join(" ") },
  { id: "selects", head: "Selects", isProse: true, cell: ({ selects }) => selects || "everything" },
  {
    id: "night",
    head: "Minutes of this night",
    cell: ({ minutes, spent, held }) =>
      `${Math.round(spent)} of ${minutes} spent${held > 0 ? `, ${Math.round(held)} kept for open jobs` : ""}`,
  },
  {
    id: "on",
    head: "Goes on",
    isProse: true,
    cell: ({ goes_on, minutes, spent, held, absent }) => {
      if (absent.length > 0) return `no agent of testbed ${absent.join(", ")} is here`;
      if (goes_on !== null) return <RelativeTime at={goes_on} />;
      return held > 0 && spent + held >= minutes ? "after its open jobs" : "now";
    },
  },
  {
    id: "upheld",
    head: "Upheld",
    isProse: true,
    cell: ({ ask, rate }) => (ask === "confirm" ? rateText(rate) : "–"),
  },
];

export function JobRules({ project }: { project: string }) {
  const { data } = useRead([project, "jobs", "tallies"], "jobs/tallies", { project });
  const rules = useMemo(() => data?.rules ?? [], [data]);
  if (rules.length === 0) return null;
  return (
    <Section title="Measured without being asked">
      <Table
        caption="Rules that ask for jobs"
        columns={COLUMNS}
        rows={rules}
        rowKey={({ rule }) => rule}
      />
    </Section>
  );
}
