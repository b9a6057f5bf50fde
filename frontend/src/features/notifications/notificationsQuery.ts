/** The requests behind notifications. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { usePages } from "@/api/pages";
import type { ChannelEdit, NewChannel, Selection, Timetable } from "@/api/types";
import type { NotificationsState } from "./notificationsUrl";

const PAGE = 30;
/** Messages on their way arrive within seconds; the log is read again while some are. */
const LOOK_AGAIN_MS = 3_000;

export function useChannels(project: string) {
  return useQuery({
    queryKey: [project, "channels"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/channels", { params: { path: { project } }, signal }),
      ),
  });
}

export function useDeliveries(project: string, { channel, state }: NotificationsState) {
  const asked = {
    ...(channel === null ? {} : { channel }),
    ...(state === "" ? {} : { state }),
    limit: PAGE,
  };
  return usePages([project, "deliveries", asked], (cursor, signal) =>
    unwrap(
      api.GET("/api/v1/projects/{project}/deliveries", {
        params: { path: { project }, query: { ...asked, ...cursor } },
        signal,
      }),
    ),
  );
}

/** What a selection would have sent; asked anew whenever it changes. */
export function usePreview(project: string, selection: Selection, timetable: Timetable) {
  const body = { selection, timetable };
  return useQuery({
    queryKey: [project, "subscription-preview", body],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/subscription-previews", {
          params: { path: { project } },
          body,
          signal,
        }),
      ),
    placeholderData: (before) => before,
  });
}

/** Everything that is done here changes channels, and may put messages into the log. */
function useDeed<Asked, Found>(project: string, deed: (asked: Asked) => Promise<Found>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: async () => {
      const again = () =>
        Promise.all([
          client.invalidateQueries({ queryKey: [project, "channels"] }),
          client.invalidateQueries({ queryKey: [project, "deliveries"] }),
        ]);
      setTimeout(() => void again(), LOOK_AGAIN_MS);
      await again();
    },
  });
}

export function useAddChannel(project: string) {
  return useDeed(project, (body: NewChannel) =>
    unwrap(
      api.POST("/api/v1/projects/{project}/channels", { params: { path: { project } }, body }),
    ),
  );
}

export function useEditChannel(project: string) {
  return useDeed(project, ({ id, body }: { id: number; body: ChannelEdit }) =>
    unwrap(
      api.PATCH("/api/v1/projects/{project}/channels/{channel_id}", {
        params: { path: { project, channel_id: id } },
        body,
      }),
    ),
  );
}

export function usePause(project: string) {
  return useDeed(project, ({ id, isPaused }: { id: number; isPaused: boolean }) =>
    unwrap(
      api.PUT("/api/v1/projects/{project}/channels/{channel_id}/pause", {
        params: { path: { project, channel_id: id } },
        body: { is_paused: isPaused },
      }),
    ),
  );
}

export function useTest(project: string) {
  return useDeed(project, (id: number) =>
    unwrap(
      api.POST("/api/v1/projects/{project}/channels/{channel_id}/test", {
        params: { path: { project, channel_id: id } },
      }),
    ),
  );
}

export function useRenewSecret(project: string) {
  return useDeed(project, (id: number) =>
    unwrap(
      api.POST("/api/v1/projects/{project}/channels/{channel_id}/secret", {
        params: { path: { project, channel_id: id } },
      }),
    ),
  );
}

/** Removes a channel, or brings it back as it was. */
export function useRemoval(project: string) {
  return useDeed(project, ({ id, isGone }: { id: number; isGone: boolean }) => {
    const params = { path: { project, channel_id: id } };
    return isGone
      ? unwrap(api.DELETE("/api/v1/projects/{project}/channels/{channel_id}", { params }))
      : unwrap(api.POST("/api/v1/projects/{project}/channels/{channel_id}/restore", { params }));
  });
}

interface WantedSubscription {
  channel: number;
  /** Null: a new one. */
  id: number | null;
  selection: Selection;
}

export function useSubscribe(project: string) {
  return useDeed(project, ({ channel, id, selection }: WantedSubscription) => {
    const path = { project, channel_id: channel };
    return id === null
      ? unwrap(
          api.POST("/api/v1/projects/{project}/channels/{channel_id}/subscriptions", {
            params: { path },
            body: selection,
          }),
        )
      : unwrap(
          api.PUT(
            "/api/v1/projects/{project}/channels/{channel_id}/subscriptions/{subscription_id}",
            { params: { path: { ...path, subscription_id: id } }, body: selection },
          ),
        );
  });
}

export function useUnsubscribe(project: string) {
  return useDeed(project, ({ channel, id }: { channel: number; id: number }) =>
    unwrap(
      api.DELETE(
        "/api/v1/projects/{project}/channels/{channel_id}/subscriptions/{subscription_id}",
        { params: { path: { project, channel_id: channel, subscription_id: id } } },
      ),
    ),
  );
}

export function useSendAgain(project: string) {
  return useDeed(project, (id: number) =>
    unwrap(
      api.POST("/api/v1/projects/{project}/deliveries/{delivery_id}/again", {
        params: { path: { project, delivery_id: id } },
      }),
    ),
  );
}

export function useFeedAccess(project: string, isWanted: boolean) {
  return useQuery({
    queryKey: [project, "feed"],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/feed-token", { params: { path: { project } }, signal }),
      ),
  });
}

/** Makes an address of the feed in place of the one there was, or makes it worth nothing. */
export function useFeedToken(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isWanted: boolean) => {
      const params = { path: { project } };
      if (isWanted) {
        return unwrap(api.POST("/api/v1/projects/{project}/feed-token", { params }));
      }
      await unwrap(api.DELETE("/api/v1/projects/{project}/feed-token", { params }));
      return null;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "feed"] }),
  });
}
