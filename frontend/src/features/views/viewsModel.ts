/** Pure: what the list of views says, and the addresses that a page is shared under. */

import type { SavedView } from "@/api/types";
import { parseSearch } from "@/ui/url/urlState";
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

/** The address of the same charts without a frame; null where the page shows none. */
export function embedAddress(path: string, query: string): string | null {
  const project = /^\/p\/([^/]+)\/explore\/?$/.exec(path)?.[1];
  const { series, formula, view } = parseSearch(query);
  const hasCharts = series !== undefined || formula !== undefined;
  return project === undefined || !hasCharts || view === "pivot"
    ? null
    : `/embed/${project}/explore${query}`;
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
