/** How a run was measured, as its agent said: what ended it, who else was there, what the machine was like. */

import type { Conditions, Finding } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { parametersText } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { ratioText } from "@/ui/words/goalWords";
import { formatCount, MISSING } from "@/units/format";
import styles from "../Runs.module.css";
import { foreignText, isSilent, stoppingText } from "./conditionsModel";
import { MachineState } from "./MachineState";

type SelfRatio = Conditions["self_comparison"][number];

export function MeasuringSection({ conditions }: { conditions: Conditions | null }) {
  if (conditions === null || isSilent(conditions)) {
    return (
      <p className={styles.quiet}>
        Nothing is known of how this run was measured. Runs of tidemark-agent say it.
      </p>
    );
  }
  const { stopping, foreign, findings, self_comparison: same } = conditions;
  return (
    <div className={styles.stack}>
      {findings.length === 0 ? null : <Findings rows={findings} />}
      {stopping == null ? null : (
        <Section title="Rounds">
          <p>{stoppingText(stopping)}</p>
        </Section>
      )}
      {foreign == null ? null : (
        <Section title="Interference">
          <p className={styles.note}>{foreignText(foreign)}</p>
        </Section>
      )}
      {same.length === 0 ? null : <SameAgainstSame rows={same} />}
      <MachineState conditions={conditions} />
    </div>
  );
}

const FINDINGS: Column<Finding>[] = [
  { id: "benchmark", head: "Benchmark", cell: (row) => row.benchmark },
  {
    id: "parameters",
    head: "Parameters",
    cell: (row) => parametersText(row.parameters) || MISSING,
  },
  { id: "text", head: "Finding", isProse: true, cell: (row) => row.text },
  {
    id: "samples",
    head: "Said by",
    isNumber: true,
    cell: (row) => `${formatCount(row.samples)} of ${formatCount(row.of)} samples`,
  },
];

function Findings({ rows }: { rows: Finding[] }) {
  return (
    <Section title="What the programs found">
      <Table
        caption="What the programs found"
        columns={FINDINGS}
        rows={rows}
        rowKey={(row) => `${row.benchmark} ${parametersText(row.parameters)} ${row.text}`}
      />
    </Section>
  );
}

const SAME: Column<SelfRatio>[] = [
  {
    id: "benchmark",
    head: "Benchmark",
    sortBy: (row) => row.benchmark,
    cell: (row) => row.benchmark,
  },
  {
    id: "parameters",
    head: "Parameters",
    cell: (row) => parametersText(row.parameters) || MISSING,
  },
  { id: "metric", head: "Metric", sortBy: (row) => row.metric, cell: (row) => row.metric },
  { id: "ratio", head: "Ratio [95 %]", isNumber: true, cell: (row) => ratioText(row) },
  {
    id: "pairs",
    head: "Pairs",
    isNumber: true,
    cell: (row) => formatCount(row.pairs),
  },
];

function SameAgainstSame({ rows }: { rows: SelfRatio[] }) {
  return (
    <Section title="A/A check">
      <p className={styles.note}>
        One variant of each benchmark ran twice in every round. Its interval is what this run could
        resolve; it should hold 1.
      </p>
      <Table
        caption="A/A check"
        columns={SAME}
        rows={rows}
        rowKey={(row) => `${row.benchmark} ${parametersText(row.parameters)} ${row.metric}`}
      />
    </Section>
  );
}
