/** Requests of the page of one alert group, and what is done to groups. */

import { send } from "@/api/requests";
import type { AlertGroup, Deed, GroupEdit, NewMove } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import { groupKeys } from "../changesQuery";
import { EDITED } from "./groupModel";

/** One alert group with its story and what is near it. */
export function useAlertGroup(project: string, number: number) {
  return useRead([project, "changes", "group", number], "alert-groups/{group_number}", {
    project,
    group_number: number,
  });
}

/** Who can take care of groups; asked for by who may give them away. */
export function useAssignees(project: string, isWanted: boolean) {
  return useRead(
    [project, "changes", "assignees"],
    "alert-groups/assignees",
    { project },
    { enabled: isWanted },
  );
}

type Edit = Omit<Partial<GroupEdit>, "groups">;

/** What is kept of some groups: the same for all, or for each by what it has. */
interface Edits {
  groups: readonly AlertGroup[];
  fields: Edit | ((group: AlertGroup) => Edit);
}

/** Changes what is kept of groups, and offers ten seconds to take it back. */
export function useEditGroups(project: string) {
  const sendAll = async (edits: readonly { groups: readonly number[]; fields: Edit }[]) => {
    const sent = edits.map(({ groups, fields }) =>
      send("patch", "alert-groups", { project }, { groups: [...groups], ...fields } as GroupEdit),
    );
    return (await Promise.all(sent)).flat();
  };
  return useAction(
    ({ groups, fields }: Edits) => sendAll(editsOf(groups, fields)),
    groupKeys(project),
    (before, { groups, fields }) => {
      const changed = Object.keys(editsOf(groups, fields)[0]?.fields ?? {});
      const fieldsOf = ({ details }: (typeof before)[number]) =>
        Object.fromEntries(Object.entries(details).filter(([name]) => changed.includes(name)));
      return {
        label: changed.map((name) => EDITED[name as keyof typeof EDITED]).join(", "),
        undo: () =>
          sendAll(
            before.map((group) => ({ groups: [group.number], fields: fieldsOf(group) as Edit })),
          ),
      };
    },
  );
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
  const move = (wanted: Partial<NewMove>) =>
    send(
      "post",
      "alert-groups/moves",
      { project },
      { changes: [], groups: [], is_kept: true, ...wanted },
    );
  return useAction(move, groupKeys(project), ({ to, from_groups }) => ({
    label: `Moved to change #${to}`,
    undo: async () => {
      for (const { number, changes } of from_groups) {
        await move({ changes, to: number, is_kept: false });
      }
    },
  }));
}

/** Writes notes under a group, or takes them back. */
export function useGroupNotes(project: string, number: number) {
  const group = { project, group_number: number };
  const shown = [[project, "changes", "group", number]];
  const remove = ({ id }: Pick<Deed, "id">) =>
    send("delete", "alert-groups/{group_number}/notes/{activity_id}", {
      ...group,
      activity_id: id,
    });
  return {
    write: useAction(
      (text: string) => send("post", "alert-groups/{group_number}/notes", group, { text }),
      shown,
      (note) => ({ label: "Note written", undo: () => remove(note) }),
    ),
    remove: useAction(remove, shown, (_, { id }) => ({
      label: "Note removed",
      undo: () =>
        send("post", "alert-groups/{group_number}/notes/{activity_id}/restore", {
          ...group,
          activity_id: id,
        }),
    })),
  };
}

/** Mutes the benchmark or metric of a change, and offers ten seconds to take it back. */
export function useMute(project: string) {
  return useAction(
    (wanted: NewMuteFields) => send("post", "alert-mutes", { project }, wanted),
    groupKeys(project),
    ({ rows }, { benchmark, metric }) => ({
      label: `${benchmark ?? metric} muted`,
      undo: async () => {
        for (const { id } of rows) await endMute(project, id);
      },
    }),
  );
}

export interface NewMuteFields {
  suite: string;
  benchmark?: string;
  metric?: string;
  until: string;
  why: string;
}

function endMute(project: string, mute: number) {
  return send("delete", "alert-mutes/{mute_id}", { project, mute_id: mute });
}

/** The mutes that hold now, and how one is ended. */
export function useMutes(project: string) {
  const query = useRead([project, "changes", "mutes"], "alert-mutes", { project });
  const end = useAction(
    (mute: number) => endMute(project, mute),
    groupKeys(project),
    (_, mute) => ({
      label: "Mute ended",
      undo: () => send("post", "alert-mutes/{mute_id}/restore", { project, mute_id: mute }),
    }),
  );
  return { query, end };
}

/** The report of a week; empty: this one. */
export function useTriageReport(project: string, week: string) {
  return useRead([project, "changes", "report", week], "triage-report", {
    project,
    ...(week === "" ? {} : { week }),
  });
}
