/** Words and rules of people, as administrators see them. */

import type { Person } from "@/api/types";
import { counted, listText } from "@/ui/words/countWords";

export type Deed =
  | "disable"
  | "enable"
  | "make administrator"
  | "unmake administrator"
  | "end sessions"
  | "end provider link";

export const DEED_NAMES: Record<Deed, string> = {
  disable: "Disable the account",
  enable: "Enable the account",
  "make administrator": "Grant administrator",
  "unmake administrator": "Unmake as administrator",
  "end sessions": "End all sessions",
  "end provider link": "End the link to the identity provider",
};

/** What can be done to somebody, as they are. */
export function deedsOf(person: Person): Deed[] {
  return [
    ...(person.sessions > 0 ? (["end sessions"] as const) : []),
    ...(person.has_provider ? (["end provider link"] as const) : []),
    person.is_admin ? "unmake administrator" : "make administrator",
    person.disabled_at === null ? "disable" : "enable",
  ];
}

/** What then happens, said before it is done. */
export function consequenceOf(deed: Deed, person: Person): string {
  const sessions = counted(person.sessions, "session");
  const keys = counted(person.keys, "API key");
  const stopping =
    person.keys > 0
      ? `${keys} that they made stop until the account is enabled again.`
      : "They made no API keys that work.";
  const texts: Record<Deed, string> = {
    disable: `${person.name} can come in no more. ${sessions} and every unused link end at once. ${stopping} What they did stays.`,
    enable: `${person.name} can come in again by signing in.${person.keys > 0 ? ` ${keys} of theirs work again.` : ""}`,
    "make administrator": `${person.name} may then do everything in every project, and to every account.${
      person.is_proven
        ? ""
        : " Nobody has shown that the address is theirs: anybody with the link of the invitation could have made this account."
    }`,
    "unmake administrator": `${person.name} keeps the roles in projects and loses everything else.`,
    "end sessions": `${person.name} is signed out of ${counted(person.sessions, "browser")} immediately, and every unused link ends. They can sign in again.`,
    "end provider link": `Nobody at the identity provider opens this account until somebody with its address signs in there again.`,
  };
  return texts[deed];
}

export function waysIn(person: Person): string {
  const ways = [
    ...(person.has_password ? ["password"] : []),
    ...(person.has_provider ? ["identity provider"] : []),
  ];
  return ways.length === 0 ? "links only" : listText(ways);
}

export function rolesText(person: Person): string {
  return person.roles.map(({ role, project }) => `${role} of ${project}`).join(", ") || "none";
}

export function stateText(person: Person): string {
  const words = [
    person.disabled_at === null ? "enabled" : "disabled",
    ...(person.is_admin ? ["administrator"] : []),
    ...(person.is_proven ? [] : ["address unproven"]),
  ];
  return words.join(", ");
}

export function answerOf(total: number | undefined): string {
  return total === undefined ? "People" : total === 1 ? "1 account" : `${total || "No"} accounts`;
}
