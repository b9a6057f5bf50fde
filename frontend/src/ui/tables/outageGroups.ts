/** Pure: what should report and does not, put together where one thing is behind it. */

import type { Outage } from "@/api/types";

export interface OutageGroup {
  first: Outage;
  outages: Outage[];
}

/** Outages of one kind that began together for the same reason are one group, in the given order. */
export function outageGroups(outages: readonly Outage[]): OutageGroup[] {
  const groups = new Map<string, OutageGroup>();
  for (const one of outages) {
    const cause = one.detail === "" ? one.id : `${one.since} ${one.detail}`;
    const key = `${one.kind} ${cause}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: one, outages: [one] });
    else group.outages.push(one);
  }
  return [...groups.values()];
}
