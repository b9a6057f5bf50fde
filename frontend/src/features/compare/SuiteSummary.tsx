/** The comparison as a whole: what differs beside the code, means by metric, what is missing. */

import type { Comparison, MetricMean } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { NoisyMachine } from "@/ui/links/NoisyMachine";
import { parametersText } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount, formatNumber, formatValue, MISSING } from "@/units/format";
import { formatShare } from "@/units/share";
import styles from "./Compare.module.css";
import { measuredText, sameText, whatText } from "./compareModel";
import { said } from "./Differences";

/** From fewer ratios nothing can be said of benchmarks that were not measured. */
const FEWEST_FOR_OTHERS = 6;

/** Ends beyond this factor say no more than that nothing is known. */
const MOST_FACTOR = 1000;
/** Beyond this factor nobody thinks in per cent. */
const NEAR = 2;

/** "−0.1 % to +0.2 %" of the baseline, or "0.3× to 1.2×" where an end is beyond twice or half of it. */
function wideText(low: number, high: number): string {
  const isUseful = low * MOST_FACTOR > 1 && high < MOST_FACTOR;
  if (!isUseful) return "no useful bound";
  const isNear = low > 1 / NEAR && high < NEAR;
  const write = isNear ? signedShare : (end: number) => `${formatNumber(end)}×`;
  return `${write(low)} to ${write(high)}`;
}

function signedShare(ratio: number): string {
  const sign = ratio < 1 ? "−" : "+";
  return `${sign}${formatShare(Math.abs(ratio - 1))}`;
}

const meansColumns = (level: string): Column<MetricMean>[] => [
  { id: "suite", head: "Suite", cell: (row) => row.suite },
  { id: "metric", head: "Metric", cell: (row) => row.metric },
  {
    id: "sentence",
    head: "Geometric mean of the ratios",
    isProse: true,
    cell: (row) => row.sentence,
  },
  {
    id: "wide",
    head: `${level} CI (generalised to similar benchmarks)`,
    isNumber: true,
    cell: (row) =>
      row.n < FEWEST_FOR_OTHERS || row.wide_low === null || row.wide_high === null
        ? MISSING
        : wideText(row.wide_low, row.wide_high),
  },
  { id: "n", head: "Ratios", isNumber: true, cell: (row) => formatCount(row.n) },
];

interface SuiteSummaryProps {
  project: string;
  comparison: Comparison;
}

/** What was compared with what, and what speaks against the result. */
export function Conditions({ project, comparison }: SuiteSummaryProps) {
  const { differences, reported, warnings, precision } = comparison;
  return (
    <ul className={styles.remarks}>
      <li>
        {whatText(comparison)} {measuredText(comparison)} {precision}
      </li>
      {comparison.noisy_machines.map((noisy) => (
        <li key={noisy.machine_id}>
          <NoisyMachine project={project} noisy={noisy} />
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
      <li>
        {differences.length === 0
          ? sameText(reported)
          : `Different apart from the code: ${differences
              .map(({ name, before, after }) => `${name} (${said(before)} → ${said(after)})`)
              .join(", ")}.`}
      </li>
    </ul>
  );
}

/** Geometric means by metric. */
export function Means({ comparison }: { comparison: Comparison }) {
  const { means, alpha } = comparison;
  if (means.length === 0) return null;
  return (
    <Section title="On average">
      <Table
        caption="Geometric means by metric"
        columns={meansColumns(formatShare(1 - alpha))}
        rows={means}
        rowKey={(row) => `${row.suite} ${row.metric}`}
      />
    </Section>
  );
}

interface Left {
  key: string;
  name: string;
  where: string;
}

const LEFT: Column<Left>[] = [
  { id: "name", head: "Result", isProse: true, cell: (row) => row.name },
  { id: "where", head: "Why it is not compared", isProse: true, cell: (row) => row.where },
];

/** Results of one side only, and what failed. */
export function LeftOut({ comparison }: { comparison: Comparison }) {
  const { one_sided: alone, failed } = comparison;
  if (alone.length + failed.length === 0) return null;
  const rows: Left[] = [
    ...failed.map((one) => ({
      name: `${one.benchmark} ${parametersText(one.parameters)} ${one.metric ?? ""}`.trim(),
      where: one.reason,
    })),
    ...alone.map(({ side, series, value }) => ({
      name: `${series.benchmark} ${parametersText(series.parameters)} ${series.metric}`,
      where: `only in the ${side}: ${formatValue(value, series.unit)}`,
    })),
  ].map((row, index) => ({ ...row, key: String(index) }));
  return (
    <Section title="Not compared" aside={formatNumber(rows.length)}>
      <Table
        caption="Results that are not compared"
        columns={LEFT}
        rows={rows}
        rowKey={(row) => row.key}
        windowFrom={60}
      />
    </Section>
  );
}
