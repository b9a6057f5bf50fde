/** What the machines page says: its answer, and how one fingerprint differs from the one before. */

import type {
  Agent,
  AlarmRate,
  FingerprintRevision,
  Machine,
  MachineDetail,
  VerdictTally,
} from "@/api/types";
import { shareText } from "@/ui/measuring/upheld";
import { attributeText } from "@/ui/words/attributes";
import { counted } from "@/ui/words/countWords";

/** The first line of the page. */
export function answerOf(machines: readonly Machine[]): string {
  if (machines.length === 0) return "No machine has reported yet";
  const agents = machines.flatMap((machine) => machine.agents);
  const silent = agents.filter((agent) => agent.is_silent);
  const count = countOf(machines);
  if (silent.length > 0)
    return `${count}; ${names(silent)} ${silent.length === 1 ? "is" : "are"} silent`;
  const far = agents.filter((agent) => agent.version_trouble !== "");
  if (far.length > 0) return `${count}; ${farText(far)}`;
  const busy = agents.filter((agent) => agent.state !== "idle");
  const [first] = busy;
  if (first !== undefined && busy.length === 1)
    return `${count}; ${first.name} ${DOING[first.state]}`;
  if (busy.length > 1) return `${count}; ${names(busy)} are at work`;
  const then = machines.some(isUnfit) ? ";" : ",";
  return agents.length === 0 ? `${count}${then} no agent` : `${count}${then} idle`;
}

/** Those that cannot take jobs from this server. */
function farText(far: readonly Agent[]): string {
  const [get, its] = far.length === 1 ? ["gets", "its version is"] : ["get", "their versions are"];
  return `${names(far)} ${get} no new jobs: ${its} too far from the server's`;
}

/** "3 machines", or "1 of 3 machines is not fit to measure: vm" */
function countOf(machines: readonly Machine[]): string {
  const all = counted(machines.length, "machine");
  const unfit = machines.filter(isUnfit);
  if (unfit.length === 0) return all;
  const are = unfit.length === 1 ? "is" : "are";
  return `${unfit.length} of ${all} ${are} not fit to measure: ${unfit.map((one) => one.full_name).join(", ")}`;
}

/** Those that are not fit to measure first; else as they were. */
export function unfitFirst(machines: readonly Machine[]): Machine[] {
  return [...machines].sort((a, b) => Number(isUnfit(b)) - Number(isUnfit(a)));
}

function isUnfit(machine: Machine): boolean {
  return machine.fitness.verdict === "not fit";
}

const DOING: Record<Agent["state"], string> = {
  idle: "is idle",
  building: "is building its suites",
  running: "is measuring",
  uploading: "is sending its report",
};

function names(agents: readonly Agent[]): string {
  return agents.map((agent) => agent.name).join(", ");
}

export interface Difference {
  name: string;
  before: string;
  after: string;
}

/** Attributes that changed against the revision before, with both values. */
export function differences(
  revision: FingerprintRevision,
  before: FingerprintRevision | undefined,
): Difference[] {
  if (before === undefined) return [];
  return revision.changed.map((name) => ({
    name,
    before: attributeText(name, before.attributes[name]),
    after: attributeText(name, revision.attributes[name]),
  }));
}

export type Planned = Agent["planned"][number] & { agent: string };

/** What agents run next, the next in front; the plan of a silent one is not known. */
export function queueOf(agents: readonly Agent[]): Planned[] {
  return agents
    .filter((agent) => !agent.is_silent)
    .flatMap(({ name, planned }) => planned.map((run) => ({ ...run, agent: name })))
    .sort((one, other) => Date.parse(one.due_at) - Date.parse(other.due_at));
}

/** "2 of 12 comparisons of a program with itself raised an alarm: …", by A/A jobs of the machine. */
export function checksText(rate: AlarmRate): string {
  if (rate.comparisons === 0) return "No A/A job has compared this machine with itself yet.";
  const inside = `${rate.alarmed_results} of ${counted(rate.results, "result")}`;
  return `A/A jobs: ${rate.sentence} Within them ${inside} differed.`;
}

/** "3 of 4 suspicions were upheld by commits measured in turns (75 %, …), 1 refuted." */
export function tallyText(tally: VerdictTally | undefined): string {
  if (tally === undefined) return "No suspicion was measured again here yet.";
  const { upheld, refuted, unclear, unsteady } = tally;
  const all = upheld + refuted + unclear + unsteady;
  const rest = [
    [refuted, "refuted"],
    [unclear, "undecided"],
    [unsteady, "not told: the machine was not steady"],
  ] as const;
  const others = rest.filter(([count]) => count > 0).map(([count, word]) => `, ${count} ${word}`);
  return `${upheld} of ${counted(all, "suspicion was", "suspicions were")} upheld by commits measured in turns (${shareText(tally.rate)})${others.join("")}.`;
}

/** Reasons of a verdict that the answer of the page does not say yet. */
export function unsaidReasons({
  sentence,
  reasons,
}: Pick<MachineDetail["fitness"], "sentence" | "reasons">): string[] {
  return reasons.filter((reason) => !sentence.includes(reason));
}
