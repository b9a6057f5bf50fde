/** How a machine did over its runs: noise score, control benchmark, and its level; changes in violet. */

import { useNavigate } from "@tanstack/react-router";
import type { MachineDetail, MachineReading } from "@/api/types";
import { LinesPlot } from "@/charts/lines/LinesPlot";
import { type ChartLine, startsAtZero } from "@/charts/lines/linesModel";
import { Explain } from "@/ui/feedback/Explain";
import { Section } from "@/ui/layout/Page";
import { codecOf, someOf, under } from "@/ui/url/urlFields";
import { useUrlState } from "@/ui/url/useUrlState";
import styles from "./Machines.module.css";
import {
  controlCounts,
  controlLimits,
  controlLines,
  environmentEvents,
  LOUD,
  levelLines,
  readingText,
  readingTicks,
  scoreLine,
} from "./readingsModel";

interface ReadingChartsProps {
  project: string;
  machine: MachineDetail;
}

export function ReadingCharts({ project, machine }: ReadingChartsProps) {
  const { readings } = machine;
  const controls = controlLines(readings).filter(({ points }) => points.length > 0);
  const levels = levelLines(readings).filter(({ points }) => points.length > 0);
  const score = scoreLine(readings);
  return (
    <>
      <Section
        title="Noise history"
        aside={<Explain term="noise score">what the score is</Explain>}
      >
        {score.points.length === 0 ? (
          <p className={styles.quiet}>
            No run has measured the noise of this machine. <code>tidemark-agent noise</code> shows
            it, <code>run --noise</code> sends it along.
          </p>
        ) : (
          <Chart
            {...{ project, machine }}
            chart="noise"
            title="Noise score of 100, higher is quieter"
            unit="1"
            lines={[score]}
            reference={LOUD}
            isBadBelow
            badName="at or below the limit"
            notes={[
              "Band: quarters of the measuring time",
              "One point per run, oldest first",
              `Shaded: not fit, at or below ${LOUD}`,
            ]}
          />
        )}
      </Section>
      <Section title="Control benchmark" aside={<Explain term="control">what it is</Explain>}>
        {controls.length === 0 ? (
          <p className={styles.quiet}>No run had a control benchmark before and after it.</p>
        ) : (
          <>
            <p>{controlCounts(readings)}</p>
            <Chart
              {...{ project, machine }}
              chart="control"
              title="Fixed work: time after the run ÷ before it, 1 is steady"
              unit="1"
              lines={controls}
              reference={1}
              badName="vetoed"
              notes={[
                "Band: 95 % interval",
                "×: vetoed run",
                ...[controlLimits(readings)].filter((note) => note !== null),
              ]}
            />
            <Chart
              {...{ project, machine }}
              chart="level"
              title="CPU time of the fixed work, lower is better"
              unit="s"
              lines={levels}
              notes={[
                "Before each run",
                ...(startsAtZero(levels) ? [] : ["The axis does not start at zero"]),
              ]}
            />
          </>
        )}
      </Section>
    </>
  );
}

interface ChartProps extends ReadingChartsProps {
  chart: MachineChart;
  title: string;
  unit: string;
  lines: ChartLine[];
  notes: string[];
  reference?: number;
  isBadBelow?: boolean;
  badName?: string;
}

function Chart({ project, machine, chart, lines, ...rest }: ChartProps) {
  const [{ tables }, change] = useUrlState(machineCodec);
  const open = useOpenRun(project, machine.readings);
  const others = tables.filter((one) => one !== chart);
  return (
    <LinesPlot
      {...rest}
      lines={lines}
      xName="run"
      xText={(x) => readingText(machine.readings, x)}
      xTicks={(_low, _high, room) => readingTicks(machine.readings, room)}
      events={environmentEvents(machine.readings, machine.revisions)}
      hasDots={machine.readings.length <= 60}
      onPick={open}
      height={200}
      tableSwitch={{
        isTable: tables.includes(chart),
        onTable: (isTable) => change({ tables: isTable ? [...others, chart] : others }),
      }}
    />
  );
}

function useOpenRun(project: string, readings: readonly MachineReading[]) {
  const navigate = useNavigate();
  return (x: number) => {
    const run = readings[x]?.run;
    if (run === undefined) return;
    void navigate({
      to: "/p/$project/runs/$run",
      params: { project, run: String(run) },
      search: { section: "measuring" },
    });
  };
}

const CHARTS = ["noise", "control", "level"] as const;
type MachineChart = (typeof CHARTS)[number];

/** State of a machine's page ↔ its query string: which charts are shown as tables. */
const machineCodec = codecOf({ tables: under("table", someOf(CHARTS)) });
