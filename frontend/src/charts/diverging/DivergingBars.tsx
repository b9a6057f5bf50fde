/** Gains to the right, losses to the left of "no change", each with its interval; groups with their net. */

import { useState } from "react";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import type { Axis } from "@/charts/frame/frame";
import { stepKeys } from "@/charts/frame/stepKeys";
import { useWidth } from "@/charts/frame/useWidth";
import { formatPercent } from "@/units/format";
import styles from "./Diverging.module.css";
import { DivergingTable, divergingCsv } from "./DivergingTable";
import {
  allBars,
  BESIDE_NAME,
  barPlace,
  CHARACTER,
  type DivergingBar,
  type DivergingGroup,
  divergingAxis,
  divergingTicks,
  gainText,
  labelMiddle,
  logGain,
  roomForNames,
} from "./divergingModel";

interface DivergingBarsProps {
  title: string;
  groups: readonly DivergingGroup[];
  notes?: readonly string[];
  tableSwitch?: TableSwitch;
}

export function DivergingBars({ title, groups, notes = [], tableSwitch }: DivergingBarsProps) {
  const bars = allBars(groups);
  const hasIntervals = bars.some(({ low }) => low !== null);
  const said = [
    hasIntervals ? "Whiskers: the interval of each" : "Summary only: no significance test",
    "Hatched: a loss; outlined: not significant",
    "Log scale",
    ...notes,
  ];
  return (
    <ChartFigure
      title={title}
      notes={said}
      tableSwitch={tableSwitch}
      table={() => <DivergingTable groups={groups} />}
      csv={() => divergingCsv(groups)}
    >
      <Stage title={title} groups={groups} />
    </ChartFigure>
  );
}

/** Below this width a name stands over its bar. */
const NARROW = 620;
const VALUES = 74;
const EDGE = 8;
const HEAD = 24;

interface Row {
  bar: DivergingBar;
  isNet: boolean;
  y: number;
}

interface Layout {
  axis: Axis;
  /** How per cent on the axis count. */
  better: DivergingBar["better"];
  left: number;
  right: number;
  row: number;
  isNarrow: boolean;
  rows: Row[];
  height: number;
}

function layoutOf(groups: readonly DivergingGroup[], width: number): Layout {
  const isNarrow = width < NARROW;
  const row = isNarrow ? 44 : 28;
  const rows: Row[] = [];
  let y = HEAD;
  for (const { net, bars } of groups) {
    for (const bar of net === null ? bars : [net, ...bars]) {
      rows.push({ bar, isNet: bar === net, y });
      y += row;
    }
  }
  return {
    axis: divergingAxis(groups),
    better: allBars(groups).every(({ better }) => better === "lower") ? "lower" : "higher",
    left: isNarrow ? EDGE : roomForNames(groups, width),
    right: width - VALUES,
    row,
    isNarrow,
    rows,
    height: y + 4,
  };
}

function Stage({ title, groups }: { title: string; groups: readonly DivergingGroup[] }) {
  const [ref, width] = useWidth();
  const [hovered, setHovered] = useState<number | null>(null);
  const layout = layoutOf(groups, width);
  const { rows } = layout;
  const move = (step: number) => {
    const next = hovered === null ? (step > 0 ? 0 : rows.length - 1) : hovered + step;
    setHovered(Math.min(rows.length - 1, Math.max(0, next)));
  };
  const at = (y: number) => {
    const index = Math.floor((y - HEAD) / layout.row);
    return index >= 0 && index < rows.length ? index : null;
  };
  const shown = hovered === null ? undefined : rows[hovered]?.bar;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset */}
      <div
        ref={ref}
        className={styles.stage}
        role="group"
        aria-label={`${title}. Arrow keys read the members.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above work on it
        tabIndex={0}
        onPointerMove={(event) =>
          setHovered(at(event.clientY - event.currentTarget.getBoundingClientRect().top))
        }
        onPointerLeave={() => setHovered(null)}
        onKeyDown={stepKeys({ move, leave: () => setHovered(null) })}
      >
        <svg width={width} height={layout.height} aria-hidden="true" className={styles.drawing}>
          <Hatches />
          <Scale layout={layout} />
          {rows.map((row, index) => (
            <BarRow
              key={row.bar.key}
              row={row}
              layout={layout}
              width={width}
              isHovered={index === hovered}
            />
          ))}
        </svg>
      </div>
      <p className={styles.reading} role="status">
        {shown === undefined ? "Point at a bar to read it." : readingOf(shown)}
      </p>
    </>
  );
}

function readingOf({ name, sentence, weight }: DivergingBar): string {
  return `${name}: ${sentence}; weighs ${formatPercent(weight)}`;
}

/** Stripes that tell a loss from a gain without colour. */
function Hatches() {
  return (
    <defs>
      <pattern
        id="loss-hatch"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" className={styles.lossGround} />
        <rect width="2.5" height="5" className={styles.lossStripe} />
      </pattern>
    </defs>
  );
}

function Scale({ layout }: { layout: Layout }) {
  const { axis, better, left, right, height } = layout;
  const room = Math.floor((right - left) / 78);
  return (
    <g>
      {divergingTicks(axis, room, better).map(({ at, label }) => {
        const x = left + barPlace(axis, at).part * (right - left);
        return (
          <g key={label}>
            <line
              className={at === 0 ? styles.zero : styles.grid}
              x1={x}
              x2={x}
              y1={18}
              y2={height}
            />
            <text x={labelMiddle(x, label, right + VALUES)} y={12} textAnchor="middle">
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface BarRowProps {
  row: Row;
  layout: Layout;
  width: number;
  isHovered: boolean;
}

const THICK = 14;
const WORDS = { gain: "better", loss: "worse", same: "same", unknown: "inconclusive" } as const;

function BarRow({ row: { bar, isNet, y }, layout, width, isHovered }: BarRowProps) {
  const { axis, left, right, isNarrow, row } = layout;
  const place = (at: number) => left + barPlace(axis, at).part * (right - left);
  const onAxis = (gain: number) => logGain(gain, bar.better);
  const middle = isNarrow ? y + row - 13 : y + row / 2;
  const [zero, end] = [place(0), place(onAxis(bar.gain))];
  const characters = Math.floor((isNarrow ? width - 90 : layout.left - BESIDE_NAME) / CHARACTER);
  return (
    <g className={styles[bar.verdict]} data-verdict={bar.verdict}>
      {isHovered ? (
        <rect className={styles.hovered} x={0} width={width} y={y} height={row} />
      ) : null}
      <text
        className={isNet ? styles.netName : styles.name}
        x={isNarrow ? EDGE : isNet ? 4 : 16}
        y={isNarrow ? y + 13 : middle + 4}
      >
        {cut(bar.name, characters)}
      </text>
      <rect
        className={styles.bar}
        x={Math.min(zero, end)}
        width={Math.max(1, Math.abs(end - zero))}
        y={middle - THICK / 2}
        height={THICK}
        rx={1}
      />
      {bar.low === null || bar.high === null ? null : (
        <path
          className={styles.whisker}
          d={whisker(axis, place, onAxis(bar.low), onAxis(bar.high), middle)}
        />
      )}
      <text className={styles.value} x={width - 4} y={middle - 1} textAnchor="end">
        {gainText(bar)}
      </text>
      <text className={styles.word} x={width - 4} y={middle + 11} textAnchor="end">
        {WORDS[bar.verdict]}
      </text>
    </g>
  );
}

function cut(name: string, characters: number): string {
  return name.length > characters ? `${name.slice(0, Math.max(1, characters - 1))}…` : name;
}

/** Ends within the plot have a cap; an interval that goes on has none. */
function whisker(
  axis: Axis,
  place: (at: number) => number,
  low: number,
  high: number,
  middle: number,
): string {
  const cap = (at: number) => (barPlace(axis, at).isBeyond ? "" : `M${place(at)} ${middle - 5}v10`);
  return `M${place(low)} ${middle}H${place(high)}${cap(low)}${cap(high)}`;
}
