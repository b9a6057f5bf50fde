/** How many lose and how many gain, to the left and right of one line: a split at a glance. */

import styles from "./CountBars.module.css";

interface CountBarsProps {
  losses: number;
  gains: number;
  members: number;
}

const WIDTH = 160;
const HEIGHT = 28;
const MIDDLE = WIDTH / 2;
const REACH = MIDDLE - 26;

/** Bars of all rows share one scale: half of the width stands for all members. */
export function CountBars({ losses, gains, members }: CountBarsProps) {
  const rest = members - losses - gains;
  const label = `${losses} worse, ${gains} better, ${rest} not significant, of ${members}`;
  const length = (count: number) => (members === 0 ? 0 : (REACH * count) / members);
  return (
    <svg
      className={styles.bars}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <rect
        className={styles.worse}
        x={MIDDLE - length(losses)}
        y={8}
        width={length(losses)}
        height={12}
      />
      <rect className={styles.better} x={MIDDLE} y={8} width={length(gains)} height={12} />
      <line className={styles.none} x1={MIDDLE} x2={MIDDLE} y1={2} y2={HEIGHT - 2} />
      <text className={styles.left} x={MIDDLE - length(losses) - 4} y={18}>
        {losses}
      </text>
      <text x={MIDDLE + length(gains) + 4} y={18}>
        {gains}
      </text>
    </svg>
  );
}
