/** Pure: how a run was measured → the sentences and rows that its page shows. */

import type { Conditions } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";
import { formatShare } from "@/units/share";

const ENDS: Record<string, string> = {
  narrow: "every interval was narrow enough",
  rounds: "all rounds were done",
  budget: "the time was spent",
};

/** How many rounds were measured and what ended them. */
export function stoppingText(stopping: NonNullable<Conditions["stopping"]>): string {
  const { rounds, most_rounds: most, narrow, variants } = stopping;
  if (rounds === 0) return "No round: there was nothing to measure.";
  const ended = `${counted(rounds, "round")}${most == null ? "" : ` of at most ${formatCount(most)}`}: ${ENDS[stopping.reason]}.`;
  if (narrow == null) return ended;
  const wide = variants.filter(({ reason }) => reason !== "narrow").length;
  const wanted = `±${formatShare(narrow)}`;
  if (wide === 0) return `${ended} Every interval is within ${wanted}.`;
  return `${ended} ${counted(wide, "interval")} of ${formatCount(variants.length)} ${wide === 1 ? "is" : "are"} wider than ${wanted}.`;
}

/** What others used of the machine, and what was done about it. */
export function foreignText(foreign: NonNullable<Conditions["foreign"]>): string {
  const {
    samples = 0,
    repeated = 0,
    improved = 0,
    down_weighted: light = 0,
    unknown = 0,
  } = foreign;
  const share =
    foreign.median == null
      ? "Interference by other processes: not known."
      : `Other processes used ${formatShare(foreign.median)} of the CPU (median; limit ${formatShare(foreign.limit)}).`;
  const repeats =
    repeated === 0
      ? "None was measured again."
      : `${counted(repeated, "sample was", "samples were")} measured again, ${formatCount(improved)} became quieter.`;
  const weights =
    light === 0
      ? "All samples count."
      : `${formatCount(light)} of ${formatCount(samples)} stayed above the limit and count less.`;
  const blind = unknown === 0 ? "" : ` ${formatCount(unknown)} were too short to measure.`;
  const alike =
    foreign.alike.length === 0
      ? ""
      : ` All samples of ${foreign.alike.join(", ")} and of what they are compared with count in full, since some are too short to tell.`;
  const end = foreign.given_up == null ? "" : ` ${foreign.given_up}`;
  return `${share} ${repeats} ${weights}${blind}${alike}${end}`;
}

/** Whether the control benchmark took the run's results out of every history. */
export function vetoOf(conditions: Conditions | null): string | null {
  const control = conditions?.control;
  return control?.verdict === "veto" ? control.reason : null;
}

/** Nothing was said of how the run was measured. */
export function isSilent(conditions: Conditions | null): boolean {
  if (conditions === null) return true;
  const { goals, ...rest } = conditions;
  return Object.values(rest).every(
    (part) => part === null || part === undefined || (Array.isArray(part) && part.length === 0),
  );
}
