/** Something done on the server: what shows the old state asks again, and a bar offers to undo it. */

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { offerUndo } from "./undoStore";

interface Undo {
  /** What was done: "Split accepted". */
  label: string;
  /** Brings the state before back; it is asked for again afterwards. */
  undo: () => Promise<unknown>;
}

/**
 * `stale` are the beginnings of the keys of queries that show what was before; they are asked again
 * before the action counts as done. `undoOf` says how it is undone, null where it cannot be.
 */
export function useAction<Asked = void, Answer = unknown>(
  act: (asked: Asked) => Promise<Answer>,
  stale: readonly QueryKey[] = [],
  undoOf: (answer: Answer, asked: Asked) => Undo | null = () => null,
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
