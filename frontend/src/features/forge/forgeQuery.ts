/** The requests behind the connection to a forge. */

import { send } from "@/api/requests";
import type { ForgeEdit, NewForgeConnection } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

export function useForge(project: string) {
  return useRead([project, "forge"], "forge", { project });
}

function useDeed<Asked, Found>(project: string, deed: (asked: Asked) => Promise<Found>) {
  return useAction(deed, [[project, "forge"]]);
}

export function useConnect(project: string) {
  return useDeed(project, (body: NewForgeConnection) => send("post", "forge", { project }, body));
}

export function useEditForge(project: string) {
  return useDeed(project, (body: ForgeEdit) => send("patch", "forge", { project }, body));
}

export function useRenewSecret(project: string) {
  return useDeed(project, () => send("post", "forge/secret", { project }));
}

export function useTry(project: string) {
  return useDeed(project, () => send("post", "forge/trials", { project }));
}

/** Disconnects, or brings the connection back as it was. */
export function useDisconnect(project: string) {
  return useDeed(
    project,
    (isGone: boolean): Promise<unknown> =>
      isGone ? send("delete", "forge", { project }) : send("post", "forge/restore", { project }),
  );
}
