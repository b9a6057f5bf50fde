/** The best values of an axis over commits: the best set of each as a column, the best as a dot. */

import { useState } from "react";
import type { OptimumHistory } from "@/api/types";
import { ChartFigure } from "@/charts/frame/ChartFigure";
import { commitLabel, indexTicks, roomFor } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { type Column, Table } from "@/ui/tables/Table";
import { shortCommit } from "@/ui/words/commitName";
import { formatValue } from "@/units/format";
import styles from "./OptimumChart.module.css";

type Point = OptimumHistory["points"][number];

interface OptimumChartProps {
  title: string;
  axis: string;
  unit: string;
  history: OptimumHistory;
  onSelect: (run: number) => void;
}

const LEFT = 44;
const RIGHT = 16;
const TOP = 18;
const BOTTOM = 24;
const STEP = 22;

export function OptimumChart(props: OptimumChartProps) {
  const { history, axis, unit } = props;
  return (
    <ChartFigure
      title={props.title}
      notes={[
        `Y axis: ${axis}, evenly spaced`,
        "Column: not distinguishable from the best",
        "Dot: the best as measured",
        ...(history.points.some((point) => !point.is_fit) ? ["Open dot: machine not fit"] : []),
        ...(history.points.some((point) => point.moved) ? ["Line: it moved, beyond chance"] : []),
      ]}
      table={() => <OptimumTable {...props} />}
      csv={() => [
        ["commit", "run", "best", "best set", `result (${unit})`, "moved"],
        ...history.points.map((point) => [
          point.run.commit.name,
          point.run.id,
          point.best_x,
          point.best_set.join(" "),
          point.value,
          point.moved ? "yes" : "no",
        ]),
      ]}
    >
      <Stage {...props} />
    </ChartFigure>
  );
}

function pointText(point: Point, axis: string, unit: string): string {
  const set = point.best_set.length > 1 ? `; best set ${point.best_set.join(", ")}` : "";
  const moved = point.moved ? "; moved" : "";
  const runs = point.runs > 1 ? `; ${point.runs} runs` : "";
  const unfit = point.is_fit ? "" : "; machine not fit";
  return `${shortCommit(point.run.commit.name)}: ${axis} ${point.best_x}, ${formatValue(point.value, unit)}${set}${moved}${runs}${unfit}`;
}

function Stage({ title, axis, unit, history, onSelect }: OptimumChartProps) {
  const [ref, width] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const { points } = history;
  const values = [...new Set(points.flatMap((point) => point.xs))].sort((a, b) => a - b);
  const height = TOP + BOTTOM + STEP * values.length;
  const step = (width - LEFT - RIGHT) / Math.max(points.length, 1);
  const toX = (index: number) => LEFT + step * (index + 0.5);
  const toY = (value: number) => height - BOTTOM - STEP * (values.indexOf(value) + 0.5);
  const move = (by: number) =>
    setActive((at) =>
      Math.min(Math.max((at ?? (by > 0 ? -1 : points.length)) + by, 0), points.length - 1),
    );
  const chosen = active === null ? undefined : points[active];
  return (
    <div className={styles.figure}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset */}
      <div
        ref={ref}
        className={styles.stage}
        role="group"
        aria-label={`${title}. Arrow keys read the commits, Enter opens the run.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above work on it
        tabIndex={0}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const index = Math.floor((event.clientX - box.left - LEFT) / step);
          setActive(points[index] === undefined ? null : index);
        }}
        onPointerLeave={() => setActive(null)}
        onClick={() => chosen !== undefined && onSelect(chosen.run.id)}
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") move(1);
          else if (event.key === "ArrowLeft") move(-1);
          else if (event.key === "Enter" && chosen !== undefined) onSelect(chosen.run.id);
          else return;
          event.preventDefault();
        }}
      >
        <svg width={width} height={height} aria-hidden="true">
          {values.map((value) => (
            <g key={value}>
              <line
                className={styles.grid}
                x1={LEFT}
                x2={width - RIGHT}
                y1={toY(value)}
                y2={toY(value)}
              />
              <text x={LEFT - 8} y={toY(value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          {active === null ? null : (
            <rect
              className={styles.active}
              x={toX(active) - step / 2}
              width={step}
              y={0}
              height={height - BOTTOM}
            />
          )}
          <path
            className={styles.guide}
            d={points
              .map((point, index) => `${index === 0 ? "M" : "L"}${toX(index)} ${toY(point.best_x)}`)
              .join("")}
          />
          {points.map((point, index) => (
            <Mark
              key={point.run.id}
              point={point}
              x={toX(index)}
              step={step}
              toY={toY}
              bottom={height - BOTTOM}
            />
          ))}
          {indexTicks(0, points.length - 1, roomFor(width - LEFT, 8)).map((index) => (
            <text key={index} x={toX(index)} y={height - 6} textAnchor="middle">
              {commitLabel(points[index]?.run.commit.name, 9)}
            </text>
          ))}
        </svg>
      </div>
      <p className={styles.read} role="status">
        {chosen === undefined ? history.sentence : pointText(chosen, axis, unit)}
      </p>
    </div>
  );
}

interface MarkProps {
  point: Point;
  x: number;
  step: number;
  toY: (value: number) => number;
  bottom: number;
}

function Mark({ point, x, step, toY, bottom }: MarkProps) {
  const width = Math.min(step * 0.6, 18);
  return (
    <g>
      {point.moved ? (
        <>
          <line
            className={styles.moved}
            x1={x - step / 2}
            x2={x - step / 2}
            y1={TOP - 6}
            y2={bottom}
          />
          <text className={styles.flag} x={x - step / 2 + 4} y={TOP - 6}>
            moved
          </text>
        </>
      ) : null}
      {point.best_set.map((value) => (
        <rect
          key={value}
          className={point.claimed ? styles.member : styles.observed}
          x={x - width / 2}
          width={width}
          y={toY(value) - STEP / 2 + 1}
          height={STEP - 2}
          data-mark="member"
        />
      ))}
      <circle
        className={point.is_fit ? styles.best : styles.unfit}
        cx={x}
        cy={toY(point.best_x)}
        r={4}
      />
    </g>
  );
}

function OptimumTable({ axis, unit, history, onSelect }: OptimumChartProps) {
  const columns: Column<Point>[] = [
    {
      id: "commit",
      head: "Commit",
      cell: (point) => (
        <button type="button" className={styles.open} onClick={() => onSelect(point.run.id)}>
          {shortCommit(point.run.commit.name)}
        </button>
      ),
    },
    { id: "best", head: `Best ${axis}`, isNumber: true, cell: (point) => point.best_x },
    { id: "set", head: "Best set", isProse: true, cell: (point) => point.best_set.join(", ") },
    {
      id: "value",
      head: "Result",
      isNumber: true,
      cell: (point) => formatValue(point.value, unit),
    },
    { id: "moved", head: "Moved", cell: (point) => (point.moved ? "yes" : "") },
  ];
  return (
    <Table
      caption={`Best ${axis} over commits`}
      columns={columns}
      rows={history.points}
      rowKey={(point) => point.run.id}
    />
  );
}
