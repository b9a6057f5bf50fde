/** The requests behind the list of people. */

import { usePages } from "@/api/pages";
import { send } from "@/api/requests";
import { useAction } from "@/ui/feedback/useAction";
import type { Deed } from "./peopleModel";
import type { PeopleState } from "./peopleUrl";

const PAGE = 50;
const KEY = ["installation", "people"];

export function usePeople({ text, state }: PeopleState) {
  const asked = { ...(text === "" ? {} : { text }), ...(state === "" ? {} : { state }) };
  return usePages([...KEY, asked], "/api/v1/people", { ...asked, limit: PAGE });
}

export interface Wanted {
  id: number;
  deed: Deed;
}

const CALLS: Record<Deed, (person: { user_id: number }) => Promise<unknown>> = {
  disable: (person) => send("put", "/api/v1/people/{user_id}/disabling", person),
  enable: (person) => send("delete", "/api/v1/people/{user_id}/disabling", person),
  "make administrator": (person) => send("put", "/api/v1/people/{user_id}/administrator", person),
  "unmake administrator": (person) =>
    send("delete", "/api/v1/people/{user_id}/administrator", person),
  "end sessions": (person) => send("delete", "/api/v1/people/{user_id}/sessions", person),
  "end provider link": (person) => send("delete", "/api/v1/people/{user_id}/provider-link", person),
};

export function useDeed() {
  return useAction(({ id, deed }: Wanted) => CALLS[deed]({ user_id: id }), [["session"], KEY]);
}

/** Makes a link to a new password, which is shown once. */
export function usePasswordLinkOf() {
  return useAction((id: number) =>
    send("post", "/api/v1/people/{user_id}/password-links", { user_id: id }),
  );
}
