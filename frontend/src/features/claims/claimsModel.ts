/** Pure: what the claim pages say first. */

import type { Claim, ClaimStatement, StatementOnMachine } from "@/api/types";
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
  const judged = counted(claims.length, "published claim", "published claims");
  return `${judged} on ${testbed}: ${told.join(", ")}`;
}

/** How a statement stands on a testbed, if a run there has judged it. */
export function heldOn(
  statement: ClaimStatement | undefined,
  testbed: string | undefined,
): StatementOnMachine | undefined {
  return statement?.machines.find((one) => one.testbed === testbed);
}
