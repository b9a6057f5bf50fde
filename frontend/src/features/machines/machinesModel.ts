/** What the machines page says: its answer, and how one fingerprint differs from the one before. */

import type { Agent, FingerprintRevision, Machine, Scalar } from "@/api/types";
import { formatCount, formatValue } from "@/units/format";

/** The first line of the page. */
export function answerOf(machines: readonly Machine[]): string {
  if (machines.length === 0) return "No machine has reported yet";
  const agents = machines.flatMap((machine) => machine.agents);
  const silent = agents.filter((agent) => agent.is_silent);
  const count = `${formatCount(machines.length)} ${machines.length === 1 ? "machine" : "machines"}`;
  if (silent.length > 0)
    return `${count}; ${names(silent)} ${silent.length === 1 ? "is" : "are"} silent`;
  const busy = agents.filter((agent) => agent.state !== "idle");
  if (busy.length > 0)
    return `${count}; ${names(busy)} ${busy.length === 1 ? "is" : "are"} measuring`;
  return agents.length === 0 ? `${count}, no agent` : `${count}, idle`;
}

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

/** An attribute's value as people read it; bytes and hertz by the ending of the name. */
export function attributeText(name: string, value: Scalar | undefined): string {
  if (value === undefined) return "absent";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (name.endsWith("_bytes")) return formatValue(value, "B");
  if (name.endsWith("_hz")) return formatValue(value, "Hz");
  return Number.isInteger(value) ? formatCount(value) : String(value);
}

/** "cpu_model" → "cpu model"; the unit stands behind the value, not in the name. */
export function attributeName(name: string): string {
  return name.replace(/_(bytes|hz)$/, "").replaceAll("_", " ");
}
