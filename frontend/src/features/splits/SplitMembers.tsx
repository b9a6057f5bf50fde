/** All members as diverging bars, grouped by a tag, and what moved beside them. */

import { useMemo } from "react";
import type { OtherEffect, SplitDetail } from "@/api/types";
import { DivergingBars } from "@/charts/diverging/DivergingBars";
import { Select } from "@/ui/controls/Select";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { VerdictText } from "@/ui/words/VerdictText";
import { formatCount, formatValue } from "@/units/format";
import type { ChangeSplit } from "./SplitPage";
import styles from "./Splits.module.css";
import { barGroups, besideName } from "./splitsModel";
import type { SplitState } from "./splitUrl";

interface SplitMembersProps {
  split: SplitDetail;
  state: SplitState;
  onChange: ChangeSplit;
}

const UNGROUPED = "none";

export function SplitMembers({ split, state, onChange }: SplitMembersProps) {
  const isGrouped = state.group !== UNGROUPED;
  const groups = useMemo(() => barGroups(split, isGrouped), [split, isGrouped]);
  const metrics = [...new Set(split.members.map(({ metric }) => metric))];
  const metric = metrics.length === 1 ? ` in ${metrics[0]}` : "";
  return (
    <Section title="Members" aside={`${formatCount(split.members.length)} weighed${metric}`}>
      {split.tags.length === 0 ? null : (
        <div className={styles.controls}>
          <Select
            label="Group by"
            choices={[
              ...split.tags.map((tag) => ({ value: tag, label: tag })),
              { value: UNGROUPED, label: "nothing" },
            ]}
            value={isGrouped ? split.group : UNGROUPED}
            onChange={(group) => onChange({ group })}
          />
        </div>
      )}
      <DivergingBars
        title={`Gain of each member${metric} (right is better)`}
        groups={groups}
        tableSwitch={{
          isTable: state.bars === "table",
          onTable: (isTable) => onChange({ bars: isTable ? "table" : "chart" }),
        }}
      />
      <Beside beside={split.beside} />
    </Section>
  );
}

const COLUMNS: Column<OtherEffect>[] = [
  {
    id: "name",
    head: "Not weighed",
    isWide: true,
    sortBy: (row) => row.name,
    cell: besideName,
  },
  {
    id: "effect",
    head: "Change",
    sortBy: (row) => Math.abs(Math.log(row.ratio)),
    cell: (row) => (
      <VerdictText
        effect={row}
        quantity={{ unit: row.unit, direction: row.direction, metric: row.metric }}
        verdict={row.verdict}
        isPlain
      />
    ),
  },
  {
    id: "baseline",
    head: "Baseline",
    isNumber: true,
    cell: (row) => formatValue(row.baseline, row.unit),
  },
  {
    id: "contender",
    head: "Contender",
    isNumber: true,
    cell: (row) => formatValue(row.contender, row.unit),
  },
];

function Beside({ beside }: { beside: readonly OtherEffect[] }) {
  if (beside.length === 0) return null;
  return (
    <details id="beside" open={beside.length <= 6}>
      <summary>Also changed: {formatCount(beside.length)}, not weighed</summary>
      <Table
        caption="Metrics that are not weighed and moved"
        columns={COLUMNS}
        rows={beside}
        rowKey={(row) => `${row.name} ${row.metric}`}
      />
    </details>
  );
}
