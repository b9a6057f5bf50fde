/** Requests of the change list and of the page of one change. */

import { useQueries } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import { usePages } from "@/api/pages";
import { reading, send } from "@/api/requests";
import { useSession } from "@/api/session";
import type { ChangeNote } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import { filterQuery } from "@/ui/url/filters";
import {
  doneText,
  type Judgement,
  OPPOSITES,
  SAID,
  type SaidState,
  saidText,
} from "./changesModel";
import { type ChangesState, pullsAsked } from "./changesUrl";

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
  const pulls = pullsAsked(state);
  const asked = {
    ...filterQuery(state.filters),
    ...askedState(state.state),
    ...(pulls === "" ? {} : { pulls }),
    ...(state.verdict === "" ? {} : { verdict: state.verdict }),
    ...(state.effect === 0 ? {} : { min_effect: state.effect / 100 }),
    ...(state.days === "" ? {} : { days: Number(state.days) }),
    ...(state.order === "newest" ? {} : { order: state.order }),
    ...(assignee === "" ? {} : { assignee }),
    ...(state.tag === "" ? {} : { tag: state.tag }),
    ...(state.isOverdue ? { due: "overdue" as const } : {}),
    ...(state.muted === "" ? {} : { muted: state.muted }),
  };
  return usePages(
    [project, "changes", asked],
    "alert-groups",
    { project, ...asked, limit: PAGE },
    state.assignee !== "me" || !session.isPending,
  );
}

/** The server knows one state for both: what is open and was old when it came is history. */
function askedState(state: ChangesState["state"]) {
  if (state === "history") return { state: "open", history: "only" } as const;
  return state === "open" ? ({ state, history: "none" } as const) : { state };
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
      queryFn: reading("history", {
        project,
        series: chunk,
        budget: Math.max(LEAST_MARKS, MARKS * chunk.length),
      }),
    })),
    combine: (answers) => answers.flatMap((answer) => answer.data ?? []),
  });
}

/** One change with all that is known around it. */
export function useChange(project: string, change: number) {
  return useRead([project, "changes", change], "changes/{change_id}", {
    project,
    change_id: change,
  });
}

/** The whole history of one series, its centres or a percentile, as the chart of a change draws it. */
export function useSeriesHistory(
  project: string,
  series: number | undefined,
  percentile: number | null = null,
) {
  return useRead(
    [project, "history", "change", series, percentile],
    "history",
    {
      project,
      series: [series ?? 0],
      budget: CHART_MARKS,
      ...(percentile === null ? {} : { percentile: [percentile] }),
    },
    { enabled: series !== undefined },
  );
}

/** Says one thing of several changes at once, and offers ten seconds to take it back. */
export function useJudge(project: string) {
  const say = async (judgement: Judgement, changes: readonly number[]) =>
    judged(
      await send("post", "changes/judgements", { project }, { judgement, changes: [...changes] }),
    );
  return useAction(
    ({ judgement, changes }: { judgement: Judgement; changes: readonly number[] }) =>
      say(judgement, changes),
    groupKeys(project),
    ({ changed, refused }, { judgement }) => ({
      label: doneText(judgement, changed.length, refused.length),
      undo: () => say(OPPOSITES[judgement], changed),
    }),
  );
}

/** Brings groups into a state, and offers ten seconds to bring each back into its own. */
export function useJudgeGroups(project: string) {
  const say = async ({ state, groups, why = "" }: SaidOfGroups) =>
    judged(
      await send(
        "post",
        "alert-groups/judgements",
        { project },
        { state, groups: [...groups], why },
      ),
    );
  return useAction(say, groupKeys(project), ({ changed, refused }, { state }) => ({
    label: saidText(state, changed.length, refused.length),
    undo: async () => {
      for (const before of SAID) {
        const groups = changed.filter((one) => one.state === before).map(({ number }) => number);
        if (groups.length > 0) await say({ state: before, groups });
      }
    },
  }));
}

interface SaidOfGroups {
  state: SaidState;
  groups: readonly number[];
  why?: string;
}

/** Whatever shows groups. */
export function groupKeys(project: string) {
  return ["changes", "overview", "history"].map((name) => [project, name]);
}

interface Judged {
  changed: readonly unknown[];
  refused: readonly { reason: string }[];
}

/** What was done; where nothing was, the reason of the first stands for all. */
function judged<Outcome extends Judged>(outcome: Outcome): Outcome {
  const detail = outcome.refused[0]?.reason;
  if (outcome.changed.length > 0 || detail === undefined) return outcome;
  throw new ApiError({ type: "about:blank", title: "Refused", status: 409, detail, faults: [] });
}

/** Writes notes under the changes of one cause, or takes them back. */
export function useNotes(project: string, page: number) {
  const shown = [[project, "changes", page]];
  const placeOf = ({ id, change }: Pick<ChangeNote, "id" | "change">) => ({
    project,
    change_id: change,
    note_id: id,
  });
  const remove = (note: Pick<ChangeNote, "id" | "change" | "text">) =>
    send("delete", "changes/{change_id}/notes/{note_id}", placeOf(note));
  return {
    write: useAction(
      ({ change, text }: { change: number; text: string }) =>
        send("post", "changes/{change_id}/notes", { project, change_id: change }, { text }),
      shown,
      (note) => ({ label: "Note written", undo: () => remove(note) }),
    ),
    remove: useAction(remove, shown, (_, note) => ({
      label: "Note removed",
      undo: () => send("post", "changes/{change_id}/notes/{note_id}/restore", placeOf(note)),
    })),
  };
}

/** By which thresholds a series is judged, and why. */
export function useJudged(project: string, series: number, isWanted: boolean) {
  return useRead(
    [project, "judged", series],
    "series/{series_id}/threshold",
    { project, series_id: series },
    { enabled: isWanted },
  );
}

/** Jobs that are about a change, and who could measure another one. */
export function useJobsOfChange(project: string, change: number, enabled: boolean) {
  return useRead([project, "jobs", { change }], "jobs", { project, change }, { enabled });
}

const USUAL_MINUTES = 30;

export function useConfirm(project: string, change: number) {
  return useAction(
    () =>
      send("post", "jobs/confirmations", { project }, { change, budget_minutes: USUAL_MINUTES }),
    [[project, "jobs"]],
  );
}

const BACKFILL_MINUTES = 60;
const BISECT_MINUTES = 120;

/** Jobs that measured commits around a change, newest first, and what another one costs. */
export function useBackfills(project: string, change: number, enabled: boolean) {
  return useRead(
    [project, "jobs", { backfill: change }],
    "jobs/backfills/{change_id}",
    { project, change_id: change },
    { enabled },
  );
}

export function useBackfill(project: string, change: number) {
  return useAction(
    () => send("post", "jobs/backfills", { project }, { change, budget_minutes: BACKFILL_MINUTES }),
    [[project, "jobs"]],
  );
}

export function useBisect(project: string, change: number) {
  return useAction(
    () => send("post", "jobs/bisections", { project }, { change, budget_minutes: BISECT_MINUTES }),
    [[project, "jobs"]],
  );
}
