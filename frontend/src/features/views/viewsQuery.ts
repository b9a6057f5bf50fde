/** Requests for saved views and short links. */

import { send } from "@/api/requests";
import type { SavedView } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";

interface NewView {
  name: string;
  note: string;
  address: string;
  is_pinned: boolean;
}

export interface ViewChange {
  id: number;
  name?: string;
  note?: string;
  is_pinned?: boolean;
  is_removed?: boolean;
}

export function useViews(project: string) {
  return useRead([project, "views"], "views", { project });
}

/** Every list of views, the pinned ones too, is asked for again. */
const keyOf = (project: string) => [project, "views"];

export function useSaveView(project: string) {
  return useAction((body: NewView) => send("post", "views", { project }, body), [keyOf(project)]);
}

export function useChangeView(project: string) {
  return useAction(
    ({ id, ...body }: ViewChange) =>
      send("patch", "views/{view_id}", { project, view_id: id }, body),
    [keyOf(project)],
  );
}

export function useRemoveView(project: string) {
  return useAction(
    (view: SavedView) => send("delete", "views/{view_id}", { project, view_id: view.id }),
    [keyOf(project)],
    (_, view) => ({
      label: `View “${view.name}” removed`,
      undo: () =>
        send("patch", "views/{view_id}", { project, view_id: view.id }, { is_removed: false }),
    }),
  );
}

export function useShortLink(project: string) {
  return useAction((address: string) => send("post", "links", { project }, { address }));
}
