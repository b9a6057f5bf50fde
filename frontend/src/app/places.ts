/** The pages of a project in the order of the rail, and the keys that go there. */

import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "@/api/session";
import { addShortcut } from "@/ui/controls/shortcuts";
import type { IconName } from "./frame/icons";

export interface Place {
  to:
    | "/p/$project"
    | "/p/$project/changes"
    | "/p/$project/pull-requests"
    | "/p/$project/explore"
    | "/p/$project/compare"
    | "/p/$project/sweeps"
    | "/p/$project/splits"
    | "/p/$project/ladders"
    | "/p/$project/claims"
    | "/p/$project/runs"
    | "/p/$project/machines"
    | "/p/$project/jobs"
    | "/p/$project/views"
    | "/p/$project/add-results"
    | "/p/$project/import"
    | "/p/$project/settings";
  name: string;
  icon: IconName;
  /** Pressed after g. */
  key: string;
  isExact?: boolean;
  /** Its address may name a branch. */
  hasBranches?: boolean;
  /** Has its place in the bar of phones; the others are behind "More". */
  isInBar?: boolean;
  /** Begins the next group of the rail: watch, explore, system. */
  isFurther?: boolean;
  /** Of no use to visitors of a public project, who have no account. */
  isForMembers?: boolean;
  /** Pages that belong to it, though their addresses begin otherwise. */
  holds?: readonly string[];
}

export const PLACES: readonly Place[] = [
  {
    to: "/p/$project",
    name: "Overview",
    icon: "overview",
    key: "o",
    isExact: true,
    isInBar: true,
    holds: ["/suites", "/benchmarks"],
  },
  {
    to: "/p/$project/changes",
    name: "Changes",
    icon: "changes",
    key: "c",
    hasBranches: true,
    isInBar: true,
    holds: ["/alert-groups", "/triage-report"],
  },
  { to: "/p/$project/pull-requests", name: "Pull requests", icon: "pulls", key: "p" },
  {
    to: "/p/$project/explore",
    name: "Explore",
    icon: "explore",
    key: "e",
    hasBranches: true,
    isInBar: true,
    isFurther: true,
  },
  { to: "/p/$project/compare", name: "Compare", icon: "compare", key: "d", isInBar: true },
  { to: "/p/$project/sweeps", name: "Sweeps", icon: "sweeps", key: "w" },
  { to: "/p/$project/splits", name: "Splits", icon: "splits", key: "s" },
  { to: "/p/$project/ladders", name: "Ladders", icon: "ladders", key: "l" },
  { to: "/p/$project/claims", name: "Claims", icon: "claims", key: "q" },
  { to: "/p/$project/machines", name: "Machines", icon: "machines", key: "m", isFurther: true },
  {
    to: "/p/$project/runs",
    name: "Runs",
    icon: "runs",
    key: "r",
    hasBranches: true,
    holds: ["/profiles", "/reports"],
  },
  { to: "/p/$project/jobs", name: "Jobs", icon: "jobs", key: "j" },
  { to: "/p/$project/views", name: "Views", icon: "views", key: "v" },
  { to: "/p/$project/add-results", name: "Add results", icon: "add", key: "a", isForMembers: true },
  { to: "/p/$project/import", name: "Import", icon: "import", key: "i", isForMembers: true },
  { to: "/p/$project/settings", name: "Settings", icon: "settings", key: ",", isForMembers: true },
];

const FOR_VISITORS = PLACES.filter(({ isForMembers }) => !isForMembers);

/** The pages that this person can use; all until it is known who that is. */
export function usePlaces(): readonly Place[] {
  const { data: session } = useSession();
  const isVisitor = session !== undefined && session.user === null;
  return isVisitor ? FOR_VISITORS : PLACES;
}

/** The page of the rail that is shown, or that the shown one belongs to. */
export function usePlace(project: string): Place | undefined {
  const rest = useRest(project);
  return PLACES.find(({ to, holds = [] }) => {
    const own = ownPath(to);
    const isBelow = (part: string) => rest === part || rest.startsWith(`${part}/`);
    return (own === "" ? rest === "" : isBelow(own)) || holds.some(isBelow);
  });
}

/** Whether the shown page is one of the rail and lists what the branch of its address chooses. */
export function useHasBranches(project: string): boolean {
  const rest = useRest(project);
  return PLACES.some(({ to, hasBranches }) => hasBranches === true && ownPath(to) === rest);
}

function ownPath(to: string): string {
  return to.slice("/p/$project".length);
}

function useRest(project: string): string {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return path.slice(`/p/${encodeURIComponent(project)}`.length).replace(/\/$/, "");
}

/** `g` and a letter goes to a page. */
export function useGoTo(project: string): void {
  const navigate = useNavigate();
  const places = usePlaces();
  useEffect(() => {
    const removals = places.map(({ to, name, key }) =>
      addShortcut({
        keys: `g ${key}`,
        label: `Go to ${name}`,
        group: "Pages",
        run: { current: () => void navigate({ to, params: { project } }) },
      }),
    );
    return () => {
      for (const remove of removals) remove();
    };
  }, [navigate, project, places]);
}
