/** What one testbed can show: how its series scatter, which changes show, how often it errs. */

import type { GroupNoise, TestbedNoise } from "@/api/types";
import { Explain } from "@/ui/feedback/Explain";
import { Panel } from "@/ui/layout/Panel";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import { formatScatter } from "@/units/share";
import { FalseAlarms } from "./FalseAlarms";
import styles from "./Noise.module.css";
import { NoisiestSeries } from "./NoisiestSeries";
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
          {formatCount(scatter.unknown)} series are here; each is told of from 13 runs on, six of
          them since its environment changed last.
        </p>
      ) : (
        <>
          <dl className={styles.facts}>
            <div>
              <dt>
                Scatter from run to run [quartiles] <Explain term="noise" />
              </dt>
              <dd>{scatterText(scatter)}</dd>
            </div>
            <div>
              <dt>
                Shows in five runs, middle series <Explain term="minimum effect" />
              </dt>
              <dd>{formatScatter(scatter.median_change)}</dd>
            </div>
            <div>
              <dt>Shows in five runs, noisiest series</dt>
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
    isMinor: true,
    sortBy: (row) => row.scatter.series,
    cell: (row) => formatCount(row.scatter.series),
  },
  {
    id: "scatter",
    head: "Scatter, middle",
    term: "noise",
    isNumber: true,
    sortBy: (row) => row.scatter.median,
    cell: (row) => formatScatter(row.scatter.median),
  },
  {
    id: "change",
    head: "Shows in 5 runs, middle",
    term: "minimum effect",
    isNumber: true,
    sortBy: (row) => row.scatter.median_change,
    cell: (row) => formatScatter(row.scatter.median_change),
  },
  {
    id: "worst",
    head: "Shows in 5 runs, noisiest",
    isNumber: true,
    isMinor: true,
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
