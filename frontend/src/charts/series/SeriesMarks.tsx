/** Drawn over the lines: measured points, fitted steps, culprit ranges, environment events, failures. */

import { memo } from "react";
import styles from "@/charts/frame/Chart.module.css";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { MUTED_COLOUR } from "@/charts/frame/palette";
import { changeMark, changeText, isDrift, isEnvironment } from "@/ui/words/changeWords";
import { dotsPath } from "./SeriesPlot";
import { type ChangeMark, pointAt, type SelectedPoint, type SeriesModel } from "./seriesModel";

interface SeriesMarksProps {
  model: SeriesModel;
  frame: Frame;
  colours: ReadonlyMap<number, string>;
  focused: number | null;
  commitIds: readonly number[];
  /** Ringed points. */
  picked: readonly SelectedPoint[];
}

export const SeriesMarks = memo(function SeriesMarks(props: SeriesMarksProps) {
  const { model, frame, colours, focused } = props;
  const toX = (x: number) => xPixel(frame, x);
  const dotSize = model.stops.length > 300 ? 3 : 5;
  const shown = (id: number) => focused === null || focused === id;
  return (
    <svg className={styles.layer} width={frame.width} height={frame.height} aria-hidden="true">
      {model.environment.map((x) => (
        <EnvironmentEvent key={x} x={toX(x)} frame={frame} />
      ))}
      {model.series.map((series) => (
        <path
          key={series.id}
          d={dotsPath(series, frame, toX)}
          stroke={shown(series.id) ? (colours.get(series.id) ?? MUTED_COLOUR) : MUTED_COLOUR}
          strokeWidth={dotSize}
          strokeLinecap="round"
          data-series={series.id}
        />
      ))}
      {model.series.flatMap((series) =>
        series.failures.map((x) => (
          <path
            key={`${series.id} ${x}`}
            className={styles.failure}
            d={`M${toX(x) - 3} ${frame.bottom - 9}l6 6m0 -6l-6 6`}
          />
        )),
      )}
      {model.series.flatMap((series) =>
        series.excluded.map(({ x, y, run, reason }) => (
          <circle
            key={`${series.id} ${run}`}
            data-mark="excluded"
            cx={toX(x)}
            cy={clampY(frame, y)}
            r={3}
            fill="none"
            stroke={shown(series.id) ? (colours.get(series.id) ?? MUTED_COLOUR) : MUTED_COLOUR}
          >
            <title>{`Run ${run} counts in no baseline: ${reason}`}</title>
          </circle>
        )),
      )}
      {model.series.flatMap((series) =>
        series.changes
          .filter(() => shown(series.id))
          .map((mark) => (
            <ChangeStep
              key={mark.change.id}
              mark={mark}
              frame={frame}
              isFlagged={!isEnvironment(mark.change) || !model.environment.includes(mark.x)}
            />
          )),
      )}
      {props.picked.map((point) => (
        <Picked key={`${point.series} ${point.commit}`} {...props} point={point} />
      ))}
    </svg>
  );
});

function EnvironmentEvent({ x, frame }: { x: number; frame: Frame }) {
  return (
    <g data-mark="environment">
      <line className={styles.environment} x1={x} x2={x} y1={frame.top} y2={frame.bottom} />
      <path className={styles.environmentMark} d={`M${x} ${frame.top - 5}l5 5l-5 5l-5 -5z`} />
    </g>
  );
}

const STATE_CLASSES: Record<ChangeMark["change"]["state"], string | undefined> = {
  suspected: styles.suspected,
  confirmed: undefined,
  refuted: styles.refuted,
  cleared: undefined,
  fixed: styles.fixed,
  withdrawn: undefined,
};

interface ChangeStepProps {
  mark: ChangeMark;
  frame: Frame;
  /** Not where another mark says the same. */
  isFlagged: boolean;
}

/** Vertical step of the fitted level, a flag with its direction, a bracket under the culprit range. */
function ChangeStep({ mark, frame, isFlagged }: ChangeStepProps) {
  const { change, before, after, culprits } = mark;
  const tone = isEnvironment(change) ? styles.isEnvironment : styles[verdictOf(change)];
  const x = xPixel(frame, mark.x);
  return (
    <g
      className={[tone, STATE_CLASSES[change.state]].filter(Boolean).join(" ")}
      data-mark="change"
      data-state={change.state}
    >
      <title>
        {isEnvironment(change) ? changeText(change) : `${change.state}: ${changeText(change)}`}
      </title>
      <path className={styles.step} d={stepPath(mark, frame, x)} />
      {isFlagged ? (
        <text className={styles.flag} x={x} y={frame.top - 3}>
          {changeMark(change)}
        </text>
      ) : null}
      {culprits === null ? null : (
        <path
          className={styles.bracket}
          d={`M${xPixel(frame, culprits.from)} ${frame.bottom - 6}v5H${xPixel(frame, culprits.to)}v-5`}
        />
      )}
      {before === null ? (
        <circle cx={x} cy={clampY(frame, after.y)} r={2} className={styles.step} />
      ) : null}
    </g>
  );
}

/** A step of unchanged code is judged by nobody. */
function verdictOf({ same_code, verdict }: ChangeMark["change"]) {
  return same_code ? "change" : verdict;
}

function stepPath({ change, before, after }: ChangeMark, frame: Frame, x: number): string {
  const top = clampY(frame, after.y);
  if (before !== null && isDrift(change)) {
    return driftPath({ x, y: before.y }, { x: xPixel(frame, after.to), y: after.y }, frame);
  }
  const end = `H${xPixel(frame, after.to)}`;
  if (before === null) return `M${x} ${top}${end}`;
  return `M${xPixel(frame, before.from)} ${clampY(frame, before.y)}H${x}V${top}${end}`;
}

const PIECES = 16;

/** A drift adds the same share with each commit: a curve where the axis is linear. */
function driftPath(from: Place, to: Place, frame: Frame): string {
  const points = Array.from({ length: PIECES + 1 }, (_, piece) => {
    const share = piece / PIECES;
    const y = from.y * (to.y / from.y) ** share;
    return `${from.x + (to.x - from.x) * share} ${clampY(frame, y)}`;
  });
  return `M${points.join("L")}`;
}

interface Place {
  x: number;
  y: number;
}

/** Levels outside the plot (after zooming) lie on its edge. */
function clampY(frame: Frame, y: number): number {
  if (frame.y.isLog && y <= 0) return frame.bottom;
  return Math.min(frame.bottom, Math.max(frame.top, yPixel(frame, y)));
}

function Picked({ model, frame, commitIds, point }: SeriesMarksProps & { point: SelectedPoint }) {
  const at = commitIds.indexOf(point.commit);
  const series = model.series.find((one) => one.id === point.series);
  const found = series === undefined || at < 0 ? undefined : pointAt(series, at);
  if (found === undefined) return null;
  return (
    <circle
      className={styles.picked}
      cx={xPixel(frame, found.x)}
      cy={yPixel(frame, found.y)}
      r={6}
      data-mark="picked"
    />
  );
}
