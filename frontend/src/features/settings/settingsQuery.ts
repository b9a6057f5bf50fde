/** The requests behind the settings: the project and its API keys. */

import { send } from "@/api/requests";
import type { NewApiKey, Project, QuotasWanted } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

const PROJECT = "/api/v1/projects/{project}";
const KEYS = "keys";
const RESTORE = "/api/v1/deleted-projects/{project_id}/restore";

export function useProject(project: string) {
  return useRead([project, "project"], PROJECT, { project });
}

/** Says where the code can be looked at; commits everywhere get other links by it. */
export function useLinkRepository(project: string) {
  return useAction(
    (address: string) => send("patch", PROJECT, { project }, { repository_url: address }),
    [[project]],
  );
}

/** Says who may read the project; the first page and the bar show it too. */
export function useChangeVisibility(project: string) {
  return useAction(
    (visibility: Project["visibility"]) => send("patch", PROJECT, { project }, { visibility }),
    [[project, "project"], ["session"]],
  );
}

/** Deletes the project; it comes back whole for seven days. */
export function useDeleteProject(project: string) {
  return useAction(
    (name: string) => send("delete", PROJECT, { project, name }),
    [["session"], ["deleted projects"]],
    ({ id }) => ({
      label: `Project ${project} deleted`,
      undo: () => send("post", RESTORE, { project_id: id }, {}),
    }),
  );
}

/** Says how many; what waits for them may begin, or wait from now on. */
export function useSetQuotas(project: string) {
  return useAction(
    (wanted: QuotasWanted) => send("put", "quotas", { project }, wanted),
    [[project, "jobs"]],
  );
}

export function useKeys(project: string) {
  return useRead([project, "keys"], KEYS, { project });
}

export function useCreateKey(project: string) {
  return useAction((body: NewApiKey) => send("post", KEYS, { project }, body), [[project, "keys"]]);
}

export function useRevokeKey(project: string) {
  return useAction(
    (id: number) => send("delete", "keys/{key_id}", { project, key_id: id }),
    [[project, "keys"]],
  );
}
