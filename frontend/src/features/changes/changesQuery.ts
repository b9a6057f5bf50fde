/** Requests of the change list and of the page of one change. */

import {
  type QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { usePages } from "@/api/pages";
import { useSession } from "@/api/session";
import type { ChangeNote } from "@/api/types";
import { useUndo } from "@/ui/feedback/undo";
import { filterQuery } from "@/ui/url/filters";
import {
  doneText,
  type Judgement,
  OPPOSITES,
  SAID,
  type SaidState,
  saidText,
} from "./changesModel";
import type { ChangesState } from "./changesUrl";

const PAGE = 25;
/** The server answers no more series at once. */
const SERIES_AT_ONCE = 20;
/** Marks of one sparkline, and the fewest that the server thins to. */
const MARKS = 60;
const LEAST_MARKS = 100;
/** Marks of the chart of one change: every point of a usual series. */
const CHART_MARKS = 2_000;

export function useGroups(project: string, state: ChangesState) {
  const session = useSession();
  // the server tells everybody the same, so it is asked for a person by number
  const me = session.data?.user?.id;
  const assignee = state.assignee === "me" ? String(me ?? "") : state.assignee;
  const asked = {
    ...filterQuery(state.filters),
    state: state.state,
    ...(state.verdict === "" ? {} : { verdict: state.verdict }),
    ...(state.effect === 0 ? {} : { min_effect: state.effect / 100 }),
    ...(state.order === "newest" ? {} : { order: state.order }),
    ...(assignee === "" ? {} : { assignee }),
    ...(state.tag === "" ? {} : { tag: state.tag }),
    ...(state.isOverdue ? { due: "overdue" as const } : {}),
    ...(state.muted === "" ? {} : { muted: state.muted }),
  };
  return usePages(
    [project, "changes", asked],
    (cursor, signal) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/alert-groups", {
          params: { path: { project }, query: { ...asked, limit: PAGE, ...cursor } },
          signal,
        }),
      ),
    state.assignee !== "me" || !session.isPending,
  );
}

/** Coarse histories of the listed series, a few requests for all of them; without one, no line. */
export function useShapes(project: string, series: number[]) {
  const chunks: number[][] = [];
  for (let start = 0; start < series.length; start += SERIES_AT_ONCE) {
    chunks.push(series.slice(start, start + SERIES_AT_ONCE));
  }
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: [project, "history", "shapes", chunk],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        unwrap(
          api.GET("/api/v1/projects/{project}/history", {
            params: {
              path: { project },
              query: { series: chunk, budget: Math.max(LEAST_MARKS, MARKS * chunk.length) },
            },
            signal,
          }),
        ),
    })),
    combine: (answers) => answers.flatMap((answer) => answer.data ?? []),
  });
}

/** One change with all that is known around it. */
export function useChange(project: string, change: number) {
  return useQuery({
    queryKey: [project, "changes", change],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/changes/{change_id}", {
          params: { path: { project, change_id: change } },
          signal,
        }),
      ),
  });
}

/** The whole history of one series, as the chart of a change draws it. */
export function useSeriesHistory(project: string, series: number | undefined) {
  return useQuery({
    queryKey: [project, "history", "change", series],
    enabled: series !== undefined,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/history", {
          params: { path: { project }, query: { series: [series ?? 0], budget: CHART_MARKS } },
          signal,
        }),
      ),
  });
}

/** Says one thing of several changes at once, and offers ten seconds to take it back. */
export function useJudge(project: string) {
  const client = useQueryClient();
  const { act } = useUndo();
  const say = async (judgement: Judgement, changes: readonly number[]) => {
    const outcome = await unwrap(
      api.POST("/api/v1/projects/{project}/changes/judgements", {
        params: { path: { project } },
        body: { judgement, changes: [...changes] },
      }),
    );
    await staleGroups(client, project);
    const reason = outcome.refused[0]?.reason;
    if (outcome.changed.length === 0 && reason !== undefined) throw refusal(reason);
    return outcome;
  };
  return useMutation({
    mutationFn: ({ judgement, changes }: { judgement: Judgement; changes: readonly number[] }) =>
      say(judgement, changes),
    onSuccess: ({ changed, refused }, { judgement }) => {
      act({
        label: doneText(judgement, changed.length, refused.length),
        undo: () => say(OPPOSITES[judgement], changed),
      });
    },
  });
}

/** Brings groups into a state, and offers ten seconds to bring each back into its own. */
export function useJudgeGroups(project: string) {
  const client = useQueryClient();
  const { act } = useUndo();
  const say = async (state: SaidState, groups: readonly number[], why: string) => {
    const outcome = await unwrap(
      api.POST("/api/v1/projects/{project}/alert-groups/judgements", {
        params: { path: { project } },
        body: { state, groups: [...groups], why },
      }),
    );
    await staleGroups(client, project);
    const reason = outcome.refused[0]?.reason;
    if (outcome.changed.length === 0 && reason !== undefined) throw refusal(reason);
    return outcome;
  };
  return useMutation({
    mutationFn: ({ state, groups, why = "" }: SaidOfGroups) => say(state, groups, why),
    onSuccess: ({ changed, refused }, { state }) => {
      act({
        label: saidText(state, changed.length, refused.length),
        undo: async () => {
          for (const before of SAID) {
            const numbers = changed
              .filter((one) => one.state === before)
              .map(({ number }) => number);
            if (numbers.length > 0) await say(before, numbers, "");
          }
        },
      });
    },
  });
}

interface SaidOfGroups {
  state: SaidState;
  groups: readonly number[];
  why?: string;
}

/** Whatever shows groups asks again. */
export function staleGroups(client: QueryClient, project: string) {
  return Promise.all(
    ["changes", "overview", "history"].map((name) =>
      client.invalidateQueries({ queryKey: [project, name] }),
    ),
  );
}

/** Nothing was judged: the reason of the first stands for all. */
function refusal(detail: string): ApiError {
  return new ApiError({ type: "about:blank", title: "Refused", status: 409, detail, faults: [] });
}

/** Writes notes under the changes of one cause, or takes them back. */
export function useNotes(project: string, page: number) {
  const client = useQueryClient();
  const { act } = useUndo();
  const again = () => client.invalidateQueries({ queryKey: [project, "changes", page] });
  const write = async ({ change, text }: { change: number; text: string }) => {
    const note = await unwrap(
      api.POST("/api/v1/projects/{project}/changes/{change_id}/notes", {
        params: { path: { project, change_id: change } },
        body: { text },
      }),
    );
    await again();
    return note;
  };
  const remove = async ({ id, change }: Pick<ChangeNote, "id" | "change" | "text">) => {
    await unwrap(
      api.DELETE("/api/v1/projects/{project}/changes/{change_id}/notes/{note_id}", {
        params: { path: { project, change_id: change, note_id: id } },
      }),
    );
    await again();
  };
  const bringBack = async ({ id, change }: Pick<ChangeNote, "id" | "change">) => {
    await unwrap(
      api.POST("/api/v1/projects/{project}/changes/{change_id}/notes/{note_id}/restore", {
        params: { path: { project, change_id: change, note_id: id } },
      }),
    );
    await again();
  };
  return {
    write: useMutation({
      mutationFn: write,
      onSuccess: (note) => act({ label: "Note written", undo: () => remove(note) }),
    }),
    remove: useMutation({
      mutationFn: remove,
      onSuccess: (_, note) => act({ label: "Note removed", undo: () => bringBack(note) }),
    }),
  };
}

/** By which thresholds a series is judged, and why. */
export function useJudged(project: string, series: number, isWanted: boolean) {
  return useQuery({
    queryKey: [project, "judged", series],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/series/{series_id}/threshold", {
          params: { path: { project, series_id: series } },
          signal,
        }),
      ),
    enabled: isWanted,
  });
}
