/** Pure: what measuring suspicions again found → the share that was upheld, with its interval. */

import type { VerdictTallies } from "@/api/types";
import { counted } from "@/ui/words/countWords";

type Rate = VerdictTallies["overall"];

/** "67 %, 95 % interval 30 to 90 %"; empty where nothing was asked. */
export function shareText({ share, low, high }: Rate): string {
  if (share === null) return "";
  const [middle, least, most] = [share, low, high].map((one) => Math.round(100 * one));
  return `${middle}\u202f%, 95\u202f% interval ${least} to ${most}\u202f%`;
}

/** "4 of 6 (67 %, 95 % interval 30 to 90 %)" */
export function rateText(rate: Rate): string {
  const share = shareText(rate);
  return `${rate.upheld} of ${rate.asked}${share === "" ? "" : ` (${share})`}`;
}

/** "4 of 6 alerts that were measured again were upheld (67 %, …): 3 of 4 on vm, 1 of 2 on lab."; empty without any. */
export function upheldText({ rows, overall }: Pick<VerdictTallies, "rows" | "overall">): string {
  if (overall.asked === 0) return "";
  const places = rows
    .filter(({ rate }) => rate.asked > 0)
    .map(({ rate, machine }) => `${rate.upheld} of ${rate.asked} on ${machine}`);
  const verb =
    overall.asked === 1 ? "that was measured again was" : "that were measured again were";
  const all = counted(overall.asked, "alert", "alerts");
  return `${overall.upheld} of ${all} ${verb} upheld (${shareText(overall)}): ${places.join(", ")}.`;
}
