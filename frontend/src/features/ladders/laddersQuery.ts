/** Requests of the ladder pages. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { keepingOf } from "@/api/keeping";
import { reading, send } from "@/api/requests";
import type {
  Ladder,
  LadderChange,
  LadderListing,
  NewLadder,
  NewRung,
  RungChange,
} from "@/api/types";
import { useRead } from "@/api/useRead";
import { wholeRun } from "@/api/wholeRun";
import { useAction } from "@/ui/feedback/useAction";

export function useLadders(project: string) {
  return useRead([project, "ladders"], "ladders", { project });
}

export function useLadder(project: string, id: number) {
  return useRead([project, "ladders", id], "ladders/{ladder_id}", { project, ladder_id: id });
}

/** Parameters whose values would make rungs, of one run or of the newest of each benchmark. */
export function useSources(project: string, run: number | null) {
  return useRead([project, "ladders", "sources", run], "ladders/sources", { project, run });
}

export function useCandidates(project: string, id: number, text: string, run: number | null) {
  return useRead(
    [project, "ladders", id, "candidates", text, run],
    "ladders/{ladder_id}/candidates",
    { project, ladder_id: id, text, run },
    { placeholderData: keepingOf(project, "ladders", id) },
  );
}

const NEWEST = 100;

/** The newest runs, of which one has the baseline of a new ladder. */
export function useFirstRuns(project: string) {
  return useRead([project, "runs", "for a ladder"], "runs", {
    project,
    kind: "suites",
    limit: NEWEST,
  });
}

export function useRunResults(project: string, run: number) {
  return useQuery({
    queryKey: [project, "runs", run],
    queryFn: ({ signal }) => wholeRun(project, run, signal),
  });
}

export function useMakeLadder(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewLadder) => send("post", "ladders", { project }, body),
    onSuccess: (made: Ladder) => {
      client.setQueryData([project, "ladders", made.id], made);
      return client.invalidateQueries({ queryKey: [project, "ladders"], exact: true });
    },
  });
}

export function useRemoveLadder(project: string) {
  return useAction(
    ({ id }: LadderListing) => send("delete", "ladders/{ladder_id}", { project, ladder_id: id }),
    [[project, "ladders"]],
    (_, { id, name }) => ({
      label: `Ladder “${name}” removed`,
      undo: () => send("post", "ladders/{ladder_id}/restore", { project, ladder_id: id }),
    }),
  );
}

/** What can be done to a ladder; each answers with the ladder judged again. */
export function useEditLadder(project: string, id: number) {
  const client = useQueryClient();
  const path = { project, ladder_id: id };
  const rungPath = (rung: number) => ({ ...path, rung_id: rung });
  const edit = useMutation({
    mutationFn: (act: () => Promise<Ladder>) => act(),
    onSuccess: (ladder) => {
      client.setQueryData([project, "ladders", id], ladder);
      return client.invalidateQueries({ queryKey: [project, "ladders"], exact: true });
    },
  });
  return {
    error: edit.error,
    isPending: edit.isPending,
    change: (body: LadderChange) =>
      edit.mutateAsync(() => send("patch", "ladders/{ladder_id}", path, body)),
    add: (body: NewRung) =>
      edit.mutateAsync(() => send("post", "ladders/{ladder_id}/rungs", path, body)),
    addSeveral: (rungs: NewRung[]) =>
      edit.mutateAsync(() => send("post", "ladders/{ladder_id}/rungs/several", path, { rungs })),
    /** One after the other, the last one first: what is on the ladder stays in order meanwhile. */
    removeRungs: (rungs: readonly number[]) =>
      edit.mutateAsync(async () => {
        for (const rung of [...rungs].reverse()) {
          await send("delete", "ladders/{ladder_id}/rungs/{rung_id}", rungPath(rung));
        }
        return reading("ladders/{ladder_id}", path)();
      }),
    changeRung: (rung: number, body: RungChange) =>
      edit.mutateAsync(() =>
        send("patch", "ladders/{ladder_id}/rungs/{rung_id}", rungPath(rung), body),
      ),
    removeRung: (rung: number) =>
      edit.mutateAsync(() => send("delete", "ladders/{ladder_id}/rungs/{rung_id}", rungPath(rung))),
    restoreRung: (rung: number) =>
      edit.mutateAsync(() =>
        send("post", "ladders/{ladder_id}/rungs/{rung_id}/restore", rungPath(rung)),
      ),
    order: (rungs: number[]) =>
      edit.mutateAsync(() => send("put", "ladders/{ladder_id}/order", path, { rungs })),
  };
}

export type EditLadder = ReturnType<typeof useEditLadder>;

/** Jobs that measured all rungs again, newest first, and what the newest one found. */
export function useJobsOfLadder(project: string, id: number, enabled: boolean) {
  return useRead(
    [project, "jobs", { ladder: id }],
    "ladders/{ladder_id}/jobs",
    { project, ladder_id: id },
    { enabled },
  );
}

export function useMeasureRungs(project: string, id: number) {
  return useAction(
    () => send("post", "ladders/{ladder_id}/jobs", { project, ladder_id: id }),
    [[project, "jobs"]],
  );
}
