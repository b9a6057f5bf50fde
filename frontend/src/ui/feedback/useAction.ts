/** Something done on the server: what shows the old state asks again, and a bar offers to undo it. */

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { offerUndo } from "./undoStore";

interface Undo {
  /** What was done: "Split accepted". */
  label: string;
  /** Brings the state before back; it is asked for again afterwards. */
  undo: () => Promise<unknown>;
}

/** How an action is undone, by what it was asked for and what came of it; null where it cannot be. */
export type UndoOf<Answer, Asked> = (answer: Answer, asked: Asked) => Undo | null;

/**
 * `stale` are the beginnings of the keys of queries that show what was before; they are asked again
 * before the action counts as done. Undo is offered here, and not by whoever asked: what was removed
 * takes its controls off the page with it.
 */
export function useAction<Asked = void, Answer = unknown>(
  act: (asked: Asked) => Promise<Answer>,
  stale: readonly QueryKey[] = [],
  undoOf: UndoOf<Answer, Asked> = () => null,
) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer, asked) => {
      await refresh();
      const way = undoOf(answer, asked);
      if (way === null) return;
      const undo = async () => {
        await way.undo();
        await refresh();
      };
      offerUndo({ label: way.label, undo });
    },
    // refused because something else holds by now, or done in part
    onError: () => void refresh(),
  });
}
