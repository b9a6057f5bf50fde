/** How likely each commit in question is to have made a change, in their order. */

import { Bar, BarChart, Cell, ReferenceLine, XAxis, YAxis } from "recharts";
import type { CulpritSearch } from "@/api/types";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure } from "@/charts/frame/ChartFigure";
import { useWidth } from "@/charts/frame/useWidth";
import { type Column, Table } from "@/ui/tables/Table";
import { shortCommit } from "@/ui/words/commitName";
import { formatPercent } from "@/units/format";

type CulpritShare = CulpritSearch["shares"][number];

interface BarsProps {
  search: Pick<CulpritSearch, "shares" | "none">;
  title?: string;
  /** Of the column that names each bar. */
  head?: string;
  name?: (commit: string) => string;
}

const HEIGHT = 220;
const LONGEST_TICK = 32;
const ENOUGH = 0.95;
const TICKS = [0, 0.5, 1];

export function CulpritBars({
  search,
  title = "Probability of each commit in question",
  head = "Commit",
  name = shortCommit,
}: BarsProps) {
  const { shares, none } = search;
  const notes = [
    `Oldest ${head.toLowerCase()} left`,
    "Grey: could not be built or installed",
    "Dashed: 95 %, where a commit is named",
  ];
  if (none >= 0.0005) notes.push(`None of them: ${formatPercent(none)}`);
  return (
    <ChartFigure
      title={title}
      notes={notes}
      table={() => (
        <Table
          caption={title}
          columns={columns(head, name)}
          rows={shares}
          rowKey={({ commit }) => commit}
        />
      )}
      csv={() => [
        [head.toLowerCase(), "probability", "rounds"],
        ...shares.map(({ commit, share, rounds }) => [
          name === shortCommit ? commit : name(commit),
          share,
          rounds,
        ]),
      ]}
    >
      <Stage shares={shares} title={title} name={name} />
    </ChartFigure>
  );
}

interface StageProps {
  shares: readonly CulpritShare[];
  title: string;
  name: (commit: string) => string;
}

function Stage({ shares, title, name }: StageProps) {
  const [ref, width] = useWidth();
  return (
    <div
      ref={ref}
      className={styles.stage}
      style={{ height: HEIGHT }}
      role="img"
      aria-label={title}
    >
      <BarChart
        width={width}
        height={HEIGHT}
        data={[...shares]}
        margin={{ top: 12, right: 12, bottom: 4, left: 4 }}
        accessibilityLayer={false}
      >
        <XAxis
          dataKey="commit"
          tickFormatter={(commit: string) => cut(name(commit))}
          minTickGap={16}
          stroke="var(--line-strong)"
        />
        <YAxis
          domain={[0, 1]}
          ticks={TICKS}
          tickFormatter={(share: number) => formatPercent(share)}
          width={56}
          axisLine={false}
          tickLine={false}
        />
        <ReferenceLine y={ENOUGH} stroke="var(--line-strong)" strokeDasharray="4 3" />
        <Bar dataKey="share" isAnimationActive={false} minPointSize={2}>
          {shares.map(({ commit, is_broken: isBroken }) => (
            <Cell key={commit} fill={isBroken ? "var(--line-strong)" : "var(--accent)"} />
          ))}
        </Bar>
      </BarChart>
    </div>
  );
}

/** A tick has room for a few letters; the table has the whole name. */
function cut(name: string): string {
  return name.length <= LONGEST_TICK ? name : `${name.slice(0, LONGEST_TICK - 1)}…`;
}

const columns = (head: string, name: (commit: string) => string): Column<CulpritShare>[] => [
  {
    id: "commit",
    head,
    isWide: true,
    cell: ({ commit }) => <code title={commit}>{name(commit)}</code>,
  },
  {
    id: "share",
    head: "Probability",
    isNumber: true,
    cell: ({ share }) => formatPercent(share),
  },
  {
    id: "rounds",
    head: "Rounds",
    isNumber: true,
    cell: ({ rounds, is_broken: isBroken }) => (isBroken ? "not built or installed" : rounds),
  },
];
