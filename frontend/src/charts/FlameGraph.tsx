/** A flame graph, the root on top: width is samples, the tint says kind or difference. */

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import styles from "./FlameGraph.module.css";
import {
  type FlameLayout,
  frameAt,
  framesIn,
  neighbourOf,
  type PlacedFrame,
  rowsOf,
  type SeenFrame,
} from "./flameLayout";
import { paint, ROW_HEIGHT, type Tint } from "./flamePaint";
import { useThemeName } from "./useThemeName";
import { useWidth } from "./useWidth";

interface FlameGraphProps {
  label: string;
  layout: FlameLayout;
  /** Frame that fills the width, as its place in the tree. */
  focus: number;
  onFocus: (order: number) => void;
  tintOf: (frame: PlacedFrame) => Tint;
  /** Frames that a search found; null: nothing is searched. */
  found: ReadonlySet<PlacedFrame> | null;
  /** Says what is known of a frame, in one line. */
  describe: (frame: PlacedFrame) => string;
}

const NARROWEST = 1;
const KEYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

export function FlameGraph(props: FlameGraphProps) {
  const { label, layout, onFocus, tintOf, found, describe } = props;
  const [box, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useThemeName();
  const focus = layout.byOrder[props.focus] ?? layout.root;
  const seen = useMemo(() => framesIn(focus, width, NARROWEST), [focus, width]);
  const rows = useMemo(() => rowsOf(framesIn(layout.root, width, NARROWEST)), [layout, width]);
  const height = Math.max(rows, rowsOf(seen)) * ROW_HEIGHT;
  const current = pointed === null ? null : (layout.byOrder[pointed] ?? null);
  useEffect(() => {
    if (canvas.current === null || theme === "") return;
    paint(canvas.current, width, height, { seen, tintOf, found });
  }, [width, height, seen, tintOf, found, theme]);
  const marked = current === null ? undefined : seen.find(({ frame }) => frame === current);
  const zoom = (frame: PlacedFrame) => {
    setPointed(frame.order);
    onFocus(frame.order);
  };
  const handlers = useHandlers(seen, current ?? focus, { setPointed, zoom, root: layout.root });
  return (
    <div className={styles.flame}>
      <div ref={box} className={styles.scroll}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset */}
        <div
          role="group"
          aria-label={`${label}. Arrow keys walk the frames, Enter zooms into one, 0 shows all.`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above work on it
          tabIndex={0}
          className={styles.stage}
          style={{ height }}
          {...handlers}
        >
          <canvas ref={canvas} className={styles.canvas} style={{ width, height }} />
          {marked === undefined ? null : <span className={styles.mark} style={boxOf(marked)} />}
        </div>
      </div>
      <p className={styles.line} aria-live="polite">
        {describe(current ?? focus)}
      </p>
    </div>
  );
}

/** The mark lies over the drawing, so that pointing at a frame paints nothing anew. */
function boxOf({ x, width, row }: SeenFrame) {
  return {
    left: x,
    top: row * ROW_HEIGHT,
    width: Math.max(1, width - 1),
    height: ROW_HEIGHT - 1,
  };
}

interface Actions {
  setPointed: (order: number | null) => void;
  zoom: (frame: PlacedFrame) => void;
  root: PlacedFrame;
}

function useHandlers(seen: readonly SeenFrame[], current: PlacedFrame, actions: Actions) {
  const under = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top) / ROW_HEIGHT);
    return frameAt(seen, event.clientX - box.left, row);
  };
  return {
    onPointerMove: (event: PointerEvent<HTMLElement>) =>
      actions.setPointed(under(event)?.order ?? null),
    onPointerLeave: () => actions.setPointed(null),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const frame = under(event);
      if (frame !== null) actions.zoom(frame);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const way = KEYS[event.key as keyof typeof KEYS];
      if (way !== undefined) actions.setPointed(neighbourOf(current, way).order);
      else if (event.key === "Enter") actions.zoom(current);
      else if (event.key === "0" || event.key === "Escape") actions.zoom(actions.root);
      else return;
      event.preventDefault();
    },
  };
}
