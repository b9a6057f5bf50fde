/** The requests behind corrections: metrics, names, runs chosen by a filter, what was deleted. */

import { useQuery } from "@tanstack/react-query";
import { asking, send } from "@/api/requests";
import type { NamedThing, StoredMetric } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import type { Kind } from "./correctionsModel";

type Direction = "lower" | "higher" | "unknown";
const METRIC = "metrics/{metric_id}";
const NAME = "names/{kind}/{named_id}";
const RESTORE = "deletions/{deletion_id}/restore";

export function useMetrics(project: string) {
  return useRead([project, "metrics"], "metrics", { project });
}

interface NewDirection {
  metric: StoredMetric;
  direction: Direction;
}

/** Says which way is better; whatever the project shows may be judged by it. */
export function useCorrectDirection(project: string) {
  const correct = (id: number, direction: Direction) =>
    send("patch", METRIC, { project, metric_id: id }, { direction });
  return useAction(
    ({ metric, direction }: NewDirection) => correct(metric.id, direction),
    [[project]],
    (_, { metric }) => ({
      label: `Direction of ${metric.name} corrected`,
      undo: () => correct(metric.id, metric.direction as Direction),
    }),
  );
}

export interface NewUnit {
  id: number;
  unit: string;
  was: string;
}

/** Says what the numbers are in; without `was` they were sent with the stored unit. */
export function useCorrectUnit(project: string) {
  return useAction(
    ({ id, unit, was }: NewUnit) =>
      send(
        "patch",
        METRIC,
        { project, metric_id: id },
        { unit, was: was.trim() === "" ? null : was },
      ),
    [[project]],
  );
}

export function useNames(project: string, kind: Kind) {
  return useRead([project, "names", kind], "names/{kind}", { project, kind });
}

interface NameCorrection {
  kind: Kind;
  thing: NamedThing;
  change: { name?: string; archived?: boolean };
}

/** Renames something, archives it or brings it back. */
export function useCorrectName(project: string) {
  const correct = (kind: Kind, id: number, change: NameCorrection["change"]) =>
    send("patch", NAME, { project, kind, named_id: id }, change);
  return useAction(
    ({ kind, thing, change }: NameCorrection) => correct(kind, thing.id, change),
    [[project]],
    (_, { kind, thing, change }) => ({
      label: `${thing.name} ${change.name === undefined ? (change.archived ? "archived" : "brought back") : "renamed"}`,
      undo: () =>
        correct(
          kind,
          thing.id,
          change.name === undefined ? { archived: !change.archived } : { name: thing.name },
        ),
    }),
  );
}

const MERGE = "names/{kind}/{named_id}/merge";

/** What a merge would move, and what stands against it. */
export function usePreviewOfMerge(project: string, kind: Kind, old: number, into: number) {
  return useQuery({
    queryKey: [project, "merge", kind, old, into],
    queryFn: asking(MERGE, { project, kind, named_id: old }, { into, dry_run: true }),
    enabled: into > 0,
  });
}

/** Lets one thing go on under another; both names lead to it. */
export function useMerge(project: string, kind: Kind, thing: NamedThing) {
  return useAction(
    (into: number) =>
      send("post", MERGE, { project, kind, named_id: thing.id }, { into, dry_run: false }),
    [[project]],
    ({ deletion }) => ({
      label: `${thing.name} merged`,
      undo: () => send("post", RESTORE, { project, deletion_id: deletion ?? 0 }),
    }),
  );
}

export interface RunsChosen {
  act: "exclusions" | "deletions";
  where: Record<string, string>;
  reason: string;
  dry_run: boolean;
}

/** Excludes or deletes all runs that fit, or only says how many these are. */
export function useCorrectRuns(project: string) {
  return useAction(
    ({ act, ...rest }: RunsChosen) =>
      act === "exclusions"
        ? send("post", act, { project }, { runs: [], results: [], ...rest })
        : send("post", act, { project }, { runs: [], ...rest }),
    [[project]],
    ({ deletion, runs }, { act, where, dry_run }) => {
      if (dry_run || runs === 0) return null;
      const undo =
        act === "deletions"
          ? () => send("post", RESTORE, { project, deletion_id: deletion ?? 0 })
          : () =>
              send("post", "inclusions", { project }, { runs: [], results: [], where, dry_run });
      return { label: `${runs} runs ${act === "deletions" ? "deleted" : "excluded"}`, undo };
    },
  );
}

export function useDeletions(project: string) {
  return useRead([project, "deletions"], "deletions", { project });
}

export function useRestore(project: string) {
  return useAction(
    (id: number) => send("post", RESTORE, { project, deletion_id: id }),
    [[project]],
  );
}
