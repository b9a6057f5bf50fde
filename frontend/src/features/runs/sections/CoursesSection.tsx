/** How a quantity went within processes of the run, over their time, and whether it came to rest. */

import type { CourseList, ListedCourse, RunDetail } from "@/api/types";
import { chartTitle } from "@/charts/frame/chartTitle";
import { linearTicks } from "@/charts/frame/ticks";
import { LinesPlot } from "@/charts/lines/LinesPlot";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { parametersText } from "@/ui/links/SeriesName";
import { formatNumber } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import type { ChangeRun } from "../RunPage";
import styles from "../Runs.module.css";
import { useCourses } from "../runsQuery";
import type { RunState } from "../runsUrl";
import { CurveChoices, chosenOf } from "./CurveChoices";

interface CoursesSectionProps {
  project: string;
  run: RunDetail;
  state: RunState;
  onChange: ChangeRun;
}

export function CoursesSection({ project, run, state, onChange }: CoursesSectionProps) {
  const chosen = chosenOf(run.courses, state);
  if (chosen === null) {
    return (
      <p className={styles.quiet}>
        No suite of this run sends how memory or latency went within a process. A program may: see
        “courses” in the protocol of the agent.
      </p>
    );
  }
  return (
    <CurveChoices chosen={chosen} legend="Processes" nameOf={nameOf} onChange={onChange}>
      <Drawn
        project={project}
        run={run.id}
        shown={chosen.shown}
        isTable={state.samples === "table"}
        onTable={(isTable) => onChange({ samples: isTable ? "table" : "chart" })}
      />
    </CurveChoices>
  );
}

/** "orders rate=200, round 3" */
function nameOf({ benchmark, parameters, round }: ListedCourse): string {
  const name = `${benchmark} ${parametersText(parameters)}`.trim();
  return round === null ? name : `${name}, round ${round}`;
}

interface DrawnProps {
  project: string;
  run: number;
  shown: readonly ListedCourse[];
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

function Drawn({ project, run, shown, isTable, onTable }: DrawnProps) {
  const query = useCourses(
    project,
    run,
    shown.map(({ id }) => id),
  );
  return (
    <QueryBoundary
      query={query}
      failure="What went on within the processes could not be loaded."
      skeleton={<Skeleton height={340} label="Loading the courses" />}
    >
      {(list) => <CoursePlot list={list} shown={shown} isTable={isTable} onTable={onTable} />}
    </QueryBoundary>
  );
}

type CoursePlotProps = Pick<DrawnProps, "shown" | "isTable" | "onTable"> & { list: CourseList };

function CoursePlot({ list, shown, isTable, onTable }: CoursePlotProps) {
  const first = shown[0];
  const drawn = list.rows.flatMap((row) => {
    const course = shown.find(({ id }) => id === row.id);
    return course === undefined ? [] : [{ name: nameOf(course), row }];
  });
  if (first === undefined) return null;
  const scale = scaleForAll(
    first.unit,
    drawn.flatMap(({ row }) => row.values),
  );
  return (
    <>
      <ul className={styles.plain}>
        {drawn.map(({ name, row }) => (
          <li key={row.id}>
            {name}: {row.sentence}
          </li>
        ))}
      </ul>
      <LinesPlot
        title={`${chartTitle(first.metric, scale.label, first.direction)}, over the time of a process`}
        unit={first.unit}
        lines={drawn.map(({ name, row }) => ({
          name,
          points: row.seconds.map((x, index) => ({ x, y: row.values[index] ?? 0 })),
        }))}
        xName="seconds since the process began"
        xText={(x) => `${formatNumber(x)}\u202fs`}
        xTicks={(low, high, room) =>
          linearTicks(low, high, room, { divisor: 1, label: "s" }).map(({ at, label }) => ({
            at,
            label: `${label}\u202fs`,
          }))
        }
        notes={["one process each; the line is only a guide between moments"]}
        tableSwitch={{ isTable, onTable }}
        height={280}
      />
    </>
  );
}
