/** Requests of the page of one alert group, and what is done to groups. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AlertGroup, Deed, GroupEdit, NewMove } from "@/api/types";
import { useUndo } from "@/ui/feedback/undo";
import { staleGroups } from "../changesQuery";
import { EDITED } from "./groupModel";

/** One alert group with its story and what is near it. */
export function useAlertGroup(project: string, number: number) {
  return useQuery({
    queryKey: [project, "changes", "group", number],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/alert-groups/{group_number}", {
          params: { path: { project, group_number: number } },
          signal,
        }),
      ),
  });
}

/** Who can take care of groups; asked for by who may give them away. */
export function useAssignees(project: string, isWanted: boolean) {
  return useQuery({
    queryKey: [project, "changes", "assignees"],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/alert-groups/assignees", {
          params: { path: { project } },
          signal,
        }),
      ),
  });
}

type Edit = Omit<Partial<GroupEdit>, "groups">;

/** What is kept of some groups: the same for all, or for each by what it has. */
interface Edits {
  groups: readonly AlertGroup[];
  fields: Edit | ((group: AlertGroup) => Edit);
}

/** Changes what is kept of groups, and offers ten seconds to take it back. */
export function useEditGroups(project: string) {
  const client = useQueryClient();
  const { act } = useUndo();
  const send = async (groups: readonly number[], fields: Edit) =>
    unwrap(
      api.PATCH("/api/v1/projects/{project}/alert-groups", {
        params: { path: { project } },
        body: { groups: [...groups], ...fields } as GroupEdit,
      }),
    );
  const sendAll = async (edits: readonly { groups: readonly number[]; fields: Edit }[]) => {
    try {
      return (
        await Promise.all(edits.map(async ({ groups, fields }) => await send(groups, fields)))
      ).flat();
    } finally {
      await staleGroups(client, project);
    }
  };
  return useMutation({
    mutationFn: ({ groups, fields }: Edits) => sendAll(editsOf(groups, fields)),
    onSuccess: (before, { groups, fields }) => {
      const changed = Object.keys(editsOf(groups, fields)[0]?.fields ?? {});
      act({
        label: changed.map((name) => EDITED[name as keyof typeof EDITED]).join(", "),
        undo: async () => {
          await sendAll(
            before.map(({ number, details }) => ({
              groups: [number],
              fields: Object.fromEntries(
                Object.entries(details).filter(([name]) => changed.includes(name)),
              ) as Edit,
            })),
          );
        },
      });
    },
  });
}

/** One request for all groups that are told the same. */
function editsOf(groups: readonly AlertGroup[], fields: Edits["fields"]) {
  const told = new Map<string, { groups: number[]; fields: Edit }>();
  for (const group of groups) {
    if (group.number === null) continue;
    const own = typeof fields === "function" ? fields(group) : fields;
    const same = JSON.stringify(own);
    const edit = told.get(same) ?? { groups: [], fields: own };
    edit.groups.push(group.number);
    told.set(same, edit);
  }
  return [...told.values()];
}

/** Puts changes into another group, and offers ten seconds to put them back. */
export function useMoveChanges(project: string) {
  const client = useQueryClient();
  const { act } = useUndo();
  const move = async (wanted: Partial<NewMove>) => {
    const moved = await unwrap(
      api.POST("/api/v1/projects/{project}/alert-groups/moves", {
        params: { path: { project } },
        body: { changes: [], groups: [], is_kept: true, ...wanted },
      }),
    );
    await staleGroups(client, project);
    return moved;
  };
  return useMutation({
    mutationFn: move,
    onSuccess: ({ to, from_groups }) => {
      act({
        label: `Moved to alert group ${to}`,
        undo: async () => {
          for (const { number, changes } of from_groups) {
            await move({ changes, to: number, is_kept: false });
          }
        },
      });
    },
  });
}

/** Writes notes under a group, or takes them back. */
export function useGroupNotes(project: string, number: number) {
  const client = useQueryClient();
  const { act } = useUndo();
  const path = { project, group_number: number };
  const again = () => client.invalidateQueries({ queryKey: [project, "changes", "group", number] });
  const write = async (text: string) => {
    const note = await unwrap(
      api.POST("/api/v1/projects/{project}/alert-groups/{group_number}/notes", {
        params: { path },
        body: { text },
      }),
    );
    await again();
    return note;
  };
  const remove = async ({ id }: Pick<Deed, "id">) => {
    await unwrap(
      api.DELETE("/api/v1/projects/{project}/alert-groups/{group_number}/notes/{activity_id}", {
        params: { path: { ...path, activity_id: id } },
      }),
    );
    await again();
  };
  const bringBack = async ({ id }: Pick<Deed, "id">) => {
    await unwrap(
      api.POST(
        "/api/v1/projects/{project}/alert-groups/{group_number}/notes/{activity_id}/restore",
        {
          params: { path: { ...path, activity_id: id } },
        },
      ),
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

/** Mutes the benchmark or metric of a change, and offers ten seconds to take it back. */
export function useMute(project: string) {
  const client = useQueryClient();
  const { act } = useUndo();
  return useMutation({
    mutationFn: async (wanted: NewMuteFields) => {
      const { rows } = await unwrap(
        api.POST("/api/v1/projects/{project}/alert-mutes", {
          params: { path: { project } },
          body: wanted,
        }),
      );
      await staleGroups(client, project);
      return rows;
    },
    onSuccess: (rows) => {
      act({
        label: "Muted",
        undo: async () => {
          for (const { id } of rows) await endMute(project, id);
          await staleGroups(client, project);
        },
      });
    },
  });
}

export interface NewMuteFields {
  suite: string;
  benchmark?: string;
  metric?: string;
  until: string;
  why: string;
}

function endMute(project: string, mute: number) {
  return unwrap(
    api.DELETE("/api/v1/projects/{project}/alert-mutes/{mute_id}", {
      params: { path: { project, mute_id: mute } },
    }),
  );
}

/** The mutes that hold now, and how one is ended. */
export function useMutes(project: string) {
  const client = useQueryClient();
  const { act } = useUndo();
  const query = useQuery({
    queryKey: [project, "changes", "mutes"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/alert-mutes", {
          params: { path: { project } },
          signal,
        }),
      ),
  });
  const restore = async (mute: number) => {
    await unwrap(
      api.POST("/api/v1/projects/{project}/alert-mutes/{mute_id}/restore", {
        params: { path: { project, mute_id: mute } },
      }),
    );
    await staleGroups(client, project);
  };
  const end = useMutation({
    mutationFn: async (mute: number) => {
      await endMute(project, mute);
      await staleGroups(client, project);
    },
    onSuccess: (_, mute) => act({ label: "Mute ended", undo: () => restore(mute) }),
  });
  return { query, end };
}

/** The report of a week; empty: this one. */
export function useTriageReport(project: string, week: string) {
  return useQuery({
    queryKey: [project, "changes", "report", week],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/triage-report", {
          params: { path: { project }, query: week === "" ? {} : { week } },
          signal,
        }),
      ),
  });
}
