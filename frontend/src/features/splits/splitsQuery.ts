/** Requests of the pages of splits. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keepingOf } from "@/api/keeping";
import { usePages } from "@/api/pages";
import { type FieldsOf, reading, send, sendFile } from "@/api/requests";
import type { SplitDetail } from "@/api/types";
import { useAction } from "@/ui/feedback/useAction";
import { type SplitsState, splitsQuery } from "./splitsUrl";
import { type SplitState, weightQuery } from "./splitUrl";

const PAGE = 50;
export function useSplits(project: string, state: SplitsState) {
  const asked = splitsQuery(state);
  return usePages([project, "splits", "list", asked], "splits", { project, ...asked, limit: PAGE });
}

/** A kept split, or two sides judged as one: its id is then "new". */
export function useSplit(project: string, split: string, state: SplitState) {
  const asked = {
    ...weightQuery(state.weights),
    ...(state.group === "" ? {} : { group: state.group }),
    ...(state.x === "" ? {} : { x: state.x }),
    ...(state.y === "" ? {} : { y: state.y }),
  };
  const isNew = split === "new";
  const same = [project, "splits", split, isNew ? state.sides : null];
  return useQuery({
    queryKey: [...same, asked],
    placeholderData: keepingOf(...same),
    queryFn: ({ signal }) =>
      isNew
        ? reading("splits/preview", { project, ...state.sides, ...asked } as Sides)({ signal })
        : reading("splits/{split_id}", { project, split_id: Number(split), ...asked })({ signal }),
  });
}

type Sides = FieldsOf<"get", "splits/preview">;

/** Keeps two sides as a split. */
export function useKeep(project: string) {
  return useAction(
    (body: KeptSides) => send("post", "splits", { project }, body),
    [[project, "splits"]],
  );
}

interface KeptSides {
  baseline: string;
  contender: string;
  baseline_parameters: Record<string, string[]>;
  contender_parameters: Record<string, string[]>;
  suite: string[];
  testbed: string[];
  branch: string[];
  metric: string[];
  name: string;
}

type StateName = SplitDetail["state"];

interface Decision {
  state: StateName;
  reason: string;
}

const DONE: Record<StateName, string> = {
  open: "Split opened again",
  accepted: "Split accepted",
  rejected: "Split rejected",
};

/** Accepts, rejects or opens again; the bar at the foot takes it back. */
export function useDecide(project: string, split: number) {
  const decide = (body: Decision) =>
    send("put", "splits/{split_id}/state", { project, split_id: split }, body);
  return useAction(
    ({ decision }: { decision: Decision; before: Decision }) => decide(decision),
    [[project, "splits"]],
    (_, { decision, before }) => ({ label: DONE[decision.state], undo: () => decide(before) }),
  );
}

export function useNote(project: string, split: number) {
  const write = (note: string) =>
    send("put", "splits/{split_id}/note", { project, split_id: split }, { note });
  return useAction(
    ({ note }: { note: string; before: string }) => write(note),
    [[project, "splits"]],
    (_, { before }) => ({ label: "Note saved", undo: () => write(before) }),
  );
}

type Given = SplitDetail["weights"];

export function useSaveWeights(project: string, split: number) {
  const client = useQueryClient();
  const save = async (body: Given) => {
    await send("put", "splits/{split_id}/weights", { project, split_id: split }, body);
    // what was judged by other weights is not shown again: it would tell of those saved before
    client.removeQueries({ queryKey: [project, "splits"], type: "inactive" });
  };
  return useAction(
    ({ weights }: { weights: Given; before: Given }) => save(weights),
    [[project, "splits"]],
    (_, { before }) => ({ label: "Weights saved", undo: () => save(before) }),
  );
}

/** Reads a table without storing anything. */
export function useTableReading(project: string) {
  return useAction((file: File) => sendFile("splits/tables", { project }, file));
}

interface Publication {
  file: File;
  /** Names, rows of both sides, and roles of columns, as parameters of the address. */
  query: Record<string, string>;
}

export function usePublish(project: string) {
  return useAction(
    ({ file, query }: Publication) => sendFile("splits/published", { project, ...query }, file),
    [[project, "splits"]],
  );
}
