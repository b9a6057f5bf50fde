/** What the noise of a testbed comes to in words and numbers. */

import type { AlarmRate, RepeatableSuite, TestbedNoise } from "@/api/types";
import { counted } from "@/ui/words/countWords";
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
const SUITES = [
  "allocator-c",
  "bridge-rust-python",
  "client-c",
  "client-cpp",
  "client-python",
  "client-rust",
  "runtime-rust",
];

export interface Repetition {
  /** Two runs at one commit; null where Tidemark does not know how the suite is run. */
  command: string | null;
  prose: string;
}

/** How to measure a suite of this testbed twice: those that come with Tidemark in full. */
export function repetitionOf(suite: RepeatableSuite | null): Repetition {
  if (suite === null)
    return { command: null, prose: "Nothing was measured here yet that could be repeated." };
  const { name } = suite;
  if (!suite.by_agent)
    return {
      command: null,
      prose: `Measure ${name} twice at one commit, as its reports are made now, and send both.`,
    };
  if (!SUITES.includes(name))
    return {
      command: `for i in 1 2; do tidemark-agent run ${name} --suites FOLDER --upload; done`,
      prose: `FOLDER is the one that holds the suite ${name}.`,
    };
  const run = `${AGENT} run ${name} --suites ${SUITES_FOLDER} --output ${REPORT}`;
  const upload = `${AGENT} upload ${REPORT} --config ${CONFIGURATION}`;
  return {
    command: `for i in 1 2; do ${run} && ${upload}; done`,
    prose: "In the folder of Tidemark, where “make up” built the agent.",
  };
}
