/** The place that another chart is pointed at: a line, and the points of this chart on it. */

import styles from "@/charts/frame/Chart.module.css";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { type CrosshairLink, useLinkedPlace } from "./crosshairLink";
import { pointAt, type SeriesModel } from "./seriesModel";

interface LinkedLayerProps {
  link: CrosshairLink | undefined;
  source: string;
  model: SeriesModel;
  frame: Frame;
  colours: ReadonlyMap<number, string>;
}

export function LinkedLayer({ link, source, model, frame, colours }: LinkedLayerProps) {
  const at = useLinkedPlace(link, source);
  if (at === null) return null;
  const place = model.place(at);
  if (place < model.x.low || place > model.x.high) return null;
  const x = xPixel(frame, place);
  return (
    <svg className={styles.layer} width={frame.width} height={frame.height} aria-hidden="true">
      <line
        className={styles.crosshair}
        x1={x}
        x2={x}
        y1={frame.top}
        y2={frame.bottom}
        data-mark="linked"
      />
      {model.series.map((series) => {
        const point = pointAt(series, at);
        return point === undefined ? null : (
          <circle
            key={series.id}
            cx={x}
            cy={yPixel(frame, point.y)}
            r={3.5}
            fill={colours.get(series.id)}
          />
        );
      })}
    </svg>
  );
}
