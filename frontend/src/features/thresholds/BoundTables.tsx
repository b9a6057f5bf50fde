/** The references and budgets of a file: which commit, which bound, of how many series. */

import type { ThresholdReading } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import styles from "./Thresholds.module.css";
import { actionText } from "./thresholdsModel";

type Reference = ThresholdReading["references"][number];
type Budget = ThresholdReading["budgets"][number];

const REFERENCES: Column<Reference>[] = [
  { id: "name", head: "Reference", isProse: true, cell: ({ name }) => name },
  { id: "words", head: "Commit", isProse: true, cell: ({ words }) => words },
];
const BUDGETS: Column<Budget>[] = [
  {
    id: "name",
    head: "Budget",
    isProse: true,
    cell: ({ name, words }) => (
      <>
        {name} <span className={styles.quiet}>{words}</span>
      </>
    ),
  },
  { id: "bound", head: "Allowed", isProse: true, cell: ({ bound }) => bound },
  { id: "action", head: "Action", term: "gate", cell: actionText },
  { id: "series", head: "Series", isNumber: true, cell: ({ matched }) => formatCount(matched) },
];

export function BoundTables({ reading }: { reading: ThresholdReading }) {
  const { references, budgets } = reading;
  if (references.length + budgets.length === 0) return null;
  return (
    <Section title="References and budgets" aside="Every budget that matches a series holds.">
      {references.length === 0 ? null : (
        <Table
          caption="References, with which the newest results are compared"
          columns={REFERENCES}
          rows={references}
          rowKey={({ name }) => name}
        />
      )}
      {budgets.length === 0 ? null : (
        <Table
          caption="Budgets, checked on every run and in pull requests"
          columns={BUDGETS}
          rows={budgets}
          rowKey={({ number }) => number}
        />
      )}
    </Section>
  );
}
