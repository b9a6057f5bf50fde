/** Draws a page at its address with router and cache, as the application does. */

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { UndoBar } from "@/ui/feedback/undo";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";

const PLACES = [
  "/",
  "/welcome",
  "/join",
  "/reset",
  "/account",
  "/people",
  "/audit",
  "/server",
  "/help/$document",
  "/embed/$project/explore",
  "/p/$project",
  "/p/$project/explore",
  "/p/$project/changes",
  "/p/$project/changes/$change",
  "/p/$project/alert-groups/$group",
  "/p/$project/triage-report",
  "/p/$project/pull-requests",
  "/p/$project/pull-requests/$pull",
  "/p/$project/compare",
  "/p/$project/runs",
  "/p/$project/runs/$run",
  "/p/$project/sweeps",
  "/p/$project/sweeps/$benchmark/$axis",
  "/p/$project/splits",
  "/p/$project/splits/$split",
  "/p/$project/ladders",
  "/p/$project/ladders/$ladder",
  "/p/$project/claims",
  "/p/$project/claims/$claim",
  "/p/$project/suites/$suite",
  "/p/$project/benchmarks/$benchmark",
  "/p/$project/profiles/$profile",
  "/p/$project/views",
  "/p/$project/reports",
  "/p/$project/machines",
  "/p/$project/machines/$machine",
  "/p/$project/jobs",
  "/p/$project/jobs/$job",
  "/p/$project/add-results",
  "/p/$project/import",
  "/p/$project/settings",
  "/p/$project/settings/corrections",
  "/p/$project/settings/members",
  "/p/$project/settings/notifications",
  "/p/$project/settings/thresholds",
  "/p/$project/settings/audit",
  "/p/$project/settings/ci-access",
  "/p/$project/settings/forge",
];

function Frame() {
  return (
    <>
      <Outlet />
      <UndoBar />
    </>
  );
}

/**
 * `renderPage(RunsPage, '/p/$project/runs', '/p/demo/runs?suite=a')`. Other addresses draw nothing, so
 * that links can be followed; `router.state.location` says where the page went.
 */
export function renderPage(Page: () => ReactNode, path: string, address: string) {
  const root = createRootRoute({ component: Frame });
  const routes = PLACES.map((place) =>
    createRoute({
      getParentRoute: () => root,
      path: place,
      component: place === path ? Page : () => null,
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ...view, router, client, user: userEvent.setup() };
}
