/** One ratio with its interval on a logarithmic axis that all rows beside it share; the line is no change. */

import { type Axis, share } from "@/charts/frame/frame";
import { effectPhrase, type Quantity } from "@/units/verdict";
import { PAD, WhiskerRow } from "./WhiskerRow";

interface Ratio {
  ratio: number | null;
  low: number | null;
  high: number | null;
}

interface RatioRowProps extends Ratio {
  domain: Axis;
  /** What is measured, or the effect in words where the server says it. */
  quantity: Quantity | string;
  colour: string;
  /** Drawn hollow: suspected, or no longer a change. */
  isHollow?: boolean;
  width?: number;
}

/** Beyond a hundredfold the axis would show nothing of the others. */
const FARTHEST = Math.log(100);

/** Logarithmic axis of rows below each other; it always holds "no change" and is never empty. */
export function ratioDomain(rows: readonly Ratio[]): Axis {
  const ends = rows
    .flatMap(({ ratio, low, high }) => [ratio, low, high])
    .filter((end): end is number => end !== null && end > 0 && Number.isFinite(end))
    .map((end) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.log(end))));
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const pad = Math.max((high - low) * 0.05, 0.005);
  return { low: low - pad, high: high + pad };
}

export function RatioRow({ width = 220, ...props }: RatioRowProps) {
  const { ratio, low, high, domain, quantity, colour, isHollow = false } = props;
  const label =
    typeof quantity === "string" ? quantity : effectPhrase({ ratio, low, high }, quantity);
  if (ratio === null || ratio <= 0) return <span>{label}</span>;
  const place = (end: number) =>
    PAD + Math.max(0, Math.min(1, share(domain, Math.log(end)))) * (width - 2 * PAD);
  return (
    <WhiskerRow
      label={label}
      width={width}
      at={place(ratio)}
      ends={low === null || high === null || low <= 0 ? null : [place(low), place(high)]}
      reference={place(1)}
      colour={colour}
      isHollow={isHollow}
    />
  );
}
