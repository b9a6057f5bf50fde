/** Published figures beside measured ones: two bars for each variant, relative to one of them. */

import type { ClaimFigure } from "@/api/types";
import { formatPercent, formatValue } from "@/units/format";
import styles from "./Claims.module.css";
import { claimBars } from "./claimScale";

interface ClaimBarsProps {
  figures: readonly ClaimFigure[];
  /** Without numbers beside the bars. */
  isSmall?: boolean;
  /** The figures are shares of a whole. */
  isShare?: boolean;
}

export function ClaimBars({ figures, isSmall = false, isShare = false }: ClaimBarsProps) {
  const write = (value: number | null, unit: string) =>
    isShare && value !== null ? formatPercent(value) : formatValue(value, unit);
  const bars = claimBars(figures).filter((one) => one.published !== null || one.measured !== null);
  if (bars.length === 0) return null;
  return (
    <ul className={isSmall ? styles.smallBars : styles.bars}>
      {bars.map(({ figure, published, measured }) => (
        <li key={figure.label} aria-label={figure.label}>
          {isSmall ? null : <span className={styles.label}>{figure.label}</span>}
          <Bar name="published" width={published} className={styles.publishedBar} />
          {isSmall ? null : (
            <span className={styles.number}>{write(figure.published, figure.unit)}</span>
          )}
          <Bar name="here" width={measured} className={styles.measuredBar} />
          {isSmall ? null : (
            <span className={styles.number}>{write(figure.value, figure.unit)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface BarProps {
  name: string;
  width: number | null;
  className: string | undefined;
}

function Bar({ name, width, className }: BarProps) {
  return (
    <span className={styles.track} title={name}>
      {width === null ? null : <span className={className} style={{ width: `${width}%` }} />}
    </span>
  );
}
