/** Words and rules of members. */

import type { Member, RoleName } from "@/api/types";

export const ROLES: readonly { value: RoleName; label: string }[] = [
  { value: "viewer", label: "viewer: reads" },
  { value: "triager", label: "triager: judges changes, keeps views" },
  { value: "maintainer", label: "maintainer: uploads, configures, makes keys" },
  { value: "owner", label: "owner: decides who belongs here" },
];

export function roleOf(text: string): RoleName {
  return ROLES.find(({ value }) => value === text)?.value ?? "viewer";
}

export function answerOf(members: readonly Member[], open: number): string {
  const count = members.length === 1 ? "1 member" : `${members.length || "No"} members`;
  if (open === 0) return count;
  return `${count}, ${open} ${open === 1 ? "invitation" : "invitations"} open`;
}
