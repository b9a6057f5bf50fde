/** What the noise of a testbed comes to in words and numbers. */

import type { AlarmRate, TestbedNoise } from "@/api/types";
import { counted } from "@/ui/countWords";
import { formatCount, MISSING } from "@/units/format";
import { formatScatterRange, formatShare, shareNumber } from "@/units/share";

/** "2 % [1.1, 3.4]": the middle series with the quartiles. */
export function scatterText({ median, lower_quartile, upper_quartile }: TestbedNoise["scatter"]) {
  if (median === null || lower_quartile === null || upper_quartile === null) return MISSING;
  return formatScatterRange(median, lower_quartile, upper_quartile);
}

/** "3.8 % [1.2, 9.6]": the rate with the interval that holds at all looks. */
export function rateText({ rate, low, high }: AlarmRate): string {
  if (rate === null) return MISSING;
  return `${formatShare(rate)} [${shareNumber(low)}, ${shareNumber(high)}]`;
}

export function alarmVerdict({ rate, too_many, claimed }: AlarmRate): string {
  if (rate === null) return "";
  return too_many
    ? `more than the ${formatShare(claimed)} claimed`
    : `no evidence of more than the ${formatShare(claimed)} claimed`;
}

/** What a rate rests on: comparisons of suites, and the results within them. */
export function alarmBasis({ comparisons, alarms, results, alarmed_results }: AlarmRate): string {
  const suites = `${formatCount(alarms)} of ${counted(comparisons, "comparison")}`;
  return `${suites}; within them ${formatCount(alarmed_results)} of ${counted(results, "result")}`;
}

/** Why nothing is counted yet, where something was measured. */
export function unjudgedText({ unjudged }: AlarmRate): string {
  if (unjudged === 0) return "";
  const pairs =
    unjudged === 1 ? "1 pair of runs was measured" : `${formatCount(unjudged)} pairs were measured`;
  return `${pairs} before the noise of any series was known, and not counted.`;
}

/** The axis of the rate: from zero, with the claimed rate well inside. */
export function rateDomain({ rate, high, claimed }: AlarmRate): { low: number; high: number } {
  return { low: 0, high: 100 * Math.min(1, Math.max(high, rate ?? 0, 2 * claimed)) };
}

/** What `make up` leaves in the folder of Tidemark; a test of the server holds them to it. */
const AGENT = "bench-agents/target/release/tidemark-agent";
const CONFIGURATION = ".tidemark/agent/agent.toml";
const REPORT = ".tidemark/report.json";
const SUITES_FOLDER = "bench-agents/suites";
const SUITES = ["runtime-rust", "allocator-c"];

/** Two runs at one commit by the agent of `make up`; of a suite that comes with it. */
export function twiceCommand(suite: string | null): string {
  const name = suite !== null && SUITES.includes(suite) ? suite : SUITES[0];
  const run = `${AGENT} run ${name} --suites ${SUITES_FOLDER} --output ${REPORT}`;
  const upload = `${AGENT} upload ${REPORT} --config ${CONFIGURATION}`;
  return `for i in 1 2; do ${run} && ${upload}; done`;
}
