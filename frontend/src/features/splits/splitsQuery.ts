/** Requests of the pages of splits. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keepingOf } from "@/api/keeping";
import { usePages } from "@/api/pages";
import type { SplitDetail } from "@/api/types";
import { useUndo } from "@/ui/feedback/undo";
import { type SplitsState, splitsQuery } from "./splitsUrl";
import { type SplitState, weightQuery } from "./splitUrl";

const PAGE = 50;
const SPLIT = "/api/v1/projects/{project}/splits/{split_id}";

export function useSplits(project: string, state: SplitsState) {
  const asked = splitsQuery(state);
  return usePages([project, "splits", "list", asked], (cursor, signal) =>
    unwrap(
      api.GET("/api/v1/projects/{project}/splits", {
        params: { path: { project }, query: { ...asked, limit: PAGE, ...cursor } },
        signal,
      }),
    ),
  );
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
        ? unwrap(
            api.GET("/api/v1/projects/{project}/splits/preview", {
              params: { path: { project }, query: { ...state.sides, ...asked } as never },
              signal,
            }),
          )
        : unwrap(
            api.GET(SPLIT, {
              params: { path: { project, split_id: Number(split) }, query: asked },
              signal,
            }),
          ),
  });
}

/** Keeps two sides as a split. */
export function useKeep(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: KeptSides) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/splits", { params: { path: { project } }, body }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "splits"] }),
  });
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
  const client = useQueryClient();
  const { act } = useUndo();
  const send = async (body: Decision) => {
    await unwrap(
      api.PUT("/api/v1/projects/{project}/splits/{split_id}/state", {
        params: { path: { project, split_id: split } },
        body,
      }),
    );
    await client.invalidateQueries({ queryKey: [project, "splits"] });
  };
  return useMutation({
    mutationFn: ({ decision }: { decision: Decision; before: Decision }) => send(decision),
    onSuccess: (_, { decision, before }) =>
      act({ label: DONE[decision.state], undo: () => send(before) }),
  });
}

export function useNote(project: string, split: number) {
  const client = useQueryClient();
  const { act } = useUndo();
  const send = async (note: string) => {
    await unwrap(
      api.PUT("/api/v1/projects/{project}/splits/{split_id}/note", {
        params: { path: { project, split_id: split } },
        body: { note },
      }),
    );
    await client.invalidateQueries({ queryKey: [project, "splits"] });
  };
  return useMutation({
    mutationFn: ({ note }: { note: string; before: string }) => send(note),
    onSuccess: (_, { before }) => act({ label: "Note saved", undo: () => send(before) }),
  });
}

type Given = SplitDetail["weights"];

export function useSaveWeights(project: string, split: number) {
  const client = useQueryClient();
  const { act } = useUndo();
  const send = async (body: Given) => {
    await unwrap(
      api.PUT("/api/v1/projects/{project}/splits/{split_id}/weights", {
        params: { path: { project, split_id: split } },
        body,
      }),
    );
    // what was judged by other weights is not shown again: it would tell of those saved before
    client.removeQueries({ queryKey: [project, "splits"], type: "inactive" });
    await client.invalidateQueries({ queryKey: [project, "splits"] });
  };
  return useMutation({
    mutationFn: ({ weights }: { weights: Given; before: Given }) => send(weights),
    onSuccess: (_, { before }) => act({ label: "Weights saved", undo: () => send(before) }),
  });
}

/** Reads a table without storing anything. */
export function useTableReading(project: string) {
  return useMutation({
    mutationFn: async (file: File) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return unwrap(
        api.POST("/api/v1/projects/{project}/splits/tables", {
          params: { path: { project } },
          ...asBytes(bytes),
        }),
      );
    },
  });
}

interface Publication {
  file: File;
  /** Names, rows of both sides, and roles of columns, as parameters of the address. */
  query: Record<string, string>;
}

export function usePublish(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, query }: Publication) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return unwrap(
        api.POST("/api/v1/projects/{project}/splits/published", {
          params: { path: { project }, query },
          ...asBytes(bytes),
        }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "splits"] }),
  });
}

/** The file as it is; the API document describes no body for it. */
function asBytes(bytes: Uint8Array) {
  return {
    headers: { "Content-Type": "application/octet-stream" },
    body: bytes as never,
    bodySerializer: (body: unknown) => body as never,
  };
}
