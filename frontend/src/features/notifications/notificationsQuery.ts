/** The requests behind notifications. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePages } from "@/api/pages";
import { asking, send } from "@/api/requests";
import type { Channel, ChannelEdit, NewChannel, Selection, Timetable } from "@/api/types";
import { useRead } from "@/api/useRead";
import { type UndoOf, useAction } from "@/ui/feedback/useAction";
import type { NotificationsState } from "./notificationsUrl";

const PAGE = 30;
/** Messages on their way arrive within seconds; the log is read again while some are. */
const LOOK_AGAIN_MS = 3_000;

export function useChannels(project: string) {
  return useRead([project, "channels"], "channels", { project });
}

export function useDeliveries(project: string, { channel, state }: NotificationsState) {
  const asked = {
    ...(channel === null ? {} : { channel }),
    ...(state === "" ? {} : { state }),
    limit: PAGE,
  };
  return usePages([project, "deliveries", asked], "deliveries", { project, ...asked });
}

/** What a selection would have sent; asked again whenever it changes. */
export function usePreview(project: string, selection: Selection, timetable: Timetable) {
  const body = { selection, timetable };
  return useQuery({
    queryKey: [project, "subscription-preview", body],
    queryFn: asking("subscription-previews", { project }, body),
    placeholderData: keepPreviousData,
  });
}

/** Everything that is done here changes channels, and may put messages into the log. */
function useDeed<Asked, Found>(
  project: string,
  deed: (asked: Asked) => Promise<Found>,
  undoOf?: UndoOf<Found, Asked>,
) {
  const client = useQueryClient();
  const shown = [
    [project, "channels"],
    [project, "deliveries"],
  ];
  return useAction(
    async (asked: Asked) => {
      const found = await deed(asked);
      const again = () => shown.map((queryKey) => client.invalidateQueries({ queryKey }));
      setTimeout(() => void again(), LOOK_AGAIN_MS);
      return found;
    },
    shown,
    undoOf,
  );
}

export function useAddChannel(project: string) {
  return useDeed(project, (body: NewChannel) => send("post", "channels", { project }, body));
}

export function useEditChannel(project: string) {
  return useDeed(project, ({ id, body }: { id: number; body: ChannelEdit }) =>
    send("patch", "channels/{channel_id}", { project, channel_id: id }, body),
  );
}

export function usePause(project: string) {
  return useDeed(project, ({ id, isPaused }: { id: number; isPaused: boolean }) =>
    send(
      "put",
      "channels/{channel_id}/pause",
      { project, channel_id: id },
      { is_paused: isPaused },
    ),
  );
}

export function useTest(project: string) {
  return useDeed(project, (id: number) =>
    send("post", "channels/{channel_id}/test", { project, channel_id: id }),
  );
}

export function useRenewSecret(project: string) {
  return useDeed(project, (id: number) =>
    send("post", "channels/{channel_id}/secret", { project, channel_id: id }),
  );
}

/** Removes a channel, and offers ten seconds to bring it back as it was. */
export function useRemoval(project: string) {
  return useDeed(
    project,
    ({ id }: Channel) => send("delete", "channels/{channel_id}", { project, channel_id: id }),
    (_, { id, name }) => ({
      label: `${name} removed`,
      undo: () => send("post", "channels/{channel_id}/restore", { project, channel_id: id }),
    }),
  );
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
      ? send("post", "channels/{channel_id}/subscriptions", path, selection)
      : send(
          "put",
          "channels/{channel_id}/subscriptions/{subscription_id}",
          { ...path, subscription_id: id },
          selection,
        );
  });
}

export function useUnsubscribe(project: string) {
  return useDeed(project, ({ channel, id }: { channel: number; id: number }) =>
    send("delete", "channels/{channel_id}/subscriptions/{subscription_id}", {
      project,
      channel_id: channel,
      subscription_id: id,
    }),
  );
}

export function useSendAgain(project: string) {
  return useDeed(project, (id: number) =>
    send("post", "deliveries/{delivery_id}/again", { project, delivery_id: id }),
  );
}

export function useFeedAccess(project: string, isWanted: boolean) {
  return useRead([project, "feed"], "feed-token", { project }, { enabled: isWanted });
}

/** Makes an address of the feed in place of the one there was, or makes it worth nothing. */
export function useFeedToken(project: string) {
  return useAction(
    async (isWanted: boolean) => {
      if (isWanted) return send("post", "feed-token", { project });
      await send("delete", "feed-token", { project });
      return null;
    },
    [[project, "feed"]],
  );
}
