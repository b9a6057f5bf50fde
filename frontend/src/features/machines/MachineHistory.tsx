/** A machine at a glance: the noise score of its newest runs, and which of them were fit. */

import type { GlancedReading } from "@/api/types";
import { useWidth } from "@/charts/frame/useWidth";
import styles from "./MachineHistory.module.css";
import { glance, HEIGHT, historyText, PAD, STRIP } from "./machineHistory";
import { LOUD } from "./readingsModel";

interface MachineHistoryProps {
  history: readonly GlancedReading[];
  name: string;
}

export function MachineHistory({ history, name }: MachineHistoryProps) {
  const [box, width] = useWidth();
  if (history.length === 0) return null;
  const { line, marks, limit } = glance(history, width);
  const text = historyText(history);
  return (
    <figure className={styles.figure} ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${name}: ${text}`}
      >
        {line === "" ? null : (
          <>
            <rect
              className={styles.badBand}
              y={limit}
              width={width}
              height={HEIGHT - STRIP - limit}
            />
            <path className={styles.limit} d={`M0 ${limit}H${width}`} />
            <path className={styles.line} d={line} />
          </>
        )}
        {marks.map(({ run, title, x, y, isUnfit, from, wide }) => (
          <g key={run} className={isUnfit ? styles.unfit : styles.fit}>
            <title>{title}</title>
            {y === null ? null : <circle cx={x} cy={y} r={isUnfit ? 3 : 2} />}
            <rect
              x={from}
              y={isUnfit ? HEIGHT - STRIP + PAD : HEIGHT - STRIP / 2}
              width={wide}
              height={isUnfit ? STRIP - PAD : 2}
            />
          </g>
        ))}
      </svg>
      <figcaption className={styles.caption} title={text}>
        {line === "" ? text : `Noise score, higher is quieter; shaded: at most ${LOUD}`}
      </figcaption>
    </figure>
  );
}
