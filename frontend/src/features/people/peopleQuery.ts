/** The requests behind the list of people. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { usePages } from "@/api/pages";
import type { Deed } from "./peopleModel";
import type { PeopleState } from "./peopleUrl";

const PAGE = 50;
const KEY = ["installation", "people"];

export function usePeople({ text, state }: PeopleState) {
  const asked = { ...(text === "" ? {} : { text }), ...(state === "" ? {} : { state }) };
  return usePages([...KEY, asked], (cursor, signal) =>
    unwrap(
      api.GET("/api/v1/people", {
        params: { query: { ...asked, limit: PAGE, ...cursor } },
        signal,
      }),
    ),
  );
}

export interface Wanted {
  id: number;
  deed: Deed;
}

type Params = { params: { path: { user_id: number } } };

const CALLS: Record<Deed, (params: Params) => Promise<unknown>> = {
  disable: (params) => unwrap(api.PUT("/api/v1/people/{user_id}/disabling", params)),
  enable: (params) => unwrap(api.DELETE("/api/v1/people/{user_id}/disabling", params)),
  "make administrator": (params) =>
    unwrap(api.PUT("/api/v1/people/{user_id}/administrator", params)),
  "unmake administrator": (params) =>
    unwrap(api.DELETE("/api/v1/people/{user_id}/administrator", params)),
  "end sessions": (params) => unwrap(api.DELETE("/api/v1/people/{user_id}/sessions", params)),
  "end provider link": (params) =>
    unwrap(api.DELETE("/api/v1/people/{user_id}/provider-link", params)),
};

export function useDeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, deed }: Wanted) => CALLS[deed]({ params: { path: { user_id: id } } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["session"] });
      return client.invalidateQueries({ queryKey: KEY });
    },
  });
}

/** Makes a link to a new password, which is shown once. */
export function usePasswordLinkOf() {
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.POST("/api/v1/people/{user_id}/password-links", { params: { path: { user_id: id } } }),
      ),
  });
}
