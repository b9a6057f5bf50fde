/** Pure: what the list of views says, and the addresses that a page is shared under. */

import type { SavedView } from "@/api/types";
import { parseSearch, stringifySearch } from "@/ui/urlState";
import { formatCount } from "@/units/format";

export function answerOf(views: readonly SavedView[]): string {
  if (views.length === 0) return "No view saved yet.";
  const pinned = views.filter((view) => view.is_pinned).length;
  const count = `${formatCount(views.length)} saved ${views.length === 1 ? "view" : "views"}`;
  return pinned === 0
    ? `${count}, none pinned to the overview.`
    : `${count}, ${formatCount(pinned)} pinned to the overview.`;
}

/** Views in which every word occurs. */
export function matching(views: readonly SavedView[], text: string): SavedView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return views.filter((view) => {
    const said = [view.name, view.note, view.page, view.author].join(" ").toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

const LONGEST_NAME = 80;

/** A name to begin with: the first line of the page. */
export function suggestedName(heading: string, title: string): string {
  const line = heading.replaceAll(/\s+/g, " ").trim() || title.split(" · ")[0] || "";
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1).trimEnd()}…`;
}

/** What the embedded chart takes over from the explorer. */
const EMBEDDED = ["series", "formula", "hide", "from", "to", "axis", "scale", "layout"];

/** What an embedded chart cannot draw: without it the address would show another chart. */
const UNEMBEDDED = ["percentile", "baseline", "split"];

/** The address of the same chart without a frame; null where the page is no chart, or one that would change. */
export function embedAddress(path: string, query: string): string | null {
  const project = /^\/p\/([^/]+)\/explore\/?$/.exec(path)?.[1];
  const state = parseSearch(query);
  if (project === undefined || (state.series === undefined && state.formula === undefined))
    return null;
  if (UNEMBEDDED.some((name) => state[name] !== undefined)) return null;
  const kept = Object.fromEntries(EMBEDDED.map((name) => [name, state[name]]));
  return `/embed/${project}/explore${stringifySearch(kept)}`;
}

/** The address of a badge of the first series on the page. */
export function badgeAddress(path: string, query: string): string | null {
  const project = /^\/p\/([^/]+)\/explore\/?$/.exec(path)?.[1];
  const first = [parseSearch(query).series].flat()[0];
  return project === undefined || first === undefined
    ? null
    : `/api/v1/projects/${project}/badge.svg?series=${encodeURIComponent(first)}`;
}

export function iframeText(address: string, title: string): string {
  const safe = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const source = address.replaceAll("&", "&amp;");
  return `<iframe src="${source}" title="${safe}" width="100%" height="440" loading="lazy" style="border:0"></iframe>`;
}

export function badgeText(badge: string, page: string, title: string): string {
  return `[![${title.replaceAll(/[[\]]/g, "")}](${badge})](${page})`;
}
