/** Stacked bars of a ladder: where the gain came from, rung by rung. */

import { useMemo, useState } from "react";
import type { Ladder } from "@/api/types";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import { stepKeys } from "@/charts/frame/stepKeys";
import { linearTicks } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { formatNumber } from "@/units/format";
import styles from "./LadderChart.module.css";
import { LadderTable, ladderCsv, timesText } from "./LadderTable";
import { type LadderBar, type LadderBars, ladderBars } from "./ladderBars";

interface LadderChartProps {
  ladder: Ladder;
  tableSwitch?: TableSwitch;
  onSelect: (rung: number) => void;
}

const NARROW = 620;
const LEAST_LABELS = 120;
/** The part of the width that names may take. */
const LABELS = 0.3;
const FIGURES = 150;
const BAR = 16;
const GLYPH = 6.6;

export function LadderChart({ ladder, tableSwitch, onSelect }: LadderChartProps) {
  const model = useMemo(() => ladderBars(ladder.rungs, ladder.direction), [ladder]);
  return (
    <ChartFigure
      title={`Where the gain came from: ${ladder.metric}, times the baseline, higher is better`}
      notes={notesOf(ladder, model)}
      tableSwitch={tableSwitch}
      table={() => <LadderTable ladder={ladder} />}
      csv={() => ladderCsv(ladder)}
    >
      <Bars model={model} title={ladder.name} onSelect={onSelect} />
      <Legend model={model} />
    </ChartFigure>
  );
}

function notesOf(ladder: Ladder, model: LadderBars): string[] {
  const notes = ["Bars start at zero; the line is the baseline"];
  if (ladder.direction === "lower") notes.push("Less is better here, so bars show baseline ÷ rung");
  if (model.bars.some((bar) => bar.low !== null)) {
    notes.push("Whiskers: interval against the baseline, an arrow where it goes on");
    if (ladder.stacked?.low != null) {
      notes.push("Interval widened for selection bias");
    }
  }
  if (model.bars.some((bar) => bar.parts.some((part) => part.kind === "lost"))) {
    notes.push("Dashed: lost against the best so far");
  }
  if (model.bars.some((bar) => bar.parts.some((part) => part.kind === "open"))) {
    notes.push("Dotted: not significant");
  }
  if (ladder.rungs.some((rung) => rung.role === "control")) notes.push("Controls are not drawn");
  return notes;
}

function Legend({ model }: { model: LadderBars }) {
  if (model.steps.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label="What each kept rung added">
      {model.steps.map((step) => (
        <li key={step.id}>
          <span className={styles.swatch} style={{ background: step.colour }} aria-hidden="true" />
          {step.label}: {formatNumber(step.factor)}× the best before, +{formatNumber(step.added)}×
          the baseline
        </li>
      ))}
    </ul>
  );
}

interface BarsProps {
  model: LadderBars;
  title: string;
  onSelect: (rung: number) => void;
}

function Bars({ model, title, onSelect }: BarsProps) {
  const [ref, width] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const place = layout(model, width);
  const move = (by: number) =>
    setActive((at) => Math.min(Math.max((at ?? -by) + by, 0), model.bars.length - 1));
  const chosen = active === null ? undefined : model.bars[active];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset
    <div
      ref={ref}
      className={styles.stage}
      role="group"
      aria-label={`${title}. Arrow keys read the rungs, Enter opens one.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above work on it
      tabIndex={0}
      onPointerLeave={() => setActive(null)}
      onKeyDown={stepKeys({
        move,
        leave: () => setActive(null),
        open: chosen && (() => onSelect(chosen.id)),
      })}
    >
      <svg width={width} height={place.height} aria-hidden="true">
        <Scale place={place} />
        {model.bars.map((bar, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the drawing do the same
          <g
            key={bar.id}
            className={styles.row}
            data-active={active === index || undefined}
            data-best={bar.isBest || undefined}
            onPointerEnter={() => setActive(index)}
            onClick={() => onSelect(bar.id)}
          >
            <Row bar={bar} index={index} place={place} />
          </g>
        ))}
      </svg>
      <p className={styles.heard} role="status">
        {chosen === undefined ? "" : `${chosen.label}: ${timesText(chosen)}, ${chosen.verdict}`}
      </p>
    </div>
  );
}

interface Place {
  width: number;
  height: number;
  row: number;
  isNarrow: boolean;
  left: number;
  right: number;
  x: (times: number) => number;
  ticks: { at: number; label: string }[];
}

function layout(model: LadderBars, width: number): Place {
  const isNarrow = width < NARROW;
  const longest = Math.max(...model.bars.map(({ label }) => label.length));
  const wished = Math.max(LEAST_LABELS, longest * GLYPH + 16);
  const left = isNarrow ? 4 : Math.min(wished, width * LABELS);
  const right = isNarrow ? width - 8 : width - FIGURES;
  const row = isNarrow ? 44 : 28;
  return {
    width,
    height: row * model.bars.length + 24,
    row,
    isNarrow,
    left,
    right,
    x: (times) => left + (times / model.most) * (right - left),
    ticks: linearTicks(0, model.most, isNarrow ? 3 : 6, { divisor: 1, label: "" }),
  };
}

function Scale({ place }: { place: Place }) {
  const bottom = place.height - 20;
  return (
    <g>
      {place.ticks.map((tick) => (
        <g key={tick.at}>
          <line className={styles.grid} x1={place.x(tick.at)} x2={place.x(tick.at)} y2={bottom} />
          <text
            x={place.x(tick.at)}
            y={place.height - 4}
            // a phone has no room left of zero
            textAnchor={place.isNarrow && tick.at === 0 ? "start" : "middle"}
          >
            {tick.label}×
          </text>
        </g>
      ))}
    </g>
  );
}

interface RowProps {
  bar: LadderBar;
  index: number;
  place: Place;
}

function Row({ bar, index, place }: RowProps) {
  const top = index * place.row;
  const y = top + place.row - BAR - 6;
  const middle = y + BAR / 2;
  const room = place.isNarrow ? place.width - 150 : place.left - 12;
  return (
    <>
      <rect className={styles.hover} y={top} width={place.width} height={place.row} />
      <text className={styles.label} x={4} y={place.isNarrow ? top + 15 : middle + 4}>
        {cut(bar.label, room)}
      </text>
      {bar.parts.map((part) => (
        <rect
          key={`${part.kind} ${part.from}`}
          className={styles[part.kind]}
          data-part={part.kind}
          x={place.x(part.from)}
          width={Math.max(0, place.x(part.to) - place.x(part.from))}
          y={y}
          height={BAR}
          style={part.kind === "step" || part.kind === "baseline" ? { fill: part.colour } : {}}
        />
      ))}
      <line
        className={styles.reference}
        x1={place.x(1)}
        x2={place.x(1)}
        y1={y - 3}
        y2={y + BAR + 3}
      />
      <Whisker bar={bar} middle={middle} place={place} />
      <text
        className={styles.figure}
        x={place.width - 4}
        y={place.isNarrow ? top + 15 : middle + 4}
        textAnchor="end"
      >
        {bar.isBest ? "★ " : ""}
        {timesText(bar)}
      </text>
    </>
  );
}

function Whisker({ bar, middle, place }: { bar: LadderBar; middle: number; place: Place }) {
  if (bar.low === null || bar.high === null) return null;
  const from = place.x(bar.low);
  const end = place.x(bar.high);
  const isBeyond = end > place.right + 4;
  const to = isBeyond ? place.right + 4 : end;
  // an end outside of the plot is an arrow, not a cap
  const tip = isBeyond ? `M${to - 5} ${middle - 4}l5 4l-5 4` : `M${to} ${middle - 4}v8`;
  return (
    <path
      className={styles.whisker}
      data-beyond={isBeyond}
      d={`M${from} ${middle - 4}v8M${from} ${middle}H${to}${tip}`}
    />
  );
}

function cut(text: string, room: number): string {
  const most = Math.max(8, Math.floor(room / GLYPH));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
