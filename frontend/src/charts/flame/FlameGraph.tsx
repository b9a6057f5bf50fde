/** A flame graph, the root on top: width is samples, the tint says kind or difference. */

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useThemeName } from "@/charts/frame/useThemeName";
import { useWidth } from "@/charts/frame/useWidth";
import styles from "./FlameGraph.module.css";
import { type Flame, frameAt, framesIn, neighbourOf, rowsOf, type SeenFrame } from "./flameLayout";
import { paint, ROW_HEIGHT, type Tint } from "./flamePaint";
import { ROOT } from "./flameTree";

interface FlameGraphProps {
  label: string;
  flame: Flame;
  /** Frame that fills the width. */
  focus: number;
  onFocus: (frame: number) => void;
  tintOf: (frame: number) => Tint;
  /** Frames that a search found; null: nothing is searched. */
  found: ReadonlySet<number> | null;
  /** Says what is known of a frame, in one line. */
  describe: (frame: number) => string;
}

const NARROWEST = 1;
const KEYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

export function FlameGraph(props: FlameGraphProps) {
  const { label, flame, onFocus, tintOf, found, describe } = props;
  const [box, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useThemeName();
  const { names } = flame.frames;
  const focus = props.focus < names.length ? props.focus : ROOT;
  const seen = useMemo(() => framesIn(flame, focus, width, NARROWEST), [flame, focus, width]);
  const rows = useMemo(() => rowsOf(framesIn(flame, ROOT, width, NARROWEST)), [flame, width]);
  const height = Math.max(rows, rowsOf(seen)) * ROW_HEIGHT;
  const current = pointed !== null && pointed < names.length ? pointed : null;
  useEffect(() => {
    if (canvas.current === null || theme === "") return;
    paint(canvas.current, width, height, { seen, names, tintOf, found });
  }, [width, height, seen, names, tintOf, found, theme]);
  const marked = current === null ? undefined : seen.find(({ frame }) => frame === current);
  const zoom = (frame: number) => {
    setPointed(frame);
    onFocus(frame);
  };
  const handlers = useHandlers(seen, current ?? focus, { setPointed, zoom, flame });
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

/** The mark lies over the drawing, so that pointing at a frame paints nothing again. */
function boxOf({ x, width, row }: SeenFrame) {
  return {
    left: x,
    top: row * ROW_HEIGHT,
    width: Math.max(1, width - 1),
    height: ROW_HEIGHT - 1,
  };
}

interface Actions {
  setPointed: (frame: number | null) => void;
  zoom: (frame: number) => void;
  flame: Flame;
}

function useHandlers(seen: readonly SeenFrame[], current: number, actions: Actions) {
  const under = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top) / ROW_HEIGHT);
    return frameAt(seen, event.clientX - box.left, row);
  };
  return {
    onPointerMove: (event: PointerEvent<HTMLElement>) => actions.setPointed(under(event)),
    onPointerLeave: () => actions.setPointed(null),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const frame = under(event);
      if (frame !== null) actions.zoom(frame);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const way = KEYS[event.key as keyof typeof KEYS];
      if (way !== undefined) actions.setPointed(neighbourOf(actions.flame, current, way));
      else if (event.key === "Enter") actions.zoom(current);
      else if (event.key === "0" || event.key === "Escape") actions.zoom(ROOT);
      else return;
      event.preventDefault();
    },
  };
}
