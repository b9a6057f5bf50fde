/** Requests of the ladder pages. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keepingOf } from "@/api/keeping";
import type { Ladder, LadderChange, NewLadder, NewRung, RungChange } from "@/api/types";
import { wholeRun } from "@/api/wholeRun";

const LADDERS = "/api/v1/projects/{project}/ladders";
const LADDER = "/api/v1/projects/{project}/ladders/{ladder_id}";
const RUNGS = "/api/v1/projects/{project}/ladders/{ladder_id}/rungs";
const SEVERAL = "/api/v1/projects/{project}/ladders/{ladder_id}/rungs/several";
const RUNG = "/api/v1/projects/{project}/ladders/{ladder_id}/rungs/{rung_id}";

export function useLadders(project: string) {
  return useQuery({
    queryKey: [project, "ladders"],
    queryFn: ({ signal }) => unwrap(api.GET(LADDERS, { params: { path: { project } }, signal })),
  });
}

export function useLadder(project: string, id: number) {
  return useQuery({
    queryKey: [project, "ladders", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET(LADDER, { params: { path: { project, ladder_id: id } }, signal })),
  });
}

/** Parameters whose values would make rungs, of one run or of the newest of each benchmark. */
export function useSources(project: string, run: number | null) {
  return useQuery({
    queryKey: [project, "ladders", "sources", run],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/ladders/sources", {
          params: { path: { project }, query: { run } },
          signal,
        }),
      ),
  });
}

export function useCandidates(project: string, id: number, text: string, run: number | null) {
  return useQuery({
    queryKey: [project, "ladders", id, "candidates", text, run],
    placeholderData: keepingOf(project, "ladders", id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/ladders/{ladder_id}/candidates", {
          params: { path: { project, ladder_id: id }, query: { text, run } },
          signal,
        }),
      ),
  });
}

const NEWEST = 100;

/** The newest runs, of which one has the baseline of a new ladder. */
export function useFirstRuns(project: string) {
  return useQuery({
    queryKey: [project, "runs", "for a ladder"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs", {
          params: { path: { project }, query: { kind: "suites", limit: NEWEST } },
          signal,
        }),
      ),
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
    mutationFn: (body: NewLadder) =>
      unwrap(api.POST(LADDERS, { params: { path: { project } }, body })),
    onSuccess: (made: Ladder) => {
      client.setQueryData([project, "ladders", made.id], made);
      return client.invalidateQueries({ queryKey: [project, "ladders"], exact: true });
    },
  });
}

export function useRemoveLadder(project: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [project, "ladders"] });
  const remove = useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE(LADDER, { params: { path: { project, ladder_id: id } } })),
    onSuccess: refresh,
  });
  const restore = async (id: number) => {
    const path = { project, ladder_id: id };
    await unwrap(
      api.POST("/api/v1/projects/{project}/ladders/{ladder_id}/restore", { params: { path } }),
    );
    await refresh();
  };
  return { remove, restore };
}

/** What can be done to a ladder; each answers with the ladder judged anew. */
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
      edit.mutateAsync(() => unwrap(api.PATCH(LADDER, { params: { path }, body }))),
    add: (body: NewRung) =>
      edit.mutateAsync(() => unwrap(api.POST(RUNGS, { params: { path }, body }))),
    addSeveral: (rungs: NewRung[]) =>
      edit.mutateAsync(() => unwrap(api.POST(SEVERAL, { params: { path }, body: { rungs } }))),
    /** One after the other, the last one first: what is on the ladder stays in order meanwhile. */
    removeRungs: (rungs: readonly number[]) =>
      edit.mutateAsync(async () => {
        let ladder: Ladder | undefined;
        for (const rung of [...rungs].reverse())
          ladder = await unwrap(api.DELETE(RUNG, { params: { path: rungPath(rung) } }));
        return ladder ?? unwrap(api.GET(LADDER, { params: { path } }));
      }),
    changeRung: (rung: number, body: RungChange) =>
      edit.mutateAsync(() => unwrap(api.PATCH(RUNG, { params: { path: rungPath(rung) }, body }))),
    removeRung: (rung: number) =>
      edit.mutateAsync(() => unwrap(api.DELETE(RUNG, { params: { path: rungPath(rung) } }))),
    restoreRung: (rung: number) =>
      edit.mutateAsync(() =>
        unwrap(
          api.POST("/api/v1/projects/{project}/ladders/{ladder_id}/rungs/{rung_id}/restore", {
            params: { path: rungPath(rung) },
          }),
        ),
      ),
    order: (rungs: number[]) =>
      edit.mutateAsync(() =>
        unwrap(
          api.PUT("/api/v1/projects/{project}/ladders/{ladder_id}/order", {
            params: { path },
            body: { rungs },
          }),
        ),
      ),
  };
}

export type EditLadder = ReturnType<typeof useEditLadder>;
