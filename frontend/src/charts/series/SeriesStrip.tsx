/** All commits in a strip below the charts: drag a range of it, move it, or walk its ends by arrow keys. */

import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from "react";
import type { CommitColumns, SeriesHistory } from "@/api/types";
import { MUTED_COLOUR } from "@/charts/frame/palette";
import { useWidth } from "@/charts/frame/useWidth";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import styles from "./SeriesStrip.module.css";
import type { Window, XKind } from "./seriesModel";
import {
  labelAt,
  type Strip,
  spanOf,
  stripLabels,
  stripLines,
  stripOf,
  windowAt,
} from "./stripModel";

interface SeriesStripProps {
  /** Of the whole range. */
  commits: CommitColumns;
  series: readonly SeriesHistory[];
  colours: ReadonlyMap<number, string>;
  x: XKind;
  window: Window | null;
  onWindow: (window: Window | null) => void;
}

interface Span {
  from: number;
  to: number;
}

type Drag = { kind: "new" | "move" | "from" | "to"; start: number; span: Span };

const HEIGHT = 44;
const LABELS = [0, 0.25, 0.5, 0.75, 1];
/** Below this many pixels five dates would not fit on one line. */
const NARROW = 520;
const FEW_LABELS = [0, 0.5, 1];
const STEP = 0.02;

export function SeriesStrip(props: SeriesStripProps) {
  const { commits, series, colours, x, window } = props;
  const [ref, width] = useWidth();
  const isPainted = useIsPainted(true);
  const strip = useMemo(() => stripOf(commits, x), [commits, x]);
  const settled = useMemo(() => spanOf(strip, commits, window), [strip, commits, window]);
  const { span, handlers, choose } = useBrush(strip, settled, props);
  const places = width < NARROW ? FEW_LABELS : LABELS;
  return (
    <div ref={ref} className={styles.strip}>
      {/* The slider at each end does the same by keyboard. */}
      <div className={styles.stage} style={{ height: HEIGHT }} {...handlers}>
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {isPainted ? (
            <Lines strip={strip} series={series} colours={colours} width={width} />
          ) : null}
          <rect className={styles.outside} x={0} width={span.from * width} height={HEIGHT} />
          <rect
            className={styles.outside}
            x={span.to * width}
            width={Math.max(0, 1 - span.to) * width}
            height={HEIGHT}
          />
          <rect
            className={styles.window}
            x={span.from * width}
            width={Math.max(2, (span.to - span.from) * width)}
            height={HEIGHT}
          />
        </svg>
        <End name="First commit shown" end="from" {...{ span, strip, commits, choose }} />
        <End name="Last commit shown" end="to" {...{ span, strip, commits, choose }} />
      </div>
      <div className={styles.labels} aria-hidden="true">
        {stripLabels(strip, commits, places).map((label, index) => (
          <span key={places[index]}>{label}</span>
        ))}
      </div>
    </div>
  );
}

type LinesProps = Pick<SeriesStripProps, "series" | "colours"> & { strip: Strip; width: number };

/** Drawn a frame after the charts, and again only for other series or another width. */
const Lines = memo(function Lines({ strip, series, colours, width }: LinesProps) {
  return stripLines(strip, series).map(({ id, points }) => (
    <path key={id} d={pathOf(points, width)} stroke={colours.get(id) ?? MUTED_COLOUR} />
  ));
});

function pathOf(points: readonly { x: number; y: number }[], width: number): string {
  const room = HEIGHT - 8;
  return points
    .map(({ x, y }, index) => {
      const place = `${(x * width).toFixed(1)} ${(4 + (1 - y) * room).toFixed(1)}`;
      return `${index === 0 ? "M" : "L"}${place}`;
    })
    .join("");
}

interface EndProps {
  name: string;
  end: "from" | "to";
  span: Span;
  strip: Strip;
  commits: CommitColumns;
  choose: (span: Span) => void;
}

function End({ name, end, span, strip, commits, choose }: EndProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP, PageDown: -5 * STEP, PageUp: 5 * STEP }[
      event.key
    ];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(moved(span, end, step));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      className={styles.end}
      style={{ left: `${span[end] * 100}%` }}
      aria-label={name}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(span[end] * 100)}
      aria-valuetext={labelAt(strip, commits, span[end])}
      data-end={end}
      onKeyDown={onKeyDown}
    />
  );
}

/** One end further on; the two never cross. */
function moved(span: Span, end: "from" | "to", step: number): Span {
  const next = { ...span, [end]: Math.min(1, Math.max(0, span[end] + step)) };
  return next.to - next.from < STEP ? span : next;
}

function useBrush(strip: Strip, settled: Span, { commits, onWindow }: SeriesStripProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const choose = (span: Span) => {
    const next = windowAt(strip, commits, span);
    if (next !== null || (span.from <= 0.001 && span.to >= 0.999)) onWindow(next);
  };
  const partOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / (box.width || 1)));
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const start = partOf(event);
      setDrag({ kind: kindOf(event.target, start, settled), start, span: settled });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag !== null) setDrag({ ...drag, span: dragged(drag, settled, partOf(event)) });
    },
    onPointerUp: () => {
      if (drag !== null && drag.span !== settled) choose(drag.span);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onDoubleClick: () => onWindow(null),
  };
  return { span: drag?.span ?? settled, handlers, choose };
}

/** An end is taken by its grip, the window by its inside, and outside of it a new one begins. */
function kindOf(target: EventTarget, start: number, span: Span): Drag["kind"] {
  const end = target instanceof HTMLElement ? target.dataset.end : undefined;
  if (end === "from" || end === "to") return end;
  const isAll = span.from <= 0.001 && span.to >= 0.999;
  return !isAll && start > span.from && start < span.to ? "move" : "new";
}

function dragged({ kind, start }: Drag, settled: Span, now: number): Span {
  if (kind === "new") return { from: Math.min(start, now), to: Math.max(start, now) };
  if (kind !== "move") return moved(settled, kind, now - settled[kind]);
  const width = settled.to - settled.from;
  const from = Math.min(1 - width, Math.max(0, settled.from + now - start));
  return { from, to: from + width };
}
