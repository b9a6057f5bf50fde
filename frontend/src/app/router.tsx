/** All addresses of the interface; the only place that knows every feature. */

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { askForComparison } from "@/features/compare/compareEarly";
import { askForExplorer } from "@/features/explore/exploreEarly";
import { askForOverview } from "@/features/overview/overviewEarly";
import { parseSearch, type RawSearch, stringifySearch } from "@/ui/url/urlState";
import { early } from "./earlyLoader";
import { CrashPage, LinkPage, NotFoundPage } from "./FailurePages";
import { Frame, PlainLayout, ProjectLayout } from "./frame/Layout";

/** Pages read their query string through their own codec; the router only carries it. */
const validateSearch = (search: Record<string, unknown>) => search as RawSearch;

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: () => (
    <PlainLayout>
      <NotFoundPage />
    </PlainLayout>
  ),
  validateSearch,
});

const plainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "plain",
  component: PlainLayout,
});
const homeRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/projects/HomePage"), "HomePage"),
});
const signInRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/welcome",
  component: lazyRouteComponent(() => import("@/features/account/SignInPage"), "SignInPage"),
});
const joinRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/join",
  component: lazyRouteComponent(() => import("@/features/account/JoinPage"), "JoinPage"),
});
const accountRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("@/features/account/AccountPage"), "AccountPage"),
});
const resetRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/reset",
  component: lazyRouteComponent(() => import("@/features/account/ResetPage"), "ResetPage"),
});
const peopleRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/people",
  component: lazyRouteComponent(() => import("@/features/people/PeoplePage"), "PeoplePage"),
});
const installationAuditRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/audit",
  component: lazyRouteComponent(
    () => import("@/features/audit/InstallationAuditPage"),
    "InstallationAuditPage",
  ),
});
const serverRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/server",
  component: lazyRouteComponent(() => import("@/features/server/ServerPage"), "ServerPage"),
});
const helpRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/help/$document",
  component: lazyRouteComponent(() => import("@/features/help/HelpPage"), "HelpPage"),
});
const linkRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: "/l/$code",
  component: LinkPage,
});
/** Outside every frame: other sites show it. */
const embedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/embed/$project/explore",
  component: lazyRouteComponent(() => import("@/features/explore/embed/EmbedPage"), "EmbedPage"),
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/p/$project",
  component: ProjectLayout,
});
const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/",
  loader: early(askForOverview),
  component: lazyRouteComponent(() => import("@/features/overview/OverviewPage"), "OverviewPage"),
});
const changesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/changes",
  component: lazyRouteComponent(() => import("@/features/changes/list/ChangesPage"), "ChangesPage"),
});
const alertGroupRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/alert-groups/$group",
  component: lazyRouteComponent(
    () => import("@/features/changes/group/AlertGroupPage"),
    "AlertGroupPage",
  ),
});
const triageReportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/triage-report",
  component: lazyRouteComponent(
    () => import("@/features/changes/report/TriageReportPage"),
    "TriageReportPage",
  ),
});
const pullsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/pull-requests",
  component: lazyRouteComponent(() => import("@/features/pulls/PullsPage"), "PullsPage"),
});
const pullRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/pull-requests/$pull",
  component: lazyRouteComponent(() => import("@/features/pulls/PullPage"), "PullPage"),
});
const exploreRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/explore",
  loader: early(askForExplorer),
  component: lazyRouteComponent(() => import("@/features/explore/ExplorePage"), "ExplorePage"),
});
const compareRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/compare",
  loader: early(askForComparison),
  component: lazyRouteComponent(() => import("@/features/compare/ComparePage"), "ComparePage"),
});
const sweepsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/sweeps",
  component: lazyRouteComponent(() => import("@/features/sweeps/SweepsPage"), "SweepsPage"),
});
const sweepRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/sweeps/$benchmark/$axis",
  component: lazyRouteComponent(() => import("@/features/sweeps/SweepPage"), "SweepPage"),
});
const runsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/runs",
  component: lazyRouteComponent(() => import("@/features/runs/RunsPage"), "RunsPage"),
});
const runRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/runs/$run",
  component: lazyRouteComponent(() => import("@/features/runs/RunPage"), "RunPage"),
});
const reportsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/reports",
  component: lazyRouteComponent(() => import("@/features/reports/ReportsPage"), "ReportsPage"),
});
const machinesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/machines",
  component: lazyRouteComponent(() => import("@/features/machines/MachinesPage"), "MachinesPage"),
});
const jobsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/jobs",
  component: lazyRouteComponent(() => import("@/features/jobs/JobsPage"), "JobsPage"),
});
const jobRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/jobs/$job",
  component: lazyRouteComponent(() => import("@/features/jobs/JobPage"), "JobPage"),
});
const importRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/import",
  component: lazyRouteComponent(() => import("@/features/imports/ImportPage"), "ImportPage"),
});
const addResultsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/add-results",
  component: lazyRouteComponent(
    () => import("@/features/addResults/AddResultsPage"),
    "AddResultsPage",
  ),
});
const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("@/features/settings/SettingsPage"), "SettingsPage"),
});
const changeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/changes/$change",
  component: lazyRouteComponent(() => import("@/features/changes/change/ChangePage"), "ChangePage"),
});
const splitsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/splits",
  component: lazyRouteComponent(() => import("@/features/splits/SplitsPage"), "SplitsPage"),
});
const splitRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/splits/$split",
  component: lazyRouteComponent(() => import("@/features/splits/SplitPage"), "SplitPage"),
});
const laddersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/ladders",
  component: lazyRouteComponent(() => import("@/features/ladders/LaddersPage"), "LaddersPage"),
});
const ladderRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/ladders/$ladder",
  component: lazyRouteComponent(() => import("@/features/ladders/LadderPage"), "LadderPage"),
});
const claimsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/claims",
  component: lazyRouteComponent(() => import("@/features/claims/ClaimsPage"), "ClaimsPage"),
});
const claimRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/claims/$claim",
  component: lazyRouteComponent(() => import("@/features/claims/ClaimPage"), "ClaimPage"),
});
const machineRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/machines/$machine",
  component: lazyRouteComponent(() => import("@/features/machines/MachinePage"), "MachinePage"),
});
const suiteRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/suites/$suite",
  component: lazyRouteComponent(() => import("@/features/suites/SuitePage"), "SuitePage"),
});
const benchmarkRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/benchmarks/$benchmark",
  component: lazyRouteComponent(
    () => import("@/features/benchmarks/BenchmarkPage"),
    "BenchmarkPage",
  ),
});
const profileRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/profiles/$profile",
  component: lazyRouteComponent(() => import("@/features/profiles/ProfilePage"), "ProfilePage"),
});
const viewsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/views",
  component: lazyRouteComponent(() => import("@/features/views/ViewsPage"), "ViewsPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/members",
  component: lazyRouteComponent(() => import("@/features/members/MembersPage"), "MembersPage"),
});

const correctionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/corrections",
  component: lazyRouteComponent(
    () => import("@/features/corrections/CorrectionsPage"),
    "CorrectionsPage",
  ),
});

const ciAccessRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/ci-access",
  component: lazyRouteComponent(() => import("@/features/ciAccess/CiAccessPage"), "CiAccessPage"),
});
const notificationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/notifications",
  component: lazyRouteComponent(
    () => import("@/features/notifications/NotificationsPage"),
    "NotificationsPage",
  ),
});
const forgeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/forge",
  component: lazyRouteComponent(() => import("@/features/forge/ForgePage"), "ForgePage"),
});

const thresholdsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/thresholds",
  component: lazyRouteComponent(
    () => import("@/features/thresholds/ThresholdsPage"),
    "ThresholdsPage",
  ),
});

const auditRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/audit",
  component: lazyRouteComponent(() => import("@/features/audit/AuditPage"), "AuditPage"),
});

const routeTree = rootRoute.addChildren([
  embedRoute,
  plainRoute.addChildren([
    homeRoute,
    signInRoute,
    joinRoute,
    resetRoute,
    accountRoute,
    peopleRoute,
    installationAuditRoute,
    serverRoute,
    linkRoute,
    helpRoute,
  ]),
  projectRoute.addChildren([
    overviewRoute,
    changesRoute,
    alertGroupRoute,
    triageReportRoute,
    pullsRoute,
    pullRoute,
    exploreRoute,
    compareRoute,
    sweepsRoute,
    sweepRoute,
    runsRoute,
    runRoute,
    reportsRoute,
    machinesRoute,
    jobsRoute,
    jobRoute,
    addResultsRoute,
    importRoute,
    changeRoute,
    splitsRoute,
    splitRoute,
    laddersRoute,
    ladderRoute,
    claimsRoute,
    claimRoute,
    machineRoute,
    suiteRoute,
    benchmarkRoute,
    profileRoute,
    viewsRoute,
    settingsRoute,
    membersRoute,
    ciAccessRoute,
    correctionsRoute,
    notificationsRoute,
    forgeRoute,
    thresholdsRoute,
    auditRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
