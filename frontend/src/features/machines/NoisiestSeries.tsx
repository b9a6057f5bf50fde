/** The series that scatter most, each with what it hides and a link to its history. */

import { Link } from "@tanstack/react-router";
import type { NoisySeries } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { SeriesName } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { useUrlState } from "@/ui/url/useUrlState";
import { formatCount } from "@/units/format";
import { formatScatter } from "@/units/share";
import { machinesCodec } from "./machinesUrl";
import styles from "./Noise.module.css";

const FEW = 5;

interface NoisiestSeriesProps {
  project: string;
  testbed: string;
  rows: readonly NoisySeries[];
  /** Series with known noise. */
  total: number;
}

export function NoisiestSeries({ project, testbed, rows, total }: NoisiestSeriesProps) {
  const [{ whole }, change] = useUrlState(machinesCodec);
  const isWhole = whole.includes(testbed);
  const others = whole.filter((one) => one !== testbed);
  const shown = isWhole ? rows : rows.slice(0, FEW);
  return (
    <div>
      <div className={styles.head}>
        <h3 className={styles.subhead}>Noisiest series</h3>
        {rows.length <= FEW ? null : (
          <Button
            kind="quiet"
            onClick={() => change({ whole: isWhole ? others : [...others, testbed] })}
          >
            {isWhole ? `Show ${FEW}` : moreText(rows.length, total)}
          </Button>
        )}
      </div>
      <Table
        caption="The noisiest series"
        columns={columnsOf(project)}
        rows={shown}
        rowKey={(row) => row.series.id}
      />
    </div>
  );
}

function moreText(shown: number, total: number): string {
  return shown === total ? `Show all ${total}` : `Show ${shown} of ${formatCount(total)}`;
}

function columnsOf(project: string): Column<NoisySeries>[] {
  return [
    {
      id: "series",
      head: "Series",
      isWide: true,
      cell: (row) => (
        <Link to="/p/$project/explore" params={{ project }} search={exploreSearch([row.series.id])}>
          <SeriesName label={row.series} />
        </Link>
      ),
    },
    {
      id: "scatter",
      head: "Scatter",
      term: "noise",
      isNumber: true,
      sortBy: (row) => row.scatter,
      cell: (row) => formatScatter(row.scatter),
    },
    {
      id: "change",
      head: "Shows in 5 runs",
      term: "minimum effect",
      isNumber: true,
      sortBy: (row) => row.smallest_change,
      cell: (row) => formatScatter(row.smallest_change),
    },
    {
      id: "points",
      head: "Runs at this level",
      isNumber: true,
      isMinor: true,
      sortBy: (row) => row.points,
      cell: (row) => formatCount(row.points),
    },
  ];
}
