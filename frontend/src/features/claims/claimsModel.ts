/** Pure: what the claim pages say first. */

import type { Agent, Claim, ClaimStatement, StatementOnMachine } from "@/api/types";
import { VERDICTS } from "@/ui/words/claimWords";
import { counted } from "@/ui/words/countWords";

/** Testbeds of all claims, the one that measured last in front. */
export function testbedsOf(claims: readonly Claim[]): string[] {
  const all = claims.flatMap((claim) => claim.machines);
  const newest = [...all].sort((a, b) => b.measured_at.localeCompare(a.measured_at));
  return [...new Set(newest.map((one) => one.testbed))];
}

export function listAnswer(claims: readonly Claim[] | undefined): string {
  if (claims === undefined) return "Claims";
  if (claims.length === 0) return "No claims yet";
  const [testbed] = testbedsOf(claims);
  if (testbed === undefined) return `${counted(claims.length, "claim", "claims")}, none judged yet`;
  const verdicts = claims.flatMap((claim) =>
    claim.machines.filter((one) => one.testbed === testbed).map((one) => one.verdict),
  );
  const told = Object.entries(VERDICTS).flatMap(([verdict, { text }]) => {
    const count = verdicts.filter((one) => one === verdict).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  const all = counted(claims.length, "published claim", "published claims");
  const judged = verdicts.length === claims.length ? all : `${verdicts.length} of ${all} judged`;
  return `${judged} on ${testbed}: ${told.join(", ")}`;
}

/** How a statement stands on a testbed, if a run there has judged it. */
export function heldOn(
  statement: ClaimStatement | undefined,
  testbed: string | undefined,
): StatementOnMachine | undefined {
  return statement?.machines.find((one) => one.testbed === testbed);
}

/** The suite that judges a claim first, and when: its time, "now", or null where nobody plans it. */
export function awaitedOf(
  claim: Pick<Claim, "suites" | "statements">,
  agents: readonly Agent[],
): { suite: string; due: string | null } {
  const suite = claim.statements[0]?.suite || (claim.suites[0] ?? "");
  const awake = agents.filter((agent) => !agent.is_silent);
  if (awake.some((agent) => agent.suite === suite && agent.state !== "idle")) {
    return { suite, due: "now" };
  }
  const planned = awake.flatMap((agent) => agent.planned.filter((run) => run.suite === suite));
  const times = planned.map((run) => run.due_at).sort();
  return { suite, due: times[0] ?? null };
}
