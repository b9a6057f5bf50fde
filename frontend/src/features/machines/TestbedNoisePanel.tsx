/** What one testbed can show: how its series scatter, which changes show, how often it errs. */

import { Link } from "@tanstack/react-router";
import type { GroupNoise, NoisySeries, TestbedNoise } from "@/api/types";
import { IntervalRow } from "@/charts/diverging/IntervalRow";
import { Button } from "@/ui/controls/Button";
import { Explain } from "@/ui/feedback/Explain";
import { Panel } from "@/ui/layout/Panel";
import { SeriesName } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { codecOf, LIST, under } from "@/ui/url/urlFields";
import { useUrlState } from "@/ui/url/useUrlState";
import { formatCount } from "@/units/format";
import { formatScatter } from "@/units/share";
import { FalseAlarms } from "./FalseAlarms";
import styles from "./Noise.module.css";
import { scatterText } from "./noiseModel";

interface TestbedNoisePanelProps {
  project: string;
  testbed: TestbedNoise;
}

export function TestbedNoisePanel({ project, testbed }: TestbedNoisePanelProps) {
  const { scatter } = testbed;
  return (
    <Panel label={`Noise of ${testbed.name}`}>
      <h2>Noise of {testbed.name}</h2>
      <p>{testbed.sentence}</p>
      {scatter.series === 0 ? (
        <p className={styles.quiet}>
          {formatCount(scatter.unknown)} series are here. The noise of one is estimated from 13
          runs, six of them since its environment last changed.
        </p>
      ) : (
        <>
          <dl className={styles.facts}>
            <div>
              <dt>
                Scatter from run to run [quartiles] <Explain term="noise" />
              </dt>
              <dd>
                {scatterText(scatter)} <ScatterRow scatter={scatter} />
              </dd>
            </div>
            <div>
              <dt>
                Median detectable change (5 runs) <Explain term="minimum effect" />
              </dt>
              <dd>{formatScatter(scatter.median_change)}</dd>
            </div>
            <div>
              <dt>Largest detectable change (5 runs)</dt>
              <dd>{formatScatter(scatter.worst_change)}</dd>
            </div>
            <div>
              <dt>Series with known noise</dt>
              <dd>
                {formatCount(scatter.series)} of {formatCount(scatter.series + scatter.unknown)}
              </dd>
            </div>
          </dl>
          <Groups groups={testbed.groups} />
          <NoisiestSeries
            project={project}
            testbed={testbed.name}
            rows={testbed.noisiest}
            total={scatter.series}
          />
        </>
      )}
      <FalseAlarms project={project} rate={testbed.alarms} suite={testbed.repeatable} />
    </Panel>
  );
}

/** Median and quartiles of the scatter on a line; the dashed line is the detectable change. */
function ScatterRow({ scatter }: Pick<TestbedNoise, "scatter">) {
  const { median, lower_quartile, upper_quartile, median_change: change, worst_change } = scatter;
  if (median === null || change === null) return null;
  const most = Math.max(worst_change ?? change, upper_quartile ?? median, change);
  return (
    <IntervalRow
      value={100 * median}
      low={lower_quartile === null ? null : 100 * lower_quartile}
      high={upper_quartile === null ? null : 100 * upper_quartile}
      unit="%"
      domain={{ low: 0, high: 105 * most || 1 }}
      reference={100 * change}
    />
  );
}

const COLUMNS: Column<GroupNoise>[] = [
  { id: "suite", head: "Suite", sortBy: (row) => row.suite, cell: (row) => row.suite },
  {
    id: "metric",
    head: "Metric",
    isWide: true,
    sortBy: (row) => row.metric,
    cell: (row) => row.metric,
  },
  {
    id: "series",
    head: "Series",
    isNumber: true,
    sortBy: (row) => row.scatter.series,
    cell: (row) => formatCount(row.scatter.series),
  },
  {
    id: "scatter",
    head: "Noise (median)",
    term: "noise",
    isNumber: true,
    sortBy: (row) => row.scatter.median,
    cell: (row) => formatScatter(row.scatter.median),
  },
  {
    id: "change",
    head: "Median detectable change (5 runs)",
    term: "minimum effect",
    isNumber: true,
    sortBy: (row) => row.scatter.median_change,
    cell: (row) => formatScatter(row.scatter.median_change),
  },
  {
    id: "worst",
    head: "Largest detectable change (5 runs)",
    isNumber: true,
    sortBy: (row) => row.scatter.worst_change,
    cell: (row) => formatScatter(row.scatter.worst_change),
  },
];

/** By suite and metric, where there is more than one of them. */
function Groups({ groups }: { groups: readonly GroupNoise[] }) {
  const known = groups.filter((group) => group.scatter.series > 0);
  if (known.length < 2) return null;
  return (
    <div>
      <h3 className={styles.subhead}>By suite and metric</h3>
      <Table
        caption="Noise by suite and metric"
        columns={COLUMNS}
        rows={known}
        rowKey={(row) => `${row.suite} ${row.metric}`}
      />
    </div>
  );
}

const FEW = 5;

interface NoisiestSeriesProps {
  project: string;
  testbed: string;
  rows: readonly NoisySeries[];
  /** Series with known noise. */
  total: number;
}

/** The series that scatter most, each with what it hides and a link to its history. */
function NoisiestSeries({ project, testbed, rows, total }: NoisiestSeriesProps) {
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
      head: "Detectable change (5 runs)",
      term: "minimum effect",
      isNumber: true,
      sortBy: (row) => row.smallest_change,
      cell: (row) => formatScatter(row.smallest_change),
    },
    {
      id: "points",
      head: "Runs at this level",
      isNumber: true,
      sortBy: (row) => row.points,
      cell: (row) => formatCount(row.points),
    },
  ];
}

/** State of the page of all machines ↔ its query string. */
const machinesCodec = codecOf({
  /** Testbeds whose noisiest series are all listed, by name. */
  whole: under("noisiest", LIST),
});
