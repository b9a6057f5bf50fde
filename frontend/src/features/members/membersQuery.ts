/** The requests behind the members of a project. */

import { send } from "@/api/requests";
import type { NewInvitation, RoleName } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

const keyOf = (project: string) => [project, "members"];

export function useMembers(project: string) {
  return useRead(keyOf(project), "members", { project });
}

export function useInvite(project: string) {
  return useAction(
    (body: NewInvitation) => send("post", "invitations", { project }, body),
    [keyOf(project)],
  );
}

export function useWithdraw(project: string) {
  return useAction(
    (id: number) => send("delete", "invitations/{invitation_id}", { project, invitation_id: id }),
    [keyOf(project)],
  );
}

/** Gives a member another role; none: the member is removed. */
export function useRole(project: string) {
  return useAction(
    ({ id, role }: { id: number; role: RoleName | null }): Promise<unknown> => {
      const member = { project, user_id: id };
      return role === null
        ? send("delete", "members/{user_id}", member)
        : send("put", "members/{user_id}", member, { role });
    },
    [keyOf(project)],
  );
}
