/** Chooses the prefix in which numbers of a base unit are shown. */

export interface Scale {
  /** A value in the base unit divided by this is the number shown. */
  divisor: number;
  /** What stands behind the number; empty for a plain ratio or count. */
  label: string;
}

interface Step {
  divisor: number;
  prefix: string;
}

const LARGE: Step[] = [
  { divisor: 1, prefix: "" },
  { divisor: 1e3, prefix: "k" },
  { divisor: 1e6, prefix: "M" },
  { divisor: 1e9, prefix: "G" },
  { divisor: 1e12, prefix: "T" },
];
/** Bytes count in powers of two, as caches and memory are made and as the server's sentences say them. */
const BINARY: Step[] = ["", "Ki", "Mi", "Gi", "Ti"].map((prefix, power) => ({
  divisor: 1024 ** power,
  prefix,
}));
const SMALL: Step[] = [
  { divisor: 1e-12, prefix: "p" },
  { divisor: 1e-9, prefix: "n" },
  { divisor: 1e-6, prefix: "µ" },
  { divisor: 1e-3, prefix: "m" },
];
const STEPS: Record<string, Step[]> = {
  s: [...SMALL.slice(1), { divisor: 1, prefix: "" }],
  B: BINARY,
  op: LARGE,
  Hz: LARGE,
  J: [...SMALL, ...LARGE],
  W: [...SMALL, ...LARGE],
  "1": LARGE,
};

/** Largest step that leaves a number of at least one once it is rounded to three digits. */
function stepFor(steps: Step[], magnitude: number): Step {
  const rounded = Number(magnitude.toPrecision(3));
  const fitting = steps.filter((step) => rounded >= step.divisor * (1 - 1e-9));
  return fitting.at(-1) ?? (steps[0] as Step);
}

/** Of bare words: below 10^9 every digit is shown, since exact counts differ in the last one. */
const HUGE = LARGE.filter(({ divisor }) => divisor === 1 || divisor >= 1e9);
const WORD = /^\p{L}[\p{L}\d_-]*$/u;

/** Prefixes of a unit. Rates of words ("req/s") have them too, bare words ("packets") from 10^9 on. */
function stepsOf(numerator: string, denominator: string): Step[] | undefined {
  if (denominator === "s" && numerator !== "") return STEPS[numerator] ?? LARGE;
  return STEPS[numerator] ?? (WORD.test(numerator) ? HUGE : undefined);
}

/** Puts a prefix before a unit: words keep a space ("k op/s"), symbols do not ("KiB"). */
function withPrefix(prefix: string, numerator: string, denominator: string): string {
  const symbol = numerator === "1" ? "" : numerator;
  const below = denominator === "" ? "" : `/${denominator}`;
  if (prefix === "") return `${symbol}${below}`;
  const isWord = numerator === "op" || !(numerator in STEPS);
  return isWord ? `${prefix} ${symbol}${below}` : `${prefix}${symbol}${below}`;
}

/** Scale for numbers of this size (the largest absolute value of a column, say). */
export function scaleFor(unit: string, magnitude: number): Scale {
  const [numerator = "", denominator = ""] = unit.split("/", 2);
  const steps = stepsOf(numerator, denominator);
  const size = Math.abs(magnitude);
  if (steps === undefined) return { divisor: 1, label: unit };
  if (size === 0 || !Number.isFinite(size)) {
    return { divisor: 1, label: withPrefix("", numerator, denominator) };
  }
  const step = stepFor(steps, size);
  return { divisor: step.divisor, label: withPrefix(step.prefix, numerator, denominator) };
}

/** One scale for a whole column or axis: that of its largest number. */
export function scaleForAll(unit: string, values: Iterable<number | null | undefined>): Scale {
  let largest = 0;
  for (const value of values) {
    if (value !== null && value !== undefined && Number.isFinite(value)) {
      largest = Math.max(largest, Math.abs(value));
    }
  }
  return scaleFor(unit, largest);
}
