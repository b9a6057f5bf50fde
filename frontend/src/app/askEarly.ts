/**
 * Asks for what a page shows before anything is there to draw it. It runs before React and the
 * router do, so nothing that it imports may need either; what it finds is in the cache of queries.
 */

import type { QueryClient } from "@tanstack/react-query";
import { sessionOptions } from "@/api/session";
import { askForComparison } from "@/features/compare/compareEarly";
import { askForExplorer } from "@/features/explore/exploreEarly";
import { askForOverview } from "@/features/overview/overviewEarly";
import { askForProfile } from "@/features/profiles/profileEarly";
import { parseSearch, type RawSearch } from "@/ui/url/urlState";
import { queryClient } from "./queries";

interface EarlyPage {
  ask: (client: QueryClient, project: string, search: RawSearch, id: string) => void;
  /** Its code, which is on the way at the same time. */
  load: () => Promise<unknown>;
}

/** The pages that show most, by their place below the project; one thing of many behind a stroke. */
const PAGES: Record<string, EarlyPage> = {
  "": { ask: askForOverview, load: () => import("@/features/overview/OverviewPage") },
  explore: { ask: askForExplorer, load: () => import("@/features/explore/ExplorePage") },
  compare: { ask: askForComparison, load: () => import("@/features/compare/ComparePage") },
  "profiles/": { ask: askForProfile, load: () => import("@/features/profiles/ProfilePage") },
};
const PLAIN = /^[\w.-]+$/;

export function askForPage({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  // every page with a frame says who is signed in
  if (!pathname.startsWith("/embed/")) void queryClient.prefetchQuery(sessionOptions);
  const [, root, project = "", name = "", id = "", ...more] = pathname.split("/");
  if (root !== "p" || !PLAIN.test(project) || more.length > 0) return;
  const page = PAGES[id === "" ? name : `${name}/`];
  if (page === undefined) return;
  page.ask(queryClient, project, parseSearch(search), id);
  // the router asks for it too, and says it where that fails
  page.load().catch(() => undefined);
}
